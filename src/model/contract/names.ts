import type { Document, Span } from '../../core/types.ts'
import { type Literal, readJsLiteral } from '../../markdown/literal.ts'
import { argumentOf, type SpawnUse } from './spawn.ts'
import { codeSpansOf, labelsOf, wordsOf } from './text.ts'

/** A constant that an instruction, contract or schema is called by. */
export interface ConstantUse {
  name: string
  span: Span
}

const CONSTANT = /^(?:[A-Z][A-Z0-9]*_)+(?:INSTRUCTIONS?|CONTRACT|SCHEMA|PROMPT)$/

/** Names in an expression: itself, or the operands of a sum. */
function namesIn(literal: Literal): ConstantUse[] {
  if (literal.kind === 'name') return CONSTANT.test(literal.name) ? [{ name: literal.name, span: literal.span }] : []
  return literal.kind === 'sum' ? literal.parts.flatMap(namesIn) : []
}

/** The constants that calls, and sums in code spans (`A_INSTRUCTION + B_CONTRACT`), use. */
export function constantUsesOf(document: Document, uses: readonly SpawnUse[]): ConstantUse[] {
  const found: ConstantUse[] = []
  for (const use of uses)
    for (const argument of ['instruction', 'output_schema']) {
      const entry = argumentOf(use, argument)
      if (entry && !use.negated) found.push(...namesIn(entry.value))
    }
  for (const { text, inner } of codeSpansOf(document)) {
    if (
      !/[A-Z]_(?:INSTRUCTIONS?|CONTRACT|SCHEMA|PROMPT)\b/.test(text) ||
      !/^[A-Z][\w\s+]*$/.test(text) ||
      !text.includes('+')
    )
      continue
    const read = readJsLiteral(document.text.slice(0, inner.end), inner.start)
    if (!('error' in read)) found.push(...namesIn(read.value))
  }
  return found.sort((a, b) => a.span.start - b.span.start)
}

/** Words that say what kind of thing a name is, not which one. */
const GENERIC = new Set([
  'shared',
  'common',
  'worker',
  'agent',
  'instruction',
  'instructions',
  'contract',
  'schema',
  'prompt',
  'output',
  'result',
  'the',
  'string',
  'template',
])

const stemOf = (name: string) => wordsOf(name).filter(word => !GENERIC.has(word))

/**
 * Whether a document defines a constant: a heading or label with its name or its words (`**Scoring agent**` for
 * `SCORING_INSTRUCTION`), `NAME =`, a comment `see "…"` that names a label, or a key of that name.
 */
export function isDefined(document: Document, { name, span }: ConstantUse): boolean {
  const { text } = document
  if (
    new RegExp(
      `(?:\\(|\\b(?:const|let|var)\\s+|^|[*#\`]\\s*)${name}(?:\\)|\\s*(?::?=|:)|\`?\\*{0,2}\\s*[:：（(])|（\`?${name}\`?[）、，,]`,
      'm',
    ).test(text)
  )
    return true
  const stem = stemOf(name)
  const labels = labelsOf(document)
  if (labels.some(label => label.text.includes(name))) return true
  const kind = /CONTRACT$/.test(name) ? /contract|契约|协议/i : /SCHEMA$/.test(name) ? /schema|结构|模式/i : undefined
  const matches = (words: string) => {
    const known = new Set(wordsOf(words).flatMap(word => [word, word.replace(/s$/, '')]))
    return stem.length > 0 && stem.every(word => known.has(word) || known.has(word.replace(/s$/, '')))
  }
  if (labels.some(label => matches(label.text) || (stem.length === 0 && kind?.test(label.text)))) return true
  if (document.sections.some(({ tag }) => matches(tag.replaceAll('_', ' ')))) return true
  const line = document.lines.text(document.lines.index(span.start))
  const seen = /see\s+["“`]([^"”`]+)["”`]/i.exec(line)?.[1]
  return seen !== undefined && labels.some(label => wordsOf(label.text).join(' ').includes(wordsOf(seen).join(' ')))
}
