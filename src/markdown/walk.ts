import type { Nodes } from 'mdast'

export { toString as textOf } from 'mdast-util-to-string'
export { visit } from 'unist-util-visit'

/** Start and end offsets of a node; 0 where the parser gave none. */
export const spanOfNode = (node: Nodes) => ({
  start: node.position?.start.offset ?? 0,
  end: node.position?.end.offset ?? 0,
})
