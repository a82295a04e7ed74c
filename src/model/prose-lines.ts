import type { Document, FileKind, Span } from '../core/types.ts'
import { spanOfNode, visit } from '../markdown/walk.ts'

/** Kinds of file that are written in prose. */
export const PROSE_KINDS: readonly FileKind[] = ['skill', 'command', 'role', 'role-command', 'agent', 'spec', 'other']

/** A line of prose, list or table, without its line ending. */
export interface ProseLine {
  /** Zero-based. */
  index: number
  start: number
  end: number
  /** The line; comments inside are blanked at equal length. */
  text: string
}

const OPAQUE = /^<(?:!--|(?:pre|script|style|textarea)\b)/i

const known = new WeakMap<Document, readonly ProseLine[]>()

/** The lines of a document outside of frontmatter, fences, comments and raw HTML, in order. Computed once. */
export function proseLinesOf(document: Document): readonly ProseLine[] {
  const found = known.get(document) ?? read(document)
  known.set(document, found)
  return found
}

function read(document: Document): ProseLine[] {
  const { fences, kind, lines, meta } = document
  if (kind === 'data') return []
  const opaque = opaqueSpans(document)
  const found: ProseLine[] = []
  let fence = 0
  let comment = 0
  const first = meta.state === 'closed' ? lines.index(Math.max(0, meta.span.end - 1)) + 1 : 0
  for (let index = first; index < lines.starts.length; index++) {
    const { start, end } = lines.span(index)
    while (fence < fences.length && fences[fence]!.span.end <= start) fence++
    const open = fences[fence]
    if (open && lines.starts[lines.index(open.span.start)]! <= start && start < open.span.end) continue
    while (comment < opaque.length && opaque[comment]!.end <= start) comment++
    let text = lines.text(index)
    let isHidden = false
    for (let at = comment; at < opaque.length && opaque[at]!.start < end; at++) {
      const from = Math.max(opaque[at]!.start, start)
      const to = Math.min(opaque[at]!.end, end)
      text = text.slice(0, from - start) + ' '.repeat(to - from) + text.slice(to - start)
      isHidden = true
    }
    if (!isHidden || text.trim()) found.push({ index, start, end, text })
  }
  return found
}

function opaqueSpans(document: Document): Span[] {
  if (!document.text.includes('<')) return []
  const spans: Span[] = []
  visit(document.tree, 'html', node => {
    const span = spanOfNode(node)
    if (OPAQUE.test(document.text.slice(span.start, span.start + 12))) spans.push(span)
  })
  return spans
}
