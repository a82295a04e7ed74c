import type { Document, Heading, Span } from '../../core/types.ts'
import { codeSpansOf } from '../contract/text.ts'

/** What a document says of differences from its variants: `<!-- maestro-variant: reason -->`. */
export interface Declarations {
  /** The reason that holds for the whole file, and in a skill's entry for the whole skill. */
  whole?: string
  /** Stretches that differ on purpose, in order; they do not overlap. */
  parts: readonly Span[]
  /** Comments without a reason: they declare nothing. */
  blank: readonly Span[]
}

const WORD = 'maestro-variant'

interface Comment {
  span: Span
  reason: string
}

const NONE: Declarations = { parts: [], blank: [] }

const known = new WeakMap<Document, Declarations>()

/** Reads a document's declarations; once, however many rules ask. */
export function declarationsOf(document: Document): Declarations {
  const found =
    known.get(document) ?? (document.kind !== 'data' && document.text.includes(WORD) ? read(document) : NONE)
  known.set(document, found)
  return found
}

/** Whether a place of a document is declared to differ. */
export function isDeclared(document: Document, { start }: Span): boolean {
  const { parts } = declarationsOf(document)
  const part = parts[firstBehind(parts, start, span => span.start) - 1]
  return part !== undefined && start < part.end
}

/** The index of the first item, of items in order, that is behind a place. */
function firstBehind<T>(items: readonly T[], place: number, placeOf: (item: T) => number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeOf(items[middle]!) <= place) low = middle + 1
    else high = middle
  }
  return low
}

/** What stands behind the word: a colon, then the reason, white space folded. */
const reasonIn = (rest: string) =>
  rest
    .replace(/^\s*[:：]/, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The comments behind the frontmatter, outside of code. */
function commentsIn(document: Document): Comment[] {
  const { text, meta, fences } = document
  const codes = codeSpansOf(document)
  const holds = (spans: readonly { span: Span }[], at: number) => {
    const last = spans[firstBehind(spans, at, ({ span }) => span.start) - 1]
    return last !== undefined && at < last.span.end
  }
  const found: Comment[] = []
  for (let at = text.indexOf(WORD, meta.span.end); at >= 0; at = text.indexOf(WORD, at + WORD.length)) {
    const before = /<!--\s{0,9}$/.exec(text.slice(Math.max(0, at - 13), at))
    const close = text.indexOf('-->', at)
    if (close < 0) break
    const start = at - (before?.[0].length ?? 0)
    if (
      !before ||
      !/^[\s:：-]/.test(text.slice(at + WORD.length, close + 1)) ||
      holds(fences, start) ||
      holds(codes, start)
    )
      continue
    found.push({ span: { start, end: close + 3 }, reason: reasonIn(text.slice(at + WORD.length, close)) })
  }
  return found
}

/** The comments of the frontmatter, each with the line that it speaks of: its own or, alone on a line, the next. */
function keyCommentsIn({ lines, meta }: Document): (Comment & { line: Span })[] {
  const found: (Comment & { line: Span })[] = []
  if (meta.state !== 'closed') return found
  const last = lines.index(meta.body.end)
  for (let index = lines.index(meta.body.start); index < last; index++) {
    const line = lines.text(index)
    const at = line.indexOf(`# ${WORD}`)
    if (at < 0 || (at > 0 && !/[ \t]/.test(line[at - 1]!))) continue
    const { start, end } = lines.span(index)
    const reason = reasonIn(line.slice(at + WORD.length + 2))
    found.push({
      span: { start: start + at, end },
      reason,
      line: lines.span(line.slice(0, at).trim() ? index : index + 1),
    })
  }
  return found
}

/** Where the next thing begins that is neither white space nor a comment. */
function contentAt(text: string, offset: number): number {
  const space = /\s*/y
  for (let at = offset, round = 0; ; round++) {
    space.lastIndex = at
    at += space.exec(text)![0].length
    const close = text.startsWith('<!--', at) && round < 20 ? text.indexOf('-->', at) : -1
    if (close < 0) return at
    at = close + 3
  }
}

/** A section, or what stands under a heading; a document's one title stands for all of it and has no end. */
interface Part {
  at: number
  span?: Span
}

/** Looks up, for offsets that only grow, the innermost part that holds each. Parts come in order of their beginnings. */
function innermost(parts: readonly Part[]): (offset: number) => Part | undefined {
  const open: Part[] = []
  let next = 0
  return offset => {
    while (next < parts.length && parts[next]!.at <= offset) open.push(parts[next++]!)
    while (open.at(-1)?.span && open.at(-1)!.span!.end <= offset) open.pop()
    return open.at(-1)
  }
}

/** The sections of a document and what stands under its headings, in order of their beginnings. */
function partsIn({ headings, sections, text }: Document): Part[] {
  const tagged = sections.map(({ span }): Part => ({ at: span.start, span }))
  const around = innermost(tagged)
  const ends = new Map<Heading, number>()
  const open: Heading[] = []
  for (const heading of headings) {
    while (open.length && open.at(-1)!.depth >= heading.depth) ends.set(open.pop()!, heading.span.start)
    open.push(heading)
  }
  const hasTitle = headings[0]?.depth === 1 && headings.every(({ depth }, index) => index === 0 || depth > 1)
  const titled = headings.map((heading, index): Part => {
    const at = heading.span.start
    const inside = around(at)?.span
    if (hasTitle && index === 0 && !inside) return { at }
    return { at, span: { start: at, end: Math.min(ends.get(heading) ?? text.length, inside?.end ?? text.length) } }
  })
  return [...tagged, ...titled].sort((a, b) => a.at - b.at)
}

function read(document: Document): Declarations {
  const { text, meta } = document
  const inText = commentsIn(document)
  const inMeta = keyCommentsIn(document)
  const spans = inMeta.filter(({ reason }) => reason).map(({ line }) => line)
  const parts = partsIn(document)
  const begins = new Map(parts.map(part => [part.at, part]))
  const around = innermost(parts)
  const top = contentAt(text, meta.span.end)
  let whole: string | undefined
  for (const { span, reason } of inText) {
    if (!reason) continue
    const inside = around(span.start)
    // A comment above a part speaks of it; any other of the innermost part that holds it.
    const part = begins.get(contentAt(text, span.end)) ?? inside
    if (span.start < top || !part?.span) whole ??= reason
    else spans.push(part.span)
  }
  const blank = [...inMeta, ...inText].filter(({ reason }) => !reason).map(({ span }) => span)
  return { parts: joined(spans), blank, ...(whole === undefined ? {} : { whole }) }
}

/** Spans in order, joined where they overlap. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}

/** The reason that the configuration gives for a skill to differ; names such as “constructor” are names. */
export const reasonFor = ({ reasons }: { reasons: Readonly<Record<string, string>> }, name: string): string =>
  Object.hasOwn(reasons, name) ? reasons[name]!.trim() : ''
