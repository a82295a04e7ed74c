import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { isInside } from '../../core/span.ts'
import type { Document, Edit, Span, TagFault } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'

export default defineRule({
  id: 'sections/balance',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  fixable: 'safe',
  summary: 'Every section tag that stands alone on a line has its partner.',
  why: 'A model reads a section as reaching from its opening to its closing tag. An orphan tag, usually left behind by an edit, makes it guess where the rules of one section end.',
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
      title: 'CRLF',
      files: { '.claude/commands/review.md': 'Review.\r\n</output>\r\nDone.\r\n' },
      reports: ['.claude/commands/review.md:2:1 unopened'],
      fixed: { '.claude/commands/review.md': 'Review.\r\nDone.\r\n' },
    },
  ],

  check(document, report) {
    const { tagFaults, path, lines, text } = document
    const loose = tagFaults.length ? looseOpenings(document) : []
    const done = new Set<Span>()
    for (const fault of tagFaults) {
      if (fault.kind === 'unclosed' || hasHiddenPartner(document, fault)) continue
      const before = loose.filter(({ span }) => span.start < fault.span.start && !done.has(span))
      const same = before.findLast(({ tag }) => tag === fault.tag)
      const alike = nearest(
        fault.tag,
        before.map(({ tag }) => tag),
      )
      const partner = same ?? before.findLast(({ tag }) => tag === alike)
      if (partner) {
        done.add(partner.span)
        const related = [{ at: partner.span, text: 'opened here' }]
        if (same) report({ message: 'crossed', at: fault, data: { tag: fault.tag }, related })
        else report({ message: 'misspelled', at: fault, data: { tag: fault.tag, open: partner.tag }, related })
        continue
      }
      const line = lines.index(fault.span.start)
      const edit: Edit = {
        path,
        span: { start: lines.starts[line]!, end: lines.starts[line + 1] ?? text.length },
        text: '',
      }
      report({
        message: 'unopened',
        at: fault,
        data: { tag: fault.tag },
        ...(before.length ? {} : { fix: { title: 'Delete the orphan tag', safe: true, edits: [edit] } }),
      })
    }
    const opened = new Set([...done].map(({ start }) => start))
    for (const fault of tagFaults)
      if (fault.kind === 'unclosed' && !opened.has(fault.span.start) && !hasHiddenPartner(document, fault))
        report({ message: 'unclosed', at: fault, data: { tag: fault.tag } })
  },
})

/** Opening tags alone on a line, outside fences, that no closing tag belongs to: faults and placeholders. */
function looseOpenings(document: Document): { tag: string; span: Span }[] {
  const paired = new Set(document.sections.map(({ open }) => open.start))
  const found: { tag: string; span: Span }[] = []
  for (const match of document.text.matchAll(/^([ \t]*)<([A-Za-z_][\w-]*)>[ \t]*$/gm)) {
    const start = match.index + match[1]!.length
    const span = { start, end: start + match[2]!.length + 2 }
    const isShown = document.fences.some(fence => isInside(span, fence.span))
    if (!paired.has(start) && !isShown) found.push({ tag: match[2]!, span })
  }
  return found
}

/** Whether the other half stands on a line with text, or in a fence that swallows more than its author meant. */
function hasHiddenPartner(document: Document, fault: TagFault): boolean {
  const { text, sections, fences, tagFaults } = document
  const tags = new Set([
    ...sections.flatMap(({ open, close }) => [open.start, close.start]),
    ...tagFaults.map(({ span }) => span.start),
  ])
  const broken = fences.filter(fence => !fence.close || fence.nested.length)
  const code: Span[] = fences.filter(fence => !broken.includes(fence)).map(({ span }) => span)
  visit(document.tree, 'inlineCode', node => {
    code.push(spanOfNode(node))
  })
  const half =
    fault.kind === 'unclosed' ? new RegExp(`</${fault.tag}>`, 'g') : new RegExp(`<${fault.tag}(?=[\\s>])`, 'g')
  for (const match of text.matchAll(half)) {
    const span = { start: match.index, end: match.index + match[0].length }
    const isThere = fault.kind === 'unclosed' ? span.start > fault.span.end : span.end < fault.span.start
    if (isThere && !tags.has(span.start) && !code.some(other => isInside(span, other))) return true
  }
  return false
}
