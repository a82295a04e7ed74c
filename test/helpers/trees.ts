import type { Nodes, Root } from 'mdast'
import { spanOfNode } from '../../src/markdown/walk.ts'

/** A difference between the parsers that no rule depends on, with the smallest text that shows it. */
export interface Difference {
  what: string
  shownBy: string
  /** Brings a node, its children done, to a form that both parsers share. */
  settle(node: Nodes, parent: Nodes | undefined, text: string): void
}

const KEYS = [
  ...['value', 'depth', 'url', 'title', 'alt', 'checked', 'ordered', 'start', 'lang', 'meta', 'align', 'identifier'],
  ...['label', 'referenceType'],
]

/** A tree as lines: type, offsets and what the node holds. `spread` is left out, no rule reads it. */
export function outline(tree: Root, text: string, known: readonly Difference[]): string[] {
  const lines: string[] = []
  const settle = (node: Nodes, parent?: Nodes) => {
    if ('children' in node) for (const child of node.children) settle(child, node)
    for (const difference of known) difference.settle(node, parent, text)
  }
  const print = (node: Nodes, indent: string) => {
    const { start, end } = spanOfNode(node)
    const fields = node as unknown as Record<string, unknown>
    const held = KEYS.filter(key => fields[key] !== undefined && fields[key] !== null)
    lines.push(
      `${indent}${node.type} ${start}-${end} ${held.map(key => `${key}=${JSON.stringify(fields[key])}`).join(' ')}`,
    )
    if ('children' in node) for (const child of node.children) print(child, `${indent}  `)
  }
  settle(tree)
  print(tree, '')
  return lines
}

/** What lies outside its parent or runs into its next sibling. */
export function strays(tree: Root, text: string): string[] {
  const found: string[] = []
  const look = (node: Nodes, from: number, to: number) => {
    const { start, end } = spanOfNode(node)
    if (!node.position || start < from || end > to || end < start)
      found.push(`${node.type} ${start}-${end} in ${from}-${to}`)
    let at = start
    if ('children' in node)
      for (const child of node.children) {
        look(child, at, end)
        at = spanOfNode(child).end
      }
  }
  look(tree, 0, text.length)
  return found
}
