import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { shapeOf } from '../../model/errors/code.ts'
import { type ErrorDefinition, errorCodesOf } from '../../model/errors/errors.ts'
import { isWritten, listOf } from '../../model/errors/told.ts'
import { PROSE_KINDS } from '../../model/prose-lines.ts'

export default defineRule({
  id: 'errors/code-duplicate',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: PROSE_KINDS,
  summary: 'An error code is defined once.',
  why: 'With two meanings for one code, an agent recovers from the one failure in the way that is written for the other.',
  source: { url: 'docs/pack-grammar.md#error-codes', level: 'ADVICE', verified: '2026-11' },
  messages: {
    again: {
      text: '{code} is defined a second time.',
      help: 'Give one of the two failures a code of its own, or delete the repetition.',
    },
    table: {
      text: 'The table defines {count} codes a second time: {codes}.',
      help: 'Keep one table, or give its failures codes of their own.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '<error_codes>\n| Code | Severity | Condition | Recovery |\n|---|---|---|---|\n| E001 | error | no key | ask |\n| E002 | error | no tag | stop |\n</error_codes>\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md':
          '<error_codes>\n| Code | Condition |\n|---|---|\n| E001 | no key |\n| E002 | no tag |\n| E001 | no network |\n</error_codes>\n',
        '.codex/skills/release/SKILL.md': '### Error Codes\n\n- E001: no key\n- W001: old key\n- E001: no tag\n',
      },
      reports: ['.claude/commands/release.md:6:3 again', '.codex/skills/release/SKILL.md:5:3 again'],
    },
    {
      title: 'Two tables of one skill, the second in other words',
      files: {
        '.agy/skills/release/SKILL.md':
          '<appendix>\n\n### 错误码\n\n| 错误码 | 条件 | 处理 |\n|---|---|---|\n| E001 | 没有密钥 | 询问 |\n| E002 | 没有标签 | 停止 |\n| E003 | 没有网络 | 重试 |\n\n</appendix>\n\n<error_codes>\n| Code | Severity | Condition | Recovery |\n|---|---|---|---|\n| E001 | error | no archive | build |\n| E002 | error | no key | ask |\n| W001 | warning | old key | go on |\n</error_codes>\n',
      },
      reports: ['.agy/skills/release/SKILL.md:16:3 table'],
    },
    {
      title: 'A row that lost its table',
      files: {
        '.agy/skills/release/SKILL.md':
          '| E001 | no key | ask |\n\n<error_codes>\n| Code | Condition |\n|---|---|\n| E001 | no archive |\n</error_codes>\n',
      },
      reports: ['.agy/skills/release/SKILL.md:6:3 again'],
    },
    {
      title: 'Several modes: sections of their own, error headings under different headings, repeated sections',
      files: {
        '.claude/commands/a.md':
          '<error_codes>\n- E001: no key\n</error_codes>\n\n<error_codes>\n- E001: no tag\n</error_codes>\n',
        '.claude/commands/b.md':
          '# Release\n\n## Sign\n\n### Error Codes\n\n- E001: no key\n\n## Publish\n\n### Error Codes\n\n- E001: no tag\n',
        '.claude/commands/c.md':
          '<purpose>\nSign.\n</purpose>\n\n<error_codes>\n- E001: no key\n</error_codes>\n\n<purpose>\nPublish.\n</purpose>\n\n<appendix>\n### Error Codes\n- E001: no tag\n</appendix>\n',
      },
    },
    {
      title: 'Codes of another shape, which may stand once for each module',
      files: {
        '.claude/commands/release.md':
          '### Error Codes\n\n| Module | Code | Meaning |\n|---|---|---|\n| sign | NOT_FOUND | no key |\n| tag | NOT_FOUND | no tag |\n',
      },
    },
    {
      title: 'What adds to a definition: a list, headings, a table of something else, ranges',
      files: {
        '.claude/commands/release.md':
          '### Error Codes\n\n| Code | Condition |\n|---|---|\n| E001 | no key |\n| E002 | no tag |\n| E001–E002 | stop the run |\n\n- E001: ask for the key\n- E002: stop\n\n#### E001: no key\n\n#### E002: no tag\n\n## Retries\n\n| Code | Times |\n|---|---|\n| E001 | 2 |\n',
      },
    },
  ],

  check(document, report) {
    for (const pairs of repeatsIn(document)) {
      const [second] = pairs[0]!
      const related = pairs
        .slice(0, 5)
        .map(([{ code }, first]) => ({ at: first, text: `${code} is defined here first.` }))
      const codes = pairs.map(([{ code }]) => code)
      if (pairs.length === 1) report({ message: 'again', at: second, data: { code: second.code }, related })
      else report({ message: 'table', at: second, data: { count: codes.length, codes: listOf(codes) }, related })
    }
  },
})

type Pair = readonly [second: ErrorDefinition, first: ErrorDefinition]

/** Definitions with an earlier one of the same form in the same mode; those of one table and an earlier one together. */
function repeatsIn(document: Document): Pair[][] {
  const firsts = new Map<string, ErrorDefinition>()
  const groups = new Map<unknown, Pair[]>()
  for (const definition of errorCodesOf(document).definitions) {
    if (!definition.isMain || !isWritten(document, definition) || shapeOf(definition.code) === 'other') continue
    const form = definition.form === 'row' ? 'table' : definition.form
    const key = `${form} ${definition.code} ${definition.mode}`
    const first = firsts.get(key)
    if (!first) {
      firsts.set(key, definition)
      continue
    }
    const isOtherTable = definition.table && definition.table !== first.table
    const group = isOtherTable ? definition.table : definition
    const pairs = groups.get(group)
    if (pairs) pairs.push([definition, first])
    else groups.set(group, [[definition, first]])
  }
  return [...groups.values()]
}
