import { defineRule } from '../../core/rule.ts'
import { entriesOf, trustedFields } from '../../model/entries.ts'

export default defineRule({
  id: 'frontmatter/empty-hint',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['skill', 'command'],
  fixable: 'safe',
  summary: 'An argument-hint says something, or is left out.',
  why: 'An empty hint shows the user nothing, just as a missing one; a reader wonders whether it was forgotten.',
  source: { url: 'https://code.claude.com/docs/en/skills', level: 'ADVICE', verified: '2026-08' },
  messages: {
    empty: {
      text: 'The argument-hint is empty.',
      help: 'Name the arguments, or remove the line; a comment after it says that there are none.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/plan.md': '---\nname: plan\nargument-hint: "[phase]"\n---\n',
        '.claude/commands/status.md': '---\nname: status\ndescription: Tells the state.\n---\n',
      },
    },
    {
      files: {
        '.claude/commands/status.md': '---\r\nname: status\r\nargument-hint: ""\r\ndescription: 状态。\r\n---\r\n',
      },
      reports: ['.claude/commands/status.md:3:1 empty'],
      fixed: { '.claude/commands/status.md': '---\r\nname: status\r\ndescription: 状态。\r\n---\r\n' },
    },
    {
      files: {
        '.codex/skills/status/SKILL.md': '---\nname: status\ndescription: Tells the state.\nargument-hint:\n---\n',
      },
      reports: ['.codex/skills/status/SKILL.md:4:1 empty'],
      fixed: { '.codex/skills/status/SKILL.md': '---\nname: status\ndescription: Tells the state.\n---\n' },
    },
    {
      title: 'On purpose: a comment says that there are none',
      files: {
        '.claude/commands/a.md': '---\nname: a\nargument-hint: "" # takes none\n---\n',
        '.claude/commands/b.md': '---\nname: b\n# takes none\nargument-hint: ""\n---\n',
      },
    },
  ],

  check(document, report) {
    const { lines, text, path, meta } = document
    if (meta.state !== 'closed') return
    for (const field of trustedFields(document)) {
      if (field.key !== 'argument-hint') continue
      if (field.value !== null && (typeof field.value !== 'string' || field.value.trim())) continue
      const entry = entriesOf(document).find(({ isTop, line }) => isTop && line === lines.index(field.keySpan.start))
      if (!entry?.isOneLine || !/^(?:""|'')?$/.test(entry.raw)) continue
      if (
        lines
          .text(entry.line - 1)
          .trimStart()
          .startsWith('#')
      )
        continue
      const span = { start: lines.starts[entry.line]!, end: lines.starts[entry.line + 1] ?? text.length }
      const fix = { title: 'Remove the line', safe: true, edits: [{ path, span, text: '' }] }
      report({ message: 'empty', at: { start: field.keySpan.start, end: entry.span.end }, fix })
    }
  },
})
