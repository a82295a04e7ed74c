import { closeSync, fsyncSync, openSync, readdirSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { lookAt, MAX_OWN, makeFolder, oddityOf, readRegular, readSessionFile, removeFile } from './access.ts'
import { Fault } from './fault.ts'
import { ioFault } from './refusal.ts'
import { decodeText, isObject, parseJson } from './text.ts'

/**
 * Writing a session’s files: every write is atomic, and writes that belong together are one.
 *
 * A group of changes is first written as one redo record (`pheromone/.commit`), in one step; from then on it counts.
 * Then it is carried out file by file, and the record is removed. Whoever finds the record finishes it (a writer, under
 * the lock) or reads through it (a reader). So no command ever sees half of an update, whenever its writer died.
 */

/** Where the redo record lies. */
export const REDO = 'pheromone/.commit'

/** A change of a file: its new text, `null` to delete it, or the place that it is moved from as it is. */
export type Change = string | null | { from: string }

/** Changes by path within the session; carried out in this order. */
export type Changes = ReadonlyMap<string, Change>

let counter = 0

/** Writes a file in one step: temporary file beside it, fsync, rename, fsync of the folder. @throws Fault E_IO_… */
export function writeAtomic(path: string, text: string): void {
  const temporary = join(dirname(path), `.${process.pid}-${counter++}.tmp`)
  try {
    makeSynced(dirname(path))
    const file = openSync(temporary, 'w')
    try {
      const bytes = Buffer.from(text, 'utf8')
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameWithRetry(temporary, path)
    syncFolder(dirname(path))
  } catch (error) {
    try {
      removeFile(temporary)
    } catch {
      // The next writer removes it.
    }
    throw ioFault(error, `write ${path}`, path)
  }
}

function makeSynced(path: string): void {
  const made = makeFolder(path)
  if (made !== undefined) syncFolder(dirname(made))
}

/** Windows refuses to replace a file that somebody reads: try again for a moment. */
export function renameWithRetry(from: string, to: string): void {
  for (let attempt = 0; ; attempt++) {
    try {
      renameSync(from, to)
      return
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (attempt >= 5 || !['EPERM', 'EACCES', 'EBUSY'].includes(code ?? '') || process.platform !== 'win32')
        throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 * 2 ** attempt)
    }
  }
}

/** Makes what was renamed or removed in a folder last. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch {
    // Some file systems cannot sync a folder; the rename stands all the same.
  } finally {
    closeSync(handle)
  }
}

/** Whether a path stays within the session. */
const isInside = (path: unknown): path is string =>
  typeof path === 'string' && path !== '' && !isAbsolute(path) && !path.split(/[\\/]/).includes('..')

const isChange = (change: unknown): change is Change =>
  typeof change === 'string' || change === null || (isObject(change) && isInside(change['from']))

/** The changes of a redo record; `undefined` when it is torn or none: then it never counted. */
export function changesOf(record: Uint8Array): Map<string, Change> | undefined {
  const value = parseJson(decodeText(record) ?? '')
  const isRecord = (item: unknown): item is [string, Change] =>
    Array.isArray(item) && item.length === 2 && isInside(item[0]) && isChange(item[1])
  return Array.isArray(value) && value.every(isRecord) ? new Map(value) : undefined
}

/** Whether a path exists; unlike `existsSync` it does not take an error for a no. */
const isThere = (path: string) => lookAt(path) !== undefined

/** Whether a file holds a text; something that is no file does not. */
function holds(path: string, text: string): boolean {
  const bytes = readRegular(path, MAX_OWN)
  return bytes !== undefined && !('reason' in bytes) && bytes.equals(Buffer.from(text, 'utf8'))
}

/** Removes what a dead writer left, as far as that can be done. */
export function sweep(folder: string, isLeft: (name: string) => boolean): void {
  for (const name of isThere(folder) ? readdirSync(folder) : [])
    if (isLeft(name)) {
      try {
        removeFile(join(folder, name))
      } catch {
        // It is in nobody’s way.
      }
    }
}

/** Carries changes out; doing so again, from the start or from anywhere, changes nothing more. */
function carryOut(session: string, changes: Changes): void {
  for (const [path, change] of changes) {
    const file = join(session, path)
    try {
      if (change === null) removeFile(file)
      else if (typeof change === 'string') {
        if (!holds(file, change)) writeAtomic(file, change)
      } else if (!isThere(file) && isThere(join(session, change.from))) {
        // What stands at `from` once the target exists is newer: a move is done once.
        makeSynced(dirname(file))
        renameWithRetry(join(session, change.from), file)
        syncFolder(dirname(file))
      }
    } catch (error) {
      const { code, message, details } = error instanceof Fault ? error : ioFault(error, `write ${file}`, file)
      const rest = 'what was to be written is recorded, the next update or init finishes it'
      throw new Fault(code, `${message}; ${rest}`, 1, details)
    }
  }
}

/** Finishes what a killed writer began, and removes its leftovers; the lock must be held. */
export function recover(session: string): void {
  const record = join(session, REDO)
  const bytes = readSessionFile(session, REDO)
  if (bytes) {
    const changes = changesOf(bytes)
    if (changes) carryOut(session, changes)
    unlinkSync(record)
    syncFolder(dirname(record))
  }
  for (const folder of ['', 'pheromone', 'pheromone/history', 'trails'])
    sweep(join(session, folder), name => /^\.\d+-\d+\.tmp$/.test(name))
}

/** Writes a group of files as one; the lock must be held. @throws Fault E_FILE_KIND, E_IO_… */
export function commit(session: string, changes: Changes): void {
  // Before the record stands: afterwards every writer would fail until somebody clears the way.
  for (const [path, change] of changes) {
    const oddity = typeof change === 'string' ? oddityOf(join(session, path)) : undefined
    if (oddity) throw new Fault('E_FILE_KIND', `${path} ${oddity}`, 1, { path })
  }
  writeAtomic(join(session, REDO), JSON.stringify([...changes]))
  carryOut(session, changes)
  unlinkSync(join(session, REDO))
  syncFolder(join(session, 'pheromone'))
}
