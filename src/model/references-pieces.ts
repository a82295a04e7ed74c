import type { Definition, Image, InlineCode, Link, Nodes } from 'mdast'
import type { Document, Span } from '../core/types.ts'
import { spanOfNode, textOf } from '../markdown/walk.ts'

/** Where a stretch of text stands. */
export type Where = 'prose' | 'code' | 'link' | 'fence'

/** A stretch of text that may hold references. */
export interface Piece {
  where: Exclude<Where, 'link'>
  span: Span
  /** What the column of a table is called. */
  column?: string
}

/** A link, image or link definition, with the place of its target where it stands as written. */
export interface LinkPiece {
  node: Link | Image | Definition
  url: string
  /** The target in the text; `undefined` where the text escapes it. */
  at: Span | undefined
  /** What the column of a table is called. */
  column?: string
}

export interface Pieces {
  pieces: readonly Piece[]
  links: readonly LinkPiece[]
}

/** The content of a code span, without its marks and the space beside them. */
function contentOf(text: string, node: InlineCode): Span {
  let { start, end } = spanOfNode(node)
  while (start < end && text[start] === '`') start++
  while (end > start && text[end - 1] === '`') end--
  const own = text.slice(start, end)
  const lead = own.length - own.trimStart().length
  return { start: start + lead, end: start + Math.max(lead, own.trimEnd().length) }
}

/** Where the target of a link stands: behind its text, or behind the colon of a definition. */
function targetOf(text: string, node: Link | Image | Definition): Span | undefined {
  const { start, end } = spanOfNode(node)
  const children = 'children' in node ? node.children : []
  const last = children.at(-1)
  const raw = text.slice(start, end)
  const from = last ? spanOfNode(last).end - start : Math.max(raw.indexOf(node.type === 'definition' ? ']:' : ']('), 0)
  const at = node.url ? raw.indexOf(node.url, from) : -1
  return at < 0 ? undefined : { start: start + at, end: start + at + node.url.length }
}

/** A node's children, the last first, as a stack takes them. */
const reversed = (node: Nodes): Nodes[] => ('children' in node ? [...node.children].reverse() : [])

const cache = new WeakMap<Document, Pieces>()

/** All pieces of a document and its links; frontmatter, comments and HTML are left out. */
export function piecesOf(document: Document): Pieces {
  const found = cache.get(document) ?? collect(document)
  cache.set(document, found)
  return found
}

function collect({ text, tree, fences }: Document): Pieces {
  const pieces: Piece[] = []
  const links: LinkPiece[] = []
  const link = (node: LinkPiece['node'], named: { column?: string } = {}) =>
    links.push({ node, url: node.url, at: targetOf(text, node), ...named })

  /** Prose without a slash or a dollar sign holds no reference. */
  const prose = (start: number, end: number, named: { column?: string }) => {
    const own = text.slice(start, end)
    if (own.includes('/') || own.includes('$')) pieces.push({ where: 'prose', span: { start, end }, ...named })
  }

  /** What a block of running text holds: code, links, and the prose that is left between them. */
  const take = (block: Nodes, column?: string) => {
    const named = column ? { column } : {}
    const { start: first, end: last } = spanOfNode(block)
    let start = first
    const stack = reversed(block)
    for (let node = stack.pop(); node; node = stack.pop()) {
      const { type } = node
      if (type === 'inlineCode') pieces.push({ where: 'code', span: contentOf(text, node), ...named })
      else if (type === 'image' || type === 'link') {
        link(node, named)
        // What a link shows is its target once more.
        if (type === 'link') for (const child of node.children) if (child.type === 'image') link(child, named)
      } else if (type !== 'html' && type !== 'footnoteReference') {
        for (const child of reversed(node)) stack.push(child)
        continue
      }
      const span = spanOfNode(node)
      if (span.start > start) prose(start, span.start, named)
      start = Math.max(start, span.end)
    }
    if (last > start) prose(start, last, named)
  }

  const stack = reversed(tree)
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'paragraph' || node.type === 'heading') take(node)
    else if (node.type === 'definition') link(node)
    else if (node.type === 'table') {
      const columns = node.children[0]?.children.map(cell => textOf(cell)) ?? []
      for (const row of node.children) for (const [index, cell] of row.children.entries()) take(cell, columns[index])
    } else for (const child of reversed(node)) stack.push(child)
  }
  for (const { body } of fences) pieces.push({ where: 'fence', span: body })
  return { pieces, links }
}
