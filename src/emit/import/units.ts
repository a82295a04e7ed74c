import type { Nodes, Paragraph } from 'mdast'
import type { Document, Fence, Span } from '../../core/types.ts'
import { spanOfNode } from '../../markdown/walk.ts'
import { fenceAt } from '../../model/examples.ts'
import { canPrecede } from './escape.ts'

/** A stretch that makes sense without the others, and that others make sense without. */
export interface Unit {
  span: Span
  /** Whether it is whole lines. */
  isLines: boolean
  /** What it is, with its article: `a sentence`. */
  name: string
}

/** The nodes that hold a span, the outermost first. */
function pathTo(root: Nodes, span: Span): Nodes[] {
  const path: Nodes[] = []
  for (let node: Nodes | undefined = root; node; ) {
    path.push(node)
    if (!('children' in node)) break
    const { children }: { children: readonly Nodes[] } = node
    let low = 0
    let high = children.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (spanOfNode(children[middle]!).end <= span.start) low = middle + 1
      else high = middle
    }
    const next: Nodes | undefined = children[low]
    node = next && spanOfNode(next).start <= span.start && span.end <= spanOfNode(next).end ? next : undefined
  }
  return path
}

/** Whole lines that hold a span. */
export function linesAround({ lines }: Document, { start, end }: Span): Span {
  const last = Math.max(start, end - 1)
  return { start: lines.starts[lines.index(start)]!, end: lines.span(lines.index(last)).end }
}

const whole = (document: Document, span: Span, name: string): Unit => ({
  span: linesAround(document, span),
  isLines: true,
  name,
})

/** Languages whose texts are one value: without a part they are something else. */
const DATA = /^(?:json|jsonc|json5|ya?ml|toml|csv|tsv|xml|html|mermaid|diff)$/

function balance(text: string): number {
  let depth = 0
  for (const char of text)
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
  return depth
}

/** In a fence: the lines, or all of it where the rest would be broken or empty. */
function inFence(document: Document, fence: Fence, span: Span): Unit {
  const { text } = document
  const own = linesAround(document, span)
  const rest = text.slice(fence.body.start, Math.max(fence.body.start, own.start)) + text.slice(own.end, fence.body.end)
  const isEmpty = !rest.split('\n').some(line => /[\p{L}\p{N}]/u.test(line.replace(/^\s*(?:\/\/|#|--|;;).*$/, '')))
  const isBroken = balance(rest) !== balance(text.slice(fence.body.start, fence.body.end))
  const isOutside = own.start < fence.body.start || own.end > fence.body.end
  if (isEmpty || isBroken || isOutside || DATA.test(fence.lang)) return whole(document, fence.span, 'a code block')
  return { span: own, isLines: true, name: 'a line' }
}

/** Beginnings of lines that are entries of their own, in whatever block Markdown puts them. */
const ENTRY = /^[ \t]*(?:[-*+→|#>]|->|\d+[.)]|\*\*|(?:S|A|E|W)_?[A-Z0-9_{}]+\b|[A-Z][A-Z_]+:|\[[ xX]\]|[├└│+])/

const sentences = new WeakMap<Paragraph, number[]>()

/** Where the sentences of a paragraph begin; found once. */
function sentenceStarts(text: string, paragraph: Paragraph): number[] {
  const known = sentences.get(paragraph)
  if (known) return known
  const { start, end } = spanOfNode(paragraph)
  const own = text.slice(start, end)
  const starts = [0]
  const breaks =
    /[.!?:]["'”’)*_`]{0,3}[ \t]*\r?\n|[.!?]["'”’)*_`]{0,3}[ \t]+(?=[\p{Lu}\p{N}`*“"(<[/$])|[。！？；]["”’）*_`]{0,3}\s*|\r?\n/gu
  let ticks = 0
  let counted = 0
  for (const { 0: found, index } of own.matchAll(breaks)) {
    const at = index + found.length
    for (; counted < at; counted++) if (own[counted] === '`') ticks++
    if (ticks % 2 || at >= own.length) continue
    if (/(?:\be\.g|\bi\.e|\bvs|\betc|\bno|^\s*\d+)$/i.test(own.slice(Math.max(0, index - 8), index))) continue
    const isEntry = ENTRY.test(own.slice(at, at + 80))
    if (/^\r?\n$/.test(found) && !isEntry) continue
    if (found.startsWith(':') && !isEntry) continue
    starts.push(at)
  }
  const found = starts.map(at => start + at)
  sentences.set(paragraph, found)
  return found
}

/** The sentence of a paragraph that holds a span; all of it where the rest would be broken. */
function sentenceAt(text: string, node: Paragraph, span: Span): Span {
  const paragraph = spanOfNode(node)
  const starts = sentenceStarts(text, node)
  const from = starts.findLast(at => at <= span.start) ?? paragraph.start
  const to = starts.find(at => at >= span.end) ?? paragraph.end
  const own = text.slice(from, to)
  const isWhole =
    balance(own) === 0 && (own.match(/`/g)?.length ?? 0) % 2 === 0 && (own.match(/\*\*/g)?.length ?? 0) % 2 === 0
  return isWhole ? { start: from, end: to } : paragraph
}

/** A heading with all that stands below it, up to the next of its rank or the end of its tagged section. */
function underHeading(document: Document, span: Span): Unit {
  const { headings, sections, tagFaults, text } = document
  const index = headings.findIndex(heading => heading.span.start <= span.start && span.start < heading.span.end)
  const heading = headings[index]
  if (!heading) return whole(document, span, 'a heading')
  const next = headings.slice(index + 1).find(({ depth }) => depth <= heading.depth)
  const tags = [
    ...sections.flatMap(({ open, close }) => [open.start, close.start]),
    ...tagFaults.map(fault => fault.span.start),
  ].filter(start => start > heading.span.start)
  const end = Math.min(text.length, next?.span.start ?? text.length, ...tags)
  const { start } = heading.span
  return whole(document, { start, end: start + text.slice(start, end).trimEnd().length }, 'a section')
}

/**
 * The smallest stretch around a span that can be left out for a client: a sentence, a list item, a row, lines of a code
 * block, a section whose heading it is.
 */
export function unitAt(document: Document, span: Span): Unit {
  const { text, tree } = document
  const fence = fenceAt(document, span.start)
  if (fence) return inFence(document, fence, span)
  const path = pathTo(tree, span)
  const at = (type: Nodes['type']) => path.findLast(node => node.type === type)
  if (at('heading')) return underHeading(document, span)
  const table = at('table')
  if (table?.type === 'table') {
    const row = table.children.findIndex(
      child => spanOfNode(child).start <= span.start && span.start < spanOfNode(child).end,
    )
    if (row > 0 && table.children.length > 2) return whole(document, span, 'a table row')
    return whole(document, spanOfNode(table), 'a table')
  }
  const block = at('paragraph')
  if (block?.type !== 'paragraph') return whole(document, span, 'a line')
  const paragraph = spanOfNode(block)
  const sentence = sentenceAt(text, block, span)
  if (text.slice(sentence.start, sentence.end).trim() === text.slice(paragraph.start, paragraph.end).trim()) {
    const item = path.at(path.indexOf(block) - 1)
    if (item?.type === 'listItem' && item.children[0] === block) return whole(document, spanOfNode(item), 'a list item')
    return whole(document, paragraph, 'a paragraph')
  }
  const lines = linesAround(document, {
    start: sentence.start,
    end: sentence.start + text.slice(sentence.start, sentence.end).trimEnd().length,
  })
  const isFull = !text.slice(lines.start, sentence.start).trim() && !text.slice(sentence.end, lines.end).trim()
  if (isFull) return { span: lines, isLines: true, name: 'a line' }
  if (!canPrecede(text, sentence.start) || !canPrecede(text, sentence.end))
    return whole(document, paragraph, 'a paragraph')
  return { span: sentence, isLines: false, name: 'a sentence' }
}
