import type { Document, Heading, Span } from '../../core/types.ts'
import { lastHolding } from '../holding.ts'
import { type ProseLine, proseLinesOf } from '../prose-lines.ts'
import { type Part, partsOf, sectionAt } from '../sections.ts'
import { gateWith } from './below.ts'
import { type GateHead, gateHead } from './head.ts'
import type { Gate, GateSection } from './types.ts'

export type { Gate, GateBullet, GateSection } from './types.ts'

const known = new WeakMap<Document, readonly GateSection[]>()

/**
 * The gates of a document by section, in order; “Phase Gates” headings without a gate are sections with none.
 *
 * A gate is a bold `GATE …` (or 门禁, 关卡, 阶段门) at the start of a line or a list item, or a heading of that form. Outside
 * of a gate section it has phases (`A → B`) or bullets of its own; what has neither only speaks of a gate. Gates
 * without a heading form one section per section tag. Computed once per document.
 */
export function gatesOf(document: Document): readonly GateSection[] {
  const found = known.get(document) ?? read(document)
  known.set(document, found)
  return found
}

/** All gates of a document, in order. */
export const allGatesOf = (document: Document): Gate[] => gatesOf(document).flatMap(({ gates }) => gates)

const WORD = /gate|门禁|关卡|阶段门/i
const INHERITS =
  /\b(?:inherit(?:s|ed)?|extends?|base|on top of|in addition to|continued?s?|same (?:gates )?as|shared|as (?:in|defined in)|see|from|follows?)\b|继承|沿用|基础|同上|参见|参照|共用|共享|承接/i

function read(document: Document): GateSection[] {
  if (document.kind === 'data' || !WORD.test(document.text)) return []
  const lines = proseLinesOf(document)
  const headings = new Map<number, Heading>(
    document.headings.map(heading => [document.lines.index(heading.span.start), heading]),
  )
  const heads: GateHead[] = []
  for (const line of lines) {
    if (!WORD.test(line.text)) continue
    const head = gateHead(line, headings.has(line.index))
    if (head) heads.push(head)
  }
  const headLines = new Set(heads.map(({ line }) => line))
  const parts = partsOf(document, 'phase_gates').filter(({ at }) => !headLines.has(document.lines.index(at.start)))
  const places = parts.map(part => ({ part, body: bodyOf(document, part, headLines), gates: [] as Gate[] }))
  const loose = new Map<number, Gate[]>()
  const stops = stopsOf(document, headLines)
  for (const [index, head] of heads.entries()) {
    const next = heads[index + 1]?.line ?? Number.POSITIVE_INFINITY
    const place = lastHolding(places, ({ body }) => body, head.headSpan.start)
    const gate = gateWith(head, linesBelow(lines, head.line, next, stops))
    if (place) place.gates.push(gate)
    else if (isGate(gate)) {
      const key = sectionAt(document, head.headSpan.start)?.span.start ?? -1
      const group = loose.get(key)
      if (group) group.push(gate)
      else loose.set(key, [gate])
    }
  }
  const sections: GateSection[] = places.map(({ part, body, gates }) => {
    const title = document.text.slice(part.at.start, part.at.end)
    const first = gates[0]?.span.start ?? body.end
    const said = `${title}\n${document.text.slice(body.start, Math.min(first, body.start + 4_000))}`
    return { heading: { text: title, span: part.at, form: part.form }, body, gates, inherits: INHERITS.test(said) }
  })
  for (const gates of loose.values()) {
    const body = { start: gates[0]!.span.start, end: gates.at(-1)!.span.end }
    sections.push({ body, gates, inherits: false })
  }
  return sections.sort((a, b) => a.body.start - b.body.start)
}

/** Whether a head outside of a gate section is a gate and not a word about one. */
function isGate({ word, from, bullets }: Gate): boolean {
  const isPlain = word === 'GATE' || /^\p{Script=Han}/u.test(word)
  return isPlain && (from !== undefined || bullets.some(({ kind, form }) => kind !== 'other' && form !== 'inline'))
}

/** A section's body; headings that are gates do not end it. */
function bodyOf(document: Document, part: Part, headLines: ReadonlySet<number>): Span {
  const { headings, lines, sections, text } = document
  const { start, end } = part.body
  const isGateHeading = (heading: Heading | undefined) => heading && headLines.has(lines.index(heading.span.start))
  let at = firstFrom(headings, end)
  if (part.form === 'tag' || headings[at]?.span.start !== end || !isGateHeading(headings[at])) return part.body
  while (isGateHeading(headings[at])) at++
  const tag = sections[firstFrom(sections, end)]?.span.start
  const ends = [headings[at]?.span.start, tag, part.inside?.body.end, text.length]
  return { start, end: Math.min(...ends.filter(each => each !== undefined)) }
}

/** Index of the first place that begins at an offset or behind it. */
function firstFrom(places: readonly { span: Span }[], offset: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]!.span.start < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Lines that end a gate: section tags, and headings that are no gates. */
function stopsOf({ headings, sections, tagFaults, lines }: Document, headLines: ReadonlySet<number>): Set<number> {
  const starts = [
    ...headings.map(({ span }) => span.start),
    ...sections.flatMap(({ open, close }) => [open.start, close.start]),
    ...tagFaults.map(({ span }) => span.start),
  ]
  return new Set(starts.map(start => lines.index(start)).filter(line => !headLines.has(line)))
}

function linesBelow(lines: readonly ProseLine[], line: number, next: number, stops: ReadonlySet<number>): ProseLine[] {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines[middle]!.index <= line) low = middle + 1
    else high = middle
  }
  const below: ProseLine[] = []
  for (let at = low; at < lines.length; at++) {
    const own = lines[at]!
    if (own.index >= next || stops.has(own.index)) break
    below.push(own)
  }
  return below
}
