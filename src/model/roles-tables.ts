import type { Document, Span } from '../core/types.ts'
import { cellsOf } from '../markdown/tables.ts'
import { spanOfNode, visit } from '../markdown/walk.ts'
import { type Label, labelsOf } from './contract/text.ts'

/** A cell of a table: its text as written, without the blanks around it. */
export interface TableCell {
  text: string
  span: Span
}

/** A table with the heading or bold words above it. */
export interface Table {
  span: Span
  label?: Label
  head: readonly TableCell[]
  rows: readonly (readonly TableCell[])[]
}

const known = new WeakMap<Document, readonly Table[]>()

/** The tables of a document, in order. */
export function tablesOf(document: Document): readonly Table[] {
  const before = known.get(document)
  if (before) return before
  const { text, lines } = document
  const tables: Table[] = []
  if (text.includes('|')) {
    const labels = labelsOf(document)
    let next = 0
    visit(document.tree, 'table', node => {
      const span = spanOfNode(node)
      while (next < labels.length && labels[next]!.span.end <= span.start) next++
      const [head, ...rows] = node.children.map(row => {
        const { start } = spanOfNode(row)
        return cellsOf(text.slice(start, lines.span(lines.index(start)).end), start)
      })
      const label = labels[next - 1]
      if (head) tables.push({ span, ...(label ? { label } : {}), head, rows })
    })
  }
  known.set(document, tables)
  return tables
}

/** The words of a cell or heading without marks of Markdown. */
export const bare = (text: string): string => text.replace(/[*_`[\]]/g, match => (match === '_' ? '_' : '')).trim()

/** The index of the column whose head matches; −1 where there is none. */
export const columnAt = ({ head }: Table, pattern: RegExp): number =>
  head.findIndex(cell => pattern.test(bare(cell.text)))
