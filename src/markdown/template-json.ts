import type { Span } from '../core/types.ts'
import { blankEnd, bracketEnd, type Fault, NESTING_LIMIT, quoteEnd, runEnd } from './brackets.ts'
import type { Literal, LiteralEntry } from './literal.ts'
import { unquote, unquoteTemplate } from './quoted.ts'

/** Where the reader stands. */
interface Cursor {
  readonly text: string
  readonly end: number
  at: number
}

const WORD = /[\p{L}\p{N}_$](?:[\p{L}\p{M}\p{N}_$-]|\.(?=[\p{L}\p{N}_$]))*/uy
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_$.-])/uy
const HOLE = /<[^<>\r\n]*(?:<[^<>\r\n]*>[^<>\r\n]*)*>/y
const ELLIPSIS = /\.\.\.|…/y

/** Stops the reading; caught where it began. */
function fail(error: string, at: number): never {
  throw { error, at } satisfies Fault
}

/** Takes a token; `undefined`, and no step, where the text holds none. */
function take(cursor: Cursor, token: RegExp): { text: string; span: Span } | undefined {
  token.lastIndex = cursor.at
  const text = token.exec(cursor.text)?.[0]
  if (text === undefined || cursor.at + text.length > cursor.end) return undefined
  const span = { start: cursor.at, end: cursor.at + text.length }
  cursor.at = span.end
  return { text, span }
}

/** Steps over white space and comments; the unit that follows, empty at the end. */
function next(cursor: Cursor): string {
  cursor.at = blankEnd(cursor.text, cursor.at, cursor.end)
  return cursor.at < cursor.end ? cursor.text[cursor.at]! : ''
}

const found = (end: number | Fault): number => (typeof end === 'number' ? end : fail(end.error, end.at))

/** Whatever stands up to the next comma, closing bracket or end of the line. */
function other(cursor: Cursor, start: number): Literal {
  const end = found(runEnd(cursor.text, cursor.at, cursor.end, true))
  const text = cursor.text.slice(start, end).trimEnd()
  if (!text) fail('missing value', start)
  cursor.at = start + text.length
  return { kind: 'other', span: { start, end: cursor.at } }
}

function quoted(cursor: Cursor): Literal & { kind: 'string' } {
  const start = cursor.at
  const end = quoteEnd(cursor.text, start, cursor.end)
  if (end < 0) fail('unclosed string', start)
  cursor.at = end
  const body = cursor.text.slice(start + 1, end - 1)
  if (cursor.text[start] !== '`') return { kind: 'string', span: { start, end }, value: unquote(body) }
  const { value, template } = unquoteTemplate(body)
  return { kind: 'string', span: { start, end }, value, ...(template && { template }) }
}

function wordOf(name: string, span: Span): Literal {
  if (name === 'true' || name === 'false') return { kind: 'boolean', span, value: name === 'true' }
  return name === 'null' ? { kind: 'null', span, value: null } : { kind: 'name', span, name }
}

function operand(cursor: Cursor, depth: number): Literal {
  const unit = next(cursor)
  const start = cursor.at
  if (unit === '{') return object(cursor, depth)
  if (unit === '[') return array(cursor, depth)
  if (unit === '"' || unit === "'" || unit === '`') return quoted(cursor)
  const number = take(cursor, NUMBER)
  if (number) return { kind: 'number', span: number.span, value: Number(number.text) }
  const hole = take(cursor, HOLE) ?? take(cursor, ELLIPSIS)
  if (hole) return { kind: 'hole', ...hole }
  if (unit === '<') fail('unclosed placeholder', start)
  const word = take(cursor, WORD)
  return word ? wordOf(word.text, word.span) : other(cursor, start)
}

/** An operand, or all of a line's expression where it goes on in a way that is not read further. */
function term(cursor: Cursor, depth: number): Literal {
  const literal = operand(cursor, depth)
  const { end } = literal.span
  const unit = next(cursor)
  const isOver = unit === '' || ',;}])|+'.includes(unit) || /[\r\n]/.test(cursor.text.slice(end, cursor.at))
  const isDouble = (unit === '|' || unit === '+') && cursor.text[cursor.at + 1] === unit
  if (isOver && !isDouble) return literal
  const isWhole = literal.kind !== 'name' && literal.kind !== 'hole' && literal.kind !== 'other'
  if (isWhole && /["'`{[<:\p{L}\p{N}_$]/u.test(unit)) return literal
  cursor.at = end
  return other(cursor, literal.span.start)
}

/** Reads what an operator joins. */
function chain(cursor: Cursor, operator: '+' | '|', read: () => Literal): Literal[] {
  const list = [read()]
  while (next(cursor) === operator) {
    cursor.at++
    list.push(read())
  }
  return list
}

function value(cursor: Cursor, depth: number): Literal {
  const spanOf = (list: Literal[]): Span => ({ start: list[0]!.span.start, end: list.at(-1)!.span.end })
  const options = chain(cursor, '|', () => {
    const parts = chain(cursor, '+', () => term(cursor, depth))
    return parts.length > 1 ? { kind: 'sum', span: spanOf(parts), parts } : parts[0]!
  })
  return options.length > 1 ? { kind: 'union', span: spanOf(options), options } : options[0]!
}

/**
 * Reads the members of a bracket up to its end; `member` reads one. Tells whether there was an ellipsis, which needs no
 * comma beside it.
 */
function members(cursor: Cursor, closer: string, depth: number, member: () => void): { span: Span; open?: true } {
  const start = cursor.at
  if (depth > NESTING_LIMIT) fail(`nesting deeper than ${NESTING_LIMIT}`, start)
  cursor.at++
  let isOpen = false
  let isReady = true
  for (let unit = next(cursor); unit !== closer; unit = next(cursor)) {
    if (unit === '') fail('unclosed bracket', start)
    if (unit === ',' || unit === ';') {
      cursor.at++
      isReady = true
    } else if (take(cursor, ELLIPSIS)) {
      isOpen = isReady = true
      cursor.at = found(runEnd(cursor.text, cursor.at, cursor.end, true))
    } else {
      if (!isReady) fail('missing comma', cursor.at)
      member()
      isReady = false
    }
  }
  cursor.at++
  return { span: { start, end: cursor.at }, ...(isOpen && { open: true }) }
}

function array(cursor: Cursor, depth: number): Literal {
  const items: Literal[] = []
  const { span, open } = members(cursor, ']', depth, () => items.push(value(cursor, depth + 1)))
  return { kind: 'array', span, items, ...(open && { open }) }
}

function object(cursor: Cursor, depth: number): Literal {
  const entries: LiteralEntry[] = []
  let isOpen = false
  const { span, open } = members(cursor, '}', depth, () => {
    const start = cursor.at
    const unit = cursor.text[start]!
    const isComputed = unit === '['
    const string = unit === '"' || unit === "'" ? quoted(cursor) : undefined
    if (isComputed) cursor.at = found(bracketEnd(cursor.text, start, cursor.end))
    const word = string || isComputed ? undefined : take(cursor, WORD)
    const hole = string || isComputed || word ? undefined : take(cursor, HOLE)
    const key = string?.value ?? word?.text ?? hole?.text ?? ''
    const keySpan = { start, end: cursor.at }
    if (cursor.at === start) fail(`unexpected “${String.fromCodePoint(cursor.text.codePointAt(start)!)}”`, start)
    if (next(cursor) === '?') cursor.at++
    if (next(cursor) === ':') {
      cursor.at++
      const held = value(cursor, depth + 1)
      if (isComputed) isOpen = true
      else entries.push({ key, keySpan, value: held, shorthand: false })
    } else if (word) entries.push({ key, keySpan, value: { kind: 'name', span: keySpan, name: key }, shorthand: true })
    else if (hole) isOpen = true
    else fail('missing colon', cursor.at)
  })
  return { kind: 'object', span, entries, ...((open || isOpen) && { open: true }) }
}

/** Reads the value at the beginning of a stretch of text, and where it ends. */
export function readTemplate(text: string, start: number, end: number): { value: Literal; end: number } | Fault {
  try {
    const literal = value({ text, end: Math.min(end, text.length), at: start }, 1)
    return { value: literal, end: literal.span.end }
  } catch (fault) {
    if (fault instanceof Error) throw fault
    return fault as Fault
  }
}

/**
 * Reads a stretch of text as JSON, or as a template of it: comments, trailing commas, `<k>` and `...` for what is left
 * out, `"a" | "b"` and `a|b` for a choice, unquoted and single-quoted keys.
 *
 * Offsets are those of `text`. A semicolon or comma may follow the value, nothing else.
 */
export function readTemplateJson(text: string, start: number, end: number): { value: Literal } | Fault {
  const result = readTemplate(text, start, end)
  if ('error' in result) return result
  const last = Math.min(end, text.length)
  let rest = blankEnd(text, result.end, last)
  if (rest < last && (text[rest] === ';' || text[rest] === ',')) rest = blankEnd(text, rest + 1, last)
  return rest < last ? { error: 'text after the value', at: rest } : { value: result.value }
}
