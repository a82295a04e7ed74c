import type { Lines } from '../core/span.ts'
import type { Span } from '../core/types.ts'

/** Containers that one line may open: no author nests so far, and parsers take quadratic time. */
const CONTAINER_LIMIT = 100

/** Levels that a value in YAML may nest; mappings as keys of mappings take exponential time to read. */
export const YAML_LIMIT = 50

/** Brackets in a block, and marks in one of its lines, that a nesting in disguise (`["]", ["]", …`) could be made of. */
const YAML_MARKS_LIMIT = 2000

// Every character can be read in one way only: no backtracking.
const CONTAINER = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))/y

/** What follows the markers of containers beyond the limit, which a parser does not get to see. */
export function deepSpans(lines: Lines, first: number): Span[] {
  const spans: Span[] = []
  for (let index = first; index < lines.starts.length; index++) {
    const { start, end } = lines.span(index)
    if (end - start <= CONTAINER_LIMIT) continue
    const text = lines.text(index)
    CONTAINER.lastIndex = 0
    let count = 0
    let last = 0
    while (count <= CONTAINER_LIMIT && CONTAINER.test(text)) {
      count++
      last = CONTAINER.lastIndex
    }
    if (count > CONTAINER_LIMIT) spans.push({ start: start + last, end })
  }
  return spans
}

const MARK = /[-?:](?=[ \t])/g

/** The offset at which a block of YAML nests too deep to be parsed at all; −1 where it does not. */
export function tooDeepAt(source: string): number {
  let depth = 0
  let brackets = 0
  for (let at = 0; at < source.length; at++) {
    const unit = source[at]
    if (unit === '[' || unit === '{') {
      depth++
      brackets++
    } else if (depth && (unit === ']' || unit === '}')) depth--
    if (depth > YAML_LIMIT || brackets > YAML_MARKS_LIMIT) return at
  }
  let offset = 0
  for (const line of source.split('\n')) {
    if (line.length > YAML_MARKS_LIMIT && (line.match(MARK)?.length ?? 0) > YAML_MARKS_LIMIT) return offset
    offset += line.length + 1
  }
  return -1
}
