import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Unread } from '../core/types.ts'
import { CLIENT_FOLDERS, clientFolderOf, isEntry, isText, PLUGIN_MANIFESTS } from '../model/layout.ts'

const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', 'worktrees'])
const PLUGIN_FOLDERS = new Set(Object.keys(PLUGIN_MANIFESTS).map(path => path.slice(0, path.indexOf('/'))))

/** A file of a walk. Two paths may lead to one real file. */
export interface Found {
  path: string
  real: string
  /** Whether a link was followed on the way to it. */
  isLinked: boolean
}

/** What lies below a folder. Paths are absolute, with `/`. */
export interface Walk {
  files: Found[]
  unread: Unread[]
  /** All files, those that nobody reads too; a folder that was not looked into ends with `/`. */
  listing: string[]
}

export const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'))

/** The nearest folder above (or at) a path that git or nothing bounds: links may lead anywhere inside it. */
function boundaryOf(folder: string): string {
  for (let dir = folder; ; dir = dirname(dir)) {
    if (existsSync(join(dir, '.git'))) return realpathSync(dir)
    if (dirname(dir) === dir) return realpathSync(folder)
  }
}

/**
 * Lists the files below a folder that may belong to a pack.
 *
 * Hidden folders other than client folders, and dependencies, are passed over. Links are followed inside the
 * repository; loops, links that lead out of it or nowhere, and folders that cannot be read are told. A glob library
 * does not tell these, which is why this walk is our own.
 */
export function walk(top: string, isIgnored: (path: string) => boolean): Walk {
  const files: Found[] = []
  const unread: Unread[] = []
  const listing: string[] = []
  const boundary = boundaryOf(top)
  const tell = (path: string, reason: Unread['reason'], detail: string) => unread.push({ path, reason, detail })

  const add = (path: string, real: string, isLinked: boolean) => files.push({ path, real: slashed(real), isLinked })

  const enter = (folder: string, real: string, isLinked: boolean, chain: readonly string[]) => {
    let entries: Dirent[]
    try {
      entries = readdirSync(folder, { withFileTypes: true })
    } catch (error) {
      listing.push(`${slashed(folder)}/`)
      return tell(slashed(folder), 'unreadable', (error as NodeJS.ErrnoException).code ?? String(error))
    }
    const isInClient = clientFolderOf(slashed(folder)) !== undefined
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry
      const path = slashed(join(folder, name))
      const isHidden = name.startsWith('.') && !Object.hasOwn(CLIENT_FOLDERS, name) && !PLUGIN_FOLDERS.has(name)
      const isDirectory = entry.isDirectory()
      if (SKIPPED.has(name) || isIgnored(path)) {
        listing.push(entry.isFile() ? path : `${path}/`)
        continue
      }
      if (entry.isSymbolicLink()) follow(path, name, isHidden && !isInClient, chain)
      else if (isDirectory) {
        if (isEntry(name)) tell(path, 'directory', '')
        if (!isHidden || isInClient) enter(path, join(real, name), isLinked, chain)
        else listing.push(`${path}/`)
      } else {
        listing.push(path)
        if (!isText(name)) continue
        if (entry.isFile()) add(path, join(real, name), isLinked)
        else tell(path, 'unreadable', 'not a regular file')
      }
    }
  }

  const follow = (path: string, name: string, isHidden: boolean, chain: readonly string[]) => {
    let target: string
    let stats: Stats
    try {
      target = realpathSync(path)
      stats = statSync(target)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (isText(name) || !name.includes('.')) tell(path, code === 'ELOOP' ? 'loop' : 'missing', code ?? String(error))
      return
    }
    const isDirectory = stats.isDirectory()
    const list = (reason?: Unread['reason']) => {
      listing.push(isDirectory ? `${path}/` : path)
      if (reason) tell(path, reason, '')
    }
    if (isDirectory ? isHidden : !isText(name)) return list()
    if (target !== boundary && !target.startsWith(boundary + sep)) return list('outside')
    if (!isDirectory) {
      list()
      return stats.isFile() ? void add(path, target, true) : tell(path, 'unreadable', 'not a regular file')
    }
    const isAbove = [realpathSync(dirname(path)), ...chain].some(dir => dir === target || dir.startsWith(target + sep))
    if (isAbove) return list('loop')
    enter(path, target, true, [...chain, target])
  }

  // Compared by its own name: links above the top, such as a system's /tmp, are the same for all that is found.
  const realTop = realpathSync(top)
  enter(top, realTop, lstatSync(top).isSymbolicLink(), [])
  return { files, unread, listing }
}
