import { defineRule } from '../../core/rule.ts'
import { errorCodesOf } from '../../model/errors/errors.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

/** Nothing, or a promise to write something. */
const EMPTY = /^[\s*_`]*(?:tbd|todo|\?+|待定|待补充?|待填)?[\s*_`]*$/i

export default defineRule({
  id: 'errors/recovery-empty',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: PROSE_KINDS,
  summary: 'Every error code says how to recover.',
  why: 'The recovery is what an agent does instead of inventing something; an empty cell leaves it to guess.',
  source: { url: 'docs/pack-grammar.md#error-codes', level: 'ADVICE', verified: '2026-11' },
  messages: {
    empty: {
      text: '{code} has no recovery.',
      help: 'Write what to do: stop, ask, try again, or go on without.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '| Code | Condition | Recovery |\n|---|---|---|\n| E001 | no key | ask |\n| W001 | old key | — |\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '| Code | Condition | Recovery |\n|---|---|---|\n| E001 | no key | |\n| E002 | no tag | TODO |\n',
        '.codex/skills/release/SKILL.md': '| 错误码 | 条件 | 恢复 |\n|---|---|---|\n| `E_NO_KEY` | 没有密钥 | 待定 |\n',
      },
      reports: [
        '.claude/commands/release.md:3:3 empty',
        '.claude/commands/release.md:4:3 empty',
        '.codex/skills/release/SKILL.md:3:4 empty',
      ],
    },
    {
      title: 'No such column; a cell that is not there is another rule’s finding',
      files: {
        '.claude/commands/release.md': '| Code | Condition |\n|---|---|\n| E001 | no key |\n',
        '.claude/commands/sign.md': '| Code | Condition | Recovery |\n|---|---|---|\n| E001 | no key |\n',
      },
    },
  ],

  check(document, report) {
    const told = new Set<unknown>()
    for (const { code, span, recovery, recoverySpan, row } of errorCodesOf(document).definitions) {
      if (!recoverySpan || told.has(row) || !EMPTY.test((recovery ?? '').slice(0, 40))) continue
      told.add(row)
      report({ message: 'empty', at: span, data: { code } })
    }
  },
})
