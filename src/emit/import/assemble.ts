import { applyEdits } from '../../core/edit.ts'
import type { Document, Edit, Span } from '../../core/types.ts'
import type { Context } from './context.ts'
import { bracesIn, canPrecede } from './escape.ts'
import type { Found } from './mentions.ts'
import type { Change, Note, Passage } from './types.ts'
import { linesAround } from './units.ts'

const overlaps = (a: Span, b: Span) => a.start < b.end && b.start < a.end
const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end

/** What is left when all that was found is made to fit: nothing overlaps. */
export interface Settled {
  passages: { span: Span; isLines: boolean }[]
  changes: Change[]
  notes: Omit<Note, 'path'>[]
}

type Stretch = Settled['passages'][number]

/** Stretches that touch, joined; where one is whole lines, all is. */
function joined(document: Document, stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = []
  for (const next of [...stretches].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)) {
    const last = result.at(-1)
    const isNear =
      last &&
      (next.span.start <= last.span.end ||
        (last.isLines && next.isLines && /^\r?\n$/.test(document.text.slice(last.span.end, next.span.start))))
    if (!isNear) result.push(next)
    else {
      const span = { start: last.span.start, end: Math.max(last.span.end, next.span.end) }
      const isLines = last.isLines || next.isLines
      result[result.length - 1] = { span: isLines ? linesAround(document, span) : span, isLines }
    }
  }
  return result
}

/** Finds changes that overlap a span, for changes ordered by where they begin. */
function finderOf(ordered: readonly Change[]): (span: Span) => Change[] {
  // The furthest end of a change and all before it: from where it passes a span on, changes may overlap the span.
  let furthest = 0
  const ends = ordered.map(({ span }) => {
    furthest = Math.max(furthest, span.end)
    return furthest
  })
  return span => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! <= span.start) low = middle + 1
      else high = middle
    }
    const found: Change[] = []
    for (; low < ordered.length && ordered[low]!.span.start < span.end; low++)
      if (overlaps(ordered[low]!.span, span)) found.push(ordered[low]!)
    return found
  }
}

/** Joins passages that touch, takes changes into them that reach over their edge, drops changes inside. */
export function settle(document: Document, { changes, passages, notes }: Found): Settled {
  const ordered = [...changes].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)
  const overlapping = finderOf(ordered)
  let spans = joined(document, passages)
  for (let before = ''; before !== JSON.stringify(spans); ) {
    before = JSON.stringify(spans)
    const grown = spans.map(passage => {
      const cut = overlapping(passage.span).filter(({ span }) => !holds(passage.span, span))
      if (!cut.length) return passage
      const start = Math.min(passage.span.start, ...cut.map(({ span }) => span.start))
      const end = Math.max(passage.span.end, ...cut.map(({ span }) => span.end))
      return { span: linesAround(document, { start, end }), isLines: true }
    })
    spans = joined(document, grown)
  }
  const kept: Change[] = []
  let next = 0
  for (const change of ordered) {
    const last = kept.at(-1)
    if (last && change.span.start < last.span.end) continue
    while (next < spans.length && spans[next]!.span.end < change.span.end) next++
    if (!spans[next] || !holds(spans[next]!.span, change.span)) kept.push(change)
    else if (change.isNeeded) kept.push({ ...change, text: change.home ?? change.text })
  }
  return { passages: spans, changes: kept, notes: [...notes, ...passages.map(lossOf)] }
}

const lossOf = ({ at, what, why }: Passage): Omit<Note, 'path'> => ({ kind: 'lost', span: at, what, why })

/** Edits that turn a document into its source, of what stands behind an offset. */
export function sourceEdits(
  { path, text }: Pick<Document, 'path' | 'text'>,
  { passages, changes }: Settled,
  { home }: Context,
  from = 0,
): Edit[] {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const insert = (at: number, inserted: string): Edit => ({ path, span: { start: at, end: at }, text: inserted })
  const closes: Edit[] = []
  const opens: Edit[] = []
  for (const { span, isLines } of passages) {
    // A mark behind the last line would leave a line break that was not there.
    const isLast = span.end === text.length && canPrecede(text, span.end)
    opens.push(insert(span.start, `{{#${home.id}}}${isLines ? eol : ''}`))
    closes.push(insert(span.end, `${isLines && !isLast ? eol : ''}{{/${home.id}}}`))
  }
  const replaced = changes.map(({ span }) => span)
  let next = 0
  const escapes = bracesIn(text, from).flatMap(at => {
    while (next < replaced.length && replaced[next]!.end <= at) next++
    return next < replaced.length && replaced[next]!.start <= at ? [] : [insert(at, '\\')]
  })
  return [...closes, ...opens, ...escapes, ...changes.map(({ span, text: to }) => ({ path, span, text: to }))]
}

/**
 * A stretch of a document as its source says it; `undefined` where a part of it is for one client alone, which a typed
 * block cannot say.
 */
export function sourceOf(document: Document, span: Span, settled: Settled, context: Context): string | undefined {
  if (settled.passages.some(passage => overlaps(passage.span, span))) return undefined
  const inside = settled.changes.filter(change => overlaps(change.span, span))
  if (inside.some(change => change.splits || !holds(span, change.span))) return undefined
  const own = document.text.slice(0, span.end)
  const edits = sourceEdits(
    { path: document.path, text: own },
    { passages: [], changes: inside, notes: [] },
    context,
    span.start,
  )
  return applyEdits(own, edits).text.slice(span.start)
}

/** Notes for changes that the home client sees. */
export function changeNotes(document: Document, changes: readonly Change[]): Omit<Note, 'path'>[] {
  const { text } = document
  return changes.flatMap(({ span, home, what, why, notes = [] }) => {
    const own = text.slice(span.start, span.end)
    const isSame = home === undefined || home === own
    return isSame
      ? [...notes]
      : [
          {
            kind: 'normalised' as const,
            span,
            what: what ?? `“${brief(own)}” becomes “${brief(home)}”`,
            why: why ?? '',
            to: home,
          },
          ...notes,
        ]
  })
}

/** The beginning of a text, on one line. */
function brief(text: string): string {
  const line = text.trim().split(/\r?\n/)[0]!
  return line.length > 60 || line.length < text.trim().length ? `${line.slice(0, 60).trimEnd()}…` : line
}
