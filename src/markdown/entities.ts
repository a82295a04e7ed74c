import type { Lines } from '../core/span.ts'
import type { Span } from '../core/types.ts'

/**
 * Units of text that may stand before references in their paragraphs, all in all. satteri joins a paragraph's text anew
 * at each `&amp;`: it takes memory for all that stands before it, and fails at 512 MB.
 */
const BUDGET = 16_000_000

const REFERENCE = /&(?=(?:#[xX]?[\da-fA-F]{1,7}|[A-Za-z][A-Za-z\d]{1,31});)/g

/** The ampersands of character references that a parser cannot afford; a document as authors write it has none. */
export function costlyReferences(text: string, lines: Lines, first: number): Span[] {
  if (!text.includes('&')) return []
  const spans: Span[] = []
  let paragraph = 0
  let spent = 0
  for (let index = first; index < lines.starts.length; index++) {
    const line = lines.text(index)
    const start = lines.starts[index]!
    if (line.trim() === '') paragraph = start + line.length
    for (const { index: at } of line.matchAll(REFERENCE)) {
      const cost = start + at - paragraph
      if (spent + cost > BUDGET) spans.push({ start: start + at, end: start + at + 1 })
      else spent += cost
    }
  }
  return spans
}
