import { defineRule } from '../../core/rule.ts'
import { errorCodesOf } from '../../model/errors/errors.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

/** First heads of tables that name failures in words: the form of team skills. */
const IN_WORDS =
  /^[\s*_`]*(?:errors?|scenarios?|problems?|issues?|symptoms?|failures?|错误|场景|问题|异常|故障)(?![\w-])/i

export default defineRule({
  id: 'errors/table-codes',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: PROSE_KINDS,
  summary: 'The table of an error_codes section has a column with codes.',
  why: 'Gates, transitions and logs can only name a failure that has a code.',
  source: { url: 'docs/pack-grammar.md#error-codes', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The table of error codes has no column with codes.',
      help: 'Add a column “Code” with E001, E002, … in front.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '<error_codes>\n| Code | Condition | Recovery |\n|---|---|---|\n| E001 | no key | ask |\n</error_codes>\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '<error_codes>\n| Condition | Recovery |\n|---|---|\n| no key | ask |\n</error_codes>\n',
        '.codex/skills/release/SKILL.md':
          '<error_codes>\n| 条件 | 恢复 |\n|---|---|\n| 没有密钥 | 询问 |\n</error_codes>\n',
      },
      reports: ['.claude/commands/release.md:2:3 missing', '.codex/skills/release/SKILL.md:2:3 missing'],
    },
    {
      title: 'Failures in words, a heading instead of a section, codes in another table or list of the section',
      files: {
        '.claude/skills/team-sign/SKILL.md':
          '<error_codes>\n| Error | Resolution |\n|---|---|\n| no key | ask |\n</error_codes>\n',
        '.claude/skills/team-tag/SKILL.md':
          '## Error Handling\n\n| Condition | Recovery |\n|---|---|\n| no key | ask |\n',
        '.claude/commands/a.md':
          '<error_codes>\n- E001: no key\n\n| Condition | Recovery |\n|---|---|\n| no key | ask |\n</error_codes>\n',
        '.claude/commands/b.md':
          '<error_codes>\n| Name | Meaning |\n|---|---|\n| `E_NO_KEY` | no key |\n</error_codes>\n',
        '.claude/commands/c.md': '<error_codes>\n| Condition | Recovery |\n|---|---|\n</error_codes>\n',
      },
    },
  ],

  check(document, report) {
    const { tables, definitions } = errorCodesOf(document)
    for (const { part, hasCodes, head, rows, span } of tables) {
      if (part !== 'tag' || hasCodes || !rows.length || IN_WORDS.test(head[0]?.text ?? '')) continue
      const section = document.sections.find(
        ({ tag, body }) => tag === 'error_codes' && body.start <= span.start && span.end <= body.end,
      )
      if (definitions.some(own => own.section === section)) continue
      report({ message: 'missing', at: { start: head[0]!.span.start, end: head.at(-1)!.span.end } })
    }
  },
})
