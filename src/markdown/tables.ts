import type { Span } from '../core/types.ts'

/**
 * The cells of a table row as its author means them: pipes in code spans and escaped pipes do not split.
 *
 * `line` is the row's text, `offset` where it begins. GFM itself splits at a pipe in a code span; a model that reads
 * the raw text does not.
 */
export function cellsOf(line: string, offset: number): { text: string; span: Span }[] {
  const cells: { text: string; span: Span }[] = []
  const trimmedStart = line.length - line.trimStart().length
  const trimmedEnd = line.trimEnd().length
  let start = trimmedStart
  if (line[start] === '|') start++
  const push = (end: number) => {
    const raw = line.slice(start, end)
    const lead = raw.length - raw.trimStart().length
    const text = raw.trim()
    const from = offset + start + (text ? lead : 0)
    cells.push({ text, span: { start: from, end: from + text.length } })
    start = end + 1
  }
  for (let i = start; i < trimmedEnd; i++) {
    const unit = line[i]
    if (unit === '\\') i++
    else if (unit === '`') {
      const run = /^`+/.exec(line.slice(i))![0]
      const close = closingRun(line, i + run.length, run.length)
      i = close < 0 ? i + run.length - 1 : close + run.length - 1
    } else if (unit === '|') push(i)
  }
  if (start < trimmedEnd) push(trimmedEnd)
  return cells
}

/** Where the backtick run of a length begins that closes a code span; −1 when the line has none. */
function closingRun(line: string, from: number, length: number): number {
  for (const match of line.slice(from).matchAll(/`+/g)) if (match[0].length === length) return from + match.index
  return -1
}
