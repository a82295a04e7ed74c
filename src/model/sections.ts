import type { Document, Section, Span } from '../core/types.ts'

/** Headings that stand for a section tag, English and Chinese. */
const HEADINGS: Readonly<Record<string, RegExp>> = {
  invariants: /^(?:key |core |global )?invariants?(?![\w-])|^(?:核心|关键|全局)?不变[量式]/i,
  error_codes: /^error (?:codes?|handling)(?![\w-])|^(?:错误码|错误代码|错误处理|异常处理)/i,
  success_criteria: /^(?:success|acceptance|completion) criteria(?![\w-])|^(?:成功|完成|验收)(?:标准|准则|条件)/i,
  phase_gates: /^(?:\w+ )?phase gates?(?![\w-])|^.{0,6}(?:阶段门|阶段关卡|门禁)/i,
  output_boundary: /^output boundar(?:y|ies)(?![\w-])|^(?:输出|写入)边界/i,
}

/** A section in either form: between tags, or below a heading. */
export interface Part {
  form: 'tag' | 'heading'
  /** The opening tag or the heading. */
  at: Span
  body: Span
  /** The tagged section that a heading stands in. */
  inside?: Section
}

/** The innermost tagged section whose body holds an offset. */
export function sectionAt(document: Document, offset: number): Section | undefined {
  let section = document.sections[firstBehind(document.sections, offset) - 1]
  while (section && (section.body.start > offset || section.body.end <= offset)) section = section.parent
  return section
}

/** Index of the first section whose tag begins behind an offset. */
function firstBehind(sections: readonly Section[], offset: number): number {
  let low = 0
  let high = sections.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sections[middle]!.span.start <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** A heading's words without numbering, emphasis and other marks before them. */
const wordsOf = (heading: string) => heading.replace(/[*_`]/g, '').replace(/^[^\p{L}]+/u, '')

/**
 * The sections of a kind, by tag (`error_codes`) and by heading (`### Error Codes`, `### 错误码`), in order.
 *
 * A heading's body ends at the next heading of its rank, at the next section tag, or with the section it stands in.
 */
export function partsOf(document: Document, tag: string): Part[] {
  const { headings, sections, text } = document
  const parts: Part[] = sections
    .filter(section => section.tag === tag)
    .map(({ open, body }) => ({ form: 'tag', at: open, body }))
  const pattern = HEADINGS[tag]
  if (pattern)
    for (const [index, heading] of headings.entries()) {
      if (!pattern.test(wordsOf(heading.text))) continue
      const inside = sectionAt(document, heading.span.start)
      if (inside?.tag === tag) continue
      let next = index + 1
      while (next < headings.length && headings[next]!.depth > heading.depth) next++
      const ends = [
        headings[next]?.span.start,
        sections[firstBehind(sections, heading.span.end)]?.span.start,
        inside?.body.end,
      ].filter(end => end !== undefined)
      const end = Math.min(text.length, ...ends)
      parts.push({
        form: 'heading',
        at: heading.span,
        body: { start: heading.span.end, end },
        ...(inside ? { inside } : {}),
      })
    }
  return parts.sort((a, b) => a.at.start - b.at.start)
}

/**
 * Whether a document has a section in either form, or what is left of one: a tag without its partner, or a tag that a
 * fence swallows. Of such halves `sections/balance` and `fences` tell; the section is not missing.
 */
export function hasTraceOf(document: Document, tag: string): boolean {
  const { tagFaults, fences, text } = document
  if (partsOf(document, tag).length || tagFaults.some(fault => fault.tag === tag)) return true
  const line = new RegExp(`^[ \\t]*</?${tag}>[ \\t]*\\r?$`, 'm')
  return fences.some(({ close, nested, body }) => {
    const isGreedy = !close || nested.length > 0
    return isGreedy && line.test(text.slice(body.start, body.end))
  })
}

/** The first section with a tag. */
export const sectionOf = (document: Document, tag: string): Section | undefined =>
  document.sections.find(section => section.tag === tag)

const PATH = /['"`“‘]?@?[^\s'"`“”‘’]{1,200}\.md['"`”’]?/.source
const DELEGATES = new RegExp(
  `\\bfollow\\s+${PATH}\\s+(?:completely|entirely|exactly|in full|end[- ]to[- ]end)\\b|` +
    `(?:完整|完全|严格)(?:遵循|遵照|按照|依照|执行)\\s*${PATH}|(?:遵循|遵照|按照|依照|执行)\\s*${PATH}\\s*(?:的)?(?:完整|全部)`,
  'i',
)

/** Whether the document leaves its whole behaviour to a workflow file: “Follow '…/x.md' completely”. */
export function isDelegating(document: Document): boolean {
  const match = DELEGATES.exec(document.text)
  return match !== null && !document.fences.some(({ span }) => span.start <= match.index && match.index < span.end)
}

/** Whether a top-level section stands twice: the document holds several modes side by side. */
export function isMultiMode(document: Document): boolean {
  const tags = document.sections.filter(({ parent }) => !parent).map(({ tag }) => tag)
  return ['purpose', 'context', 'execution', 'state_machine'].some(tag => tags.indexOf(tag) !== tags.lastIndexOf(tag))
}
