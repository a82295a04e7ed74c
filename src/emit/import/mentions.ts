import type { Document, Span } from '../../core/types.ts'
import { fenceAt } from '../../model/examples.ts'
import { namesClient } from '../../model/other-clients.ts'
import { isPast } from '../../model/tool-uses.ts'
import { type Context, elseFor, exactNeutral } from './context.ts'
import { canPrecede } from './escape.ts'
import type { Change, Note, Passage } from './types.ts'
import { linesAround, unitAt } from './units.ts'

/** What becomes of what a document names. */
export interface Found {
  changes: Change[]
  passages: Passage[]
  notes: Omit<Note, 'path'>[]
}

const LINE = 600

/** What stands before and behind a span on its line. */
export function besides({ lines, text }: Document, { start, end }: Span): { before: string; after: string } {
  const line = lines.span(lines.index(start))
  return {
    before: text.slice(Math.max(line.start, start - LINE), start),
    after: text.slice(end, Math.max(end, Math.min(line.end, end + LINE))),
  }
}

const count = (text: string, mark: RegExp) => text.match(mark)?.length ?? 0

/** Whether a place is inside a code span, as far as its paragraph's line shows. */
export const isInCode = (document: Document, span: Span): boolean =>
  count(besides(document, span).before, /`/g) % 2 === 1

/** Whether a span is all of a code span: `` `Read` ``. */
export const isWholeCode = (document: Document, { start, end }: Span): boolean => {
  const { text } = document
  return (
    text[start - 1] === '`' &&
    text[end] === '`' &&
    text[start - 2] !== '`' &&
    text[end + 1] !== '`' &&
    !fenceAt(document, start) &&
    isInCode(document, { start, end })
  )
}

/** Words right behind which a tool is said to be missing, or to be what something else is used for. */
const MISSING =
  /\b(?:there (?:is|are) no|has no|have no|lacks?|no longer|instead of|rather than|unlike|replaces?|in place of|without|not have)\s+(?:\w+\s+){0,2}[`*]*$|(?:没有|不存在|而非|代替|取代)\s*[`*]*$/i
const DENIED =
  /^[`*]*(?:\s+tool)?\s+(?:(?:is|are|was|were|does|do|has)\s+(?:not|no)|(?:is|are)n['’]t|unavailable|gone|removed)\b|^[`*]*\s*(?:不存在|不可用|不支持|不再)/i

/**
 * Why a sentence that names a tool is no instruction that holds for every client; `undefined` where it is one. To forbid
 * a tool is an instruction too.
 */
export function whyNot(document: Document, span: Span, { others, home }: Context): string | undefined {
  const { before, after } = besides(document, span)
  const line = before + document.text.slice(span.start, span.end) + after
  if (MISSING.test(before.slice(-60)) || DENIED.test(after)) return 'the sentence says that it is not there'
  if (isPast(document, span)) return 'the sentence speaks of something past or missing'
  const other = others.find(({ id }) => namesClient(line, id))
  if (other) return `the line speaks of ${other.title} as well`
  if (document.kind === 'data') return undefined
  const isQuoted =
    /[“「『][^”」』]*$/.test(before) ||
    (!fenceAt(document, span.start) && count(before.replace(/`[^`]*`/g, ''), /"/g) % 2 === 1)
  return isQuoted ? `the name is quoted, as ${home.title} says it` : undefined
}

/** Leaves the unit around a span to the home client. */
export function leave(document: Document, span: Span, what: string, why: string, { home }: Context): Passage {
  const unit = unitAt(document, span)
  return {
    span: unit.span,
    isLines: unit.isLines,
    at: span,
    names: what,
    what: `${unit.name} with ${what} is for ${home.title} alone`,
    why,
  }
}

/** Whether names stand so close that a code mark between them would be taken for text. */
const isJoined = ({ text }: Document, { start, end }: Span) =>
  /[\w/*_[(<.@#"'~-]/.test(text[start - 1] ?? ' ') || /^[\w/*_~\]-]|^\.\w/.test(text.slice(end, end + 2))

const isHeading = (document: Document, span: Span) =>
  /^[ \t]{0,3}#{1,6}[ \t]/.test(document.text.slice(linesAround(document, span).start, span.end))

/** A tool that is named and not called: a token where an exact one exists, a passage otherwise. */
export function nameOf(document: Document, span: Span, context: Context, isBare: boolean, found: Found): void {
  const { text } = document
  const tool = text.slice(span.start, span.end)
  const { home } = context
  const neutral = exactNeutral(tool, context)
  const isTool = Object.hasOwn(home.tools, tool)
  const reason = whyNot(document, span, context)
  const instead = neutral && elseFor(neutral, context)
  const isLast = /^[`*]*(?: tools?\b| ?工具)/.test(text.slice(span.end, span.end + 12))
  const code = isWholeCode(document, span)
  const at = code ? { start: span.start - 1, end: span.end + 1 } : span
  if (!isTool)
    found.passages.push(leave(document, span, `“${tool}”`, `it is a parameter of ${home.title}’s tools`, context))
  else if (reason) found.passages.push(leave(document, span, `“${tool}”`, reason, context))
  else if (!neutral)
    found.passages.push(leave(document, span, `“${tool}”`, 'no neutral name stands for exactly this tool', context))
  else if (instead === undefined || (instead && isLast))
    found.passages.push(
      leave(document, span, `“${tool}”`, 'another client has nothing to put in the place of the name', context),
    )
  else if (!canPrecede(text, at.start))
    found.passages.push(leave(document, span, `“${tool}”`, 'no token can stand there', context))
  else if (code) found.changes.push({ span: at, text: `{{tool ${neutral}${instead}}}` })
  else if (
    isBare ||
    document.kind === 'data' ||
    fenceAt(document, span.start) ||
    isInCode(document, span) ||
    isJoined(document, span) ||
    isHeading(document, span)
  )
    found.changes.push({ span, text: `{{tool ${neutral} bare${instead}}}` })
  else
    found.changes.push({
      span,
      text: `{{tool ${neutral}${instead}}}`,
      home: `\`${tool}\``,
      why: 'sources set names of tools as code',
    })
}

/** Words for tools that are other words too, with what shows that the tool is meant. */
const WORDS = [
  'Read',
  'Write',
  'Edit',
  'Bash',
  'Grep',
  'Glob',
  'Agent',
  'Task',
  'Skill',
  'WebFetch',
  'WebSearch',
  'Monitor',
  'PowerShell',
  'LSP',
]
const PLAIN = 'Read|Write|Edit|Bash|Grep|Glob'
const LIST = new RegExp(
  `(?<![\\w\`/])(?:${PLAIN}|WebFetch|WebSearch)(?:(?:\\s*[,/、+|]\\s*|\\s+(?:and|or|&)\\s+|,\\s+(?:and|or)\\s+)(?:${PLAIN}|WebFetch|WebSearch)(?![\\w(]))+`,
  'g',
)
const USED = new RegExp(
  `(?:\\b(?:[Vv]ia|[Tt]hrough|[Ww]ith|[Uu]sing|[Uu]ses?|[Cc]alls?)\\s+(?:the\\s+)?|(?:通过|使用|调用|用)\\s*)(${PLAIN})(?![\\w(*/-]|\\s+(?:access|permission)|\\.\\w)`,
  'g',
)
const NAMED = new RegExp(`(?<!\\w)(${WORDS.join('|')})(?=[\`*]{0,2}(?: tools?\\b| ?工具))`, 'g')
const CODE = new RegExp(`(?<=(?<!\`)\`)(${PLAIN}|Agent)(?=\`(?!\`))`, 'g')

/** Names of tools that are words too, where they stand for the tools: in code, in lists of tools, behind “via”. */
export function wordMentions({ text, meta }: Document, { home }: Context): Span[] {
  const spans = new Map<number, Span>()
  const add = (start: number, name: string) => {
    if (start >= meta.span.end && Object.hasOwn(home.tools, name)) spans.set(start, { start, end: start + name.length })
  }
  for (const { 0: list, index } of text.matchAll(LIST)) {
    // “Read or Write” alone may be verbs.
    if (!/Bash|Grep|Glob|Web/.test(list) && !/[/|]/.test(list)) continue
    for (const { 0: name, index: at } of list.matchAll(new RegExp(`\\b(?:${PLAIN}|WebFetch|WebSearch)\\b`, 'g')))
      add(index + at, name)
  }
  for (const { 0: whole, 1: name, index } of text.matchAll(USED)) add(index + whole.length - name!.length, name!)
  for (const pattern of [NAMED, CODE]) for (const { 1: name, index } of text.matchAll(pattern)) add(index, name!)
  return [...spans.values()].sort((a, b) => a.start - b.start)
}
