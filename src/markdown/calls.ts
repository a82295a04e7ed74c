import type { Root } from 'mdast'
import type { Lines } from '../core/span.ts'
import type { Fence, Frontmatter, Span, ToolCall } from '../core/types.ts'
import { bracketEnd } from './brackets.ts'
import { spanOfNode, visit } from './walk.ts'

const NAME = /(?<![\w$.@/-])([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)[ ]?\(/g

/** Words before a name that forbid or deny it, English and Chinese. */
const NEGATION =
  /\b(?:no|not|never|without|don't|doesn't|cannot|can't|forbid(?:den|s)?|prohibit(?:ed|s)?|avoid|instead of|rather than|unlike|replaces?)\b|禁止|不要|不得|不能|不可|不调|不使用|不再|无需|没有|勿|而非|无(?=\s*(?:[`A-Za-z]|$))/i

/** Characters before a name that may deny it: a sentence is shorter. */
const LOOK_BACK = 240

/** Whether a name at an offset is forbidden or denied by what stands before it in its line. */
export function isNegated(lines: Lines, offset: number): boolean {
  const line = lines.index(offset)
  const before = offset - lines.starts[line]!
  const text = lines.text(line).slice(Math.max(0, before - LOOK_BACK), before)
  const clause = Math.max(
    text.lastIndexOf('. '),
    text.lastIndexOf('。'),
    text.lastIndexOf('; '),
    text.lastIndexOf('；'),
  )
  return NEGATION.test(text.slice(clause + 1))
}

/** Units that an argument list may be long. */
const LIST_LIMIT = 20_000

/** The argument list that opens at an offset, brackets balanced; `undefined` when it never closes. */
function argumentList(text: string, open: number): Span | undefined {
  const end = bracketEnd(text, open, Math.min(text.length, open + LIST_LIMIT))
  return typeof end === 'number' ? { start: open, end } : undefined
}

/**
 * Everything in a document that looks like a call of a tool, `Name(`, with where it stands and whether it is denied.
 *
 * Frontmatter is passed over. Which names are tools is the platform's business.
 */
export function callsIn(
  text: string,
  lines: Lines,
  meta: Frontmatter,
  fences: readonly Fence[],
  tree: Root,
): ToolCall[] {
  const code: Span[] = []
  visit(tree, 'inlineCode', node => {
    code.push(spanOfNode(node))
  })
  const holds = (spans: readonly Span[], offset: number) => {
    let low = 0
    let high = spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (spans[middle]!.end <= offset) low = middle + 1
      else high = middle
    }
    return low < spans.length && spans[low]!.start <= offset
  }
  const fenced = fences.map(fence => fence.span)
  const calls: ToolCall[] = []
  NAME.lastIndex = meta.span.end
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const start = match.index
    const span = { start, end: start + match[1]!.length }
    const open = start + match[0].length - 1
    let args: { is: Span | undefined } | undefined
    calls.push({
      tool: match[1]!,
      span,
      get args() {
        args ??= { is: argumentList(text, open) }
        return args.is
      },
      where: holds(fenced, start) ? 'fence' : holds(code, start) ? 'code' : 'prose',
      negated: isNegated(lines, start),
    })
  }
  return calls
}
