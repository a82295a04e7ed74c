import { readFileSync } from 'node:fs'
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
  const now = decode(before.path, readFileSync(file))
  if (now.text !== before.text || (now.bom ?? false) !== (before.bom ?? false))
    throw new MaestroError('changed-meanwhile', `“${before.path}” changed while it was being fixed.`, 'Run again.')
  writeText(file, (after.bom ? '\uFEFF' : '') + after.text)
}

/** Writes a text in one step. */
export function writeText(file: string, text: string): void {
  try {
    writeFileAtomic.sync(file, text)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new MaestroError(
      'cannot-write',
      `“${file}” cannot be written (${code ?? 'unknown error'}).`,
      undefined,
      cause,
    )
  }
}
