import { closeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Contract } from '../../core/contract.ts'
import { ROW_STATUSES } from '../../core/wave.ts'
import { Fault, type Warning } from '../aco/fault.ts'
import { isObject, parseJson } from '../aco/text.ts'
import { textOf } from './contracts.ts'
import { openTable, raggedness, saidBy, writtenCells } from './csv.ts'
import { judge } from './outcome.ts'
import { problems, tableFault } from './problem.ts'
import { plainSchema } from './prompt.ts'
import { linesOf, openFile, piecesOf } from './read.ts'
import type { Status } from './tasks.ts'

/** Results that are to be merged: from `run`, from Codex’s tool, or raw objects a line each. */

/** What was handed in for a row. */
export interface Given {
  status: Status
  /** Values by field, `error` and the runtime’s own columns among them. */
  fields: Record<string, string>
  /** What its reader should know. */
  note?: string
}

/** Results by id; their texts stay in the file until they are asked for. */
export interface HandedIn {
  ids(): Iterable<string>
  has(id: string): boolean
  /** Fields that they can have, where that is known. */
  fields: readonly string[]
  of(id: string): Given
  close(): void
}

interface Place {
  start: number
  end: number
  count: number
}

/** The wave’s file that results belong to: `wave-2.csv` for `wave-2-results.csv`. */
export function waveFileOf(results: string): string | undefined {
  const stem = /^(.+)-results\.(?:csv|jsonl)$/i.exec(basename(results))?.[1]
  return stem === undefined ? undefined : join(dirname(results), `${stem}.csv`)
}

/** Opens results. @throws Fault E_RESULTS, E_CSV, E_TABLE (exit 2), E_IO_… */
export async function openResults(
  path: string,
  contract: Contract | undefined,
  warnings: Warning[],
): Promise<HandedIn> {
  if (!/\.jsonl$/i.test(path)) return openCsv(path)
  if (!contract) throw new Fault('E_USAGE', 'merge needs --contract to check raw results', 2)
  return openLines(path, contract, warnings)
}

/** What `of` gives, by places and how a place is read. */
function reader(path: string, places: ReadonlyMap<string, Place>, read: (bytes: Buffer, id: string) => Given) {
  const file = openFile(path)
  const pieceAt = piecesOf(file)
  return {
    ids: () => places.keys(),
    has: (id: string) => places.has(id),
    of(id: string): Given {
      const { start, end, count } = places.get(id)!
      const given = read(pieceAt(start, end), id)
      const notes = [given.note, count > 1 ? `${count} results were handed in, the first counts` : undefined]
      const note = notes.filter(Boolean).join('; ')
      return note ? { ...given, note } : given
    },
    close: () => closeSync(file),
  }
}

async function openCsv(path: string): Promise<HandedIn> {
  const { header, rows } = await openTable(path)
  const found = problems()
  const isCodex = header.includes('result_json') && header.includes('item_id')
  const [idAt, statusAt] = [isCodex ? 'source_id' : 'id', 'result_status'].map(name => header.indexOf(name)) as [
    number,
    number,
  ]
  if (idAt < 0 || (!isCodex && statusAt < 0)) {
    await rows.return?.()
    throw new Fault('E_RESULTS', `${path} has no column “${idAt < 0 ? 'id' : 'result_status'}”`, 2, { path })
  }
  const places = new Map<string, Place>()
  for await (const row of rows) {
    const ragged = raggedness(row, header)
    if (ragged) {
      found.tell('ragged', ragged, { line: row.line })
      continue
    }
    const id = row.cells[idAt]!
    const known = places.get(id)
    if (known) known.count++
    else places.set(id, { start: row.start, end: row.end, count: 1 })
  }
  if (found.count) throw tableFault(path, found)
  const cellsOf = (bytes: Buffer) =>
    Object.fromEntries(writtenCells(bytes).written.map((cell, i) => [header[i]!, saidBy(cell)]))
  const fields = header.filter(name => name !== 'id' && name !== 'result_status')
  return {
    fields: isCodex ? [] : fields,
    ...reader(path, places, bytes => {
      const { id: _, result_status: status = '', ...own } = cellsOf(bytes)
      if (!isCodex) return given(status, own)
      const result = parseJson(own['result_json']!)
      return isObject(result) ? ofResult(result) : given('failed', { error: own['last_error'] ?? '' })
    }),
  }
}

const ofResult = ({ id: _, result_status: status, ...fields }: Record<string, unknown>): Given =>
  given(String(status), Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)])))

function given(status: string, fields: Record<string, string>): Given {
  if (status !== 'pending' && (ROW_STATUSES as readonly string[]).includes(status))
    return { status: status as Status, fields }
  const reason = `the result has the status “${status}”`
  return { status: 'failed', fields: { ...fields, error: reason } }
}

function openLines(path: string, contract: Contract, warnings: Warning[]): HandedIn {
  const places = new Map<string, Place>()
  let line = 0
  for (const { text, start, end } of linesOf(path, true)) {
    line++
    if (text.trim() === '') continue
    const value = parseJson(text.replace(/^\ufeff/, ''))
    const id = isObject(value) && ['string', 'number'].includes(typeof value['id']) ? String(value['id']) : undefined
    if (id === undefined) {
      const message = `line ${line} is no ${isObject(value) ? 'result: it has no “id”' : 'JSON object'}`
      warnings.push({ code: 'W_RESULT', message, line })
      continue
    }
    const known = places.get(id)
    if (known) known.count++
    else places.set(id, { start, end, count: 1 })
  }
  const schema = plainSchema(contract)
  return {
    fields: Object.keys((schema['properties'] ?? {}) as object).filter(
      name => name !== 'id' && name !== 'result_status',
    ),
    ...reader(path, places, (bytes, id) => {
      const value = parseJson(bytes.toString('utf8').replace(/^\ufeff/, '')) as Record<string, unknown>
      const { result, error } = judge([value], schema, [id])!
      return result ? ofResult(result) : { status: 'failed', fields: { error }, note: error }
    }),
  }
}
