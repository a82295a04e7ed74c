import type { Lines } from '../core/span.ts'
import type { Fence, Heading, Section, Span, Suppression, TagFault } from '../core/types.ts'
import { fenceMark, fenceOf } from './fences.ts'
import { sectionsOf, type TagLine, tagLine } from './sections.ts'
import { brokenSuppression, suppressionsIn } from './suppressions.ts'

/** What one pass over the lines finds. */
export interface Scan {
  fences: Fence[]
  sections: Section[]
  tagFaults: TagFault[]
  headings: Heading[]
  suppressions: Suppression[]
  /** Spans that hide Markdown from a parser: section tags and the marks of nested fences. */
  veils: Span[]
}

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)(.*)$/

/** HTML blocks that may hold anything up to their end: comments, raw text (CommonMark 4.6, kinds 1 and 2). */
const OPAQUE = [
  { open: /^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/i, end: /<\/(?:pre|script|style|textarea)>/i },
  { open: /^ {0,3}<!--/, end: /-->/ },
]

/**
 * Reads a document line by line, from line `first` on: fences, section tags, headings and suppression comments.
 *
 * Linear in the text. HTML comments and raw HTML blocks (`<pre>` and its like) are passed over as CommonMark 4.6 does.
 */
export function scan(lines: Lines, first: number): Scan {
  const fences: (Fence & { veils: Span[] })[] = []
  const tags: TagLine[] = []
  const headings: Heading[] = []
  const suppressions: Suppression[] = []
  const count = lines.starts.length
  const nesting = { hopeless: 0 }
  /** Ends that do not come any more; an HTML block without an end is one line, so that nothing is swallowed. */
  const endless = new Set<RegExp>()

  for (let index = first; index < count; index++) {
    const text = lines.text(index)
    const { start, end } = lines.span(index)
    const mark = fenceMark(text)
    if (mark) {
      const found = fenceOf(lines, index, mark, nesting)
      fences.push(found.fence)
      index = found.last
      continue
    }
    if (text.includes('<!--')) {
      if (/maestro-lint/i.test(text)) suppressions.push(...suppressionsIn(text, start))
      suppressions.push(...brokenSuppression(lines, index))
    }
    const opaque = text.includes('<') && OPAQUE.find(({ open }) => open.test(text))
    if (opaque) {
      const last = endless.has(opaque.end) ? -1 : lastLineOf(lines, index, opaque.end)
      if (last < 0) endless.add(opaque.end)
      else index = last
      continue
    }
    const tag = tagLine(text, start)
    if (tag) tags.push(tag)
    const heading = HEADING.exec(text)
    if (heading) headings.push({ depth: heading[1]!.length, text: headingText(heading[2]!), span: { start, end } })
  }
  const { sections, faults } = sectionsOf(tags)
  const veils = [...tags.map(tag => tag.span), ...fences.flatMap(fence => fence.veils)]
  return {
    fences: fences.map(({ veils: _, ...fence }) => fence),
    sections,
    tagFaults: faults,
    headings,
    suppressions,
    veils: veils.sort((a, b) => a.start - b.start),
  }
}

/** The line on which an HTML block ends, −1 when the end never comes. */
function lastLineOf(lines: Lines, first: number, end: RegExp): number {
  for (let index = first; index < lines.starts.length; index++) if (end.test(lines.text(index))) return index
  return -1
}

/** A heading's text without the closing number signs (CommonMark 4.2), in steps: a pattern would be quadratic. */
function headingText(rest: string): string {
  const text = rest.trim()
  let end = text.length
  while (text[end - 1] === '#') end--
  return end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trim() : text
}

/** Blanks spans at equal length, so that offsets stay true. */
export function veil(text: string, spans: readonly Span[]): string {
  if (!spans.length) return text
  let result = ''
  let at = 0
  for (const { start, end } of spans) {
    if (start < at) continue
    result += text.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return result + text.slice(at)
}
