import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from './fault.ts'
import { ioFault, isNothing } from './refusal.ts'

export { inWords, ioFault } from './refusal.ts'

/** How files are opened: only regular ones, of a size that can be meant. */

/** Bytes that a file from outside may have: an artifact, a scores file, a configuration. */
export const MAX_GIVEN = 64 * 2 ** 20

/** Bytes that a file of the controller’s own may have: a text cannot be longer. */
export const MAX_OWN = 2 ** 29 - 24

const kindOf = (stats: Stats): string =>
  stats.isDirectory()
    ? 'a folder'
    : stats.isFIFO()
      ? 'a pipe'
      : stats.isSocket()
        ? 'a socket'
        : stats.isFile()
          ? 'a file'
          : 'a device'

/** What a path leads to, links followed; `undefined` when there is nothing. @throws Fault E_IO_… */
export function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (isNothing(error)) return undefined
    throw ioFault(error, `look at ${path}`, path)
  }
}

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/**
 * Makes a folder and those above it; gives the topmost one that was made. Throws what the system throws.
 *
 * Node’s own way to do so never ends where the working directory has been deleted.
 */
export function makeFolder(path: string): string | undefined {
  if (isDirectory(path)) return undefined
  try {
    mkdirSync(path)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && isDirectory(path)) return undefined
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path || parent === '.') throw error
    const made = makeFolder(parent)
    return makeFolder(path) && (made ?? path)
  }
}

/** Removes a file, if there is one. Throws what the system throws. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!isNothing(error)) throw error
  }
}

/** Why a path is no file that can be read (“is a pipe, not a file”); `undefined` when it is one, or nothing. */
export function oddityOf(path: string): string | undefined {
  const stats = lookAt(path)
  return stats && !stats.isFile() ? `is ${kindOf(stats)}, not a file` : undefined
}

/**
 * The bytes of a file, or the reason why it is not read: it is no regular file, or has more than `limit` bytes.
 *
 * Pipes and devices are not waited for. `undefined` when there is nothing. Throws what the system throws.
 */
export function readRegular(path: string, limit: number): Buffer | { reason: string } | undefined {
  let file: number
  try {
    // Without O_NONBLOCK a pipe would be waited for until somebody writes; elsewhere there is no such flag.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
  } catch (error) {
    if (isNothing(error)) return undefined
    // A socket cannot be opened at all, a folder not everywhere.
    const reason = oddityOf(path)
    if (reason) return { reason }
    throw error
  }
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) return { reason: `is ${kindOf(stats)}, not a file` }
    if (stats.size > limit) return tooLarge(stats.size, limit)
    return readAll(file, stats.size, limit)
  } finally {
    closeSync(file)
  }
}

function readAll(file: number, size: number, limit: number): Buffer | { reason: string } {
  let bytes = Buffer.allocUnsafe(size || 65_536)
  for (let length = 0; ; ) {
    const count = readSync(file, bytes, length, bytes.length - length, null)
    length += count
    // Some files of the system say that they are empty: they are read until they end.
    if (count === 0 || length === size) return bytes.subarray(0, length)
    if (length > limit) return tooLarge(length, limit)
    if (length === bytes.length) bytes = Buffer.concat([bytes], length * 2)
  }
}

const tooLarge = (size: number, limit: number) => {
  const grouped = `${size}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return { reason: `is larger than ${Math.round(limit / 2 ** 20)} MB (${grouped} bytes)` }
}

/** As `readRegular`, with a fault for whatever keeps a file from being read. `shown` is its name in messages. */
function readOrFault(path: string, shown: string, limit: number, code: string, exit: 1 | 2): Buffer | undefined {
  let bytes: ReturnType<typeof readRegular>
  try {
    bytes = readRegular(path, limit)
  } catch (error) {
    throw ioFault(error, `read ${shown}`, shown)
  }
  if (bytes && 'reason' in bytes) throw new Fault(code, `${shown} ${bytes.reason}`, exit, { path: shown })
  return bytes
}

/** A configuration; `undefined` when there is none. @throws Fault E_CONFIG_FILE (exit 2), E_IO_… */
export const readConfigFile = (path: string, shown = path): Buffer | undefined =>
  readOrFault(path, shown, MAX_GIVEN, 'E_CONFIG_FILE', 2)

/**
 * A file of a session, by its path within; `undefined` when there is none.
 *
 * @throws Fault E_CONFIG_FILE, E_SCORES_JSON, E_FILE_KIND, E_IO_…
 */
export function readSessionFile(session: string, path: string): Buffer | undefined {
  const file = join(session, path)
  if (path === 'swarm-config.json') return readConfigFile(file, path)
  if (path.startsWith('scores/')) return readOrFault(file, path, MAX_GIVEN, 'E_SCORES_JSON', 1)
  return readOrFault(file, path, MAX_OWN, 'E_FILE_KIND', 1)
}

/** Names in a folder, hidden ones left out; none when there is no such folder. `shown` is its name in messages. */
export function namesIn(folder: string, shown: string): string[] {
  try {
    return readdirSync(folder).filter(name => !name.startsWith('.'))
  } catch (error) {
    if (!isNothing(error)) throw ioFault(error, `read the folder ${shown}`, shown)
    const stats = lookAt(folder)
    if (stats) throw new Fault('E_FILE_KIND', `${shown} is ${kindOf(stats)}, not a folder`, 1, { path: shown })
    return []
  }
}

/**
 * Checks that a folder of the command line is one or is not there yet; gives whether it is there.
 *
 * @throws Fault E_SESSION (exit 2), E_IO_…
 */
export function isFolder(path: string, what: string): boolean {
  const stats = lookAt(path)
  if (stats && !stats.isDirectory())
    throw new Fault('E_SESSION', `“${path}” is ${kindOf(stats)}, not ${what}`, 2, { path })
  return stats !== undefined
}
