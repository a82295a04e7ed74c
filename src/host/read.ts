import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import type { Source, Unread } from '../core/types.ts'

/** Files larger than this (bytes) are not read at all. */
const MAX_BYTES = 64 * 1024 * 1024

/** Text of a file's bytes; what is not UTF-8 is replaced and its first byte named. */
export function decode(path: string, bytes: Buffer): Source {
  const bom = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const content = bom ? bytes.subarray(3) : bytes
  const text = content.toString('utf8')
  const source: Source = bom ? { path, text, bom } : { path, text }
  if (isUtf8(content)) return source
  const { byte, offset } = firstBadByte(content, text)
  return { ...source, badByte: { byte: byte + (bom ? 3 : 0), offset } }
}

/** Encodes the decoded text again: the first byte that differs is where decoding had to replace. */
function firstBadByte(content: Buffer, text: string): { byte: number; offset: number } {
  const again = Buffer.from(text, 'utf8')
  let byte = 0
  while (byte < content.length && content[byte] === again[byte]) byte++
  while (byte > 0 && (again[byte]! & 0xc0) === 0x80) byte--
  return { byte, offset: content.subarray(0, byte).toString('utf8').length }
}

/** Reads a file; what cannot be read is told instead of thrown. */
export function readSource(file: string, path: string): Source | Unread {
  try {
    const { size } = statSync(file)
    if (size > MAX_BYTES) return { path, reason: 'unreadable', detail: `${Math.round(size / 1048576)} MB` }
    return decode(path, readFileSync(file))
  } catch (error) {
    return { path, reason: 'unreadable', detail: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

export const isUnread = (file: Source | Unread): file is Unread => 'reason' in file
