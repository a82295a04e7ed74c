import type { SuppressionReview } from './rule.ts'
import type { Diagnostic, Document, Span, Suppression } from './types.ts'

interface Reach {
  suppression: Suppression
  id?: string
  nameSpan: Span
  start: number
  end: number
}

/** Where the content begins: after the frontmatter, blank lines and comments on one line. */
function contentStart({ text, meta }: Document): number {
  const blank = /\s*(?:<!--[^\n]*?-->)?/y
  let at = meta.span.end
  for (;;) {
    blank.lastIndex = at
    const skipped = blank.exec(text)?.[0].length ?? 0
    if (!skipped) return at
    at += skipped
  }
}

/**
 * Where each suppression of a document holds: to the end, to its `enable`, or on the next line (or the block that opens there). One that stands before
 * any other content holds for the whole file, frontmatter and byte order mark included.
 */
function reaches(document: Document): Reach[] {
  const found: Reach[] = []
  const open = new Map<string | undefined, Reach[]>()
  const top = contentStart(document)
  for (const suppression of document.suppressions) {
    if (suppression.kind === 'unknown') continue
    const names = suppression.rules.length ? suppression.rules : [{ id: undefined, span: suppression.span }]
    for (const { id, span } of names) {
      const base = { suppression, ...(id === undefined ? {} : { id }), nameSpan: span }
      if (suppression.kind === 'disable') {
        const start = suppression.span.start < top ? -1 : suppression.span.start
        const reach = { ...base, start, end: document.text.length + 1 }
        found.push(reach)
        const others = open.get(id)
        if (others) others.push(reach)
        else open.set(id, [reach])
      } else if (suppression.kind === 'disable-next-line') {
        const line = document.lines.span(document.lines.index(suppression.span.end) + 1)
        // Before a fence it holds for the whole block: its lines cannot hold comments of their own.
        const fence = document.fences[firstAt(document.fences, line.start, ({ open }) => open.start)]
        const end = fence && fence.open.start < line.end ? fence.span.end : line.end
        found.push({ ...base, start: line.start, end: end + 1 })
      } else {
        const ended = id === undefined ? [...open.values()].flat() : (open.get(id) ?? [])
        for (const reach of ended) reach.end = suppression.span.start
        if (id === undefined) open.clear()
        else open.delete(id)
      }
    }
  }
  return found
}

/** The index of the first item, of items in order, that is at or after a place. */
function firstAt<T>(items: readonly T[], place: number, placeOf: (item: T) => number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeOf(items[middle]!) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** The names that speak of a rule: itself, its groups, and none. */
function namesOf(rule: string): (string | undefined)[] {
  const names: (string | undefined)[] = [undefined, rule]
  for (let at = rule.indexOf('/'); at >= 0; at = rule.indexOf('/', at + 1)) names.push(rule.slice(0, at))
  return names
}

/** Groups items by names; an item may have several. */
function byName<T>(
  items: readonly T[],
  of: (item: T) => readonly (string | undefined)[],
): Map<string | undefined, T[]> {
  const groups = new Map<string | undefined, T[]>()
  for (const item of items)
    for (const name of of(item)) {
      const group = groups.get(name)
      if (group) group.push(item)
      else groups.set(name, [item])
    }
  return groups
}

/** Spans joined where they touch, in order. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}

/**
 * Takes out the findings that a document's comments suppress.
 *
 * A name may be a rule (`merge/copy-list`) or a group (`merge`). Returns what stays, what is hidden, and the review
 * that the `suppressions/*` rules report from. `ruleIds` are all known rules; only `active` ones can be unused.
 */
export function suppress(
  document: Document,
  diagnostics: readonly Diagnostic[],
  ruleIds: readonly string[],
  active: ReadonlySet<string>,
): { kept: Diagnostic[]; hidden: Diagnostic[]; review: SuppressionReview } {
  const found = reaches(document)
  const covered = new Map([...byName(found, ({ id }) => [id])].map(([name, own]) => [name, joined(own)]))
  const isCovered = (name: string | undefined, at: number) => {
    const spans = covered.get(name) ?? []
    const span = spans[firstAt(spans, at + 1, ({ start }) => start) - 1]
    return span !== undefined && at < span.end
  }
  const kept: Diagnostic[] = []
  const hidden: Diagnostic[] = []
  for (const diagnostic of diagnostics) {
    const isHidden = namesOf(diagnostic.rule).some(name => isCovered(name, diagnostic.span.start))
    ;(isHidden ? hidden : kept).push(diagnostic)
  }
  const ordered = [...diagnostics].sort((a, b) => a.span.start - b.span.start)
  const places = byName(ordered, ({ rule }) => namesOf(rule))
  const isUsed = ({ id, start, end }: Reach) => {
    const own = places.get(id) ?? []
    const next = own[firstAt(own, start, ({ span }) => span.start)]
    return next !== undefined && next.span.start < end
  }
  const knownNames = new Set(ruleIds.flatMap(namesOf))
  const activeNames = new Set(ruleIds.filter(rule => active.has(rule)).flatMap(namesOf))
  const unused = found
    .filter(reach => activeNames.has(reach.id) || reach.id === undefined)
    .filter(reach => !isUsed(reach))
    .map(({ suppression, id, nameSpan }) => ({ suppression, ...(id === undefined ? {} : { id }), span: nameSpan }))
  const known = document.suppressions.filter(({ kind }) => kind !== 'unknown')
  const unknown = known.flatMap(suppression =>
    suppression.rules.filter(({ id }) => !knownNames.has(id)).map(({ id, span }) => ({ suppression, id, span })),
  )
  return { kept, hidden, review: { document, unused, unknown, ruleIds } }
}
