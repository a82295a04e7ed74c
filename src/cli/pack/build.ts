import { join } from 'node:path'
import { plural } from '../../core/counts.ts'
import { MaestroError } from '../../core/error.ts'
import { isActive } from '../../core/lint.ts'
import type { Diagnostic } from '../../core/types.ts'
import { VERSION } from '../../core/version.gen.ts'
import { visible } from '../../core/visible.ts'
import { faultFinding, toSources } from '../../emit/findings.ts'
import { bytesOf, driftOf, MANIFEST, type Manifest, manifestOf, readManifest } from '../../emit/manifest.ts'
import type { Bundle } from '../../emit/types.ts'
import { bytesAt, filesBelow, recover, replaceFolder, sha256 } from '../../host/folder.ts'
import { lintFiles } from '../../lint.ts'
import { loadParser } from '../../markdown/parser.ts'
import { platforms } from '../../platforms/index.gen.ts'
import pretty from '../../reporters/pretty.ts'
import { rules } from '../../rules/index.gen.ts'
import type { Io } from '../io.ts'
import { defineCommand } from './command.ts'
import { compile, loadProject, PROJECT_FLAGS, type Project } from './project.ts'

export default defineCommand({
  name: 'build',
  usage: '[--check]',
  summary:
    'Compiles the sources into one bundle per client. Each bundle is linted for its client before a byte is written;\nfindings point at the sources.',
  flags: {
    ...PROJECT_FLAGS,
    out: { value: 'DIR', short: 'o', help: 'where bundles go (default: “out” of the configuration, else build)' },
    check: { help: 'write nothing; exit 1 and show how what is there differs from what would be built' },
    force: { help: 'replace files that were edited in the bundle, and a folder that maestro-pack did not make' },
    quiet: { short: 'q', help: 'print errors only' },
  },

  async run(given, io) {
    const [extra] = given.args
    if (extra !== undefined)
      throw new MaestroError('bad-option', `“maestro-pack build” takes no “${extra}”.`, 'It builds all skills.')
    const project = await loadProject(given, io)
    const bundles = await compile(project)
    const findings = await check(project, bundles)
    const shown = given.on.has('quiet') ? findings.filter(({ severity }) => severity === 'error') : findings
    const count = (level: string) => findings.filter(({ severity }) => severity === level).length
    printFindings(project, shown, io)
    if (count('error')) {
      io.err('Nothing was built.\n')
      return 1
    }
    if (given.on.has('check')) return checkFolder(project, bundles, io)
    write(project, bundles, given.on.has('force'), io, given.on.has('quiet'))
    return 0
  },
})

/** Prints findings of sources, where there are any. */
export function printFindings({ sources, resolved }: Project, findings: readonly Diagnostic[], io: Io): void {
  if (!findings.length) return
  const texts = new Map(sources.files.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text]])))
  const count = (level: string) => findings.filter(({ severity }) => severity === level).length
  const summary = {
    ...{ files: texts.size, errors: count('error'), warnings: count('warn'), infos: count('info') },
    ...{ fixable: 0, suppressed: 0, baselined: 0 },
  }
  const registry = new Map(
    rules.filter(rule => isActive(rule, resolved.settings)).map(rule => [rule.id, rule] as const),
  )
  const color = io.env['FORCE_COLOR'] ? io.env['FORCE_COLOR'] !== '0' : io.isTty && !io.env['NO_COLOR']
  io.out(
    pretty.print(
      { diagnostics: findings, summary, texts, version: VERSION, rules: registry },
      { color, width: io.width },
    ),
  )
}

/** Faults of the sources; where there are none of severity error, what the linter finds in the bundles. */
export async function check(
  { sources, resolved, targets }: Project,
  bundles: readonly Bundle[],
): Promise<Diagnostic[]> {
  const texts = new Map(sources.files.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text] as const])))
  const seen = new Map(bundles.flatMap(({ faults }) => faults).map(fault => [JSON.stringify(fault), fault] as const))
  const faults = [...seen.values()].map(fault => faultFinding(fault, texts))
  if (faults.some(({ severity }) => severity === 'error')) return faults
  const emitted = bundles.flatMap(({ files }) =>
    [...files.values()].flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }])),
  )
  const { parser } = await loadParser(resolved.parser)
  const settings = { ...resolved.settings, targets: { ...resolved.settings.targets, ...targets } }
  const isRead = ({ path }: { path: string }) => /\.(?:md|json|toml|ya?ml)$/i.test(path)
  const listing = bundles.flatMap(({ files }) => [...files.keys()])
  const { diagnostics } = lintFiles(
    {
      sources: emitted.filter(isRead),
      unread: [],
      listing: { paths: listing, roots: bundles.map(({ target }) => target.platform.dir) },
    },
    { settings, parser },
  )
  return [...faults, ...toSources(diagnostics, bundles, texts)]
}

/** What a bundle folder holds, and what its manifest says. */
function readFolder(folder: string) {
  recover(folder)
  const paths = filesBelow(folder)
  const bytes = bytesAt(join(folder, MANIFEST))
  const manifest = bytes && readManifest(bytes.toString('utf8'))
  return { paths, manifest, hasManifest: bytes !== undefined }
}

/** Files to write: those of the bundles and the manifest. */
function expectedFiles(bundles: readonly Bundle[], kept?: Manifest) {
  const files = new Map(
    bundles.flatMap(bundle => [...bundle.files].map(([path, file]) => [path, bytesOf(file)] as const)),
  )
  const manifest = manifestOf(bundles, `maestro-pack@${VERSION}`, sha256, kept)
  return { files, manifest, text: new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`) }
}

/** What the manifest says of the platforms that are built. */
const ownedBy = (manifest: Manifest | undefined, built: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(manifest?.files ?? {}).flatMap(([path, { sha256: hash, platform }]) =>
      built.has(platform) ? [[path, hash]] : [],
    ),
  )

function compare({ out }: Project, bundles: readonly Bundle[]) {
  const { paths, manifest, hasManifest } = readFolder(out.full)
  const expected = expectedFiles(bundles, manifest)
  const built = new Set<string>(bundles.map(({ target }) => target.platform.id))
  const owned = ownedBy(manifest, built)
  const hashes = new Map(
    paths.flatMap(path => {
      if (!expected.files.has(path) && owned[path] === undefined) return []
      const bytes = bytesAt(join(out.full, path))
      return [[path, bytes ? sha256(bytes) : 'no regular file'] as const]
    }),
  )
  const wanted = new Map([...expected.files].map(([path, bytes]) => [path, sha256(bytes)] as const))
  return { paths, manifest, hasManifest, expected, owned, drifts: driftOf(hashes, wanted, owned) }
}

async function checkFolder(project: Project, bundles: readonly Bundle[], io: Io): Promise<number> {
  const { drifts, expected, manifest, hasManifest } = compare(project, bundles)
  const { name, full } = project.out
  const { createTwoFilesPatch } = await import('diff')
  const words = {
    changed: 'differs from what the sources say now',
    edited: 'was edited since it was built',
    missing: 'is missing',
    stale: 'would not be built any more',
  }
  for (const { path, kind } of drifts) {
    io.out(`${name}/${visible(path)} ${words[kind]}\n`)
    const before = bytesAt(join(full, path))
    const after = expected.files.get(path)
    const isText = [before, after].every(bytes => !bytes?.includes(0))
    if (!isText) io.out('Binary files differ.\n')
    else {
      const text = (bytes: Uint8Array | undefined) => (bytes ? Buffer.from(bytes).toString('utf8') : '')
      const patch = createTwoFilesPatch(
        `${name}/${path}`,
        `${name}/${path}`,
        text(before),
        text(after),
        'on disk',
        'built',
      )
      io.out(patch.replace(/^(?:Index: .*\n)?=+\n/, ''))
    }
  }
  const isManifestNew = !drifts.length && (!manifest || JSON.stringify(manifest) !== JSON.stringify(expected.manifest))
  if (isManifestNew)
    io.out(`${name}/${MANIFEST} ${hasManifest ? 'differs from what would be written' : 'is missing'}\n`)
  if (!drifts.length && !isManifestNew) io.out(`${name} is up to date: ${plural(expected.files.size, 'file')}.\n`)
  else io.err(`${name} is not up to date. Run “maestro-pack build”.\n`)
  return drifts.length || isManifestNew ? 1 : 0
}

function write(project: Project, bundles: readonly Bundle[], force: boolean, io: Io, isQuiet: boolean) {
  const { out } = project
  const { paths, manifest, expected, owned, drifts } = compare(project, bundles)
  if (paths.length && !manifest && !force)
    throw new MaestroError(
      'foreign-folder',
      `“${out.name}” holds files that maestro-pack did not build.`,
      'Name another folder with --out, or use --force to build into this one; nothing in it is deleted.',
    )
  const edited = drifts.filter(({ kind }) => kind === 'edited')
  // A stale file that was edited is an edited one.
  for (const { path, kind } of drifts)
    if (kind === 'stale' && sha256(bytesAt(join(out.full, path)) ?? new Uint8Array()) !== owned[path])
      edited.push({ path, kind })
  if (edited.length && !force)
    throw new MaestroError(
      'edited',
      `${plural(edited.length, 'file')} in “${out.name}” ${edited.length === 1 ? 'was' : 'were'} edited since ${edited.length === 1 ? 'it was' : 'they were'} built: ${edited
        .slice(0, 3)
        .map(({ path }) => path)
        .join(', ')}${edited.length > 3 ? ', …' : ''}.`,
      'Move the changes to the sources, or use --force to overwrite them.',
    )
  const files = new Map(expected.files)
  files.set(MANIFEST, expected.text)
  const kept = paths.filter(path => !files.has(path) && owned[path] === undefined)
  if (drifts.length || !manifest || JSON.stringify(manifest) !== JSON.stringify(expected.manifest))
    replaceFolder(out.full, files, kept)
  if (isQuiet) return
  for (const { target, files: emitted, downgrades } of bundles) {
    const { title, dir, id } = target.platform
    const skills = new Set([...emitted.keys()].flatMap(path => /^[^/]+\/skills\/([^/]+)\//.exec(path)?.[1] ?? [])).size
    io.out(
      `${out.name}/${dir}  ${plural(skills, 'skill')}, ${plural(emitted.size, 'file')} for ${title} ${target.version}\n`,
    )
    for (const { path, what } of downgrades) io.out(`  accepted in ${path}: ${what}\n`)
    if (!skills) io.err(`No skill names the platform ${id}.\n`)
  }
}

/** Titles of platforms, for messages of other commands. */
export const titleOf = (id: keyof typeof platforms): string => platforms[id].title
