import { CODEX_COLUMNS, DEPS_MODES, ROW_STATUSES } from '../../core/wave.ts'
import { openTable, type Row, raggedness, type Table } from './csv.ts'
import { type Problems, problems, tableFault } from './problem.ts'

export type Status = (typeof ROW_STATUSES)[number]
export type Mode = (typeof DEPS_MODES)[number]

/** A row of the master table, without what only its worker reads. */
export interface Task {
  id: string
  line: number
  /** Bytes of the file that it takes. */
  start: number
  end: number
  wave: number | undefined
  status: Status
  mode: Mode
  /** Rows that it depends on, by their place. */
  deps: readonly number[]
  /** Rows whose results it is given, by their place. */
  context: readonly number[]
}

/** The master table without its texts: what `next` and `merge` decide by. */
export interface Tasks {
  path: string
  header: readonly string[]
  headerEnd: number
  tasks: Task[]
  /** The place of each id. */
  places: ReadonlyMap<string, number>
}

/** Columns that every master table has. */
const NEEDED: Readonly<Record<string, string>> = {
  id: 'results find their rows by it',
  wave: 'it says when a row runs',
  status: 'it says what is still to do',
}

/** Ids separated by semicolons. */
export const idsIn = (cell: string): string[] =>
  cell
    .split(';')
    .map(id => id.trim())
    .filter(id => id !== '')

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T =>
  (list as readonly string[]).includes(text)

/** Reads the master table; what is wrong with single rows goes to `found`. @throws Fault E_FILE, E_CSV, E_TABLE … */
export async function readTasks(path: string, found: Problems): Promise<Tasks> {
  const table = await openTable(path)
  const { header, headerEnd } = table
  checkHeader(table, found)
  if (found.count) {
    await table.rows.return?.()
    throw tableFault(path, found)
  }
  const read = rowReader(header, found)
  const tasks: Task[] = []
  const places = new Map<string, number>()
  /** Names that stand before the rows that they name, if there are such. */
  const ahead: { task: Task; key: 'deps' | 'context'; cell: string }[] = []
  for await (const row of table.rows) {
    const task = read(row, places)
    if (!task) continue
    places.set(task.id, tasks.length)
    tasks.push(task)
    const [deps, context] = [cellIn(header, row, 'deps'), cellIn(header, row, 'context_from')]
    if (deps && !resolve(task, 'deps', deps, places)) ahead.push({ task, key: 'deps', cell: deps })
    // Most rows are given what they depend on: one list does for both.
    if (context === deps && task.deps.length) task.context = task.deps
    else if (context && !resolve(task, 'context', context, places)) ahead.push({ task, key: 'context', cell: context })
  }
  for (const { task, key, cell } of ahead)
    if (!resolve(task, key, cell, places)) tellUnknown(task, key, cell, places, found)
  return { path, header, headerEnd, tasks, places }
}

/** Ids become places, those of no row aside; gives whether there are none of the latter. */
function resolve(task: Task, key: 'deps' | 'context', cell: string, places: ReadonlyMap<string, number>): boolean {
  const ids = idsIn(cell)
  task[key] = ids.flatMap(id => places.get(id) ?? [])
  return task[key].length === ids.length
}

function tellUnknown(
  { id, line }: Task,
  key: 'deps' | 'context',
  cell: string,
  places: ReadonlyMap<string, number>,
  found: Problems,
): void {
  const [column, code] = key === 'deps' ? ['deps', 'unknown-dependency'] : ['context_from', 'unknown-context']
  for (const name of idsIn(cell).filter(name => !places.has(name)))
    found.tell(code!, `“${column!}” names “${name}”, which is no row`, { line, id, column: column! })
}

const NONE: readonly number[] = []

const cellIn = (header: readonly string[], { cells }: Row, name: string) => cells[header.indexOf(name)] ?? ''

function checkHeader({ header }: Table, found: Problems): void {
  for (const [name, reason] of Object.entries(NEEDED))
    if (!header.includes(name)) {
      const near = header.find(own => own.trim().toLowerCase() === name)
      const help = near === undefined ? reason : `“${near}” is written differently`
      found.tell('missing-column', `the header lacks the column “${name}”: ${help}`, { line: 1, column: name })
    }
}

/** Columns of a master that collide with those that `--codex-columns` adds. */
export const reservedIn = (header: readonly string[]): string[] =>
  header.filter(name => name !== 'status' && isOneOf(CODEX_COLUMNS, name))

/** What a row says, checked; `undefined` for one that cannot be told from others. */
function rowReader(header: readonly string[], found: Problems) {
  const lines: number[] = []
  return (row: Row, places: ReadonlyMap<string, number>): Task | undefined => {
    const { line, start, end } = row
    const ragged = raggedness(row, header)
    if (ragged) {
      found.tell('ragged', ragged, { line })
      return undefined
    }
    const id = cellIn(header, row, 'id')
    const tell = (code: string, message: string, column: string) => found.tell(code, message, { line, id, column })
    if (id.trim() === '') {
      found.tell('no-id', 'the row has no id', { line, column: 'id' })
      return undefined
    }
    if (places.has(id)) {
      tell('duplicate-id', `the id “${id}” stands on line ${lines[places.get(id)!]} already`, 'id')
      return undefined
    }
    if (id.includes(';') || id !== id.trim())
      tell('bad-id', `the id “${id}” cannot be named in “deps”: leave out semicolons and spaces around it`, 'id')
    lines.push(line)
    const wave = cellIn(header, row, 'wave').trim()
    const status = cellIn(header, row, 'status')
    const mode = cellIn(header, row, 'deps_mode') || 'all'
    const isWave = /^[1-9]\d*$/.test(wave)
    if (!isWave) tell('bad-wave', `the wave is ${wave ? `“${wave}”` : 'empty'}, not a number from 1 on`, 'wave')
    const statuses = ROW_STATUSES.join(', ')
    if (!isOneOf(ROW_STATUSES, status))
      tell('bad-status', `the status is ${status ? `“${status}”` : 'empty'}, not one of ${statuses}`, 'status')
    if (!isOneOf(DEPS_MODES, mode))
      tell('bad-mode', `deps_mode is “${mode}”, not one of ${DEPS_MODES.join(', ')}`, 'deps_mode')
    return {
      id,
      line,
      start,
      end,
      wave: isWave ? Number(wave) : undefined,
      // The texts of the list, so that no cell is kept for them.
      status: ROW_STATUSES.find(known => known === status) ?? (status as Status),
      mode: DEPS_MODES.find(known => known === mode) ?? (mode as Mode),
      deps: NONE,
      context: NONE,
    }
  }
}

/** Reads the master table, and ends when anything in it is wrong. @throws Fault E_TABLE (exit 2) … */
export async function readSoundTasks(path: string): Promise<Tasks> {
  const found = problems()
  const tasks = await readTasks(path, found)
  if (found.count) throw tableFault(path, found)
  return tasks
}
