import type { Document, Edit, Span, Suppression } from '../core/types.ts'

/** Lines that begin a block of their own, so that nothing above or below can join with them. */
const BLOCK = /^\s*(?:[-*+]\s|\d+[.)]\s|#|\||```|~~~|>|<)/

/** List and quote marks only: what follows them begins a block. */
const CONTAINERS = /^(?:\s|>|(?:[-*+]|\d{1,9}[.)])(?=\s))*$/

/** The line that an offset stands on, with its line ending. */
function wholeLine({ lines, text }: Document, offset: number): Span & { index: number } {
  const index = lines.index(offset)
  return { index, start: lines.starts[index]!, end: lines.starts[index + 1] ?? text.length }
}

/**
 * The edit that takes a comment out of a document, and whether it is sure to leave everything else as it is.
 *
 * A comment alone on its line goes with the line; between two lines of prose an empty line stays, so that they do not
 * become one paragraph. At the start of a block a comment turns the whole line into HTML: that is not safe.
 */
export function withoutComment(document: Document, { span }: Suppression): { edit: Edit; safe: boolean } {
  const { lines, text, path, meta } = document
  const line = wholeLine(document, span.start)
  const before = text.slice(line.start, span.start)
  const after = text.slice(span.end, lines.span(line.index).end)
  if (before.trim() || after.trim()) {
    const gap = /(?<![ \t])[ \t]+$/.exec(before)?.[0].length ?? 0
    // One space has to stay between two words, or between a list marker and its text.
    const start = span.start - (/^\S/.test(after) ? 0 : gap)
    return { edit: { path, span: { start, end: span.end }, text: '' }, safe: !CONTAINERS.test(before) }
  }
  const previous = line.index > 0 ? lines.text(line.index - 1) : ''
  const next = line.index + 1 < lines.starts.length ? lines.text(line.index + 1) : ''
  const isInside = span.start < meta.span.end
  const joins =
    !isInside && previous.trim() && next.trim() && !BLOCK.test(next) && !/^\s*(?:#|\||```|~~~|<)/.test(previous)
  const end = joins ? lines.span(line.index).end : line.end
  return { edit: { path, span: { start: line.start, end }, text: '' }, safe: true }
}

/** The edit that takes some names out of a suppression; at least one stays. */
export function withoutNames({ path, text }: Document, { rules }: Suppression, gone: ReadonlySet<string>): Edit {
  const span = { start: rules[0]!.span.start, end: rules.at(-1)!.span.end }
  const separator = text.slice(span.start, span.end).includes(',') ? ', ' : ' '
  const kept = rules.filter(({ id }) => !gone.has(id)).map(({ id }) => id)
  return { path, span, text: kept.join(separator) }
}
