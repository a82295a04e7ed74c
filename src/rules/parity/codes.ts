import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/codes',
  scope: 'pack',
  severity: 'warn',
  profile: 'recommended',
  summary: 'Variants of a skill define the same error codes.',
  why: 'A code is what users search for and other skills react to. One that a single client knows is reported by nobody else, and a recovery that was added for one client is missing in the others.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    differs: {
      text: 'The error codes of this variant differ from those in “{source}”: {what}.',
      help: 'Bring both in line, or give the reason above the section: “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      title: 'The same codes in other tables, in any order',
      files: {
        '.claude/commands/tidy.md':
          '<error_codes>\n\n| Code | Severity | Condition | Recovery |\n|---|---|---|---|\n| E001 | error | no folder | ask for it |\n| W001 | warning | a file is locked | pass it over |\n\n</error_codes>\n',
        '.codex/skills/tidy/SKILL.md':
          '### 错误码\n\n| 错误码 | 条件 |\n|---|---|\n| W001 | 文件被锁定 |\n| E001 | 没有文件夹 |\n',
      },
    },
    {
      files: {
        '.claude/skills/tidy/SKILL.md':
          '<error_codes>\n\n| Code | Condition |\n|---|---|\n| E001 | no folder |\n| E002 | nothing to do |\n\n</error_codes>\n',
        '.codex/skills/tidy/SKILL.md':
          '<error_codes>\n\n| Code | Condition |\n|---|---|\n| E001 | no folder |\n| W007 | a file is locked |\n\n</error_codes>\n',
      },
      reports: ['.codex/skills/tidy/SKILL.md:6:3 differs'],
    },
    {
      title: 'What is lacking only, at the section',
      files: {
        '.agy/skills/tidy/SKILL.md': '## Error codes\n\n- E001: no folder\n',
        '.codex/skills/tidy/SKILL.md': '## Error codes\n\n- E001: no folder\n- E002: nothing to do\n',
      },
      reports: ['.agy/skills/tidy/SKILL.md:1:1 differs'],
    },
    {
      title: 'A variant without codes, one that takes them over, a code in another file of the skill',
      files: {
        '.claude/skills/tidy/SKILL.md': '## Error codes\n\n- E001: no folder\n- E002: nothing to do\n',
        '.codex/skills/tidy/SKILL.md': '## Error handling\n\nStop and ask.\n',
        '.agy/skills/tidy/SKILL.md': '## Error codes\n\nE002–E004 of `tidy-base` apply.\n\n- E001: no folder\n',
        '.claude/skills/sort/SKILL.md': '## Error codes\n\n- E001: no list\n- E002: two lists\n',
        '.codex/skills/sort/SKILL.md': '## Error codes\n\n- E001: no list\n',
        '.codex/skills/sort/specs/errors.md': '## Error codes\n\n- E002: two lists\n',
      },
    },
    {
      title: 'A difference that is declared, on either side',
      files: {
        '.claude/skills/tidy/SKILL.md':
          '# Tidy\n\n## Error codes\n\n<!-- maestro-variant: only this client can lock files -->\n\n- E001: no folder\n- W007: a file is locked\n',
        '.codex/skills/tidy/SKILL.md': '# Tidy\n\n## Error codes\n\n- E001: no folder\n',
        '.claude/skills/sort/SKILL.md': '# Sort\n\n## Error codes\n\n- E001: no list\n',
        '.codex/skills/sort/SKILL.md':
          '# Sort\n\n<!-- maestro-variant: sorts through a program of its own -->\n\n## Error codes\n\n- E009: no program\n',
      },
    },
    {
      title: 'A declaration without a reason',
      files: {
        '.claude/skills/tidy/SKILL.md': '## Error codes\n\n- E001: no folder\n- E002: nothing to do\n',
        '.codex/skills/tidy/SKILL.md': '<!-- maestro-variant: -->\n\n## Error codes\n\n- E001: no folder\n',
      },
      reports: ['.codex/skills/tidy/SKILL.md:3:1 differs'],
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'codes', context))
      report({ message: 'differs', ...findingOf(difference, 'the codes of the source') })
  },
})
