import { applyEdits } from '../core/edit.ts'
import type { Edit, Span } from '../core/types.ts'
import type { Kind, Lowering } from './kind.ts'
import { PASSAGES } from './skill.ts'
import { passagesFor, tokensIn } from './tokens.ts'
import type { SourceDocument } from './types.ts'
import { expandWord } from './words.ts'

const within = (spans: readonly Span[], { start }: Span) => spans.some(span => span.start <= start && start < span.end)

/** Puts an indent before every line but empty ones. */
const indented = (text: string, indent: string) => (indent ? text.replace(/^(?=.)/gm, indent) : text)

/** Expands the tokens of a text on its own: what a block was lowered to, or a value of a frontmatter; faults point at `at`. */
export function expandIn(text: string, at: Span, lowering: Lowering): string {
  const { tokens, faults } = tokensIn(text)
  for (const { text: what, help } of faults) lowering.fault(at, what, help)
  const edits = tokens.flatMap(token => {
    if (token.kind === 'escape') return [{ path: '', span: token.span, text: '{{' }]
    if (token.kind !== 'word') return []
    const pointing: Lowering = {
      ...lowering,
      fault: (_, what, help, severity) => lowering.fault(at, what, help, severity),
    }
    return [
      {
        path: '',
        span: token.span,
        text: expandWord(token, { ...pointing, cannot: (_, id, what) => lowering.cannot(at, id, what) }),
      },
    ]
  })
  return applyEdits(text, edits).text
}

/**
 * The edits that make a document’s emitted text: passages of others go, tokens and typed blocks become what they stand
 * for, line ends become LF. `further` are edits of the frontmatter.
 */
export function editsOf(
  source: SourceDocument,
  lowering: Lowering,
  kinds: readonly Kind[],
  further: readonly Edit[] = [],
): Edit[] {
  const { text, path, blocks } = source
  const { tokens, faults } = tokensIn(text)
  const passages = passagesFor(text, tokens, lowering.target.platform.id, PASSAGES)
  const inside = blocks.map(({ span }) => span)
  for (const { span, text: what, help } of [...faults, ...passages.faults]) lowering.fault(span, what, help)
  const edits: Edit[] = [...further, ...passages.dropped.map(span => ({ path, span, text: '' }))]
  const replaced = further.map(({ span }) => span)
  for (const token of tokens) {
    if (token.kind === 'open' || token.kind === 'close') continue
    if (within(passages.dropped, token.span) || within(inside, token.span) || within(replaced, token.span)) continue
    edits.push({ path, span: token.span, text: token.kind === 'escape' ? '{{' : expandWord(token, lowering) })
  }
  for (const block of blocks) {
    const kind = kinds.find(candidate => candidate.kind === block.kind)!
    const lowered = kind.lower(block, lowering)
    edits.push({ path, span: block.span, text: indented(expandIn(lowered, block.yaml.at([]), lowering), block.indent) })
  }
  edits.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  return [...edits, ...lineEnds(path, text, edits)].sort(
    (a, b) => a.span.start - b.span.start || a.span.end - b.span.end,
  )
}

/** Edits that make line ends LF outside other edits, which are sorted. */
function lineEnds(path: string, text: string, edits: readonly Edit[]): Edit[] {
  const ends: Edit[] = []
  let next = 0
  let taken = 0
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    while (next < edits.length && edits[next]!.span.start <= at) taken = Math.max(taken, edits[next++]!.span.end)
    if (at >= taken) ends.push({ path, span: { start: at, end: at + 1 }, text: text[at + 1] === '\n' ? '' : '\n' })
  }
  return ends
}
