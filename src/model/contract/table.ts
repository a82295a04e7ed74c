import type { Document, Fence, Span } from '../../core/types.ts'
import { cellsOf } from '../../markdown/tables.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'
import { labelsOf, passagesOf } from './text.ts'

/** A cell of a CSV row: its value, and where it stands with its quotes. */
export interface Cell {
  value: string
  span: Span
}

/** A row of a CSV text. */
export interface Row {
  cells: Cell[]
  span: Span
}

/** A `csv` fence. A fence whose first row is no header (cells such as `"1"`, sentences) has rows only. */
export interface CsvFence {
  fence: Fence
  header?: Cell[]
  headerSpan?: Span
  rows: Row[]
  /** Whether the first row is a header that is cut short (`id,title,...`); it is not among the rows. */
  open?: true
}

/** What a column is for: given to workers, computed by the coordinator, returned by workers, or kept in the master. */
export type Phase = 'input' | 'computed' | 'output' | 'lifecycle'

/** A column as a document declares it in a table or in prose. */
export interface Column {
  name: string
  span: Span
  phase?: Phase
  /** The cell that says the phase, where the table has a column for it. */
  phaseSpan?: Span
}

/** Columns that are declared together. */
export interface ColumnList {
  span: Span
  columns: Column[]
}

/** Reads CSV (RFC 4180) with the place of every cell, which no library gives. Quotes may hold commas and line breaks. */
export function readCsv(text: string, start: number, end: number): Row[] {
  const rows: Row[] = []
  let at = start
  while (at < end) {
    const rowStart = at
    const cells: Cell[] = []
    for (;;) {
      const cellStart = at
      let value = ''
      if (text[at] === '"') {
        at++
        while (at < end && !(text[at] === '"' && text[at + 1] !== '"')) {
          value += text[at]
          at += text[at] === '"' ? 2 : 1
        }
        at = Math.min(at + 1, end)
        while (at < end && !/[,\r\n]/.test(text[at]!)) at++
      } else {
        while (at < end && !/[,\r\n]/.test(text[at]!)) at++
        value = text.slice(cellStart, at)
      }
      cells.push({ value, span: { start: cellStart, end: at } })
      if (at >= end || text[at] !== ',') break
      at++
    }
    const span = { start: rowStart, end: at }
    if (cells.length > 1 || cells[0]!.value.trim()) rows.push({ cells, span })
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
  }
  return rows
}

/** The `csv` fences of a document. */
export function csvFencesOf(document: Document): CsvFence[] {
  return document.fences
    .filter(({ lang }) => lang === 'csv')
    .map(fence => {
      const [first, ...rest] = readCsv(document.text, fence.body.start, fence.body.end)
      const isHeader =
        first !== undefined &&
        first.cells.length > 1 &&
        first.cells.every(({ value }) => /^[a-z_]\w*$/.test(value.trim()))
      if (!first) return { fence, rows: [] }
      const isCut =
        first.cells.length > 1 &&
        first.cells.every(({ value }) => /^(?:[a-z_]\w*|\.{3}|…)$/.test(value.trim())) &&
        !isHeader
      if (isCut) return { fence, rows: rest, open: true }
      return isHeader
        ? { fence, header: first.cells, headerSpan: first.span, rows: rest }
        : { fence, rows: [first, ...rest] }
    })
}

const PHASES: readonly (readonly [RegExp, Phase])[] = [
  [/input|输入/i, 'input'],
  [/computed|calculated|计算/i, 'computed'],
  [/output|输出|result/i, 'output'],
  [/lifecycle|life cycle|state|状态|生命周期/i, 'lifecycle'],
]

const phaseOf = (words: string): Phase | undefined => PHASES.find(([pattern]) => pattern.test(words))?.[1]

/**
 * Columns as tables and prose declare them.
 *
 * A table counts when its first head is “Column” (or 列); the phase is in a “Phase” or “Layer” column, else in the
 * heading or bold words above the table. Prose counts as “Input columns: a, b (note). Output columns: c.”
 */
export function columnListsOf(document: Document): ColumnList[] {
  const { text, lines } = document
  const lists: ColumnList[] = []
  const hasTable = text.includes('|')
  if (!hasTable && !/columns?\*{0,2}\s*[:：]|列/i.test(text)) return []
  const labels = labelsOf(document)
  visit(document.tree, 'table', node => {
    const span = spanOfNode(node)
    const rows = node.children.map(row => {
      const { start } = spanOfNode(row)
      const line = lines.span(lines.index(start))
      return cellsOf(text.slice(start, line.end), start)
    })
    const [head, ...body] = rows
    if (!head || !/^(?:columns?|fields?|列名?|字段)$/i.test(head[0]?.text.replace(/[*`]/g, '') ?? '')) return
    const phaseAt = head.findIndex(cell => /^(?:phase|layer|stage|阶段|层)$/i.test(cell.text.replace(/[*`]/g, '')))
    const above = labels.findLast(label => label.span.end <= span.start)
    // “tasks.csv (Master State)” names the table, not a phase.
    const shared = phaseAt < 0 && above ? phaseOf(above.text.replace(/master state/gi, '')) : undefined
    const columns = body.flatMap(cells => {
      const first = cells[0]
      if (!first) return []
      const said = cells[phaseAt]
      const own = phaseAt < 0 ? shared : phaseOf(said?.text ?? '')
      return [...first.text.matchAll(/[A-Za-z_]\w*/g)].slice(0, first.text.includes('`') ? undefined : 1).map(match => {
        const start = first.span.start + match.index
        return {
          name: match[0],
          span: { start, end: start + match[0].length },
          ...(own ? { phase: own } : {}),
          ...(own && said ? { phaseSpan: said.span } : {}),
        }
      })
    })
    lists.push({ span, columns })
  })
  for (const { span, text: passage } of passagesOf(document)) lists.push(...proseColumns(passage, span.start))
  return lists.filter(({ columns }) => columns.length).sort((a, b) => a.span.start - b.span.start)
}

const PROSE = /\b(?:(input|output|computed|lifecycle|state|master)\s+)?columns?\*{0,2}\s*[:：]/gi
const PROSE_CN = /(输入|输出|计算|状态|生命周期|主表)?列名?\*{0,2}\s*[:：]/g

/** Where a list of columns ends: at a full stop, a semicolon, an empty line or the next list. */
const LIST_END =
  /\.(?:\s|$)|[。;；]|\n\s*\n|\b(?:(?:input|output|computed|lifecycle|state|master)\s+columns?\b|columns?\*{0,2}\s*[:：])|(?:输入|输出|计算|状态|生命周期)列/i

function proseColumns(passage: string, offset: number): ColumnList[] {
  return [...passage.matchAll(PROSE), ...passage.matchAll(PROSE_CN)].map(match => {
    const start = match.index + match[0].length
    const rest = passage.slice(start)
    const stop = LIST_END.exec(rest)
    const list = rest.slice(0, stop ? stop.index : undefined)
    const phase = match[1] ? phaseOf(match[1]) : undefined
    // What stands in parentheses explains a column, it names none.
    const bare = list
      .replace(/[(（][^()（）]*[)）]/g, inside => ' '.repeat(inside.length))
      .replace(/\s(?:and|和|与)\s|[和与及]/g, joint => ','.padEnd(joint.length))
    const columns: Column[] = []
    let at = offset + start
    for (const part of bare.split(/[,，、]/)) {
      const name = /(?<![\w-])([a-z_]\w*)[\s`*]*$/.exec(part)
      if (name) {
        const span = { start: at + name.index, end: at + name.index + name[1]!.length }
        columns.push({ name: name[1]!, span, ...(phase ? { phase } : {}) })
      }
      at += part.length + 1
    }
    return { span: { start: offset + match.index, end: offset + start + list.length }, columns }
  })
}
