import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { wave } from '../../src/runtime/wave/cli.ts'
import { openTable, type Row } from '../../src/runtime/wave/csv.ts'
import { type Printed, temporaryFolder } from './swarm.ts'

/** The bundled runtime; `npm test` builds it first. */
export const WAVE = join(import.meta.dirname, '..', '..', 'dist', 'wave.mjs')

/** A program that plays a worker: what it does stands in the cell `does` of its row. */
export const WORKER = join(import.meta.dirname, 'wave-worker.mjs')

/** A folder with a table, gone after the test. */
export interface Tables {
  path: string
  /** Runs a command here and expects its exit code. */
  run(exit: number, ...argv: string[]): Promise<Printed>
  /** Runs a wave with the program that plays workers. */
  work(exit: number, wave: number | string, ...argv: string[]): Promise<Printed>
  at(name: string): string
  write(name: string, content: unknown): void
  text(name: string): string
  has(name: string): boolean
  /** Names of files, hidden ones left out. */
  names(): string[]
  /** Rows of a table by column. */
  rows(name?: string): Promise<Record<string, string>[]>
  /** The cells of a column, in order. */
  column(column: string, name?: string): Promise<string[]>
  /** Ids of rows in the order in which workers got them. */
  ran(): string[]
}

/** A contract that nothing is wrong with. */
export const CONTRACT = {
  id: 'reader',
  instruction: 'Read {title}. Known so far: {prev_context}',
  result: { pages: { type: 'integer' }, verdict: { enum: ['good', 'bad'] } },
  ends: { completed: 'all is read', blocked: 'a page is missing', failed: 'anything else' },
  limits: { max_concurrency: 4, max_runtime_seconds: 60 },
}

const HEADER = 'id,title,does,deps,deps_mode,context_from,wave,status,findings,pages,verdict,error'

/** Cells of a row by column; the others have their usual text. */
type Cells = Readonly<Record<string, string | undefined>>

/** A table from rows such as `a,,1` (id, deps, wave) or objects of cells. */
export const table = (rows: readonly Cells[], header = HEADER, end = '\n'): string =>
  [
    header,
    ...rows.map(row =>
      header
        .split(',')
        .map(name => cell(row[name] ?? DEFAULTS[name]?.(row) ?? ''))
        .join(','),
    ),
    '',
  ].join(end)

const DEFAULTS: Record<string, (row: Cells) => string> = {
  title: ({ id }) => `Book ${id}`,
  wave: () => '1',
  status: () => 'pending',
}

export const cell = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

export async function allRows(path: string, options = {}): Promise<{ header: string[]; rows: Row[] }> {
  const { header, rows } = await openTable(path, options)
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return { header, rows: all }
}

/** A folder with files: texts as they are, anything else as JSON. */
export function tables(files: Readonly<Record<string, unknown>> = {}): Tables {
  const path = temporaryFolder('wave-')
  const at = (name: string) => join(path, name)
  const own: Tables = {
    path,
    at,
    async run(exit, ...argv) {
      const words = argv.map(word => (/^[\w-]+\.(?:csv|jsonl|json|html)$/.test(word) ? at(word) : word))
      const { output, exit: code } = await wave(words)
      expect(code, JSON.stringify(output)).toBe(exit)
      return output
    },
    work(exit, wave, ...argv) {
      const [words, rest] = argv.includes('--worker')
        ? [argv, []]
        : [argv, ['--worker', 'command', '--', 'node', WORKER]]
      const file = typeof wave === 'number' ? `wave-${wave}.csv` : wave
      return own.run(exit, 'run', '--wave-csv', file, '--contract', 'contract.json', '--cd', path, ...words, ...rest)
    },
    write(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true })
      const isRaw = typeof content === 'string' || content instanceof Uint8Array
      writeFileSync(at(name), isRaw ? content : JSON.stringify(content))
    },
    text: name => readFileSync(at(name), 'utf8'),
    has: name => existsSync(at(name)),
    names: () =>
      readdirSync(path)
        .filter(name => !name.startsWith('.'))
        .sort(),
    async rows(name = 'tasks.csv') {
      const { header, rows } = await allRows(at(name))
      return rows.map(({ cells }) => Object.fromEntries(cells.map((text, i) => [header[i]!, text])))
    },
    column: async (column, name) => (await own.rows(name)).map(row => row[column]!),
    ran: () => (own.has('ran.log') ? own.text('ran.log').trim().split('\n') : []),
  }
  own.write('contract.json', CONTRACT)
  for (const [name, content] of Object.entries(files)) own.write(name, content)
  return own
}

/** A folder with a wave of rows that do these things. */
export const waveDoing = (does: readonly string[], contract = {}) =>
  tables({
    'wave-1.csv': table(
      does.map((act, i) => ({ id: `r${i}`, does: act })),
      'id,title,does,wave,prev_context',
    ),
    'contract.json': { ...CONTRACT, ...contract },
  })
