import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { MaestroError } from '../core/error.ts'
import type { Source, Unread } from '../core/types.ts'
import {
  CLIENT_FOLDERS,
  clientFolderOf,
  isEntry,
  type LayoutOptions,
  layOut,
  PLUGIN_MANIFESTS,
} from '../model/layout.ts'
import { isUnread, readSource } from './read.ts'
import { type Found, slashed, walk } from './walk.ts'

/** The files of the packs that a run is about. */
export interface Discovery {
  sources: (Source & { full: string })[]
  unread: (Unread & { full: string })[]
  /** Full paths of all that was seen, and of the folders that were looked through. */
  listing: { paths: string[]; roots: string[] }
  /** Whether a finding on this path was asked for. */
  isWanted(path: string): boolean
  /** Whether a file may be repaired: asked for, and of several paths to one real file the one that is no link. */
  mayRepair(path: string): boolean
  /** Paths (relative) to the same real file, by each of them; a file with one path is left out. */
  twins: ReadonlyMap<string, readonly string[]>
  /** Files that were named and belong to no pack. */
  strays: string[]
  /** Files and folders that were named and are ignored by the configuration. */
  ignored: string[]
  /** Files of packs that were asked for. */
  count: number
}

/** The folder whose packs a path belongs to: other clients' folders beside its own count, for cross-checks. */
export function topsOf(path: string, isDirectory: boolean): string[] {
  const folder = isDirectory ? path : dirname(path)
  const client = clientFolderOf(slashed(folder))
  if (client) {
    const root = dirname(client.dir.replaceAll('/', sep))
    return Object.keys(CLIENT_FOLDERS)
      .map(name => join(root, name))
      .filter(dir => existsSync(dir))
  }
  for (let dir = folder, depth = 0; depth < 8; dir = dirname(dir), depth++) {
    if (hasEntry(dir)) return [dirname(dir)]
    if (!isDirectory && isPlugin(dir)) return [dir]
    if (existsSync(join(dir, '.git')) || dirname(dir) === dir) break
  }
  return isDirectory ? [folder] : []
}

/** Whether a folder is a plugin: it has a manifest, or skills beside its commands and agents. */
const isPlugin = (dir: string) =>
  Object.keys(PLUGIN_MANIFESTS).some(manifest => existsSync(join(dir, manifest))) || existsSync(join(dir, 'skills'))

function hasEntry(dir: string): boolean {
  try {
    return readdirSync(dir).some(isEntry)
  } catch {
    return false
  }
}

/** Paths that lead to one real file, several each: first the one that no link leads to. */
function aliasesOf(files: readonly Found[]): Found[][] {
  const groups = new Map<string, Found[]>()
  for (const file of files) groups.set(file.real, [...(groups.get(file.real) ?? []), file])
  return [...groups.values()]
    .filter(group => group.length > 1)
    .map(group => group.sort((a, b) => Number(a.isLinked) - Number(b.isLinked)))
}

/**
 * Finds and reads the packs that paths belong to.
 *
 * A folder stands for all packs below it; a folder or file inside of a pack loads the whole pack, and its variants for
 * other clients, so that cross-file rules hold, but only findings inside what was named are wanted.
 *
 * @throws MaestroError `missing-path` for a path that does not exist.
 */
export function discover(
  cwd: string,
  paths: readonly string[],
  isIgnored: (path: string) => boolean,
  layout: LayoutOptions = {},
): Discovery {
  const scopes: string[] = []
  const named: string[] = []
  const tops = new Set<string>()
  for (const path of paths.length ? paths : ['.']) {
    const full = resolve(cwd, path)
    let isDirectory: boolean
    try {
      isDirectory = statSync(full).isDirectory()
    } catch {
      throw new MaestroError('missing-path', `There is no file or folder “${path}”.`)
    }
    scopes.push(slashed(full))
    if (!isDirectory) named.push(slashed(full))
    for (const top of topsOf(full, isDirectory)) tops.add(top)
  }
  const display = (full: string) => slashed(relative(cwd, full)) || basename(full)
  const ignores = (full: string) => isIgnored(display(full))
  const roots = [...tops].filter(top => ![...tops].some(other => other !== top && top.startsWith(other + sep)))
  const walks = roots.map(root => walk(root, ignores))
  const all = new Map(walks.flatMap(found => found.files.map(file => [file.path, file] as const)))
  const files = [...all.keys()]
  const lost = walks.flatMap(found => found.unread)
  const seated = new Set(layOut([...files, ...lost.map(({ path }) => path)], layout).map(seat => seat.path))

  const sources: Discovery['sources'] = []
  const unread: Discovery['unread'] = lost
    .filter(({ path }) => seated.has(path))
    .map(file => ({ ...file, path: display(file.path), full: file.path }))
  for (const full of files) {
    if (!seated.has(full)) continue
    const read = readSource(full, display(full))
    if (isUnread(read)) unread.push({ ...read, full })
    else sources.push({ ...read, full })
  }
  const wanted = new Set(
    [...sources, ...unread]
      .filter(({ full }) =>
        scopes.some(scope => full === scope || full.startsWith(scope === '/' ? scope : `${scope}/`)),
      )
      .map(({ path }) => path),
  )
  const aliases = aliasesOf(sources.map(({ full }) => all.get(full)!))
  const twins = new Map(
    aliases.flatMap(group =>
      group.map(({ path }) => [display(path), group.map(other => display(other.path))] as const),
    ),
  )
  const known = new Set([...sources, ...unread].map(({ full }) => full))
  return {
    sources,
    unread,
    listing: { paths: walks.flatMap(({ listing }) => listing), roots: roots.map(slashed) },
    isWanted: path => wanted.has(path),
    mayRepair: path => {
      const group = twins.get(path) ?? [path]
      return group[0] === path && group.some(other => wanted.has(other))
    },
    twins,
    strays: named.filter(full => !known.has(full) && !ignores(full)).map(display),
    ignored: scopes.filter(ignores).map(display),
    count: wanted.size,
  }
}
