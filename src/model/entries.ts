import { BREAKING, needsQuotes } from '../core/scalar.ts'
import type { Document, Field, Frontmatter, Span, YamlFault } from '../core/types.ts'

/** A line of a frontmatter block that holds a value: `key: value` or `- value`. */
export interface Entry {
  /** Empty for an item of a list. */
  key: string
  /** Whether the key is one of the block itself, not of a mapping inside it. */
  isTop: boolean
  /** Zero-based index of the line. */
  line: number
  /** What stands after the key, comments included; empty when nothing does. */
  raw: string
  span: Span
  /** Whether no deeper lines follow that belong to the value. */
  isOneLine: boolean
}

const HEAD = /^([ \t]*)((?:-[ \t]+)*)(?:([A-Za-z_][\w.-]*)[ \t]*:(?=[ \t]|$)[ \t]*)?/

/** Where a text ends without blanks; to YAML white space is spaces and tabs, anything else belongs to the value. */
function endOf(text: string): number {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  return end
}

/**
 * The entries of a frontmatter block, read line by line: what stands in the text, also where YAML cannot read it.
 *
 * Lines that continue a value (a block scalar, an indented rest) are no entries, nor are comments.
 */
export function entriesOf({ meta, lines }: Pick<Document, 'meta' | 'lines'>): Entry[] {
  const entries: Entry[] = []
  const last = lines.index(Math.max(meta.body.start, meta.body.end - 1))
  /** Lines deeper than this belong to the value of the last entry. */
  let depth = Number.POSITIVE_INFINITY
  for (let line = lines.index(meta.body.start); line <= last && meta.body.end > meta.body.start; line++) {
    const text = lines.text(line)
    const [head, indent = '', dashes = '', key = ''] = HEAD.exec(text)!
    const raw = text.slice(head.length, endOf(text))
    if (!raw && !key && !dashes) continue
    if (indent.length > depth) {
      entries.at(-1)!.isOneLine = false
      continue
    }
    if ((raw.startsWith('#') && !key && !dashes) || (!key && !dashes)) continue
    depth = raw && !raw.startsWith('#') ? indent.length + (key ? dashes.length : 0) : Number.POSITIVE_INFINITY
    const start = lines.span(line).start + (raw ? head.length : endOf(text))
    const isTop = key !== '' && !indent && !dashes
    entries.push({ key, isTop, line, raw, span: { start, end: start + raw.length }, isOneLine: true })
  }
  return entries
}

/** Whether an entry alone makes its block invalid, told by its text. */
export const isBroken = (entry: Entry): boolean =>
  entry.key !== '' && entry.isOneLine && BREAKING.has(needsQuotes(entry.raw))

/** The reader's faults in the order of the text; what follows the first is often its echo. */
export const faultsInOrder = (meta: Frontmatter): YamlFault[] =>
  [...meta.faults].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)

/**
 * The fields whose values can be trusted: all of a sound block, those before the first broken line of another.
 */
export function trustedFields(document: Pick<Document, 'meta' | 'lines'>): readonly Field[] {
  const { meta, lines } = document
  const first = faultsInOrder(meta)[0]
  if (!first) return meta.fields
  const broken = entriesOf(document).find(isBroken)
  const line = Math.min(lines.index(first.span.start), broken?.line ?? Number.POSITIVE_INFINITY)
  return meta.fields.filter(field => lines.index(Math.max(field.keySpan.end, field.span.end)) < line)
}

/** Whether a block holds nothing but comments. */
export const isEmptyBlock = ({ meta, text }: Pick<Document, 'meta' | 'text'>): boolean =>
  !/^[ \t]*[^\s#]/m.test(text.slice(meta.body.start, meta.body.end))
