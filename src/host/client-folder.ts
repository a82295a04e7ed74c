import { isUtf8 } from 'node:buffer'
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { SourceFile } from '../emit/types.ts'
import { filesBelow } from './folder.ts'

/** Files larger than this (bytes) are no part of a pack. */
const MAX_BYTES = 64 * 1024 * 1024

const SKIPPED = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|\.git|node_modules|worktrees)(?:\/|$)|~$|\.sw[op]$/

/** What a client’s folder holds; paths are those inside of it. What cannot be read is told, the rest goes on. */
export interface ClientFolder {
  files: SourceFile[]
  /** With why, as a clause without a full stop. */
  unread: { path: string; why: string }[]
}

/** Reads all files of a client’s folder: texts where a file is UTF-8 (without a byte order mark), bytes otherwise. */
export function readClientFolder(folder: string): ClientFolder {
  const real = realpathSync(folder)
  const files: SourceFile[] = []
  const unread: ClientFolder['unread'] = []
  for (const path of filesBelow(folder)) {
    if (SKIPPED.test(path)) continue
    const read = readOne(join(folder, path), path, real)
    if (typeof read === 'string') unread.push({ path, why: read })
    else files.push(read)
  }
  return { files, unread }
}

/** A file, or why it cannot be read. */
function readOne(file: string, path: string, root: string): SourceFile | string {
  try {
    if (lstatSync(file).isSymbolicLink()) {
      if (!existsSync(file)) return 'the link leads nowhere'
      if (!`${realpathSync(file)}${sep}`.startsWith(root + sep)) return 'the link leads out of the folder'
    }
    const stats = statSync(file)
    if (!stats.isFile()) return 'it is no regular file'
    if (stats.size > MAX_BYTES) return 'it is larger than 64 MB'
    const bytes = readFileSync(file)
    if (isUtf8(bytes) && !bytes.includes(0)) return { path, text: bytes.toString('utf8').replace(/^\uFEFF/, '') }
    return /\.(?:md|json|toml|ya?ml)$/i.test(path) ? 'it is not UTF-8' : { path, bytes }
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`
  }
}
