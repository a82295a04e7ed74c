import type { Parent, Root } from 'mdast'
import type { Document, Span } from '../core/types.ts'
import { spanOfNode, textOf, visit } from '../markdown/walk.ts'

/** The sentence that says where a skill may write. */
export interface Boundary {
  /** The bold label. */
  label: Span
  /** Its words, without Markdown's marks: the rest of the paragraph, and the list that it introduces. */
  words: string
}

const LABEL = /^\s*(?:output boundar(?:y|ies)|(?:输出|写入)边界)/i

/** The first `**Output boundary**` (or `**输出边界**`) of a document. */
export function boundaryOf(document: Document): Boundary | undefined {
  if (!/output boundar|(?:输出|写入)边界/i.test(document.text)) return undefined
  let found: Boundary | undefined
  visit(document.tree, 'paragraph', (paragraph, index, parent) => {
    const at = found ? -1 : paragraph.children.findIndex(child => child.type === 'strong' && LABEL.test(textOf(child)))
    if (at < 0) return
    const words = paragraph.children
      .slice(at)
      .map(child => textOf(child))
      .join('')
    found = {
      label: spanOfNode(paragraph.children[at]!),
      words: words.replace(LABEL, '') + listAfter(parent, index),
    }
  })
  return found
}

function listAfter(parent: Parent | Root | undefined, index: number | undefined): string {
  const next = parent?.children[(index ?? 0) + 1]
  return next?.type === 'list' ? `\n${next.children.map(item => textOf(item)).join('\n')}` : ''
}
