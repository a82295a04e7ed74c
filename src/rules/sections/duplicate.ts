import { defineRule } from '../../core/rule.ts'
import type { Document, Section } from '../../core/types.ts'
import { isMultiMode } from '../../model/sections.ts'

/** Sections that say something once for the whole file. */
const ONCE = new Set(
  'purpose context invariants execution state_machine states transitions actions required_reading deferred_reading error_codes success_criteria on_complete'.split(
    ' ',
  ),
)

export default defineRule({
  id: 'sections/duplicate',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: ['skill', 'command', 'role', 'agent'],
  summary: 'A section stands once in its place.',
  why: 'Of two lists of invariants a model follows one, and nobody knows which. The second usually comes from a merge.',
  source: { url: 'docs/pack-grammar.md#sections', level: 'SHOULD', verified: '2026-11' },
  messages: {
    duplicate: {
      text: '“<{tag}>” stands here for the second time.',
      help: 'Merge both into one section.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md': '<purpose>\nReview.\n</purpose>\n\n<invariants>\n1. **A**: a.\n</invariants>\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview.\n</purpose>\n\n<error_codes>\n- E001: no diff\n</error_codes>\n\n<error_codes>\n- E002: no branch\n</error_codes>\n',
      },
      reports: ['.claude/commands/review.md:9:1 duplicate'],
    },
    {
      title: 'Several modes in one file repeat their sections',
      files: {
        '.claude/commands/learn.md':
          '## Follow\n\n<execution>\nA\n</execution>\n\n<error_codes>\n- E001: a\n</error_codes>\n\n## Decompose\n\n<execution>\nB\n</execution>\n\n<error_codes>\n- E001: b\n</error_codes>\n',
        '.claude/commands/retro.md':
          '## Git\n\n<error_codes>\n- E001: a\n</error_codes>\n\n## Decision\n\n<error_codes>\n- E001: b\n</error_codes>\n',
      },
    },
    {
      title: 'The same tag in two parents, and tags that may repeat',
      files: {
        '.claude/commands/run.md':
          '<outer>\n<context>\nA\n</context>\n</outer>\n\n<context>\nB\n</context>\n\n<output>\n1\n</output>\n\n<output>\n2\n</output>\n',
      },
    },
  ],

  check(document, report) {
    if (isMultiMode(document)) return
    const seen = new Map<string, Section | 'judged'>()
    for (const section of document.sections) {
      if (!ONCE.has(section.tag)) continue
      const key = `${section.parent?.span.start ?? -1} ${section.tag}`
      const first = seen.get(key)
      seen.set(key, first ? 'judged' : section)
      if (first && first !== 'judged' && !isOtherMode(document, first, section))
        report({
          message: 'duplicate',
          at: section.open,
          data: { tag: section.tag },
          related: [{ at: first.open, text: 'the first one' }],
        })
    }
  },
})

/** Whether a heading between two sections, outside of both and of what stands between them, begins another mode. */
function isOtherMode({ headings, sections, text }: Document, first: Section, second: Section): boolean {
  if (text.slice(first.open.start, first.open.end) !== text.slice(second.open.start, second.open.end)) return true
  return headings.some(
    ({ span }) =>
      span.start > first.span.end &&
      span.end < second.span.start &&
      !sections.some(
        other => other.span.start > first.span.end && other.body.start < span.start && span.end < other.body.end,
      ),
  )
}
