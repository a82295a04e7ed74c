import type { Document } from '../../core/types.ts'
import { type Gate, type GateSection, gatesOf } from './gates.ts'

/** Sections whose gates are shown, not meant. */
const SHOWN = /\bexamples?\b|\bsamples?\b|\btemplates?\b|anti-?pattern|示例|样例|模板|反例/i

/** The gate sections that a rule may hold an author to: those below a heading or in a tag called “example” are not. */
export function checkedGates(document: Document): GateSection[] {
  const sections = gatesOf(document)
  if (!SHOWN.test(document.text)) return [...sections]
  return sections.filter(({ heading, body }) => {
    const at = heading?.span.start ?? body.start
    const tags = document.sections.filter(({ span }) => span.start <= at && at < span.end)
    return !tags.some(({ tag }) => SHOWN.test(tag.replaceAll('_', ' '))) && !isBelowExample(document, at)
  })
}

function isBelowExample({ headings }: Document, offset: number): boolean {
  let depth = 7
  for (let index = headings.length - 1; index >= 0; index--) {
    const heading = headings[index]!
    if (heading.span.start > offset || heading.depth >= depth) continue
    depth = heading.depth
    if (depth > 1 && SHOWN.test(heading.text)) return true
  }
  return false
}

const SOFT = /non-?blocking|advisory|optional|informational|\bsoft\b|非阻|不阻|可选|仅提示/i

/** Whether a gate does not hold anybody up, by a bullet or by its head. */
export const isSoft = ({ bullets, head, note = '' }: Gate, { heading }: GateSection): boolean =>
  bullets.some(({ kind }) => kind === 'non-blocking') || SOFT.test(`${head} ${note} ${heading?.text ?? ''}`)

/** Whether a gate says in its own sentence what it asks: `**GATE P0 → P1**: text`. */
export const isSentence = ({ dialect, text }: Gate): boolean =>
  (dialect === 'short-phase' || dialect === 'phase') && text !== ''

/** How messages call a gate: “GATE 2”, “GATE P0 → P1”, “GATE Parse → Route”. */
export const nameOf = ({ id, word, head }: Gate): string => `${word} ${id || head}`.trim()
