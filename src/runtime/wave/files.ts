import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ioFault, lookAt } from '../aco/access.ts'
import { Fault } from '../aco/fault.ts'
import { renameWithRetry, sweep, syncFolder } from '../aco/files.ts'
import { holding } from '../aco/lock.ts'

/** Writing files in one step, however large they are. */

const BUFFERED = 256 * 1024

/** A file that is being written; nobody sees it before it is done. */
export interface Writer {
  /** `latin1` for texts whose characters stand for bytes. */
  write(text: string, encoding?: 'utf8' | 'latin1'): void
  /** Copies bytes of another file. */
  copy(file: number, start: number, end: number): void
  /** Puts the file in its place. */
  done(): void
  /** Leaves no trace of it. */
  drop(): void
}

let counter = 0

/** Begins a file: a temporary one beside it, later fsync, rename, fsync of the folder. @throws Fault E_IO_… */
function openWriter(path: string): Writer {
  const target = lookAt(path) ? realpathSync(path) : path
  const temporary = join(dirname(target), `.wave-${process.pid}-${counter++}.tmp`)
  const file = openSync(temporary, 'w')
  const buffer = Buffer.allocUnsafe(BUFFERED)
  let used = 0
  const put = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  }
  const flush = () => {
    put(buffer.subarray(0, used))
    used = 0
  }
  let isOpen = true
  const close = () => {
    isOpen = false
    closeSync(file)
  }
  return {
    write(text, encoding = 'utf8') {
      const length = Buffer.byteLength(text, encoding)
      if (used + length > BUFFERED) flush()
      if (length > BUFFERED) put(Buffer.from(text, encoding))
      else used += buffer.write(text, used, encoding)
    },
    copy(from, start, end) {
      for (let at = start; at < end; ) {
        if (used === BUFFERED) flush()
        const count = readSync(from, buffer, used, Math.min(BUFFERED - used, end - at), at)
        if (!count) throw new Fault('E_CHANGED', `a file became shorter while it was copied to ${path}`, 1, { path })
        used += count
        at += count
      }
    },
    done() {
      flush()
      const before = statSync(target, { throwIfNoEntry: false })
      if (before) fchmodSync(file, before.mode)
      fsyncSync(file)
      close()
      renameWithRetry(temporary, target)
      syncFolder(dirname(target))
    },
    drop() {
      try {
        if (isOpen) close()
        rmSync(temporary, { force: true })
      } catch {
        // The next writer removes it.
      }
    },
  }
}

/** Writes a file in one step: what `work` writes, or nothing when it throws. @throws Fault E_IO_… */
export async function writeFile(path: string, work: (writer: Writer) => void | Promise<void>): Promise<void> {
  let writer: Writer | undefined
  try {
    writer = openWriter(path)
    await work(writer)
    writer.done()
  } catch (error) {
    writer?.drop()
    const isSystem = typeof (error as NodeJS.ErrnoException).syscall === 'string'
    throw isSystem ? ioFault(error, `write ${path}`, path) : error
  }
}

/** Removes a file for good; one that is not there is fine. @throws Fault E_IO_… */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
    syncFolder(dirname(path))
  } catch (error) {
    throw ioFault(error, `remove ${path}`, path)
  }
}

/** The folder beside a table where the runtime keeps its own files. */
export const homeOf = (table: string): string => join(dirname(table), '.wave')

export const lockOf = (table: string): string => join(homeOf(table), '.lock')

/**
 * Runs work while nobody else works on the tables of a folder (`.wave/.lock`).
 *
 * @throws Fault E_LOCKED after 20 seconds of waiting (`WAVE_LOCK_PATIENCE_MS` sets another time).
 */
export async function withTable<T>(table: string, work: () => T | Promise<T>): Promise<T> {
  const folder = dirname(table)
  if (!lookAt(folder)) return work()
  const busy = 'another process is at work on the tables of this folder'
  return holding(lockOf(table), { busy, patience: 'WAVE_LOCK_PATIENCE_MS' }, () => {
    sweep(folder, name => /^\.wave-\d+-\d+\.tmp$/.test(name))
    return work()
  })
}

/** Makes a folder, and makes it last. @throws Fault E_IO_… */
export function makeFolder(path: string): void {
  try {
    const made = mkdirSync(path, { recursive: true })
    if (made !== undefined) syncFolder(dirname(made))
  } catch (error) {
    throw ioFault(error, `make the folder ${path}`, path)
  }
}
