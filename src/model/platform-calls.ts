import type { Document, Span, ToolCall } from '../core/types.ts'
import { blankEnd, quoteEnd, runEnd } from '../markdown/brackets.ts'
import { type Literal, type LiteralEntry, readJsLiteral } from '../markdown/literal.ts'
import { fenceAt } from './examples.ts'
import { isMade } from './tool-uses.ts'

/** A call of a tool as it is written, its arguments read. */
export interface WrittenCall {
  tool: string
  /** The name alone. */
  span: Span
  where: ToolCall['where']
  /** `words` are `name=value` pairs; anything else that is no object or list is `text`. */
  form: 'object' | 'list' | 'words' | 'text'
  /** The arguments by name, of an object or words. */
  entries: readonly LiteralEntry[]
  /** Whether there are more than could be read: an ellipsis, a spread, or a text that breaks off. */
  open: boolean
  /** Whether it is a sketch of a call, `Tool(name: value)`, which shows what is meant and not how it is written. */
  sketch: boolean
  /** What a `list` holds. */
  list?: Literal & { kind: 'array' }
}

/** Units that the arguments of a call which never closes are looked through for. */
const REACH = 4_000

const KEY = /(?:([A-Za-z_$][\w$-]*)|"([^"\n]{1,80})"|'([^'\n]{1,80})')[ \t]*([:=])(?![=>])/y

/**
 * The entries of an object or of words up to where they can be read no further, and whether that is their end.
 *
 * Prompts in backticks often hold backticks themselves: what follows one that ends too early is not trusted.
 */
function entriesUntilFault(text: string, start: number, end: number): { entries: LiteralEntry[]; open: boolean } {
  const entries: LiteralEntry[] = []
  for (let at = start; at < end; ) {
    at = blankEnd(text, at, end)
    if (text[at] === ',') at = blankEnd(text, at + 1, end)
    if (at >= end) return { entries, open: false }
    KEY.lastIndex = at
    const match = KEY.exec(text)
    if (!match || KEY.lastIndex > end) return { entries, open: true }
    const key = match[1] ?? match[2] ?? match[3]!
    const keySpan = { start: at, end: at + match[0].slice(0, -1).trimEnd().length }
    const valueStart = blankEnd(text, KEY.lastIndex, end)
    const stop = runEnd(text, valueStart, end)
    const valueEnd = typeof stop === 'number' ? valueStart + text.slice(valueStart, stop).trimEnd().length : valueStart
    const isQuoted = /["'`]/.test(text[valueStart] ?? '')
    const isWhole = valueEnd > valueStart && (!isQuoted || quoteEnd(text, valueStart, end) === valueEnd)
    const read = isWhole ? readJsLiteral(text.slice(0, valueEnd), valueStart) : undefined
    const isRead = read && !('error' in read) && read.end === valueEnd
    const value: Literal = isRead ? read.value : { kind: 'other', span: { start: valueStart, end: valueEnd } }
    entries.push({ key, keySpan, value, shorthand: false })
    if (!isWhole) return { entries, open: true }
    at = valueEnd
  }
  return { entries, open: false }
}

/** Where the code ends that holds a call: its fence, or the end of its line. */
function codeEnd(document: Document, offset: number): number {
  const fence = fenceAt(document, offset)
  const end = fence ? fence.body.end : document.lines.span(document.lines.index(offset)).end
  return Math.min(end, offset + REACH)
}

/** Reads the arguments of a call. */
function readCall(document: Document, call: ToolCall): WrittenCall {
  const { text } = document
  const { tool, span, where, args } = call
  const base = { tool, span, where, entries: [], open: false, sketch: false }
  const end = args ? args.end - 1 : codeEnd(document, span.end)
  const start = blankEnd(text, text.indexOf('(', span.end) + 1, end)
  if (text[start] === '{') {
    const read = args ? readJsLiteral(text.slice(0, end), start) : undefined
    if (read && !('error' in read) && read.value.kind === 'object')
      return { ...base, form: 'object', entries: read.value.entries, open: read.value.open ?? false }
    return { ...base, form: 'object', entries: entriesUntilFault(text, start + 1, end).entries, open: true }
  }
  if (text[start] === '[') {
    const read = args ? readJsLiteral(text.slice(0, end), start) : undefined
    if (read && !('error' in read) && read.value.kind === 'array') return { ...base, form: 'list', list: read.value }
    return { ...base, form: 'text' }
  }
  const first = /^[A-Za-z_]\w{0,60}[ \t]*([:=])(?![=>])/.exec(text.slice(start, Math.min(end, start + 80)))
  if (!first) return { ...base, form: 'text' }
  return { ...base, form: 'words', sketch: first[1] === ':', ...entriesUntilFault(text, start, end) }
}

/** Tools of one document whose calls have been read. */
const known = new WeakMap<Document, Map<number, WrittenCall>>()

/** The calls of tools that a document has the model make, in order, with their arguments. */
export function writtenCallsOf(document: Document, isTool: (tool: string) => boolean): WrittenCall[] {
  const read = known.get(document) ?? new Map<number, WrittenCall>()
  known.set(document, read)
  const found: WrittenCall[] = []
  for (const call of document.calls) {
    if (!isTool(call.tool) || !isMade(document, call)) continue
    const written = read.get(call.span.start) ?? readCall(document, call)
    read.set(call.span.start, written)
    found.push(written)
  }
  return found
}
