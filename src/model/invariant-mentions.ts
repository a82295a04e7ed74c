import type { Document, Span } from '../core/types.ts'
import { spanOfNode, visit } from '../markdown/walk.ts'

/** A place that names invariants by number, or looks like one. */
export interface Mention {
  /** Whether it is running text that can only mean the document's own invariants. */
  isPlain: boolean
  numbers: readonly { number: number; span: Span }[]
}

/** Anything that may name an invariant, also in file names, anchors and code. */
const MENTION = /(?:invariants?|不变[量式])[\s_-]{0,4}(?:no\.?[ \t]{0,4})?[#(（*`_]{0,4}(?=\d)/gi
/** A mention in words: “invariant 3”, “invariants (1, 2)”, “不变量3”. */
const PLAIN = /^(?:invariants?[ \t]+|不变[量式][ \t]*)(?:no\.?[ \t]*)?[#(（]?$/i
/** Mentions that put the number first. */
const NUMBER_FIRST = /\d(?:st|nd|rd|th)?[ \t]*(?:(?:条|号|个)[ \t]*)?(?:invariant\b|不变[量式])|第[ \t]*\d+[ \t]*条/i
const NUMBERS = /^\d+(?:[ \t]*(?:,|、|，|&|\/|–|-|and|or|to|和|及|或|到|至)[ \t]*#?\d+)*(?![\d.]*\d)/i
/** What stands before a name in a path, an anchor or a longer word, or before one of another file. */
const JOINED =
  /(?:[\p{L}\p{N}_/.#~@&=-]|['’]s?[ \t]+|(?:skill|command|file|workflow|base|parent|other|its|their)[ \t]+|的[ \t]*)$/iu
/** A word that goes on behind the numbers, or a phrase that may say whose they are. */
const GOES_ON = /^(?:[\p{L}_%~]|[-./:#@=]+[\p{L}\p{N}_]|[)）]?[ \t]*(?:of|in|from|at)(?![\p{L}\p{N}]))/iu

/** Whether a span lies in running text, which code, links, HTML and frontmatter are not. */
function proseOf({ tree }: Document): (span: Span) => boolean {
  const spans: Span[] = []
  visit(tree, node => {
    if (node.type === 'text') spans.push(spanOfNode(node))
    return node.type === 'link' || node.type === 'linkReference' ? 'skip' : undefined
  })
  return ({ start, end }) => {
    let low = 0
    let high = spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (spans[middle]!.end < end) low = middle + 1
      else high = middle
    }
    return low < spans.length && spans[low]!.start <= start
  }
}

/** Whether a text may name an invariant by its number. */
export const mayMention = (text: string): boolean => text.search(MENTION) >= 0

/** Whether a text may name an invariant with the number first, as in “the 3rd invariant”. */
export const mentionsByRank = (text: string): boolean => NUMBER_FIRST.test(text)

/** All places of a document that may name its invariants, in order. */
export function mentionsIn(document: Document): Mention[] {
  const { text } = document
  const isProse = proseOf(document)
  return [...text.matchAll(MENTION)].map(({ 0: words, index }) => {
    const start = index + words.length
    const run = NUMBERS.exec(text.slice(start, start + 80))?.[0] ?? ''
    const end = start + run.length
    // Chinese runs on without spaces: what stands beside a mention there is a word of its own.
    const before = text.slice(Math.max(0, index - 12), index)
    const own = words.startsWith('不') ? before.replace(/(?!的)\p{Script=Han}$/u, '') : before
    const after = text.slice(end, end + 12).replace(/^\p{Script=Han}/u, '')
    return {
      isPlain:
        run !== '' && PLAIN.test(words) && isProse({ start: index, end }) && !JOINED.test(own) && !GOES_ON.test(after),
      numbers: [...run.matchAll(/\d+/g)].map(({ 0: digits, index: at }) => ({
        number: Number(digits),
        span: { start: start + at, end: start + at + digits.length },
      })),
    }
  })
}
