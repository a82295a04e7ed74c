import { defineRule } from '../../core/rule.ts'
import type { Document, Fix, Heading } from '../../core/types.ts'
import { excerpt } from '../../model/excerpt.ts'
import { type GateSection, gatesOf } from '../../model/gates/gates.ts'
import { checkedGates, isSoft } from '../../model/gates/traits.ts'
import { lastHolding } from '../../model/holding.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'
import { sectionAt } from '../../model/sections.ts'

export default defineRule({
  id: 'gates/section-heading',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: PROSE_KINDS,
  fixable: 'safe',
  summary: 'Phase gates stand below a “Phase Gates” heading.',
  why: 'Readers, other skills and checks look for the heading; gates without one are read as part of the step before.',
  source: { url: 'docs/pack-grammar.md#phase-gates', level: 'ADVICE', verified: '2026-11' },
  messages: {
    other: {
      text: 'The gates stand below “{heading}”, not below “Phase Gates”.',
      help: 'Call the heading “Phase Gates”.',
    },
    missing: {
      text: 'Gates stand here without a “Phase Gates” heading.',
      help: 'Write “### Phase Gates (MANDATORY, BLOCKING)” above them.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '<execution>\n\n### Phase Gates (MANDATORY, BLOCKING)\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if: none.\n\n</execution>\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '<execution>\nBuild, then sign.\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if: none.\n\n**GATE 2: Sign → Tell**\n- REQUIRED: a key.\n- BLOCKED if: none.\n\n### Step 1\n\nBuild.\n</execution>\n',
      },
      reports: ['.claude/commands/release.md:4:1 missing'],
      fixed: {
        '.claude/commands/release.md':
          '<execution>\nBuild, then sign.\n\n### Phase Gates (MANDATORY, BLOCKING)\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if: none.\n\n**GATE 2: Sign → Tell**\n- REQUIRED: a key.\n- BLOCKED if: none.\n\n### Step 1\n\nBuild.\n</execution>\n',
      },
    },
    {
      title: 'Below a heading, one rank deeper; soft gates get a soft heading; line ends are kept',
      files: {
        '.claude/commands/release.md':
          '# Release\r\n\r\n## Work\r\n\r\nBuild.\r\n**GATE 1: Build → Sign** (advisory)\r\n- REQUIRED: an archive.\r\n',
      },
      reports: ['.claude/commands/release.md:6:1 missing'],
      fixed: {
        '.claude/commands/release.md':
          '# Release\r\n\r\n## Work\r\n\r\nBuild.\r\n\r\n### Phase Gates\r\n\r\n**GATE 1: Build → Sign** (advisory)\r\n- REQUIRED: an archive.\r\n',
      },
    },
    {
      title: 'A heading that says half of it',
      files: {
        '.claude/commands/release.md':
          '### Gates (MANDATORY, BLOCKING)\n\n**In a hurry:**\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if: none.\n',
      },
      reports: ['.claude/commands/release.md:5:1 other'],
      fixed: {
        '.claude/commands/release.md':
          '### Phase Gates (MANDATORY, BLOCKING)\n\n**In a hurry:**\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if: none.\n',
      },
    },
    {
      title: 'Where more follows, a heading would swallow it: for the author to place',
      files: {
        '.claude/commands/release.md':
          '## Work\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n- BLOCKED if: none.\n\nThen sign it.\n',
        '.claude/commands/sign.md':
          '## Work\n\n- **GATE 1: Build → Sign**\n  - REQUIRED: an archive.\n  - BLOCKED if: none.\n',
      },
      reports: ['.claude/commands/release.md:3:1 missing', '.claude/commands/sign.md:3:3 missing'],
    },
    {
      title: 'Other words for the heading, a section tag, gates as headings of their own, words about gates',
      files: {
        '.claude/commands/a.md': '## Quality Gates\n\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n',
        '.claude/commands/b.md': '<phase_gates>\n**GATE 1: Build → Sign**\n- REQUIRED: an archive.\n</phase_gates>\n',
        '.claude/commands/c.md': '## 2. 阶段门禁\n\n**门禁 1：构建 → 签名**\n- 必需：包\n',
        '.claude/commands/d.md': '## Work\n\n#### GATE 1: Build → Sign\n\n- REQUIRED: an archive.\n',
        '.claude/commands/e.md': '## Work\n\n**GATE 1** and **GATE 2** come first.\n',
      },
    },
  ],

  check(document, report) {
    const checked = new Set(checkedGates(document))
    for (const section of gatesOf(document)) {
      const first = section.gates[0]
      if (section.heading || !first || !checked.has(section) || section.gates.every(({ form }) => form === 'heading'))
        continue
      const heading = headingOver(document, first.span.start)
      const half = heading && /^\s*\**gates?(?![\w-])/i.exec(heading.text)
      if (heading && half) {
        const related = [{ at: heading.span, text: 'The heading.' }]
        const data = { heading: excerpt(heading.text) }
        const fix = renamed(document, heading)
        report({ message: 'other', at: first.headSpan, data, related, ...(fix ? { fix } : {}) })
        continue
      }
      if (/\bgates?\b|门禁|关卡|阶段门/i.test(heading?.text ?? '')) continue
      const fix = headingAbove(document, section)
      report({ message: 'missing', at: first.headSpan, ...(fix ? { fix } : {}) })
    }
  },
})

/** The heading that an offset stands under, inside of its section. */
function headingOver(document: Document, offset: number) {
  const { headings, text } = document
  const heading = lastHolding(headings, ({ span }) => ({ start: span.start, end: text.length }), offset)
  const section = sectionAt(document, offset)
  return heading && heading.span.start >= (section?.body.start ?? 0) ? heading : undefined
}

/** The edit that makes “Gates” of a heading “Phase Gates”. */
function renamed({ path, text }: Document, { span }: Heading): Fix | undefined {
  const word = /gates?/i.exec(text.slice(span.start, span.end))
  if (!word) return undefined
  const start = span.start + word.index
  const edit = { path, span: { start, end: start + word[0].length }, text: 'Phase Gates' }
  return { title: 'Call the heading “Phase Gates”', safe: true, edits: [edit] }
}

/** The edit that puts a heading above gates that are the last thing below theirs. */
function headingAbove(document: Document, section: GateSection): Fix | undefined {
  const { headings, lines, path, sections, text } = document
  const { gates, body } = section
  const start = gates[0]!.span.start
  const line = lines.index(start)
  const isPlain = gates.every(({ form }) => form === 'bold') && lines.starts[line] === start
  if (!isPlain || headings.some(({ span }) => body.start < span.start && span.start < body.end)) return undefined
  const rest = text.slice(body.end)
  const next = body.end + rest.length - rest.trimStart().length
  const isLast =
    next >= text.length ||
    headings.some(({ span }) => span.start === next) ||
    sections.some(({ open, close }) => open.start === next || close.start === next)
  if (!isLast) return undefined
  const depth = Math.min(6, (headingOver(document, start)?.depth ?? 2) + 1)
  const isHard = gates.every(gate => !isSoft(gate, section))
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = line > 0 && lines.text(line - 1).trim() ? eol : ''
  const title = `${'#'.repeat(depth)} Phase Gates${isHard ? ' (MANDATORY, BLOCKING)' : ''}`
  const edit = { path, span: { start, end: start }, text: `${gap}${title}${eol}${eol}` }
  return { title: 'Put a “Phase Gates” heading above', safe: true, edits: [edit] }
}
