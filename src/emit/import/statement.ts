import type { Document, Span } from '../../core/types.ts'
import type { Context } from './context.ts'
import { escaped } from './escape.ts'
import { besides } from './mentions.ts'
import type { Change } from './types.ts'
import { linesAround } from './units.ts'

/** What stands around a call that is a statement of its own. */
const STATEMENT = { before: /^[ \t]*(?:(?:const|let|var)\s+[\w{},\s]+=\s*)?(?:[a-z]+\s+)?$/, after: /^[ \t]*;?[ \t]*$/ }

/** The lines of a call that is a statement of its own. */
export function statementAt(document: Document, at: Span): Span | undefined {
  const { before } = besides(document, at)
  const { lines, text } = document
  const after = text.slice(at.end, lines.span(lines.index(at.end)).end)
  return STATEMENT.before.test(before) && STATEMENT.after.test(after) ? linesAround(document, at) : undefined
}

/** Lines for the home client and a line for the others: in the place of a whole code block where it holds nothing else. */
export function alternative(
  document: Document,
  lines: Span,
  fence: Span,
  other: string,
  comment: string,
  { home }: Context,
): Change {
  const { text } = document
  const around = linesAround(document, fence)
  const opening = document.lines.span(document.lines.index(fence.start)).end
  const closing = document.lines.starts[document.lines.index(fence.end)]!
  const isAll = !text.slice(opening, lines.start).trim() && !text.slice(lines.end, closing).trim()
  const span = isAll ? around : lines
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const own = text.slice(span.start, span.end)
  const indent = /^[ \t]*/.exec(own)![0]
  const { id } = home
  const said = isAll ? other.replace(/\{\{tool ask bare/g, '{{tool ask') : `${comment}${other}`
  const source = [`{{#${id}}}`, escaped(own), `{{/${id}}}`, `{{^${id}}}`, `${indent}${said}`, `{{/${id}}}`].join(eol)
  return { span, text: source, splits: true }
}
