import { defineRule } from '../../core/rule.ts'
import { hasTraceOf, isDelegating, sectionOf } from '../../model/sections.ts'

export default defineRule({
  id: 'sections/invariants-required',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'A skill with a purpose section says its invariants.',
  why: 'Steps say what to do when all goes well; invariants say what holds in every state, so that an agent that has to improvise knows its limits.',
  source: { url: 'docs/pack-grammar.md#invariants', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The {kind} has a purpose and no invariants.',
      help: 'Add “<invariants>” with a numbered list: “1. **Title**: what always holds”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview a change.\n</purpose>\n\n<invariants>\n1. **No edits**: the code stays as it is.\n</invariants>\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview a change.\n</purpose>\n\n<execution>\nRead it.\n</execution>\n',
      },
      reports: ['.claude/commands/review.md:1:1 missing'],
    },
    {
      title: 'A skill in prose has no sections at all',
      files: { '.codex/skills/review/SKILL.md': '# Review\n\nRead the change.\n' },
    },
    {
      title: 'A heading will do',
      files: {
        '.codex/skills/review/SKILL.md': '<purpose>\nReview.\n</purpose>\n\n## 不变量\n\n1. **只读**：不改代码\n',
      },
    },
    {
      title: 'A section that is never closed is there',
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview a change.\n</purpose>\n\n<invariants>\n1. **No edits**: the code stays as it is.\n',
      },
    },
    {
      title: 'A command that leaves everything to a workflow file',
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview a change.\n</purpose>\n\n<execution>\nFollow `~/.maestro/workflows/review.md` completely.\n</execution>\n',
      },
    },
  ],

  check(document, report) {
    const purpose = sectionOf(document, 'purpose')
    if (!purpose || hasTraceOf(document, 'invariants') || isDelegating(document)) return
    report({ message: 'missing', at: purpose.open, data: { kind: document.kind } })
  },
})
