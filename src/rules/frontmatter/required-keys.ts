import { defineRule } from '../../core/rule.ts'
import { isEmptyBlock } from '../../model/entries.ts'
import { excerpt } from '../../model/excerpt.ts'
import { knownKeys, misspelled, requiredKeys } from '../../model/keys.ts'

export default defineRule({
  id: 'frontmatter/required-keys',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  kinds: ['skill', 'command', 'agent'],
  summary: 'Skills, commands and agents have a name and a description that is not empty.',
  why: 'The description is all that a model sees before it picks a skill or an agent. Codex drops a skill without one, Antigravity an agent without either key; Claude Code falls back to the folder’s name and the first paragraph, which was written for another purpose.',
  source: { url: 'https://agentskills.io/specification', level: 'MUST', verified: '2026-08' },
  messages: {
    missing: {
      text: 'The frontmatter has no “{key}”.',
      help: 'Add a line “{key}: …” above the closing “---”.',
    },
    misspelled: {
      text: 'The frontmatter has no “{key}”, but a key “{written}”.',
      help: 'Call the key “{key}”.',
    },
    empty: {
      text: '“{key}” is empty.',
      help: 'Write the {key} after the colon.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: >-\n  Reviews a change.\n---\n',
        '.claude/skills/review/roles/dev/role.md': '---\nrole: dev\n---\n',
        '.claude/skills/review/specs/table.md': '---\ntitle: Table\n---\n',
      },
    },
    {
      files: { '.codex/skills/review/SKILL.md': '---\nname: review\nargument-hint: "[path]"\n---\n' },
      reports: ['.codex/skills/review/SKILL.md:4:1 missing'],
    },
    {
      files: { '.claude/agents/writer.md': '\uFEFF---\r\nname: ""\r\ndescription: # later\r\n---\r\n' },
      reports: ['.claude/agents/writer.md:2:7 empty', '.claude/agents/writer.md:3:1 empty'],
    },
    {
      title: 'A key that is written wrongly is reported once',
      files: { '.claude/skills/x/SKILL.md': '---\nname: x\ndescripton: 描述。\n---\n' },
      reports: ['.claude/skills/x/SKILL.md:3:1 misspelled'],
    },
    {
      files: { '.claude/commands/x.md': '---\n---\n' },
      reports: ['.claude/commands/x.md:2:1 missing'],
    },
    {
      title: 'A command is called as its file; a name is due where the other commands have one',
      files: {
        '.claude/commands/plan.md': '---\ndescription: Plans.\n---\n',
        '.claude/commands/run.md': '---\ndescription: Runs.\n---\n',
        'web/.claude/commands/plan.md': '---\nname: plan\ndescription: Plans.\n---\n',
        'web/.claude/commands/run.md': '---\ndescription: Runs.\n---\n',
      },
      reports: ['web/.claude/commands/run.md:3:1 missing'],
    },
    {
      title: 'What a broken block holds is not known, what is no mapping is reported as a whole',
      files: {
        '.claude/agents/list.md': '---\n- name\n---\n',
        '.agy/skills/x/SKILL.md': '---\nargument-hint: [a] [b]\nname: x\ndescription: Does x.\n---\n',
      },
    },
  ],

  check(document, report, { platforms, profile }) {
    const { meta, kind } = document
    if (meta.state !== 'closed' || meta.faults.length || (profile === 'spec' && kind !== 'skill')) return
    // What is no mapping is reported as a whole, and so is a skill's empty block.
    if (!meta.isMap && (kind === 'skill' || !isEmptyBlock(document))) return
    for (const key of requiredKeys(document)) {
      // A command is called by its file's name, and shown with its first paragraph.
      const severity = kind !== 'command' ? 'error' : key === 'name' ? 'info' : 'warn'
      const field = meta.at(key)
      if (field) {
        const isEmpty = field.value === null || (typeof field.value === 'string' && !field.value.trim())
        const at = field.span.end > field.span.start ? field.span : field.keySpan
        if (isEmpty) report({ message: 'empty', at, data: { key }, severity })
        continue
      }
      const wrong = misspelled(document, key, knownKeys(kind, platforms))
      if (wrong)
        report({ message: 'misspelled', at: wrong.keySpan, data: { key, written: excerpt(wrong.key) }, severity })
      else report({ message: 'missing', at: { start: meta.span.end - 3, end: meta.span.end }, data: { key }, severity })
    }
  },
})
