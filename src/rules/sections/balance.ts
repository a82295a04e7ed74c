import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import type { Document, Edit, Span } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'
import { excerpt } from '../../model/excerpt.ts'

export default defineRule({
  id: 'sections/balance',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  fixable: 'safe',
  summary: 'Every section tag that stands alone on a line has its partner.',
  why: 'A model reads a section as reaching from its opening to its closing tag. An orphan tag, usually left behind by an edit, makes it guess where the rules of one section end.',
  source: { url: 'docs/pack-grammar.md#sections', level: 'SHOULD', verified: '2026-11' },
  messages: {
    unopened: {
      text: '“</{tag}>” closes a section that was never opened.',
      help: 'Delete the line, or write “<{tag}>” where the section begins.',
    },
    unclosed: {
      text: '“<{tag}>” is never closed.',
      help: 'Write “</{tag}>” on a line of its own after the section.',
    },
    crossed: {
      text: '“</{tag}>” stands after the end of the section around it.',
      help: 'Close “{tag}” before the section that it was opened in.',
    },
    misspelled: {
      text: '“</{tag}>” does not match “<{open}>”.',
      help: 'Write the name in the same way in both tags.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/review/SKILL.md':
          '<purpose>\nReview a change.\n</purpose>\n\n<state_machine>\n<states>\nS_READ — read it\n</states>\n</state_machine>\n',
      },
    },
    {
      title: 'An orphan closing tag is deleted',
      files: { '.codex/skills/review/SKILL.md': '<purpose>\nReview a change.\n</purpose>\n\n</output>\n' },
      reports: ['.codex/skills/review/SKILL.md:5:1 unopened'],
      fixed: { '.codex/skills/review/SKILL.md': '<purpose>\nReview a change.\n</purpose>\n\n' },
    },
    {
      files: { '.claude/commands/review.md': '<purpose>\nReview a change.\n\n<context>\nThe diff.\n</context>\n' },
      reports: ['.claude/commands/review.md:1:1 unclosed'],
    },
    {
      title: 'Sections that cross',
      files: { '.claude/commands/review.md': '<context>\n<states>\nS_READ\n</context>\n</states>\n' },
      reports: ['.claude/commands/review.md:5:1 crossed'],
    },
    {
      title: 'A slip of the pen is not deleted',
      files: { '.claude/commands/review.md': '<sucess_criteria>\n- [ ] read\n</success_criteria>\n' },
      reports: ['.claude/commands/review.md:3:1 misspelled'],
    },
    {
      title: 'Tags in text, in code and in comments are no sections',
      files: {
        '.claude/commands/review.md':
          'Put it between `<purpose>` and `</purpose>`.\n\n<!--\n</context>\n-->\n\n```xml\n</execution>\n```\n\n<slug>\n',
      },
    },
    {
      title: 'A tag with text on its line has a partner, too',
      files: { '.claude/commands/review.md': '<purpose>Review a change.\nRead all of it.\n</purpose>\n' },
    },
    {
      title: 'Templates may show half a tag',
      files: { '.claude/skills/kit/templates/start.md': '<purpose>\n__purpose__\n' },
    },
    {
      title: 'A fence that is never closed hides the partner: that is another rule’s finding',
      files: { '.claude/commands/review.md': '<execution>\n```bash\ngit diff\n</execution>\n' },
    },
    {
      title: 'A slash too many: deleting the tag would lose where the section begins',
      files: { '.claude/commands/review.md': '<purpose>\nReview.\n</purpose>\n\n</context>\nThe diff.\n</context>\n' },
      reports: ['.claude/commands/review.md:5:1 unopened', '.claude/commands/review.md:7:1 unopened'],
    },
    {
      title: 'Where the opening tag may have been lost, deleting needs an author’s eye',
      files: { '.claude/commands/review.md': '- [ ] all read\r\n</success_criteria>\r\nDone.\r\n' },
      reports: ['.claude/commands/review.md:2:1 unopened'],
      unsafe: true,
      fixed: { '.claude/commands/review.md': '- [ ] all read\r\nDone.\r\n' },
    },
  ],

  check(document, report) {
    const { tagFaults, sections, path, lines, text } = document
    if (!tagFaults.length) return
    const hidden = hiddenHalves(document)
    const loose = looseOpenings(document)
    const closes = new Set(sections.map(({ close }) => lines.index(close.start)))
    const used = new Set<number>()
    const near: { tag: string; span: Span }[] = []
    let next = 0
    for (const [index, fault] of tagFaults.entries()) {
      const { tag, span } = fault
      if (fault.kind === 'unclosed' || (hidden.opens.get(tag) ?? text.length) < span.start) continue
      while (next < loose.length && loose[next]!.span.start < span.start) near.push(loose[next++]!)
      near.splice(0, near.length - NEAR)
      const same = near.findLast(other => other.tag === tag)
      const alike = nearest(tag, new Set(near.map(other => other.tag)))
      const partner = same ?? near.findLast(other => other.tag === alike)
      if (partner) {
        near.splice(near.indexOf(partner), 1)
        used.add(partner.span.start)
        const related = [{ at: partner.span, text: 'opened here' }]
        if (same) report({ message: 'crossed', at: fault, data: { tag: excerpt(tag) }, related })
        else
          report({ message: 'misspelled', at: fault, data: { tag: excerpt(tag), open: excerpt(partner.tag) }, related })
        continue
      }
      const line = lines.index(span.start)
      let above = line - 1
      while (above > 0 && !lines.text(above).trim()) above--
      // Below other lines the tag may end a section whose opening tag was lost.
      const after = tagFaults[index + 1]
      // Of two alike with nothing but text between, the first was meant to open.
      const isOpening =
        after?.kind === 'unopened' &&
        after.tag === tag &&
        !sections.some(({ open }) => open.start > span.end && open.start < after.span.start)
      const isLeftover =
        (!isOpening && closes.has(above)) ||
        sections.some(section => section.tag === tag && section.span.end < span.start)
      const edit: Edit = {
        path,
        span: { start: lines.starts[line]!, end: lines.starts[line + 1] ?? text.length },
        text: '',
      }
      report({
        message: 'unopened',
        at: fault,
        data: { tag: excerpt(tag) },
        ...(near.length ? {} : { fix: { title: 'Delete the orphan tag', safe: isLeftover, edits: [edit] } }),
      })
    }
    for (const { kind, tag, span } of tagFaults)
      if (kind === 'unclosed' && !used.has(span.start) && (hidden.closes.get(tag) ?? -1) < span.end)
        report({ message: 'unclosed', at: span, data: { tag: excerpt(tag) } })
  },
})

/** Openings that a closing tag may belong to: the last ones before it. */
const NEAR = 20

/** Whether an offset lies in one of some spans; offsets must be asked for in rising order. */
function sweep(spans: readonly Span[]): (offset: number) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start)
  let next = 0
  let end = -1
  return offset => {
    while (next < sorted.length && sorted[next]!.start <= offset) end = Math.max(end, sorted[next++]!.end)
    return offset < end
  }
}

/** Opening tags alone on a line, outside fences, that no closing tag belongs to: faults and placeholders. */
function looseOpenings({ text, fences, sections }: Document): { tag: string; span: Span }[] {
  const paired = new Set(sections.map(({ open }) => open.start))
  const isShown = sweep(fences.map(({ span }) => span))
  const found: { tag: string; span: Span }[] = []
  for (const match of text.matchAll(/^([ \t]*)<([A-Za-z_][\w-]*)>[ \t]*$/gm)) {
    const start = match.index + match[1]!.length
    if (!isShown(start) && !paired.has(start))
      found.push({ tag: match[2]!, span: { start, end: start + match[2]!.length + 2 } })
  }
  return found
}

/**
 * Halves that stand on a line with text, or in a fence that swallows more than its author meant: by tag, where the first
 * opening and the last closing one begin.
 */
function hiddenHalves({ text, sections, fences, tagFaults, tree }: Document) {
  const seen = new Set([
    ...sections.flatMap(({ open, close }) => [open.start, close.start]),
    ...tagFaults.map(({ span }) => span.start),
  ])
  const code = fences.filter(fence => fence.close && !fence.nested.length).map(({ span }) => span)
  visit(tree, 'inlineCode', node => {
    code.push(spanOfNode(node))
  })
  const isCode = sweep(code)
  const opens = new Map<string, number>()
  const closes = new Map<string, number>()
  for (const { index, 1: slash, 2: tag } of text.matchAll(/<(\/?)([A-Za-z_][\w-]*)(?=[\s>])/g)) {
    if (isCode(index) || seen.has(index)) continue
    if (slash) closes.set(tag!, index)
    else if (!opens.has(tag!)) opens.set(tag!, index)
  }
  return { opens, closes }
}
