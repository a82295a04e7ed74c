import { defineRule } from '../../core/rule.ts'
import type { Document, Fix, Section } from '../../core/types.ts'
import { isMultiMode } from '../../model/sections.ts'

/** What must stand before what. The state machine may come before or after the invariants and the execution. */
const LINE = ['purpose', 'context', 'invariants', 'execution', 'error_codes', 'success_criteria']

const precedes = (a: string, b: string) => {
  if (a === 'state_machine') return LINE.indexOf(b) >= LINE.indexOf('error_codes')
  if (b === 'state_machine') return LINE.indexOf(a) >= 0 && LINE.indexOf(a) <= LINE.indexOf('context')
  return LINE.includes(a) && LINE.indexOf(a) < LINE.indexOf(b)
}

export default defineRule({
  id: 'sections/order',
  scope: 'document',
  severity: 'info',
  profile: 'recommended',
  kinds: ['skill', 'command'],
  fixable: 'unsafe',
  summary:
    'Sections stand in the usual order: purpose, context, invariants, execution or state machine, error codes, success criteria.',
  why: 'A reader who knows one file of a pack finds the same thing in the same place in the next; rules that stand before the steps are read before the steps.',
  source: { url: 'docs/pack-grammar.md#sections', level: 'SHOULD', verified: '2026-11' },
  messages: {
    late: {
      text: '“<{tag}>” stands after “<{other}>”.',
      help: 'Move “<{tag}>” up, before “<{other}>”.',
    },
    early: {
      text: '“<{tag}>” stands before “<{other}>”.',
      help: 'Move “<{tag}>” down, after “<{other}>”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview.\n</purpose>\n\n<context>\nThe diff.\n</context>\n\n<execution>\nRead it.\n</execution>\n\n<success_criteria>\n- [ ] read\n</success_criteria>\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview.\n</purpose>\n\n<execution>\nRead it.\n</execution>\n\n<invariants>\n1. **No edits**: read only.\n</invariants>\n',
      },
      reports: ['.claude/commands/review.md:9:1 late'],
      unsafe: true,
      fixed: {
        '.claude/commands/review.md':
          '<purpose>\nReview.\n</purpose>\n\n<invariants>\n1. **No edits**: read only.\n</invariants>\n\n<execution>\nRead it.\n</execution>\n',
      },
    },
    {
      title: 'One section out of place is one finding',
      files: {
        '.codex/skills/review/SKILL.md':
          '<success_criteria>\n- [ ] read\n</success_criteria>\n\n<purpose>\nReview.\n</purpose>\n\n<context>\nThe diff.\n</context>\n\n<execution>\nRead it.\n</execution>\n',
      },
      reports: ['.codex/skills/review/SKILL.md:1:1 early'],
      unsafe: true,
      fixed: {
        '.codex/skills/review/SKILL.md':
          '<purpose>\nReview.\n</purpose>\n\n<context>\nThe diff.\n</context>\n\n<execution>\nRead it.\n</execution>\n\n<success_criteria>\n- [ ] read\n</success_criteria>\n',
      },
    },
    {
      title: 'The state machine may come first, and sections may stand in an appendix',
      files: {
        '.codex/skills/review/SKILL.md':
          '<purpose>\nReview.\n</purpose>\n<state_machine>\nS_A → END\n</state_machine>\n<invariants>\n1. **One**: pass.\n</invariants>\n<execution>\nGo.\n</execution>\n<appendix>\n<error_codes>\nNone.\n</error_codes>\n<success_criteria>\n- [ ] done\n</success_criteria>\n</appendix>\n',
      },
    },
    {
      title: 'A file with several modes repeats its sections',
      files: {
        '.claude/commands/learn.md':
          '<purpose>\nLearn.\n</purpose>\n<execution>\nA\n</execution>\n<error_codes>\nA\n</error_codes>\n<execution>\nB\n</execution>\n',
      },
    },
  ],

  check(document, report) {
    if (isMultiMode(document)) return
    const groups = new Map<Section | undefined, Section[]>()
    for (const section of document.sections) {
      if (!LINE.includes(section.tag) && section.tag !== 'state_machine') continue
      const group = groups.get(section.parent) ?? []
      if (!group.some(({ tag }) => tag === section.tag)) group.push(section)
      groups.set(section.parent, group)
    }
    for (const group of groups.values())
      for (const { section, other, isLate } of misplaced(group))
        report({
          message: isLate ? 'late' : 'early',
          at: section.open,
          data: { tag: section.tag, other: other.tag },
          fix: moved(document, section, other, isLate),
          related: [{ at: other.open, text: `“<${other.tag}>” stands here` }],
        })
  },
})

/** The fewest sections whose removal leaves the rest in order, found greedily, each with the farthest section it is at odds with. */
function misplaced(group: readonly Section[]): { section: Section; other: Section; isLate: boolean }[] {
  const found: { section: Section; other: Section; isLate: boolean }[] = []
  let rest = [...group]
  for (;;) {
    const odds = rest.map((section, index) => ({
      section,
      index,
      partners: rest.filter((other, at) =>
        at < index ? precedes(section.tag, other.tag) : precedes(other.tag, section.tag),
      ),
    }))
    const worst = odds.reduce((a, b) => (b.partners.length >= a.partners.length ? b : a), odds[0]!)
    if (!worst?.partners.length) return found.sort((a, b) => a.section.span.start - b.section.span.start)
    const isLate = worst.partners[0]!.span.start < worst.section.span.start
    const other = isLate ? worst.partners[0]! : worst.partners.at(-1)!
    found.push({ section: worst.section, other, isLate })
    rest = rest.filter(section => section !== worst.section)
  }
}

/** Moves a section's lines, with the blank lines after it, before or after another section. */
function moved({ path, lines, text }: Document, section: Section, other: Section, isLate: boolean): Fix {
  const first = lines.index(section.span.start)
  let next = lines.index(section.span.end) + 1
  const last = next
  while (next < lines.starts.length && !lines.text(next).trim()) next++
  const startOf = (line: number) => lines.starts[line] ?? text.length
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const body = text.slice(startOf(first), startOf(last)).replace(/\r?\n$/, '')
  const isEnd = next >= lines.starts.length
  const cut = isEnd && first > 0 && !lines.text(first - 1).trim() ? startOf(first - 1) : startOf(first)
  const target = isLate ? startOf(lines.index(other.span.start)) : lines.span(lines.index(other.span.end)).end
  return {
    title: `Move “<${section.tag}>”`,
    safe: false,
    edits: [
      { path, span: { start: cut, end: isEnd && cut < startOf(first) ? startOf(last) : startOf(next) }, text: '' },
      {
        path,
        span: { start: target, end: target },
        text: isLate ? `${body}${eol}${eol}` : `${eol}${eol}${body}`,
      },
    ],
  }
}
