import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/sections',
  scope: 'pack',
  severity: 'info',
  profile: 'strict',
  summary:
    'A variant has the invariants, error codes, success criteria, state machine and completion that its source has.',
  why: 'A variant that was written by hand often stays behind: what was added to the source later, such as criteria or error codes, is never carried over.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    lacks: {
      text: 'This variant lacks sections that its source in “{source}” has: {names}.',
      help: 'Carry them over, or give the reason at the top: “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      title: 'In another form, in another file of the skill; sections that only the mirror has',
      files: {
        '.claude/commands/audit.md':
          '<invariants>\n1. **Read only**: change nothing.\n</invariants>\n\n<error_codes>\n\n| Code | Condition |\n|---|---|\n| E001 | no folder |\n\n</error_codes>\n\n<success_criteria>\n- [ ] Every file is read\n</success_criteria>\n',
        '.codex/skills/audit/SKILL.md':
          '## 不变量\n\n1. **只读**：不修改文件\n\n### Success Criteria\n\n- [ ] Every file is read\n\n<on_complete>\nTell the user.\n</on_complete>\n',
        '.codex/skills/audit/specs/errors.md': '## Error codes\n\n- E001: no folder\n',
      },
    },
    {
      files: {
        '.claude/commands/audit.md':
          '<invariants>\n1. **Read only**: change nothing.\n</invariants>\n\n<state_machine>\n<states>\nS_READ — read\n</states>\n<transitions>\nS_READ → END\n</transitions>\n</state_machine>\n\n<success_criteria>\n- [ ] Every file is read\n</success_criteria>\n',
        '.codex/skills/audit/SKILL.md':
          '---\nname: audit\n---\n\n<success_criteria>\n- [ ] Every file is read\n</success_criteria>\n',
      },
      reports: ['.codex/skills/audit/SKILL.md:2:7 lacks'],
    },
    {
      title:
        'A mirror that leaves all to a workflow file; half a section, which is another rule’s finding; a declared one',
      files: {
        '.claude/skills/a/SKILL.md': '<invariants>\n1. **Read only**: change nothing.\n</invariants>\n',
        '.codex/skills/a/SKILL.md': 'Follow `~/.maestro/workflows/audit.md` completely.\n',
        '.claude/skills/b/SKILL.md': '<invariants>\n1. **Read only**: change nothing.\n</invariants>\n',
        '.codex/skills/b/SKILL.md': '<invariants>\n1. **Read only**: change nothing.\n',
        '.claude/skills/c/SKILL.md':
          '<purpose>\nAudits.\n</purpose>\n\n<!-- maestro-variant: hands over to a hook of this client -->\n<on_complete>\nTell the user.\n</on_complete>\n',
        '.codex/skills/c/SKILL.md': '<purpose>\nAudits.\n</purpose>\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'sections', context)) {
      const { data, ...finding } = findingOf(difference, 'the first of them in the source')
      const names = difference.lacks.map(name => `“${name}”`).join(', ')
      report({ message: 'lacks', ...finding, data: { source: data.source, names } })
    }
  },
})
