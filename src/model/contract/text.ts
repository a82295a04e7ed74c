import type { Document, Span } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'

/** Reads something from each document once, however many rules ask for it. */
function once<T>(read: (document: Document) => readonly T[]): (document: Document) => readonly T[] {
  const known = new WeakMap<Document, readonly T[]>()
  return document => {
    const found = known.get(document) ?? read(document)
    known.set(document, found)
    return found
  }
}

/** A code span with the text between its backticks. */
export interface CodeSpan {
  span: Span
  text: string
  /** The text without the backticks. */
  inner: Span
}

/** The code spans of a document, in order. */
export const codeSpansOf = once((document): CodeSpan[] => {
  const found: CodeSpan[] = []
  visit(document.tree, 'inlineCode', node => {
    const span = spanOfNode(node)
    const raw = document.text.slice(span.start, span.end)
    const ticks = /^`+/.exec(raw)?.[0].length ?? 0
    const inner = { start: span.start + ticks, end: span.end - ticks }
    found.push({ span, text: document.text.slice(inner.start, inner.end), inner })
  })
  return found
})

/** A stretch of prose that is read as one: a paragraph, a list item's own text, a table row is none. */
export interface Passage {
  span: Span
  text: string
}

/** Paragraphs of a document, those in list items and quotes too. */
export const passagesOf = once((document): Passage[] => {
  const found: Passage[] = []
  visit(document.tree, 'paragraph', node => {
    const span = spanOfNode(node)
    found.push({ span, text: document.text.slice(span.start, span.end) })
  })
  return found
})

/** A name for what follows it: a heading, or words in bold at the start of a line. */
export interface Label {
  text: string
  span: Span
  kind: 'heading' | 'bold'
}

/** Headings and bold labels of a document, in order. */
export const labelsOf = once((document): Label[] => {
  const labels: Label[] = document.headings.map(({ text, span }) => ({ text, span, kind: 'heading' }))
  visit(document.tree, 'strong', node => {
    const span = spanOfNode(node)
    const line = document.lines.span(document.lines.index(span.start))
    const before = document.text.slice(line.start, span.start)
    if (/^[\s>]*(?:[-*+]|\d+[.)])?\s*$/.test(before))
      labels.push({ text: document.text.slice(span.start + 2, span.end - 2), span, kind: 'bold' })
  })
  return labels.sort((a, b) => a.span.start - b.span.start)
})

/** The words of a name, lower case: `SHARED_TERMINATION_CONTRACT`, “Shared termination contract” and the like agree. */
export const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The line of prose that stands before an offset, blank lines passed over. */
export function lineBefore(document: Document, offset: number): { text: string; span: Span } | undefined {
  const { lines } = document
  for (let index = lines.index(offset) - 1; index >= 0; index--) {
    const text = lines.text(index)
    if (text.trim()) return { text, span: lines.span(index) }
  }
  return undefined
}
