import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { MaestroError } from '../core/error.ts'
import type { Source } from '../core/types.ts'
import { decode } from './read.ts'

/**
 * Writes a repaired file in one step (a temporary file, then a rename), keeping its byte order mark.
 *
 * @throws MaestroError `changed-meanwhile` when the file on disk is no longer what was read; nothing is written then.
 */
export function writeSource(file: string, before: Source, after: Source): void {
  let now: Source
  try {
    now = decode(before.path, readFileSync(file))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const what = { ENOENT: 'was deleted', EISDIR: 'became a folder' }[code ?? ''] ?? `could not be read (${code})`
    throw new MaestroError('changed-meanwhile', `“${before.path}” ${what} while it was being fixed.`, undefined, cause)
  }
  if (now.text !== before.text || (now.bom ?? false) !== (before.bom ?? false))
    throw new MaestroError('changed-meanwhile', `“${before.path}” changed while it was being fixed.`, 'Run again.')
  writeText(file, (after.bom ? '\uFEFF' : '') + after.text, before.path)
}

/**
 * Writes a text in one step; owner and mode stay.
 *
 * @throws MaestroError `cannot-write`, also where only the folder could be written: a rename would replace a file that
 * its owner protects.
 */
export function writeText(file: string, text: string, name = file): void {
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK)
    removeLeftovers(file, text)
    writeFileAtomic.sync(file, text)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new MaestroError(
      'cannot-write',
      `“${name}” cannot be written (${code ?? 'unknown error'}).`,
      undefined,
      cause,
    )
  }
}

/**
 * Removes temporary files that a killed run left beside a file (`SKILL.md.1411180344`): no signal handler can. They are
 * told from an author's by what they hold, the beginning of the very text that is written now, and by their age.
 */
function removeLeftovers(file: string, text: string): void {
  const folder = dirname(file)
  const bytes = Buffer.from(text)
  const isOld = ({ mtimeMs }: Stats) => Date.now() - mtimeMs > 60_000
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(`${basename(file)}.`) || !/^\.\d{1,10}$/.test(name.slice(basename(file).length))) continue
      const path = join(folder, name)
      const stats = lstatSync(path)
      if (!stats.isFile() || stats.size > bytes.length || !isOld(stats)) continue
      if (bytes.subarray(0, stats.size).equals(readFileSync(path))) rmSync(path)
    }
  } catch {
    // A folder that cannot be listed, or a file that another run removed first: what matters is the write.
  }
}

/**
 * Writes files of a folder that does not exist yet: beside it first, then one rename.
 *
 * @throws MaestroError `cannot-write`; nothing is left behind then
 */
export function writeNew(folder: string, files: readonly { path: string; text: string }[]): void {
  const staging = `${folder}.new-${process.pid}`
  try {
    for (const { path, text } of files) {
      const file = join(staging, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    renameSync(staging, folder)
  } catch (cause) {
    rmSync(staging, { recursive: true, force: true })
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new MaestroError('cannot-write', `“${folder}” cannot be written (${code}).`, undefined, cause)
  }
}
