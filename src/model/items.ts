import type { ListItem, Nodes, RootContent } from 'mdast'
import { isInside } from '../core/span.ts'
import type { Document, Edit, Span } from '../core/types.ts'
import { spanOfNode } from '../markdown/walk.ts'

/** An item of a top-level list. */
export interface Item {
  node: ListItem
  span: Span
  /** `-`, `*`, `+`, `1.`, `1)`. */
  marker: Span
  /** The number as written; absent for bullets. */
  number?: number
  /** Whether a box such as `[ ]` or `[x]` stands before the text. */
  hasBox: boolean
  /** What stands before the item's list in the same body: the sentence that introduces it. */
  lead?: RootContent
  /** Items of one list share this number, counted from 0 in the body. */
  list: number
}

const MARKER = /^(?:[-*+]|(\d{1,9})[.)])/
const BOX = /^[ \t]+\[[ xX~-]?\](?![(\w])/

/**
 * The items of the lists that stand directly in a body (a section's, say), in order; nested lists are left out.
 *
 * Section tags are blank to the Markdown parser, so one list may run over several sections: items are taken by place.
 */
export function itemsIn(document: Document, body: Span): Item[] {
  const items: Item[] = []
  let list = -1
  let lead: RootContent | undefined
  const blocks = document.tree.children
  for (let index = firstAfter(blocks, body.start); index < blocks.length; index++) {
    const node = blocks[index]!
    if (spanOfNode(node).start >= body.end) break
    if (node.type !== 'list') {
      if (isInside(spanOfNode(node), body)) lead = node
      continue
    }
    list++
    for (const child of node.children.slice(firstAfter(node.children, body.start))) {
      if (spanOfNode(child).start >= body.end) break
      const span = spanOfNode(child)
      const match = isInside(span, body) ? MARKER.exec(document.text.slice(span.start, span.start + 12)) : null
      if (!match) continue
      const marker = { start: span.start, end: span.start + match[0].length }
      items.push({
        node: child,
        span,
        marker,
        ...(match[1] === undefined ? {} : { number: Number(match[1]) }),
        hasBox: BOX.test(document.text.slice(marker.end, marker.end + 8)),
        ...(lead ? { lead } : {}),
        list,
      })
    }
    lead = undefined
  }
  return items
}

/** Index of the first block that ends after an offset. */
function firstAfter(blocks: readonly Nodes[], offset: number): number {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spanOfNode(blocks[middle]!).end <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Edits that give an item another marker; where it is longer, what hangs below the item moves with it. */
export function markerEdits(document: Document, item: Item, marker: string): Edit[] {
  const { lines, path, text } = document
  const edits: Edit[] = [{ path, span: item.marker, text: marker }]
  const wider = marker.length - (item.marker.end - item.marker.start)
  const first = lines.index(item.span.start)
  const hang = item.marker.end - lines.starts[first]! + 1
  for (let line = first + 1; wider > 0 && line <= lines.index(item.span.end); line++) {
    const start = lines.starts[line]!
    const indent = /^ */.exec(text.slice(start, lines.span(line).end))![0].length
    if (indent >= hang) edits.push({ path, span: { start, end: start }, text: ' '.repeat(wider) })
  }
  return edits
}
