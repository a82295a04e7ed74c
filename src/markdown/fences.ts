import type { Lines } from '../core/span.ts'
import type { Fence, Span } from '../core/types.ts'

/** The opening line of a fence. */
export interface FenceMark {
  /** Characters before the marker: indent, list markers, quote marks. */
  indent: number
  /** The column of the marker, from 0. */
  column: number
  /** Quote marks before the marker. */
  quotes: number
  /** Whether a list marker stands before the marker. */
  listed: boolean
  marker: string
  length: number
  info: string
}

// Every character before the marker can be read in one way only: no backtracking.
const OPEN = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*)(`{3,}|~{3,})(.*)$/

/** Reads a line as the opening of a fence (CommonMark 4.5); the indent is not limited, lists may hold it. */
export function fenceMark(text: string): FenceMark | undefined {
  if (!text.includes('```') && !text.includes('~~~')) return undefined
  const match = OPEN.exec(text)
  if (!match) return undefined
  const [, prefix, marks, rest] = match as unknown as [string, string, string, string]
  if (marks[0] === '`' && rest.includes('`')) return undefined
  return {
    indent: prefix.length,
    column: columnAfter(prefix),
    quotes: prefix.split('>').length - 1,
    listed: /[-*+.)]/.test(prefix),
    marker: marks[0]!,
    length: marks.length,
    info: rest.trim(),
  }
}

function columnAfter(prefix: string): number {
  let column = 0
  for (const unit of prefix) column += unit === '\t' ? 4 - (column % 4) : 1
  return column
}

/** Whether a line has as many quote marks as a fence stands behind. */
function isQuoted(text: string, quotes: number): boolean {
  let at = 0
  for (let seen = 0; seen < quotes; seen++) {
    while (text[at] === ' ' || text[at] === '\t') at++
    if (text[at++] !== '>') return false
  }
  return true
}

const closes = (mark: FenceMark, open: FenceMark) =>
  mark.info === '' && !mark.listed && mark.marker === open.marker && mark.length >= open.length

/**
 * The fence that opens on a line.
 *
 * CommonMark closes a fence at the first bare marker; authors who show a fence inside a fence of the same length mean
 * the outer one to go on. When fences inside are balanced the author's reading is taken, and the inner marks are
 * `veils` that hide them from a parser; otherwise CommonMark's. `nesting.hopeless` remembers that a search to the end
 * of the document or quote failed (no line before it is tried again), which keeps the whole scan linear. Marks that are
 * indented by four columns more, or stand behind more quote marks, are text to CommonMark and to the author.
 */
export function fenceOf(
  lines: Lines,
  first: number,
  open: FenceMark,
  nesting: { hopeless: number },
): { fence: Fence & { veils: Span[] }; last: number } {
  const count = lines.starts.length
  const nested: { line: number; mark: FenceMark }[] = []
  let strict = -1
  let end = -1
  const stack = [open]
  // Plus and minus signs of a diff look like list markers.
  const isDiff = /^diff\b/i.test(open.info)
  const inner: { line: number; mark: FenceMark }[] = []
  for (let index = first + 1; index < count; index++) {
    const text = lines.text(index)
    if (open.quotes && !isQuoted(text, open.quotes)) {
      if (nested.length) nesting.hopeless = index
      end = strict < 0 ? index - 1 : strict
      break
    }
    const mark = fenceMark(text)
    if (!mark || mark.marker !== open.marker) continue
    if (mark.quotes !== open.quotes || mark.column >= open.column + 4 || (mark.listed && isDiff)) continue
    const top = stack.at(-1)!
    if (mark.info && mark.length >= open.length) {
      if (strict < 0) nested.push({ line: index, mark })
      stack.push(mark)
      inner.push({ line: index, mark })
    } else if (closes(mark, open)) {
      if (strict < 0) strict = index
      if (closes(mark, top)) {
        stack.pop()
        if (stack.length) inner.push({ line: index, mark })
      }
      if (!stack.length) {
        end = index
        break
      }
      if (index < nesting.hopeless || !nested.length) {
        end = strict
        break
      }
    }
  }
  if (end < 0) {
    if (nested.length) nesting.hopeless = count
    end = strict
  }
  const isAuthors = !stack.length && end !== strict
  const closed = end >= 0 && (end === strict || isAuthors)
  const last = end < 0 ? count - 1 : end
  const span = lines.span(first)
  const lastSpan = lines.span(last)
  const bodyStart = lines.starts[first + 1] ?? span.end
  const bodyEnd = closed ? lines.starts[last]! : lastSpan.end
  const inside = nested.filter(({ line }) => line <= last)
  const markSpan = ({ line, mark }: { line: number; mark: FenceMark }): Span => {
    const whole = lines.span(line)
    return { start: whole.start + mark.indent, end: whole.end }
  }
  const start = span.start + open.indent
  return {
    last,
    fence: {
      span: { start, end: lastSpan.end },
      open: { start, end: span.end },
      ...(closed
        ? { close: { start: lastSpan.start + (fenceMark(lines.text(last))?.indent ?? 0), end: lastSpan.end } }
        : {}),
      body: { start: Math.min(bodyStart, bodyEnd), end: bodyEnd },
      info: open.info,
      lang: /^[^\s{,]*/.exec(open.info)![0].toLowerCase(),
      marker: open.marker,
      length: open.length,
      nested: inside.map(markSpan),
      veils: isAuthors ? inner.filter(({ line }) => line < last).map(markSpan) : [],
      isAuthors,
    },
  }
}
