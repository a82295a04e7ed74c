import { defineRule } from '../../core/rule.ts'
import { hasTraceOf, isDelegating, sectionOf } from '../../model/sections.ts'

export default defineRule({
  id: 'sections/success-criteria-required',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'A skill with a purpose section says when it has succeeded.',
  why: 'A list of criteria is what an agent checks before it says “done”; without one it stops when it runs out of steps.',
  source: { url: 'docs/pack-grammar.md#success-criteria', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The {kind} has a purpose and no success criteria.',
      help: 'Add “<success_criteria>” with a checklist: “- [ ] what is true at the end”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview a change.\n</purpose>\n\n<success_criteria>\n- [ ] every file is read\n</success_criteria>\n',
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
      title: 'Headings count, in English and in Chinese',
      files: {
        '.codex/skills/review/SKILL.md':
          '<purpose>\nReview.\n</purpose>\n\n<appendix>\n\n#### Success Criteria\n\n- [ ] read\n</appendix>\n',
        '.codex/skills/audit/SKILL.md': '<purpose>\n检查。\n</purpose>\n\n### 成功标准\n\n- [ ] 全部读完\n',
      },
    },
    {
      title: 'A section that an open fence swallows is there',
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview a change.\n</purpose>\n\n```bash\ngit diff\n\n<success_criteria>\n- [ ] every file is read\n</success_criteria>\n',
      },
    },
    {
      title: 'A command that leaves everything to a workflow file',
      files: {
        '.claude/commands/review.md':
          "<purpose>\nReview a change.\n</purpose>\n\n<execution>\nFollow '~/.maestro/workflows/review.md' completely.\n</execution>\n",
      },
    },
  ],

  check(document, report) {
    const purpose = sectionOf(document, 'purpose')
    if (!purpose || hasTraceOf(document, 'success_criteria') || isDelegating(document)) return
    report({ message: 'missing', at: purpose.open, data: { kind: document.kind } })
  },
})
