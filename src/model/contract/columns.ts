import type { Document, Edit, Span } from '../../core/types.ts'
import { contractsOf } from './contract.ts'
import type { CopiedColumn, MergeSentence } from './merge.ts'
import { companionsOf } from './scope.ts'
import type { Cell, Column, ColumnList, CsvFence, Row } from './table.ts'
import { codeSpansOf, labelsOf, lineBefore } from './text.ts'

/** What a fence of rows shows: the table of all tasks, the rows of one wave, or what workers returned. */
export type TableRole = 'master' | 'wave' | 'results'

const ROLES = /(results?\.csv|结果表)|(\bwave(?:[-_ ][{<$\w*}>]+)?\.csv|\bwave csv)|(tasks\.csv|\bmaster\b|主表|总表)/i

const roles = new WeakMap<CsvFence, TableRole | 'unknown'>()

/** The role of a fence by the line before it, else by the label above it; `undefined` where neither tells. */
export function roleOf(document: Document, csv: CsvFence): TableRole | undefined {
  const known = roles.get(csv) ?? readRole(document, csv)
  roles.set(csv, known)
  return known === 'unknown' ? undefined : known
}

function readRole(document: Document, { fence }: CsvFence): TableRole | 'unknown' {
  const { start } = fence.span
  const label = labelsOf(document).findLast(({ span }) => span.end <= start)
  for (const words of [lineBefore(document, start)?.text, label?.text]) {
    const found = ROLES.exec(words ?? '')
    if (found) return found[1] ? 'results' : found[2] ? 'wave' : 'master'
  }
  return 'unknown'
}

/** A fence whose header shows columns of a task table: it has `id` or `wave`. */
export type TaskTable = CsvFence & { header: Cell[]; headerSpan: Span }

const has = (columns: readonly { value: string }[], name: string) => columns.some(({ value }) => value.trim() === name)

/** The task tables that a document shows, tables of results aside. */
export const taskTablesOf = (document: Document): TaskTable[] =>
  contractsOf(document).csv.filter(
    (csv): csv is TaskTable =>
      csv.header !== undefined &&
      (has(csv.header, 'wave') || has(csv.header, 'id')) &&
      roleOf(document, csv) !== 'results',
  )

/** Whether a header has a column. */
export const hasColumn = ({ header }: TaskTable, name: string): boolean => has(header, name)

/** Whether a row that is shorter than the header stands for others: `...`, `<one row per file>`, `# more`, `"1",...`. */
export const isElided = ({ cells }: Row, width: number): boolean =>
  /^\s*#/.test(cells[0]!.value) ||
  (cells.length < width &&
    (cells.some(({ value }) => /^\s*(?:\.{3}|…+)\s*$/.test(value)) ||
      (cells.length === 1 && /^\s*[<[({/]/.test(cells[0]!.value))))

/** Whether a list names columns of a task table, not the fields of something else. */
const isOfTasks = ({ columns }: ColumnList) =>
  columns.some(({ name, phase }) => phase !== undefined || name === 'id' || name === 'wave' || name === 'status')

/** The lists of a document that name columns of a task table. */
export const taskListsOf = (document: Document): ColumnList[] => contractsOf(document).columns.filter(isOfTasks)

/**
 * Columns that a list of its own keeps in the master only (“Lifecycle”, “Lifecycle columns: …”), beside a list of the
 * input columns: the header may then show the input columns alone.
 */
export function separateLifecycle(documents: readonly Document[]): Column[] {
  return documents.flatMap(taskListsOf).flatMap(({ columns }) => {
    const isSeparate = columns.every(
      ({ phase, phaseSpan, name }) => phase === 'lifecycle' && !phaseSpan && name !== 'id',
    )
    return isSeparate ? columns : []
  })
}

/** Every column that a skill declares anywhere: in headers, column tables, prose, or a header in a code span. */
export function declaredColumns(documents: readonly Document[]): Set<string> {
  const names = new Set<string>()
  for (const document of documents) {
    const { csv, columns } = contractsOf(document)
    for (const { header } of csv) for (const { value } of header ?? []) names.add(value.trim())
    for (const list of columns) for (const { name } of list.columns) names.add(name)
    for (const { text } of codeSpansOf(document))
      if (/^\w+(?:\s*,\s*\w+){2,}$/.test(text)) for (const name of text.split(',')) names.add(name.trim())
  }
  return names
}

/** The master's column that a copied field goes to. */
export const targetOf = ({ name, span, to }: CopiedColumn): { name: string; span: Span } => to ?? { name, span }

/** Copied columns whose place in the master is another rule's business: the id, and what the mapping of the status says. */
const isGiven = (name: string) => name === 'id' || name === 'status' || name === 'result_status'

/** A column that a merge copies. */
export interface Copy {
  merge: MergeSentence
  column: CopiedColumn
}

/** What the merges of a document copy, but for the id and the status. */
export const copiesOf = (document: Document): Copy[] =>
  contractsOf(document)
    .merges.flatMap(merge => merge.copies.map(column => ({ merge, column })))
    .filter(({ column }) => !isGiven(targetOf(column).name))

/** The table that results are merged into: one called master, else one with a status, else one with waves. */
export function masterTableOf(document: Document): TaskTable | undefined {
  const tables = taskTablesOf(document).filter(table => roleOf(document, table) !== 'wave')
  return (
    tables.find(table => roleOf(document, table) === 'master') ??
    tables.find(table => hasColumn(table, 'status')) ??
    tables.find(table => hasColumn(table, 'wave')) ??
    tables[0]
  )
}

/** Whether the cells of a row are quoted. */
export const isQuoted = (text: string, { cells }: Row): boolean => cells.some(({ span }) => text[span.start] === '"')

/**
 * Edits that append columns to a table and a value to each of its rows; `undefined` where a row has not as many cells
 * as the header, so that the value would land in another column.
 */
export function appendColumns(
  { path, text }: Document,
  { header, headerSpan, rows }: TaskTable,
  columns: readonly { name: string; value: string }[],
): Edit[] | undefined {
  const full = rows.filter(row => !isElided(row, header.length))
  if (full.some(({ cells }) => cells.length !== header.length)) return undefined
  const quoted = text[headerSpan.start] === '"'
  const insert = (at: number, values: readonly string[]): Edit => ({
    path,
    span: { start: at, end: at },
    text: values.map(value => `,${value}`).join(''),
  })
  return [
    insert(
      headerSpan.end,
      columns.map(({ name }) => (quoted ? `"${name}"` : name)),
    ),
    ...full.map(row =>
      insert(
        row.span.end,
        columns.map(({ value }) => (isQuoted(text, row) ? `"${value}"` : value)),
      ),
    ),
  ]
}

/** Where a document shows the columns of its master: the header, else a list that is not of input columns alone. */
export function shownColumns(document: Document): { at: Span; text: string } | undefined {
  const table = masterTableOf(document)
  if (table) return { at: table.headerSpan, text: 'the header' }
  const list = taskListsOf(document).find(({ columns }) => columns.some(({ phase }) => phase !== 'input'))
  return list && { at: list.columns[0]!.span, text: 'the list of columns' }
}

/** Copies into columns that nothing declares; none where the document shows no columns to compare with. */
export function undeclaredCopies(document: Document): Copy[] {
  const copies = copiesOf(document)
  if (!copies.length || !shownColumns(document) || contractsOf(document).csv.some(({ open }) => open)) return []
  const declared = declaredColumns(companionsOf(document))
  return copies.filter(({ column }) => !declared.has(targetOf(column).name))
}
