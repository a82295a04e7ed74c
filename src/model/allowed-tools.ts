import type { Document, Edit, Field, Span } from '../core/types.ts'

/** One tool of an `allowed-tools` or `tools` value: `Bash(git:*)`. */
export interface ToolEntry {
  name: string
  /** What stands between the parentheses; absent without them. */
  args?: string
  /** The entry with its parentheses, without quotes. */
  span: Span
}

/** An `allowed-tools` or `tools` value, read as clients read it. */
export interface ToolList {
  field: Field
  /** How entries are kept apart: `Read, Bash` · `Read Bash` · `- Read` on lines of their own · `[Read, Bash]`. */
  form: 'comma' | 'space' | 'list' | 'flow'
  entries: readonly ToolEntry[]
}

/** Splits a stretch of text on commas and white space outside parentheses. */
function entriesIn(text: string, start: number, end: number): ToolEntry[] {
  const entries: ToolEntry[] = []
  let from = -1
  let depth = 0
  const push = (to: number) => {
    if (from < 0) return
    const token = text.slice(from, to)
    const open = token.indexOf('(')
    const isClosed = open > 0 && token.endsWith(')')
    const name = open > 0 ? token.slice(0, open) : token
    const span = { start: from, end: to }
    entries.push(isClosed ? { name, args: token.slice(open + 1, -1), span } : { name, span })
    from = -1
  }
  for (let i = start; i < end; i++) {
    const unit = text[i]!
    if (depth === 0 && (unit === ',' || /\s/.test(unit))) {
      push(i)
      continue
    }
    if (from < 0) from = i
    if (unit === '(') depth++
    else if (unit === ')' && depth > 0) depth--
  }
  push(end)
  return entries
}

/** The inside of a value that may be quoted. */
function unquoted(text: string, start: number, end: number): Span {
  const quote = text[start]
  const isQuoted = (quote === '"' || quote === "'") && end - start > 1 && text[end - 1] === quote
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end }
}

const trimmed = (text: string, start: number, end: number): Span => {
  const inside = text.slice(start, end)
  const from = start + inside.length - inside.trimStart().length
  return { start: from, end: Math.max(from, start + inside.trimEnd().length) }
}

/** The items of a YAML list as written: lines that begin with `- `, without comments. */
function itemsOfList(document: Document, { span }: Field): Span[] {
  const { lines, text } = document
  const items: Span[] = []
  for (let index = lines.index(span.start); index <= lines.index(span.end); index++) {
    const line = lines.span(index)
    const match = /^(\s*-[ \t]+)([^\s#].*)$/.exec(text.slice(line.start, line.end))
    if (!match) continue
    const start = line.start + match[1]!.length
    const comment = match[2]!.search(/[ \t]#/)
    const item = trimmed(text, start, comment < 0 ? line.end : start + comment)
    items.push(unquoted(text, item.start, item.end))
  }
  return items
}

/** The items of a `[…]` as written: commas outside quotes part them, as YAML has it. */
function itemsOfFlow(text: string, { span }: Field): Span[] {
  const items: Span[] = []
  let from = span.start + 1
  let quote = ''
  for (let i = from; i < span.end; i++) {
    const unit = text[i]!
    if (quote) {
      if (unit === quote) quote = ''
    } else if ((unit === '"' || unit === "'") && !text.slice(from, i).trim()) quote = unit
    else if (unit === ',' || unit === ']') {
      const item = trimmed(text, from, i)
      if (item.end > item.start) items.push(unquoted(text, item.start, item.end))
      from = i + 1
    }
  }
  return items
}

/** What YAML makes of the value, one string per entry: the check that the text was read rightly. */
function namesOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.flatMap(item => entriesIn(String(item), 0, String(item).length).map(({ name }) => name))
}

/**
 * Reads the tools of a frontmatter key: a comma-separated or space-separated string, or a YAML list, whose items may
 * be such strings themselves (code.claude.com/docs/en/skills, agentskills.io/specification).
 *
 * Commas and spaces inside parentheses do not split: `Bash(git add:*, git commit:*)` is one entry. Returns `undefined`
 * when the key is missing or its value is none of these forms.
 */
export function toolListOf(document: Document, key: string): ToolList | undefined {
  const field = document.meta.at(key)
  if (!field) return undefined
  const { text } = document
  const { value, style, span } = field
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined

  let spans: Span[]
  if (style === 'list') spans = itemsOfList(document, field)
  else if (style === 'flow') spans = itemsOfFlow(text, field)
  else if (style === 'block') spans = [{ start: text.indexOf('\n', span.start) + 1, end: span.end }]
  else spans = [unquoted(text, span.start, span.end)]
  const entries = spans.flatMap(({ start, end }) => entriesIn(text, start, end))

  const names = namesOf(value)
  const isSame = names.length === entries.length && entries.every(({ name }, index) => name === names[index])
  if (!isSame) return undefined
  if (style === 'list' || style === 'flow') return { field, form: style, entries }
  const isComma =
    entries.length < 2 ||
    text
      .slice(span.start, span.end)
      .replace(/\([^)]*\)/g, '')
      .includes(',')
  return { field, form: isComma ? 'comma' : 'space', entries }
}

/** Where a whole line with its ending stands, given an offset in it. */
function lineAt({ lines, text }: Document, offset: number): Span {
  const index = lines.index(offset)
  return { start: lines.starts[index]!, end: lines.starts[index + 1] ?? text.length }
}

/**
 * The edit that takes an entry out, with its separator or line.
 *
 * `undefined` for the last entry that is left: what an empty or missing value means differs between clients.
 */
export function withoutEntry(document: Document, list: ToolList, entry: ToolEntry): Edit | undefined {
  const { entries, form } = list
  const { path, text } = document
  const at = entries.indexOf(entry)
  const next = entries[at + 1]
  const previous = entries[at - 1]
  if (!next && !previous) return undefined
  const line = lineAt(document, entry.span.start)
  const shares = [next, previous].some(other => other && other.span.start >= line.start && other.span.start < line.end)
  if (form === 'list' && !shares) return { path, span: line, text: '' }
  if (form === 'list') return undefined
  const isQuoted = (offset: number) => form === 'flow' && /["']/.test(text[offset] ?? '')
  const start = isQuoted(entry.span.start - 1) ? entry.span.start - 1 : entry.span.start
  const end = isQuoted(entry.span.end) ? entry.span.end + 1 : entry.span.end
  if (next) {
    const to = isQuoted(next.span.start - 1) ? next.span.start - 1 : next.span.start
    return { path, span: { start, end: to }, text: '' }
  }
  const from = isQuoted(previous!.span.end) ? previous!.span.end + 1 : previous!.span.end
  return { path, span: { start: from, end }, text: '' }
}

/** The edit that adds a tool after the last entry, in the form that the value has. */
export function withEntry(document: Document, list: ToolList, name: string): Edit | undefined {
  const { path, text } = document
  const last = list.entries.at(-1)
  if (!last) return undefined
  let at = last.span.end
  if (list.form === 'list') {
    const line = lineAt(document, last.span.start)
    const whole = text.slice(line.start, line.end)
    const dash = /^\s*-[ \t]+/.exec(whole)
    const ending = /\r?\n$|\r$/.exec(whole)
    return dash && ending
      ? { path, span: { start: line.end, end: line.end }, text: `${dash[0]}${name}${ending[0]}` }
      : undefined
  }
  if (list.form === 'flow' && /["']/.test(text[at] ?? '')) at++
  return { path, span: { start: at, end: at }, text: `${list.form === 'space' ? ' ' : ', '}${name}` }
}
