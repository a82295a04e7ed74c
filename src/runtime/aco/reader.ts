import { statSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, readSessionFile } from './access.ts'
import type { Warning } from './fault.ts'
import { type Change, changesOf, REDO } from './files.ts'
import { withLock } from './lock.ts'
import { ioFault, isNothing } from './refusal.ts'
import { byNature, decodeText, parseJson } from './text.ts'

/**
 * Reads a session’s files, through the redo record of a writer that is at work or was killed.
 *
 * It remembers what it read, so that `hasChanged` can say whether all of it was there at one moment.
 */
export class Reader {
  readonly session: string
  /** New texts by path, `null` where a file is deleted. */
  private readonly overlay = new Map<string, string | null>()
  private readonly stamps = new Map<string, string>()
  private readonly listings = new Map<string, string[]>()
  private readonly record: string

  constructor(session: string) {
    this.session = session
    this.record = stampOf(join(session, REDO))
    const bytes = this.record === '' ? undefined : readSessionFile(session, REDO)
    for (const [path, change] of (bytes && changesOf(bytes)) ?? new Map<string, Change>())
      if (typeof change === 'object' && change) this.overlay.set(change.from, null)
      else this.overlay.set(path, change)
  }

  /** The bytes of a file; `undefined` when there is none. @throws Fault E_FILE_KIND and the like, E_IO_… */
  bytes(path: string): Uint8Array | undefined {
    const text = this.overlay.get(path)
    if (text === null) return undefined
    if (text !== undefined) return Buffer.from(text, 'utf8')
    if (!this.stamps.has(path)) this.stamps.set(path, stampOf(join(this.session, path)))
    return readSessionFile(this.session, path)
  }

  /** The text of a file; `undefined` when there is none or its bytes are no text. */
  text(path: string): string | undefined {
    const bytes = this.bytes(path)
    return bytes && decodeText(bytes)
  }

  /** The value of a JSON file; `undefined` when there is none or it does not parse. */
  json(path: string, tolerant = false): unknown {
    const text = this.text(path)
    return text === undefined ? undefined : parseJson(text, tolerant)
  }

  /** Names in a folder that match, in natural order. */
  list(folder: string, pattern: RegExp): string[] {
    const found = this.listings.get(folder) ?? namesIn(join(this.session, folder), folder)
    this.listings.set(folder, found)
    const names = new Set(found)
    for (const [file, text] of this.overlay) {
      const name = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : '/'
      if (name.includes('/')) continue
      if (text === null) names.delete(name)
      else names.add(name)
    }
    return [...names].filter(name => pattern.test(name)).sort(byNature)
  }

  /**
   * Whether a writer was at work while this reader read.
   *
   * The record comes first: when it stands as it stood, whatever was carried out in between has been carried out by now,
   * and the files tell.
   */
  hasChanged(): boolean {
    const at = (path: string) => join(this.session, path)
    return (
      stampOf(at(REDO)) !== this.record ||
      [...this.stamps].some(([path, stamp]) => stampOf(at(path)) !== stamp) ||
      [...this.listings].some(([folder, listing]) => namesIn(at(folder), folder).join('/') !== listing.join('/'))
    )
  }
}

/** What tells one version of a file from another; empty when there is none. */
function stampOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : ''
  } catch (error) {
    if (isNothing(error)) return ''
    throw ioFault(error, `look at ${path}`, path)
  }
}

/** How often a reader tries before it makes the writers wait. */
const ATTEMPTS = 10

/**
 * Reads a session as it stood at one moment: again when a writer was at work meanwhile, at last under the lock.
 *
 * What is thrown counts as read too.
 */
export async function readAtOnce<T>(folder: string, warnings: Warning[], work: (reader: Reader) => T): Promise<T> {
  const told = warnings.length
  const read = (isLast: boolean): { value: T } | undefined => {
    warnings.length = told
    const reader = new Reader(folder)
    try {
      const value = work(reader)
      return isLast || !reader.hasChanged() ? { value } : undefined
    } catch (error) {
      if (isLast || !reader.hasChanged()) throw error
      return undefined
    }
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const result = read(false)
    if (result) return result.value
  }
  return withLock(folder, () => read(true)!.value)
}
