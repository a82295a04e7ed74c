import { cellsOf } from '../../markdown/tables.ts'
import { hopsOf } from './hops.ts'
import type { Line } from './lines.ts'
import { leadingNames, namesIn } from './names.ts'
import { shapeOf } from './steps.ts'
import type { Source } from './transitions.ts'
import type { Jump, Transition } from './types.ts'

/** Which columns of a table hold transitions; none of a table that is about something else. */
export interface Columns {
  from?: number
  to?: number
  do?: number
}

const HEADS: Readonly<Record<keyof Columns, RegExp>> = {
  from: /^(?:from|source|current(?: state)?|state|状态|当前状态|源(?:状态)?|起始(?:状态)?)$/i,
  to: /^(?:to|target(?: state)?|next(?: state)?|destination|→|目标(?:状态)?|下一(?:个)?状态|转到|去向)$/i,
  do: /^(?:do|actions?|动作|操作)$/i,
}

/** Reads the head of a table inside transitions. */
export function columnsOf(line: Line): Columns {
  const columns: Columns = {}
  for (const [index, { text }] of cellsOf(line.text, line.start).entries()) {
    const head = text.replace(/[*`_]/g, '').trim()
    for (const key of Object.keys(HEADS) as (keyof Columns)[])
      if (columns[key] === undefined && HEADS[key].test(head)) columns[key] = index
  }
  return columns
}

/** A row of a table: transitions where the head says so, else the states that its cells name as jumps. */
export function rowIn(
  line: Line,
  columns: Columns,
  before: readonly Source[],
  group: string,
): { transitions: Transition[]; jumps: Jump[]; sources: Source[] } {
  const cells = cellsOf(line.text, line.start)
  const span = { start: line.start + line.indent, end: line.start + line.text.trimEnd().length }
  const at = (key: keyof Columns) => (columns[key] === undefined ? undefined : cells[columns[key]!])
  const from = at('from')
  const own = from ? leadingNames(from.text, from.span.start, 'S').names : []
  const sources = own.length ? own.map(({ text, span: place }) => ({ name: text, span: place })) : [...before]
  const to = at('to')
  if (to?.text && sources.length && !/^[-:\s]*$/.test(to.text)) {
    const shape = shapeOf(
      /^\s*(?:→|->)/.test(to.text) ? to.text : `→${to.text}`,
      to.span.start - (/^\s*(?:→|->)/.test(to.text) ? 0 : 1),
    )
    const what = at('do')
    // The other cells tell rows apart, whatever their heads say.
    const others = cells.filter(cell => cell !== from && cell !== to && cell !== what && cell.text)
    const when = others.map(({ text }) => text).join(' · ')
    const { start } = (others[0] ?? to).span
    if (when) shape.attributes.push({ key: 'when', text: when, start, at: start })
    if (what?.text) shape.attributes.push({ key: 'do', text: what.text, start: what.span.start, at: what.span.start })
    return { ...hopsOf(sources, shape, span, group, 'table'), sources }
  }
  const names = sources.map(({ name }) => name)
  const jumps = cells.flatMap(cell =>
    cell === from
      ? []
      : namesIn(cell.text, cell.span.start, 'S').map(({ text, span: place }) => ({
          to: text,
          span: place,
          from: names,
        })),
  )
  return { transitions: [], jumps, sources }
}
