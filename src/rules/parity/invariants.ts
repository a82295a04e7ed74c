import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/invariants',
  scope: 'pack',
  severity: 'warn',
  profile: 'recommended',
  summary: 'Variants of a skill have the same number of invariants.',
  why: 'An invariant is what no agent may break. One that was added for a single client is broken by all others, and “invariant 6” means something else in each.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    count: {
      text: 'This variant has {here} invariants, the one in “{source}” {there}.',
      help: 'Bring both in line, or give the reason above the section: “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      title: 'As many, in other words and another form',
      files: {
        '.claude/commands/audit.md':
          '<invariants>\n1. **Read only**: change nothing.\n2. **Evidence**: name the line.\n   - and the file\n</invariants>\n',
        '.codex/skills/audit/SKILL.md': '## 不变量\n\n- **证据**：给出行号\n- **只读**：不修改文件\n',
      },
    },
    {
      files: {
        '.claude/commands/audit.md':
          '<invariants>\n1. **Read only**: change nothing.\n2. **Evidence**: name the line.\n3. **One report**: at the end.\n</invariants>\n',
        '.codex/skills/audit/SKILL.md':
          '---\nname: audit\n---\n\n<invariants>\n1. **Read only**: change nothing.\n2. **Evidence**: name the line.\n</invariants>\n',
      },
      reports: ['.codex/skills/audit/SKILL.md:5:1 count'],
    },
    {
      title: 'A variant without invariants, or with some in prose; one that leaves all to a workflow file',
      files: {
        '.claude/skills/audit/SKILL.md': '<invariants>\n1. **Read only**: change nothing.\n</invariants>\n',
        '.codex/skills/audit/SKILL.md': 'Audit.\n',
        '.agy/skills/audit/SKILL.md': '<invariants>\nChange nothing, and name the line.\n</invariants>\n',
        '.claude/skills/chart/SKILL.md':
          '<invariants>\n1. **Read only**: change nothing.\n</invariants>\n\nFollow `~/.maestro/workflows/chart.md` completely.\n',
        '.codex/skills/chart/SKILL.md':
          '<invariants>\n1. **Read only**: change nothing.\n2. **Scale**: draw it.\n</invariants>\n\nDraw.\n',
      },
    },
    {
      title: 'Declared above the section',
      files: {
        '.claude/skills/audit/SKILL.md':
          '<purpose>\nAudits.\n</purpose>\n\n<invariants>\n1. **Read only**: change nothing.\n</invariants>\n',
        '.codex/skills/audit/SKILL.md':
          '<purpose>\nAudits.\n</purpose>\n\n<!-- maestro-variant: the sandbox needs a rule of its own -->\n\n<invariants>\n1. **Read only**: change nothing.\n2. **Sandbox**: stay inside.\n</invariants>\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'invariants', context)) {
      const { data, ...finding } = findingOf(difference, 'the invariants of the source')
      const [change] = difference.changes
      report({
        message: 'count',
        ...finding,
        data: { source: data.source, here: change!.mirror, there: change!.source },
      })
    }
  },
})
