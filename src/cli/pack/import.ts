import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { findConfig, loadConfig } from '../../config/load.ts'
import { plural } from '../../core/counts.ts'
import { MaestroError } from '../../core/error.ts'
import { type Lines, linesOf } from '../../core/span.ts'
import { visible } from '../../core/visible.ts'
import { BUILDABLE } from '../../emit/emit.ts'
import { importPack } from '../../emit/import/import.ts'
import type { Imported, Note } from '../../emit/import/types.ts'
import { bytesOf } from '../../emit/manifest.ts'
import { type ClientFolder, readClientFolder } from '../../host/client-folder.ts'
import { bytesAt, filesBelow, recover, replaceFolder } from '../../host/folder.ts'
import { loadParser } from '../../markdown/parser.ts'
import { CLIENT_FOLDERS, PLUGIN_MANIFESTS } from '../../model/layout.ts'
import { platforms } from '../../platforms/index.gen.ts'
import type { Io } from '../io.ts'
import { defineCommand } from './command.ts'
import { type Buildable, PROJECT_FLAGS } from './project.ts'

export default defineCommand({
  name: 'import',
  usage: 'DIR',
  summary:
    'Turns a pack that was written for one client (a .claude folder, also .codex, .agy or a plugin) into sources, and says what\nbecame of it: what is normalised, lost and kept, each with its place. The pack itself is not touched.',
  flags: {
    out: {
      value: 'DIR',
      short: 'o',
      help: 'where the sources go (default: “sources” of the configuration, else skills)',
    },
    'dry-run': { help: 'print the report, write nothing' },
    force: { help: 'write into a folder that holds files: those of the same path are replaced, others stay' },
    json: { help: 'print the report as one JSON object' },
    config: PROJECT_FLAGS.config,
  },

  async run({ args, values, on }, io) {
    const [dir, extra] = args
    if (dir === undefined) throw bad('A folder is needed.', 'Write “maestro-pack import .claude”.')
    if (extra !== undefined) throw bad(`“maestro-pack import” takes one folder, and no “${extra}”.`)
    const found = folderAt(resolve(io.cwd, dir), dir)
    const config = values['config'] ? resolve(io.cwd, values['config']) : findConfig(io.cwd)
    const sources = (config ? (await loadConfig(config)).sources : undefined) ?? 'skills'
    const out = values['out'] ? resolve(io.cwd, values['out']) : resolve(config ? dirname(config) : io.cwd, sources)
    const name = shown(out, io)
    if (isWithin(out, found.full) || isWithin(found.full, out))
      throw bad(`“${name}” cannot hold the sources: the pack is there.`, 'Name another folder with “--out”.')
    const read = readClientFolder(found.full)
    const imported = await importRead(read, found)
    const files = new Map(
      imported.files.map(file => [file.path.slice('skills/'.length), bytesOf({ ...file, source: '' })]),
    )
    if (!imported.files.length) throw new MaestroError('no-pack', `“${dir}” holds no skill, command or agent.`)
    if (!on.has('dry-run')) write(out, name, files, on.has('force'))
    print(imported, read, found, { name, isJson: on.has('json'), isDry: on.has('dry-run') }, io)
    for (const other of found.others) io.err(`${other} lies beside it; import it on its own.\n`)
    return 0
  },
})

const bad = (message: string, hint?: string) => new MaestroError('bad-option', message, hint)

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder + sep)

const shown = (path: string, { cwd }: Io) => (relative(cwd, path) || '.').split(sep).join('/')

/** A folder of a client. */
interface Found {
  home: Buildable
  full: string
  /** What its files would be called below the client’s folder: `skills/` for a folder of skills. */
  prefix: string
  /** Folders of other clients beside it. */
  others: string[]
}

/** The client whose folder is called so; `.agents` is read by several, and Antigravity has no other in projects. */
const clientOf = (name: string): Buildable => {
  const id = CLIENT_FOLDERS[name]!
  return BUILDABLE.find(known => known === id) ?? 'agy'
}

/** The pack that a folder is, or holds. @throws MaestroError */
function folderAt(full: string, name: string): Found {
  if (!statSync(full, { throwIfNoEntry: false })?.isDirectory())
    throw new MaestroError('missing-path', `There is no folder “${name}”.`)
  const isClient = (dir: string) => Object.hasOwn(CLIENT_FOLDERS, dir)
  if (isClient(basename(full))) return { home: clientOf(basename(full)), full, prefix: '', others: [] }
  const [first, ...others] = Object.keys(CLIENT_FOLDERS).filter(dir => existsSync(join(full, dir)))
  if (first) return { home: clientOf(first), full: join(full, first), prefix: '', others }
  const manifests = Object.entries(PLUGIN_MANIFESTS).filter(([path]) => existsSync(join(full, path)))
  const home = manifests.length === 1 && manifests[0]![1] === 'codex' ? 'codex' : 'claude'
  if (['skills', 'commands', 'agents'].some(part => existsSync(join(full, part))))
    return { home, full, prefix: '', others: [] }
  const isOfSkills = readdirSync(full).some(entry => existsSync(join(full, entry, 'SKILL.md')))
  if (isOfSkills) return { home, full, prefix: 'skills/', others: [] }
  throw new MaestroError('no-pack', `There is no pack in “${name}”.`, 'Name a client’s folder, such as .claude.')
}

async function importRead({ files, unread }: ClientFolder, { home, prefix }: Found): Promise<Imported> {
  const { parser } = await loadParser()
  const targets = BUILDABLE.map(id => ({ platform: platforms[id], version: platforms[id].versions.at(-1)! }))
  const folder = platforms[home].dir
  const imported = importPack(
    files.map(file => ({ ...file, path: `${folder}/${prefix}${file.path}` })),
    folder,
    { home: targets.find(({ platform }) => platform.id === home)!, targets, platforms, parser, dir: 'skills' },
  )
  const lost = unread.map(
    ({ path, why }): Note => ({
      ...{ kind: 'lost', path: `${folder}/${prefix}${path}`, span: { start: 0, end: 0 } },
      ...{ what: 'the file is not imported', why },
    }),
  )
  return { ...imported, notes: [...lost, ...imported.notes] }
}

/** Puts the sources into their folder in one step. @throws MaestroError `exists` */
function write(out: string, name: string, files: ReadonlyMap<string, Uint8Array>, force: boolean) {
  if (existsSync(out) && !statSync(out).isDirectory()) throw new MaestroError('exists', `“${name}” is no folder.`)
  recover(out)
  const there = filesBelow(out)
  const same = there.filter(path => files.has(path) && !bytesAt(join(out, path))?.equals(files.get(path)!))
  if (there.length && !force)
    throw new MaestroError(
      'exists',
      `“${name}” holds ${plural(there.length, 'file')} already; nothing was written.`,
      `Name another folder with “--out”, or use --force: ${plural(same.length, 'file')} would be replaced, the others stay.`,
    )
  replaceFolder(
    out,
    files,
    there.filter(path => !files.has(path)),
  )
}

function print(
  { files, notes }: Imported,
  { files: read }: ClientFolder,
  { home, full, prefix }: Found,
  { name, isJson, isDry }: { name: string; isJson: boolean; isDry: boolean },
  io: Io,
) {
  const folder = `${platforms[home].dir}/${prefix}`
  const lines = new Map<string, Lines>()
  const told = notes.map(({ kind, path, span, what, why, to }) => {
    const inner = path.slice(folder.length)
    const own = lines.get(inner) ?? linesOf(read.find(file => file.path === inner)?.text ?? '')
    lines.set(inner, own)
    const { line, column } = own.position(span.start)
    return { kind, path: `${shown(full, io)}/${inner}`, line, column, what, why, ...(to === undefined ? {} : { to }) }
  })
  const count = (kind: Note['kind']) => notes.filter(note => note.kind === kind).length
  const summary = { files: files.length, normalised: count('normalised'), lost: count('lost'), kept: count('kept') }
  if (isJson) {
    const made = files.map(({ path, from }) => ({
      path: `${name}/${path.slice('skills/'.length)}`,
      from: `${shown(full, io)}/${from.slice(folder.length)}`,
    }))
    io.out(`${JSON.stringify({ version: 1, out: name, files: made, notes: told, summary }, null, 2)}\n`)
    return
  }
  for (const { kind, path, line, column, what, why } of told)
    io.out(`${visible(`${path}:${line}:${column}  ${kind.padEnd(10)}  ${what}${why ? `: ${why}` : ''}`)}\n`)
  const skills = new Set(files.flatMap(({ path }) => /^skills\/([^_/][^/]*)\//.exec(path)?.[1] ?? [])).size
  io.out(
    `${name}  ${plural(skills, 'skill')}, ${plural(files.length, 'file')} from ${shown(full, io)}${isDry ? ' would be written' : ''}: `,
  )
  io.out(`${summary.normalised} normalised, ${summary.lost} lost, ${summary.kept} kept.\n`)
  if (!isDry) io.err('Look at what is lost, then run “maestro-pack build”.\n')
}
