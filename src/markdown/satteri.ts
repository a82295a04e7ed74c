import type { Nodes, Root } from 'mdast'
import { markdownToMdast } from 'satteri'

/** Nodes deeper than this are cut off: no author nests so far, and whoever walks the tree recursively is safe. */
const DEPTH_LIMIT = 300

const LINE_BREAK = /(?:\r\n?|\n)[ \t]*$/

/** Parses with satteri (native). */
export function parseWithSatteri(text: string): Root {
  const tree = markdownToMdast(text, { features: { gfm: true, frontmatter: true } }) as Root
  settle(tree, text, 0, text.length)
  if (text.includes('|')) endTables(tree, text, 0)
  return tree
}

/**
 * Takes back the line break that satteri adds to an HTML block at the end of a list item or quote, and the end of a
 * container that it puts into the next item after an HTML block or an unclosed fence. `limit` is where the node's
 * follower begins. Tells whether the node's end moved.
 */
function settle(node: Nodes, text: string, depth: number, limit: number): boolean {
  if (node.type === 'html') return settleHtml(node, text)
  if (!('children' in node)) return false
  if (depth > DEPTH_LIMIT) node.children = []
  const { children } = node
  let moved = false
  for (const [at, child] of children.entries()) {
    if (depth === 0 && child.type === 'html') continue
    moved = settle(child, text, depth + 1, children[at + 1]?.position?.start.offset ?? limit)
  }
  if (node.type !== 'list' && node.type !== 'listItem' && node.type !== 'blockquote') return false
  const end = children.at(-1)?.position?.end
  const isOver = (node.position?.end.offset ?? 0) > limit
  if ((moved || isOver) && end && node.position) node.position.end = end
  return moved || isOver
}

/** What opens an HTML block: a tag of any kind alone on its line, a block element, a comment (CommonMark 4.6). */
const HTML_LINE =
  /^(?:<!--|<\?|<![A-Za-z]|<\/?(?:details|div|p|pre|script|style|summary|table|textarea)(?=[\s/>]|$)|<(?:[A-Za-z][\w-]*(?:\s+[\w:.-]+(?:="[^"]*")?)*\s*\/?|\/[A-Za-z][\w-]*\s*)>\s*$)/i

/** Ends a table where an HTML block begins, which satteri takes for a row. */
function endTables(node: Nodes, text: string, depth: number) {
  if (!('children' in node) || depth > DEPTH_LIMIT) return
  for (let at = 0; at < node.children.length; at++) {
    const child = node.children[at]!
    if (child.type !== 'table') {
      endTables(child, text, depth + 1)
      continue
    }
    const isHtml = (row: Nodes) => HTML_LINE.test(text.slice(row.position?.start.offset, row.position?.end.offset))
    const cut = child.children.findIndex((row, index) => index > 0 && isHtml(row))
    if (cut < 0 || !child.position) continue
    const [first, ...more] = child.children.splice(cut) as [Nodes, ...Nodes[]]
    const { end } = (more.at(-1) ?? first).position!
    const { start } = first.position!
    child.position.end = child.children.at(-1)!.position!.end
    const html: Nodes = { type: 'html', value: text.slice(start.offset, end.offset), position: { start, end } }
    ;(node.children as Nodes[]).splice(at + 1, 0, html)
  }
}

function settleHtml(node: Nodes & { type: 'html' }, text: string): boolean {
  if (!node.position) return false
  const { start, end } = node.position
  const block = text.slice(start.offset, end.offset)
  const kept = block.replace(LINE_BREAK, '')
  if (kept.length === block.length) return false
  const lineStart = Math.max(kept.lastIndexOf('\n'), kept.lastIndexOf('\r')) + 1
  const column = lineStart ? kept.length - lineStart + 1 : start.column + kept.length
  node.value = node.value.replace(/[\r\n]+$/, '')
  node.position.end = { line: end.line - 1, column, offset: (start.offset ?? 0) + kept.length }
  return true
}
