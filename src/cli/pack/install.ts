import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plural } from '../../core/counts.ts'
import { MaestroError } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import { VERSION } from '../../core/version.gen.ts'
import { type InstallRecord, type Owned, ownedBy, planInstall, type Step } from '../../emit/install.ts'
import { bytesOf } from '../../emit/manifest.ts'
import type { Bundle } from '../../emit/types.ts'
import { sha256 } from '../../host/folder.ts'
import { type InstallFolder, openInstall, RECORD } from '../../host/install.ts'
import type { Io } from '../io.ts'
import { check, printFindings, titleOf } from './build.ts'
import { defineCommand, type Given } from './command.ts'
import { PLACE_FLAGS, placeOf } from './place.ts'
import { type Buildable, compile, loadProject, PROJECT_FLAGS, readPlatforms } from './project.ts'

export default defineCommand({
  name: 'install',
  usage: '--platform P [SKILL…]',
  summary:
    'Builds the bundle of one client and puts skills and agents where that client reads them. Files of others, and files\nthat were edited, are never overwritten without --force, and then kept aside.',
  flags: {
    ...PLACE_FLAGS,
    config: PROJECT_FLAGS.config,
    shipped: PROJECT_FLAGS.shipped,
    'dry-run': { help: 'say what would be done, write nothing' },
    force: { help: 'replace files of others and edited ones; uninstall puts them back' },
  },

  async run(given, io) {
    const platform = onePlatform(given)
    const { base, others } = placeOf(given, platform, io)
    mustBeFolder(given.values['project'] ? dirname(base) : undefined)
    const project = await loadProject(given, io)
    const bundles = await compile(project)
    const findings = await check(project, bundles)
    printFindings(
      project,
      findings.filter(({ severity }) => severity === 'error'),
      io,
    )
    if (findings.some(({ severity }) => severity === 'error')) {
      io.err('Nothing was installed.\n')
      return 1
    }
    const files = filesFor(bundles[0]!, given.args)
    const folder = openInstall(base)
    const { record } = folder
    if (record && record.platform !== platform)
      throw new MaestroError(
        'shared-folder',
        `“${base}” holds the bundle of ${titleOf(record.platform as Buildable)}, which reads the same folder.`,
        `Uninstall that one first, or install for ${titleOf(platform)} into a folder of its own.`,
      )
    for (const other of others)
      if (existsSync(join(other, RECORD)))
        io.err(`${titleOf('codex')} reads “${other}” and “${base}”: it will list each skill of both twice.\n`)
    return install(folder, files, { platform, target: bundles[0]!.target.version }, given, io)
  },
})

/** The one platform that was named. @throws MaestroError */
export function onePlatform({ values }: Given): Buildable {
  const named = values['platform'] ? (Object.keys(readPlatforms(values['platform'])) as Buildable[]) : []
  if (named.length !== 1)
    throw new MaestroError('bad-option', 'One platform is needed.', 'Write “--platform claude”, “codex” or “agy”.')
  return named[0]!
}

function mustBeFolder(path: string | undefined) {
  if (path && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new MaestroError('missing-path', `There is no folder “${path}”.`)
}

/** Skills and agents of a bundle, by their path below the client's folder. */
function filesFor({ files, target }: Bundle, wanted: readonly string[]): Map<string, Uint8Array> {
  const skills = new Set([...files.keys()].flatMap(path => /^[^/]+\/skills\/([^/]+)\//.exec(path)?.[1] ?? []))
  for (const name of wanted)
    if (!skills.has(name)) {
      const meant = nearest(name, [...skills])
      const hint = meant ? `Did you mean “${meant}”?` : `It has ${[...skills].join(', ')}.`
      throw new MaestroError('bad-option', `The bundle for ${target.platform.title} has no skill “${name}”.`, hint)
    }
  const chosen = new Map<string, Uint8Array>()
  for (const [path, file] of files) {
    const inner = path.slice(path.indexOf('/') + 1)
    const skill = /^skills\/([^/]+)\//.exec(inner)?.[1] ?? /\/skills\/?([^/]+)\/agents\//.exec(`/${file.source}`)?.[1]
    if (!/^(?:skills|agents)\//.test(inner)) continue
    if (!wanted.length || (skill !== undefined && wanted.includes(skill))) chosen.set(inner, bytesOf(file))
  }
  return chosen
}

function install(
  folder: InstallFolder,
  files: ReadonlyMap<string, Uint8Array>,
  what: { platform: Buildable; target: string },
  { on, args }: Given,
  io: Io,
): number {
  const owned = ownedBy(folder.record, folder.disk)
  const wanted = new Map([...files].map(([path, bytes]) => [path, sha256(bytes)] as const))
  // With names of skills, what is installed of others stays.
  const inScope = (path: string) => !args.length || args.some(name => path.startsWith(`skills/${name}/`))
  const scoped = Object.fromEntries(Object.entries(owned).filter(([path]) => wanted.has(path) || inScope(path)))
  const steps = planInstall(wanted, scoped, folder.disk)
  const of = (kind: Step['kind']) => steps.filter(step => step.kind === kind).map(({ path }) => path)
  const inWay = [...of('foreign'), ...of('edited')]
  const broken = inWay.filter(path => folder.disk(path) === 'other')
  if (broken.length)
    throw new MaestroError(
      'in-the-way',
      `“${broken[0]}” in “${folder.base}” is no file, or lies below one.`,
      'Move it away.',
    )
  if (on.has('dry-run')) {
    for (const { path, kind } of steps) io.out(`${VERBS[kind]}  ${join(folder.base, path)}\n`)
    return inWay.length && !on.has('force') ? 1 : 0
  }
  if (inWay.length && !on.has('force')) {
    for (const path of inWay)
      io.err(`${join(folder.base, path)} ${owned[path] ? 'was edited since it was installed' : 'is not ours'}.\n`)
    throw new MaestroError(
      'in-the-way',
      `${plural(inWay.length, 'file')} would be overwritten; nothing was installed.`,
      'Move them away, or use --force: they are kept aside, and uninstall puts them back.',
    )
  }
  const writes = [...of('write'), ...inWay]
  const folders = [
    ...new Set([...(folder.record?.folders ?? []), ...[...writes, RECORD].flatMap(folder.missingFolders)]),
  ]
  const head = { version: 1 as const, tool: `maestro-pack@${VERSION}`, ...what, folders }
  const pending: Record<string, Owned> = {}
  for (const path of writes) pending[path] = { ...owned[path], sha256: wanted.get(path)! }
  folder.save({ ...head, files: owned, pending })
  for (const path of inWay) {
    // The user's own file is what uninstall puts back; an older backup is older than what we installed.
    const backup = folder.backUp(path)
    pending[path] = { ...pending[path]!, backup: owned[path]?.backup ?? backup }
    folder.save({ ...head, files: owned, pending })
  }
  for (const path of writes) folder.put(path, files.get(path)!)
  for (const path of of('remove')) folder.remove(path)
  const gone = new Set(of('remove'))
  const kept = Object.entries(owned).filter(([path]) => !gone.has(path) && folder.disk(path) !== undefined)
  const record: InstallRecord = { ...head, files: sorted({ ...Object.fromEntries(kept), ...pending }) }
  folder.save(record)
  const skills = new Set([...files.keys()].flatMap(path => /^skills\/([^/]+)\//.exec(path)?.[1] ?? []))
  io.out(`${plural(skills.size, 'skill')} in ${folder.base} for ${titleOf(what.platform)} ${what.target}`)
  io.out(
    `: ${plural(writes.length, 'file')} written, ${of('same').length} as they were, ${of('remove').length} removed.\n`,
  )
  for (const path of of('keep')) io.out(`Kept, because it was edited: ${join(folder.base, path)}\n`)
  for (const path of inWay) io.out(`Kept aside: ${join(folder.base, pending[path]!.backup!)}\n`)
  return 0
}

const VERBS: Readonly<Record<Step['kind'], string>> = {
  write: 'write   ',
  same: 'same    ',
  foreign: 'not ours',
  edited: 'edited  ',
  remove: 'remove  ',
  keep: 'keep    ',
}

const sorted = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
