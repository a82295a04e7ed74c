import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { ioFault, lookAt, oddityOf } from '../aco/access.ts'
import { Fault } from '../aco/fault.ts'

/** Reading files piece by piece. */

/** The path of a file that has to be there. @throws Fault E_FILE (exit 2), E_IO_… */
export function exists(path: string): string {
  const oddity = oddityOf(path)
  if (oddity) throw new Fault('E_FILE', `${path} ${oddity}`, 2, { path })
  if (!lookAt(path)) throw new Fault('E_FILE', `there is no file ${path}`, 2, { path })
  return path
}

/** Refuses to write or remove a file in the place of another one that is given. @throws Fault E_USAGE (exit 2) */
export function keepApart(option: string, path: string, other: string): void {
  const real = (name: string) => (lookAt(name) ? realpathSync(name) : resolve(name))
  if (real(path) === real(other)) throw new Fault('E_USAGE', `${option} would overwrite ${other}`, 2, { path })
}

/** Opens a file for reading. @throws Fault E_FILE (exit 2), E_IO_… */
export function openFile(path: string): number {
  try {
    return openSync(exists(path), 'r')
  } catch (error) {
    throw error instanceof Fault ? error : ioFault(error, `read ${path}`, path)
  }
}

/** Bytes of an open file. @throws Fault E_IO_… */
export function bytesAt(file: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start)
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(file, bytes, done, bytes.length - done, start + done)
    if (!count) return bytes.subarray(0, done)
    done += count
  }
  return bytes
}

const WINDOW = 16 * 1024

/** Reads pieces of an open file, ahead of what is asked for: each is to be used before the next is read. */
export function piecesOf(file: number): (start: number, end: number) => Buffer {
  let window = Buffer.allocUnsafe(WINDOW)
  let [from, to] = [0, 0]
  return (start, end) => {
    if (start < from || end > to) {
      if (window.length < end - start) window = Buffer.allocUnsafe(2 * (end - start))
      from = start
      for (to = start; to < end; ) {
        const count = readSync(file, window, to - start, window.length - (to - start), to)
        if (!count) break
        to += count
      }
    }
    return window.subarray(start - from, Math.min(end, to) - from)
  }
}

/** A line of a file, and the bytes that it takes without its end. */
export interface Line {
  text: string
  start: number
  end: number
}

const CHUNK = 1024 * 1024

/** The lines of a file that have an end; with `torn` also a last one without. */
export function* linesOf(path: string, torn = false): Generator<Line> {
  const file = openFile(path)
  try {
    const { size } = fstatSync(file)
    let start = 0
    let parts: Buffer[] = []
    for (let at = 0; at < size; at += CHUNK) {
      const bytes = bytesAt(file, at, Math.min(size, at + CHUNK))
      let done = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, done)) {
        const text = Buffer.concat([...parts, bytes.subarray(done, end)]).toString('utf8')
        yield { text, start, end: at + end }
        parts = []
        done = end + 1
        start = at + done
      }
      parts.push(bytes.subarray(done))
    }
    if (torn && start < size) yield { text: Buffer.concat(parts).toString('utf8'), start, end: size }
  } finally {
    closeSync(file)
  }
}

/** SHA-256 of a file. */
export function hashOf(path: string): string {
  const hash = createHash('sha256')
  const file = openFile(path)
  try {
    const { size } = fstatSync(file)
    for (let at = 0; at < size; at += CHUNK) hash.update(bytesAt(file, at, Math.min(size, at + CHUNK)))
    return hash.digest('hex')
  } finally {
    closeSync(file)
  }
}
