import type { Document, Edit, Span } from '../../core/types.ts'
import type { Literal, LiteralEntry } from '../../markdown/literal.ts'
import { entryOf, type ResultSchema } from './schema.ts'

/** How a schema is written: its quotes, and whether keys have them. */
export interface LiteralStyle {
  quote: '"' | "'"
  quotesKeys: boolean
}

type ObjectLiteral = Literal & { kind: 'object' }

/** The style of an object literal, told by its first key and its first string. */
export function styleOf({ text, fences }: Document, { entries, span }: ObjectLiteral): LiteralStyle {
  const first = entries[0] && text[entries[0].keySpan.start]
  const quote = /["']/.exec(text.slice(span.start, span.end))?.[0] === "'" ? "'" : '"'
  const lang = fences.find(({ body }) => body.start <= span.start && span.end <= body.end)?.lang ?? ''
  return { quote, quotesKeys: first === undefined ? /^json/.test(lang) : first === '"' || first === "'" }
}

/** The line ending that stands nearest before an offset, else the document's first. */
export function lineEndAt({ text }: Document, offset: number): string {
  const before = text.lastIndexOf('\n', offset - 1)
  const at = before < 0 ? text.indexOf('\n') : before
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n'
}

/** A value as one line of code. */
export function inline(value: unknown, style: LiteralStyle): string {
  if (typeof value === 'string') {
    const json = JSON.stringify(value)
    return style.quote === '"' ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  }
  if (Array.isArray(value)) return `[${value.map(item => inline(item, style)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).flatMap(([key, held]) =>
    held === undefined ? [] : [`${keyText(key, style)}: ${inline(held, style)}`],
  )
  return entries.length ? `{ ${entries.join(', ')} }` : '{}'
}

/** A key, in quotes where the style or the key itself asks for them. */
export const keyText = (key: string, style: LiteralStyle): string =>
  style.quotesKeys || !/^[A-Za-z_$][\w$]*$/.test(key) ? inline(key, style) : key

/** What stands before something on its line, where that is white space and quote marks only. */
function leadOf({ text, lines }: Document, offset: number): string | undefined {
  const lead = text.slice(lines.starts[lines.index(offset)]!, offset)
  return /^[\s>]*$/.test(lead) ? lead : undefined
}

/** The entry as text, its value in the column of its neighbours' where these are aligned. */
function entryText(document: Document, { entries }: ObjectLiteral, key: string, value: unknown, style: LiteralStyle) {
  const { text } = document
  const gaps = entries.map(({ keySpan, value: held }) => held.span.start - keySpan.start)
  const isAligned =
    entries.length > 1 &&
    new Set(gaps).size === 1 &&
    /[ \t]{2}/.test(
      text.slice(entries[0]!.keySpan.end, entries[0]!.value.span.start) +
        text.slice(entries.at(-1)!.keySpan.end, entries.at(-1)!.value.span.start),
    )
  return `${`${keyText(key, style)}:`.padEnd(isAligned ? gaps[0]! - 1 : 0)} ${inline(value, style)}`
}

/** Edits that put an entry after another one of its object; before all others where there is no other one named. */
export function insertEntry(
  document: Document,
  object: ObjectLiteral,
  after: LiteralEntry | undefined,
  key: string,
  value: unknown,
): Edit[] {
  const { text, lines, path } = document
  const style = styleOf(document, object)
  const written = entryText(document, object, key, value, style)
  const edit = (start: number, inserted: string): Edit => ({ path, span: { start, end: start }, text: inserted })
  const [first] = object.entries
  if (!first) return [{ path, span: { start: object.span.start + 1, end: object.span.end - 1 }, text: ` ${written} ` }]
  const lead = leadOf(document, (after ?? first).keySpan.start)
  const eol = lineEndAt(document, object.span.end)
  if (!after) return [edit(first.keySpan.start, lead === undefined ? `${written}, ` : `${written},${eol}${lead}`)]
  const { end } = after.value.span
  const line = lines.span(lines.index(end))
  const tail = /^\s*(?:(,)\s*)?(?:\/\/.*|\/\*[^*]*\*\/\s*)?$/.exec(text.slice(end, line.end))
  if (lead === undefined || !tail) return [edit(end, `, ${written}`)]
  if (tail[1]) return [edit(line.end, `${eol}${lead}${written},`)]
  if (line.end === end) return [edit(end, `,${eol}${lead}${written}`)]
  return [edit(end, ','), edit(line.end, `${eol}${lead}${written}`)]
}

/** The edit that puts a name into a list of strings, at its end or at its beginning. */
export function insertName(document: Document, list: Literal & { kind: 'array' }, name: string, first = false): Edit {
  const { text, path } = document
  const [head] = list.items
  const last = list.items.at(-1)
  const quote = text[(head ?? list).span.start] === "'" ? "'" : '"'
  const written = `${quote}${name}${quote}`
  const at = (start: number, inserted: string): Edit => ({ path, span: { start, end: start }, text: inserted })
  if (!head || !last) return { path, span: { start: list.span.start + 1, end: list.span.end - 1 }, text: written }
  const lead = leadOf(document, (first ? head : last).span.start)
  const gap = lead === undefined ? ' ' : lineEndAt(document, list.span.end) + lead
  return first ? at(head.span.start, `${written},${gap}`) : at(last.span.end, `,${gap}${written}`)
}

/** The `properties` of a schema. */
export function propertiesOf({ literal }: ResultSchema): ObjectLiteral | undefined {
  const value = entryOf(literal, 'properties')?.value
  return value?.kind === 'object' ? value : undefined
}

/** The list of required names. */
export function requiredListOf({ literal }: ResultSchema): (Literal & { kind: 'array' }) | undefined {
  const value = entryOf(literal, 'required')?.value
  return value?.kind === 'array' ? value : undefined
}

/** Whether a place lies in a literal that is left unfinished (`...`): what it does not list may still be there. */
export const isOpen = (literal: Literal | undefined): boolean =>
  literal !== undefined && (literal.kind === 'object' || literal.kind === 'array') && literal.open === true

/** The place of a schema for a message: the argument's or the constant's name, else its opening brace. */
export function schemaPlace(schema: ResultSchema): Span {
  if (schema.from === 'call' && schema.keySpan) return schema.keySpan
  return { start: schema.span.start, end: schema.span.start + 1 }
}
