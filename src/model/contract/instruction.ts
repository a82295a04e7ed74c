import type { Document, Span } from '../../core/types.ts'
import { type Literal, readJsLiteral } from '../../markdown/literal.ts'
import type { SpawnUse } from './spawn.ts'
import { argumentOf } from './spawn.ts'
import { labelsOf } from './text.ts'

/** A text that every worker gets, with its row filled in. */
export interface Instruction {
  /** The constant that calls name it by. */
  name?: string
  /** The text as written: a string’s inside, a fence’s body. */
  span: Span
}

const NAMED = /[(（]`?((?:[A-Z][A-Z0-9]*_)+(?:INSTRUCTIONS?|PROMPT))`?[)）]/
const DECLARED = /\b(?:const|let|var)\s+((?:[A-Z][A-Z0-9]*_)+(?:INSTRUCTIONS?|PROMPT))\s*=\s*(?=["'`])/g

/** The insides of a literal’s strings, those of a sum too. */
function stringsOf(literal: Literal): Span[] {
  if (literal.kind === 'sum') return literal.parts.flatMap(stringsOf)
  return literal.kind === 'string' ? [{ start: literal.span.start + 1, end: literal.span.end - 1 }] : []
}

/**
 * The instructions that a document writes out: strings in calls, strings that declare a constant, and the first fence
 * below a label that ends in its name: `#### Reader (READER_INSTRUCTION)`.
 */
export function instructionsOf(document: Document, uses: readonly SpawnUse[]): Instruction[] {
  const { text, fences } = document
  const found: Instruction[] = []
  for (const use of uses) {
    const argument = use.negated ? undefined : argumentOf(use, 'instruction')
    if (argument) found.push(...stringsOf(argument.value).map(span => ({ span })))
  }
  for (const { body } of fences)
    for (const match of text.slice(body.start, body.end).matchAll(DECLARED)) {
      const read = readJsLiteral(text.slice(0, body.end), body.start + match.index + match[0].length)
      if (!('error' in read)) found.push(...stringsOf(read.value).map(span => ({ name: match[1]!, span })))
    }
  const labels = labelsOf(document)
  for (const [index, label] of labels.entries()) {
    const name = NAMED.exec(label.text)?.[1]
    const next = labels[index + 1]?.span.start ?? text.length
    const fence = name && fences.find(({ span }) => span.start > label.span.end && span.start < next)
    if (fence) found.push({ name, span: fence.body })
  }
  return found.sort((a, b) => a.span.start - b.span.start)
}
