import type { Place, Position, Range, Span } from './types.ts'

/**
 * The lines of a text, for turning offsets into lines and columns.
 *
 * Offsets are UTF-16 units from 0; lines and columns are 1-based, columns in UTF-16 units as in the LSP. A line ends
 * with LF, CR LF or a lone CR (CommonMark 2.1, LSP 3.17 “EOL”).
 */
export interface Lines {
  /** Offset of the first character of each line. */
  readonly starts: readonly number[]
  /** Zero-based index of the line that holds an offset. */
  index(offset: number): number
  /** Line and column of an offset; offsets outside the text are moved to its nearest end. */
  position(offset: number): Position
  /** The span of a line without its line ending. */
  span(index: number): Span
  /** The text of a line without its line ending. */
  text(index: number): string
}

/** Indexes the lines of a text in one pass. */
export function linesOf(text: string): Lines {
  const starts = [0]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1)
  }
  const index = (offset: number) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  const span = (line: number): Span => {
    const start = starts[line] ?? text.length
    let end = starts[line + 1] ?? text.length
    while (end > start && (text.charCodeAt(end - 1) === 10 || text.charCodeAt(end - 1) === 13)) end--
    return { start, end }
  }
  return {
    starts,
    index,
    span,
    text: line => {
      const { start, end } = span(line)
      return text.slice(start, end)
    },
    position: offset => {
      const inside = Math.min(Math.max(offset, 0), text.length)
      const line = index(inside)
      return { line: line + 1, column: inside - starts[line]! + 1 }
    },
  }
}

/** The range of a span, as reports print it. */
export function rangeOf(lines: Lines, span: Span): Range {
  const start = lines.position(span.start)
  const end = lines.position(Math.max(span.end, span.start))
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column }
}

/** The span that a place stands for: a span itself, anything that has one, or an mdast node with positions. */
export function spanOf(place: Place): Span {
  if ('span' in place) return place.span
  if (!('type' in place)) return place
  const start = place.position?.start.offset ?? 0
  return { start, end: place.position?.end.offset ?? start }
}

/** Whether a span lies inside another; equal spans do. */
export const isInside = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end
