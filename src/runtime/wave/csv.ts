import { closeSync, fstatSync } from 'node:fs'
import { finished, Readable } from 'node:stream'
import { type CsvError, type Options, parse } from 'csv-parse'
import { Fault } from '../aco/fault.ts'
import { bytesAt, openFile } from './read.ts'

/** Reading CSV (RFC 4180) as a stream: csv-parse knows lines and bytes of each row, so that rows can stay as they are. */

/** A row as it stands in a file. */
export interface Row {
  cells: string[]
  /** Line of the file that it begins on, from 1. */
  line: number
  /** Bytes of the file that it takes, its line end included. */
  start: number
  end: number
}

/** A table that is being read: its rows come once, blank ones left out. */
export interface Table {
  path: string
  header: string[]
  /** Bytes of the header, a byte order mark and the line end included. */
  headerEnd: number
  rows: AsyncIterableIterator<Row>
}

/** Bytes that a row may have: beyond that a quote was never closed. */
const MAX_ROW = 64 * 2 ** 20

const CHUNK = 64 * 1024

/** Ends of rows; the parser would settle on the first that it sees. */
const LINE_ENDS = ['\r\n', '\n', '\r']

/** The chunks of a file; what is not UTF-8 ends them. @throws Fault E_ENCODING (exit 2), E_IO_… */
function* chunksOf(file: number, path: string): Generator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const { size } = fstatSync(file)
  for (let at = 0; ; at += CHUNK) {
    const bytes = bytesAt(file, at, Math.min(size, at + CHUNK))
    const isLast = bytes.length < CHUNK
    try {
      decoder.decode(bytes, { stream: !isLast })
    } catch {
      const help = at === 0 && /^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2)) ? ' but UTF-16; save it as UTF-8' : ''
      throw new Fault('E_ENCODING', `${path} is not UTF-8${help}`, 2, { path })
    }
    if (bytes.length) yield bytes
    if (isLast) return
  }
}

/** Sentences for what the parser does not take. */
const WORDS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed in the row that begins here',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on after its closing quote; write quotes inside cells twice',
  INVALID_OPENING_QUOTE:
    'a quote stands inside a cell without quotes; put the cell in quotes, and its own quotes twice',
  CSV_MAX_RECORD_SIZE: `the row that begins here has more than ${MAX_ROW / 2 ** 20} MB; is a quote not closed?`,
}

/**
 * Reads the rows of a file; the first is the header. Rows without any text are left out.
 *
 * `lenient` takes quotes inside cells as they are, as Codex’s reader did.
 */
async function* rowsOf(path: string, lenient: boolean): AsyncGenerator<Row> {
  const file = openFile(path)
  let line = 1
  let start = 0
  const options: Options<Row, string[]> = {
    bom: true,
    max_record_size: MAX_ROW,
    // The parser’s own count of lines takes \r\n inside a cell for two.
    on_record: (cells, { bytes }) => {
      const row = { cells, line, start, end: bytes }
      line += 1 + breaksIn(cells)
      start = bytes
      return row
    },
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    relax_quotes: lenient,
  }
  // The declarations do not let rows be anything but cells.
  const parser = parse(options as unknown as Options)
  const source = Readable.from(chunksOf(file, path), { objectMode: false })
  source.on('error', error => parser.destroy(error))
  try {
    for await (const row of source.pipe(parser) as AsyncIterable<Row>)
      if (row.cells.some(cell => cell !== '')) yield row
  } catch (error) {
    const { code, message } = error as CsvError
    if (!(error instanceof Error) || !WORDS[code]) throw error
    throw new Fault('E_CSV', `${path}:${line}: ${WORDS[code] ?? message}`, 2, { path, line })
  } finally {
    source.destroy()
    // Whoever stops early may find a read under way.
    await new Promise<void>(resolve => (source.closed ? resolve() : finished(source, () => resolve())))
    closeSync(file)
  }
}

const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? cell.match(/\r\n?|\n/g)!.length : 0), 0)

/** Opens a table: its header is read and checked. @throws Fault E_FILE, E_CSV, E_ENCODING (exit 2), E_IO_… */
export async function openTable(path: string, { lenient = false } = {}): Promise<Table> {
  const rows = rowsOf(path, lenient)
  const first = await rows.next()
  if (first.done) throw new Fault('E_CSV', `${path} has no header`, 2, { path, line: 1 })
  const { cells: header, end, line } = first.value
  const twice = header.find((name, i) => header.indexOf(name) !== i)
  if (twice !== undefined) {
    await rows.return(undefined)
    const message = `${path}:${line}: the header names the column “${twice}” twice`
    throw new Fault('E_CSV', message, 2, { path, line, column: twice })
  }
  return { path, header, headerEnd: end, rows }
}

/** A sentence about a row whose cells are too many or too few. */
export const raggedness = (row: Row, header: readonly string[]): string | undefined =>
  row.cells.length === header.length
    ? undefined
    : `the row has ${row.cells.length} cells, the header has ${header.length}`

/** The text of a cell: quoted where it has to be. */
export const cellOf = (value: string): string => (/[",\r\n]/.test(value) ? quoted(value) : value)

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

/** The line of a row. */
export const lineOf = (cells: readonly string[], lineEnd = '\n'): string => cells.map(cellOf).join(',') + lineEnd

function commaAt(text: string, start: number): number {
  const comma = text.indexOf(',', start)
  return comma < 0 ? text.length : comma
}

/** Where a cell in quotes ends: a pair of quotes in it is a quote of its text. */
function quotedEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  return quote < 0 ? text.length : quote + 1
}

/**
 * The cells of a row that the parser has accepted, as they are written, and the end of its line.
 *
 * A character stands for a byte: what is copied is never decoded, which halves what large tables take.
 */
export function writtenCells(bytes: Buffer): { written: string[]; lineEnd: string } {
  const text = bytes.toString('latin1')
  const lineEnd = /\r\n$|[\r\n]$/.exec(text)?.[0] ?? ''
  const length = text.length - lineEnd.length
  const written: string[] = []
  for (let at = 0; at <= length; ) {
    const end = text[at] === '"' ? quotedEnd(text, at) : commaAt(text, at)
    const stop = Math.min(end, length)
    written.push(text.slice(at, stop))
    at = stop + 1
  }
  return { written, lineEnd }
}

/** What a written cell says. */
export function saidBy(written: string): string {
  const text = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
  return /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text
}

/** A cell as it is written, a character a byte. */
export const writtenAs = (value: string): string => Buffer.from(cellOf(value)).toString('latin1')
