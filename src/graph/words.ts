import { cellsOf } from '../core/visible.ts'

/** Units of a text that are looked at; what is longer is no label. */
const LENGTH_LIMIT = 2_000

/** A passage of Markdown as a label: one line, without the marks of code and bold. */
export const plain = (text: string): string =>
  text
    .slice(0, LENGTH_LIMIT)
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Columns that a text takes in a font of equal widths. */
export const columnsOf = (text: string): number => cellsOf(text).reduce((sum, { width }) => sum + width, 0)

/**
 * Breaks a text into lines of at most `columns`, at spaces where there are any; what does not fit into `rows` lines ends
 * with `…`. Characters that would be obeyed or hidden are shown by their names.
 */
export function wrap(text: string, columns: number, rows: number): string[] {
  const lines: string[] = []
  let line = ''
  let width = 0
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
    width = 0
  }
  for (const word of text.split(/(?<= )/)) {
    const cells = cellsOf(word)
    const own = cells.reduce((sum, { width: cell, text: shown }) => sum + (shown === ' ' ? 0 : cell), 0)
    if (width > 0 && width + own > columns) end()
    for (const { text: shown, width: cell } of cells) {
      if (width + cell > columns && shown !== ' ') end()
      line += shown
      width += cell
    }
    if (lines.length > rows) break
  }
  if (line.trim()) end()
  if (lines.length <= rows) return lines
  const last = lines[rows - 1]!
  const cells = cellsOf(last)
  while (cells.length && cells.reduce((sum, { width: cell }) => sum + cell, 0) >= columns) cells.pop()
  return [...lines.slice(0, rows - 1), `${cells.map(cell => cell.text).join('')}…`]
}
