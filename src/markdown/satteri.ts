import type { Nodes, Root } from 'mdast'
import { markdownToMdast } from 'satteri'

/** Parses with satteri (native). */
export function parseWithSatteri(text: string): Root {
  const tree = markdownToMdast(text, { features: { gfm: true, frontmatter: true } }) as Root
  for (const child of tree.children) settle(child, text)
  return tree
}

const LINE_BREAK = /(?:\r\n?|\n)[ \t]*$/

/**
 * Takes back the line break that satteri adds to an HTML block at the end of a list item or quote, and the end of that
 * container, which it may put into the next item. Tells whether the node's end moved.
 */
function settle(node: Nodes, text: string): boolean {
  if (!node.position) return false
  const { start, end } = node.position
  if (node.type === 'html') {
    const tail = LINE_BREAK.exec(text.slice(start.offset, end.offset))
    if (!tail || start.offset === undefined) return false
    const offset = start.offset + tail.index
    const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
    node.value = node.value.replace(/[\r\n]+$/, '')
    node.position.end = { line: end.line - 1, column: offset - lineStart + 1, offset }
    return true
  }
  if (node.type !== 'list' && node.type !== 'listItem' && node.type !== 'blockquote') return false
  let moved = false
  for (const child of node.children) moved = settle(child, text)
  const last = node.children.at(-1)?.position
  if (moved && last) node.position.end = last.end
  return moved
}
