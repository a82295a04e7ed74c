import type { Document, Listing, Pack } from '../core/types.ts'
import { baseName, isText, parentOf } from './layout.ts'

/**
 * What a path leads to: a file or folder, one that is spelled otherwise (`case`), nothing, or a place where nobody
 * looked (`unknown`).
 */
export type Lookup =
  | { kind: 'found' | 'missing' | 'unknown' }
  /** `isOnly`: no second file differs in case only. */
  | { kind: 'case'; actual: string; isOnly: boolean }

/** The files of a folder, for finding them by path, by spelling and by their end. */
export interface FileIndex {
  look(path: string): Lookup
  /** Files whose path is `end`, or ends with it after a slash; in whatever case. */
  endingWith(end: string): readonly string[]
  /** Files of a folder, without those in folders below it. */
  filesIn(dir: string): readonly string[]
  /** Whether a folder of this path holds a file that is named like `like` (`.md`). */
  hasFolder(path: string, like?: string): boolean
  /** Files, without folders that were not looked into. */
  files: readonly string[]
  /** Folders that were not looked into. */
  closed: readonly string[]
}

const fold = (path: string) => path.toLowerCase()

/** File systems differ in whether a letter with its accent is one character or two. */
export const compose = (path: string) => path.normalize('NFC')

const endingOf = (path: string) => /\.\w+$/.exec(baseName(path))?.[0].toLowerCase() ?? ''

/** The folders above a path, the nearest first, without the top. */
function* foldersOver(path: string): Generator<string> {
  for (let dir = parentOf(path); dir; dir = parentOf(dir)) yield dir
}

function put(map: Map<string, string[]>, key: string, value: string) {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Indexes a listing; every question takes time by the length of the path, not by the number of files. */
export function indexFiles({ paths, looked, textsOnly }: Listing): FileIndex {
  const all = paths.map(compose)
  const files = all.filter(path => !path.endsWith('/'))
  const closed = all.filter(path => path.endsWith('/')).map(path => path.slice(0, -1))
  const closedSet = new Set(closed)
  const known = new Set(files)
  const folders = new Map<string, Set<string>>()
  const byName = new Map<string, string[]>()
  const byFolder = new Map<string, string[]>()
  const byFold = new Map<string, Set<string>>()
  const spell = (path: string) => byFold.set(fold(path), (byFold.get(fold(path)) ?? new Set()).add(path))
  for (const file of files) {
    put(byName, fold(baseName(file)), file)
    put(byFolder, parentOf(file), file)
    spell(file)
    const ending = endingOf(file)
    for (const dir of foldersOver(file)) {
      const endings = folders.get(dir)
      if (endings?.has(ending)) break
      if (!endings) spell(dir)
      folders.set(dir, (endings ?? new Set()).add(ending))
    }
  }
  const isClosed = (path: string) => closedSet.has(path) || [...foldersOver(path)].some(dir => closedSet.has(dir))
  const wasLookedAt = (path: string) => looked.some(dir => !dir || path.startsWith(`${dir}/`))

  return {
    files,
    closed,
    look(raw) {
      const path = compose(raw).replace(/\/+$/, '')
      if (!path || known.has(path) || folders.has(path)) return { kind: 'found' }
      if (isClosed(path) || !wasLookedAt(path)) return { kind: 'unknown' }
      const spelled = byFold.get(fold(path))
      if (spelled) return { kind: 'case', actual: [...spelled][0]!, isOnly: spelled.size === 1 }
      return { kind: textsOnly && !isText(path) ? 'unknown' : 'missing' }
    },
    endingWith(end) {
      const wanted = fold(compose(end))
      const candidates = byName.get(baseName(wanted)) ?? []
      return candidates.filter(file => fold(file) === wanted || fold(file).endsWith(`/${wanted}`))
    },
    filesIn: dir => byFolder.get(dir) ?? [],
    hasFolder(path, like) {
      const endings = folders.get(compose(path))
      return endings !== undefined && (like === undefined || endings.has(endingOf(like)))
    },
  }
}

const indexes = new WeakMap<Pack, FileIndex>()

/** The files of a pack, by their paths inside of it. */
export function filesOf(pack: Pack): FileIndex {
  const index = indexes.get(pack) ?? indexFiles(pack.listing)
  indexes.set(pack, index)
  return index
}

/** A path that starts in a folder; `undefined` when it climbs above the top. */
export function join(dir: string, path: string): string | undefined {
  const segments = dir ? dir.split('/') : []
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (!segments.length) return undefined
      segments.pop()
    } else if (segment && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

/** What a message repeats of a path: white space folded, its end where it is long. */
export function shownPath(path: string): string {
  const characters = [...path.replace(/\s+/g, ' ').trim()]
  return characters.length > 80 ? `…${characters.slice(-79).join('')}` : characters.join('')
}

/** The folder of a document's skill inside the pack; `undefined` outside of skills. */
export const skillDirOf = ({ skill }: Document): string | undefined => skill && parentOf(skill.entry.inner)

/** The folders that a path may start in: the document's own, those above it up to its skill's (or the pack's) top. */
export function basesOf(document: Document): string[] {
  const top = skillDirOf(document) ?? ''
  const bases = [parentOf(document.inner)]
  while (bases.at(-1) && bases.at(-1) !== top) bases.push(parentOf(bases.at(-1)!))
  return bases
}
