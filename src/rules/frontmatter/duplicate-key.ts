import { defineRule } from '../../core/rule.ts'
import type { Field } from '../../core/types.ts'
import { trustedFields } from '../../model/entries.ts'
import { excerpt } from '../../model/excerpt.ts'

export default defineRule({
  id: 'frontmatter/duplicate-key',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  kinds: ['skill', 'command', 'agent', 'role'],
  summary: 'No key stands twice in a frontmatter block.',
  why: 'YAML forbids it, and readers differ: strict ones refuse the whole block, so that the skill is gone or loses all of its keys; lenient ones take the last value and pass over the first.',
  source: { url: 'https://yaml.org/spec/1.2.2/#3213-node-comparison', level: 'MUST', verified: '2026-08' },
  messages: {
    duplicate: {
      text: '“{key}” already stands above.',
      help: 'Keep one of the lines.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/plan/SKILL.md':
          '---\nname: plan\nDescription: x\ndescription: |\n  name: text\nmetadata:\n  name: other\n---\n\nname: text\n',
      },
    },
    {
      files: { '.claude/skills/plan/SKILL.md': '---\nname: plan\ndescription: One.\n"description": 二。\n---\n' },
      reports: ['.claude/skills/plan/SKILL.md:4:1 duplicate'],
    },
    {
      title: 'CR LF, a byte order mark and a third time',
      files: {
        '.codex/skills/team/roles/dev/role.md':
          '\uFEFF---\r\nrole: dev\r\nprefix: A\r\nrole: dev\r\nrole: qa\r\n---\r\n',
      },
      reports: [
        '.codex/skills/team/roles/dev/role.md:4:1 duplicate',
        '.codex/skills/team/roles/dev/role.md:5:1 duplicate',
      ],
    },
    {
      title: 'After a broken line keys cannot be trusted',
      files: { '.agy/skills/x/SKILL.md': '---\nname: x\nargument-hint: [a] [b]\nname: x\n---\n' },
    },
  ],

  check(document, report) {
    if (document.meta.state !== 'closed') return
    const seen = new Map<string, Field>()
    for (const field of trustedFields(document)) {
      const first = seen.get(field.key)
      if (!first) {
        seen.set(field.key, field)
        continue
      }
      report({
        message: 'duplicate',
        at: field.keySpan,
        data: { key: excerpt(field.key) },
        related: [{ at: first.keySpan, text: 'the first one' }],
      })
    }
  },
})
