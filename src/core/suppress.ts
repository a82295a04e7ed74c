import type { SuppressionReview } from './rule.ts'
import type { Diagnostic, Document, Suppression } from './types.ts'

interface Reach {
  suppression: Suppression
  id?: string
  nameSpan: { start: number; end: number }
  start: number
  end: number
  used: boolean
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
  const top = contentStart(document)
  for (const suppression of document.suppressions) {
    if (suppression.kind === 'unknown') continue
    const names = suppression.rules.length ? suppression.rules : [{ id: undefined, span: suppression.span }]
    for (const { id, span } of names) {
      const base = { suppression, ...(id === undefined ? {} : { id }), nameSpan: span, used: false }
      if (suppression.kind === 'disable') {
        const start = suppression.span.start < top ? -1 : suppression.span.start
        found.push({ ...base, start, end: document.text.length + 1 })
      } else if (suppression.kind === 'disable-next-line') {
        const line = document.lines.span(document.lines.index(suppression.span.end) + 1)
        // Before a fence it holds for the whole block: its lines cannot hold comments of their own.
        const fence = document.fences.find(({ open }) => open.start >= line.start && open.start < line.end)
        found.push({ ...base, start: line.start, end: (fence?.span.end ?? line.end) + 1 })
      } else {
        for (const open of found)
          if (open.suppression.kind === 'disable' && open.end > suppression.span.start && (!id || open.id === id))
            open.end = suppression.span.start
      }
    }
  }
  return found
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
  const open = reaches(document)
  const covers = (name: string, rule: string) => name === rule || rule.startsWith(`${name}/`)
  const kept: Diagnostic[] = []
  const hidden: Diagnostic[] = []
  for (const diagnostic of diagnostics) {
    const at = diagnostic.span.start
    const by = open.filter(
      reach => reach.start <= at && at < reach.end && (!reach.id || covers(reach.id, diagnostic.rule)),
    )
    for (const reach of by) reach.used = true
    ;(by.length ? hidden : kept).push(diagnostic)
  }
  const isKnown = (name: string) => ruleIds.some(rule => covers(name, rule))
  const isActive = (name: string) => ruleIds.some(rule => covers(name, rule) && active.has(rule))
  const unused = open
    .filter(reach => !reach.used && (reach.id === undefined || (isKnown(reach.id) && isActive(reach.id))))
    .map(({ suppression, id, nameSpan }) => ({ suppression, ...(id === undefined ? {} : { id }), span: nameSpan }))
  const known = document.suppressions.filter(({ kind }) => kind !== 'unknown')
  const unknown = known.flatMap(suppression =>
    suppression.rules.filter(({ id }) => !isKnown(id)).map(({ id, span }) => ({ suppression, id, span })),
  )
  return { kept, hidden, review: { document, unused, unknown, ruleIds } }
}
