import type { Document, Edit, Span } from '../../core/types.ts'
import { lineEndAt } from './schema-edit.ts'

/** The part of a document that an offset stands in: from one heading or section tag to the next. */
export function partAt({ text, headings, sections, meta }: Document, offset: number): Span {
  const part = { start: meta.span.end, end: text.length }
  const cut = (mark: number) => {
    if (mark <= offset) part.start = Math.max(part.start, mark)
    else part.end = Math.min(part.end, mark)
  }
  for (const { span } of headings) cut(span.start)
  for (const { open, close } of sections) {
    cut(open.start)
    cut(close.start)
  }
  return part
}

/** The edit that adds a block at the end of the part that an offset stands in. */
export function withBlock(document: Document, offset: number, block: readonly string[]): Edit {
  const { text, path } = document
  const end = Math.max(offset, text.slice(0, partAt(document, offset).end).trimEnd().length)
  const eol = lineEndAt(document, offset)
  const last = end === text.length ? eol : ''
  return { path, span: { start: end, end }, text: `${eol}${eol}${block.join(eol)}${last}` }
}

/** Whether a document is written in Chinese for the most part, two characters being worth a word. */
export function isChinese({ text, meta }: Document): boolean {
  const body = text.slice(meta.span.end)
  const han = body.match(/\p{Script=Han}/gu)?.length ?? 0
  return han * 2 > (body.match(/[A-Za-z]+/g)?.length ?? 0)
}
