import { defineRule } from '../../core/rule.ts'
import { boundaryOf } from '../../model/output-boundary.ts'
import { isMultiMode, partsOf, sectionOf } from '../../model/sections.ts'

export default defineRule({
  id: 'sections/output-boundary-required',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'A skill with a purpose section says where it may write.',
  why: 'An agent that is told its folders does not “help” in others. One sentence is enough, and a command that writes nothing says that.',
  source: { url: 'docs/pack-grammar.md#output-boundary', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The {kind} does not say where it may write.',
      help: 'End the context with “**Output boundary**: ALL file writes MUST target `PATH`. NEVER modify …”, or “… writes NO files”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview.\n</purpose>\n\n<context>\nThe diff.\n\n**Output boundary**: writes NO files.\n</context>\n\n<execution>\nRead it.\n</execution>\n',
      },
    },
    {
      files: {
        '.claude/commands/review.md':
          '<purpose>\nReview.\n</purpose>\n\n<context>\nThe diff.\n</context>\n\n<execution>\nRead it.\n</execution>\n',
      },
      reports: ['.claude/commands/review.md:5:1 missing'],
    },
    {
      title: 'As an invariant, and in Chinese',
      files: {
        '.codex/skills/review/SKILL.md':
          '<purpose>\nReview.\n</purpose>\n<invariants>\n1. **Output boundary** — writes NO files\n</invariants>\n<execution>\nGo.\n</execution>\n',
        '.codex/skills/audit/SKILL.md':
          '<purpose>\n检查。\n\n**输出边界**：仅写入 `reports/`\n</purpose>\n<execution>\n读。\n</execution>\n',
      },
    },
    {
      title: 'A wrapper only chooses among modes',
      files: {
        '.claude/commands/learn.md':
          '<purpose>\nChoose a mode.\n</purpose>\n\n<execution>\nA\n</execution>\n\n<execution>\nB\n</execution>\n',
        '.claude/commands/pick.md': '<purpose>\nChoose a mode and go there.\n</purpose>\n',
      },
    },
  ],

  check(document, report) {
    const purpose = sectionOf(document, 'purpose')
    const acts = sectionOf(document, 'execution') ?? sectionOf(document, 'state_machine')
    if (!purpose || !acts || isMultiMode(document)) return
    if (boundaryOf(document) || partsOf(document, 'output_boundary').length) return
    const at = sectionOf(document, 'context') ?? purpose
    report({ message: 'missing', at: at.open, data: { kind: document.kind } })
  },
})
