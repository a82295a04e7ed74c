import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MaestroError } from '../core/error.ts'
import { slashed } from './walk.ts'

/** SHA-256 in hex. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The regular files below a folder, as relative paths with `/`; links are files of their own and not followed. */
export function filesBelow(folder: string): string[] {
  const found: string[] = []
  const enter = (dir: string, prefix: string) => {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      const path = prefix ? `${prefix}/${entry.name}` : entry.name
      if (entry.isDirectory()) enter(join(dir, entry.name), path)
      else found.push(path)
    }
  }
  if (existsSync(folder)) enter(folder, '')
  return found.sort()
}

/**
 * A file's bytes; `undefined` for what is no regular file, or is not there.
 *
 * @throws MaestroError `cannot-read`: what cannot be read must not pass for what is not there
 */
export function bytesAt(file: string): Buffer | undefined {
  try {
    return lstatSync(file).isFile() ? readFileSync(file) : undefined
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new MaestroError('cannot-read', `“${slashed(file)}” cannot be read (${code}).`, 'Nothing was changed.', cause)
  }
}

const cannot = (what: string, cause: unknown) =>
  new MaestroError(
    'cannot-write',
    `${what} (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`,
    'Nothing was changed.',
    cause,
  )

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The folders that runs put beside `folder`: `.build.staging-123`, `.build.old-123`. */
function leftovers(folder: string) {
  const parent = dirname(folder)
  const pattern = new RegExp(`^\\.${basename(folder).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\.(staging|old)-(\\d+)$`)
  const names = existsSync(parent) ? readdirSync(parent) : []
  return names.flatMap(name => {
    const match = pattern.exec(name)
    return match ? [{ path: join(parent, name), kind: match[1] as 'staging' | 'old', pid: Number(match[2]) }] : []
  })
}

/** Cleans up after runs that were killed: an old folder whose new one never came is put back. */
export function recover(folder: string): void {
  for (const { path, kind, pid } of leftovers(folder)) {
    if (pid !== process.pid && isAlive(pid)) continue
    if (kind === 'old' && !existsSync(folder)) renameSync(path, folder)
    else discard(path)
  }
}

/**
 * Puts a whole folder in the place of another: everything is written beside it first, then two renames.
 *
 * `files` are new; `kept` are paths that are taken over from the old folder as they are. Whatever fails, the old folder
 * is there as it was; a run that is killed between the renames is repaired by {@link recover}, which the next one calls.
 *
 * @throws MaestroError `cannot-write`
 */
export function replaceFolder(folder: string, files: ReadonlyMap<string, Uint8Array>, kept: readonly string[]): void {
  const beside = (kind: string) => join(dirname(folder), `.${basename(folder)}.${kind}-${process.pid}`)
  const staging = beside('staging')
  const old = beside('old')
  try {
    mkdirSync(staging, { recursive: true })
    const made = new Set<string>()
    const place = (path: string) => {
      const file = join(staging, path)
      const dir = dirname(file)
      if (!made.has(dir)) mkdirSync(dir, { recursive: true })
      made.add(dir)
      return file
    }
    const links: string[] = []
    for (const path of kept) {
      const from = join(folder, path)
      if (!lstatSync(from).isSymbolicLink()) copyFileSync(from, place(path))
      else {
        symlinkSync(readlinkSync(from), place(path))
        links.push(path)
      }
    }
    for (const path of files.keys()) {
      // Nothing is written through a link: what is behind it is not ours.
      const link = links.find(name => path === name || path.startsWith(`${name}/`))
      if (link !== undefined)
        throw new MaestroError(
          'cannot-write',
          `“${link}” is a link, and “${path}” would be written behind it.`,
          'Remove the link, or name another folder. Nothing was changed.',
        )
    }
    for (const [path, bytes] of files) writeFileSync(place(path), bytes)
  } catch (cause) {
    discard(staging)
    if (cause instanceof MaestroError) throw cause
    throw cannot(`“${slashed(folder)}” cannot be written`, cause)
  }
  const hadOld = existsSync(folder)
  try {
    if (hadOld) renameSync(folder, old)
    renameSync(staging, folder)
  } catch (cause) {
    if (hadOld && !existsSync(folder) && existsSync(old)) renameSync(old, folder)
    discard(staging)
    throw cannot(`“${slashed(folder)}” cannot be replaced`, cause)
  }
  discard(old)
}

/** Removes a folder beside the one that counts; what cannot be removed now, the next run does. */
function discard(folder: string) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // `recover` finds it again.
  }
}
