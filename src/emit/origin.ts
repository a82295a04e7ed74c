import type { Edit, Span } from '../core/types.ts'

/**
 * Leads an offset of an emitted text back to its source.
 *
 * Text that passed through leads to the very offset; what an edit put in leads to the span that the edit replaced.
 */
export function originOf(edits: readonly Edit[]): (offset: number) => Span {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  const starts: number[] = []
  const shifts: number[] = []
  let shift = 0
  let at = 0
  const taken: Edit[] = []
  for (const edit of ordered) {
    if (edit.span.start < at) continue
    starts.push(edit.span.start + shift)
    shift += edit.text.length - (edit.span.end - edit.span.start)
    shifts.push(shift)
    taken.push(edit)
    at = edit.span.end
  }
  return offset => {
    let low = -1
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    if (low < 0) return { start: offset, end: offset }
    const edit = taken[low]!
    if (offset < starts[low]! + edit.text.length) return edit.span
    const source = offset - shifts[low]!
    return { start: source, end: source }
  }
}

/** The span in the source that a span of an emitted text comes from. */
export function sourceSpan(edits: readonly Edit[], { start, end }: Span): Span {
  const origin = originOf(edits)
  const from = origin(start)
  const to = end > start ? origin(end - 1) : from
  return { start: from.start, end: Math.max(from.end, to.start === to.end ? to.end + (end > start ? 1 : 0) : to.end) }
}
