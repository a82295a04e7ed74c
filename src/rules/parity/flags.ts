import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/flags',
  scope: 'pack',
  severity: 'warn',
  profile: 'recommended',
  summary: 'The argument-hints of a skill’s variants show the same flags.',
  why: 'Users move between clients and type what they know. A flag that one variant does not have is read there as part of the task.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    differs: {
      text: 'The argument-hint of this variant differs from that in “{source}”: {what}.',
      help: 'Show the same flags, or give the reason above the key: “# maestro-variant: reason”.',
    },
  },
  examples: [
    {
      title: 'The same flags in any order, under either name; a client without hints',
      files: {
        '.claude/commands/ship.md': '---\nargument-hint: "[version] [--tag NAME] [-y|--yes] [-d, --dry-run]"\n---\n',
        '.agy/skills/ship/SKILL.md': '---\nname: ship\nargument-hint: "[版本] [-y] [--dry-run|-d] [--tag 名称]"\n---\n',
        '.codex/skills/ship/SKILL.md': '---\nname: ship\n---\n',
      },
    },
    {
      files: {
        '.claude/commands/ship.md': '---\nargument-hint: "[--tag NAME] [--dry-run]"\n---\n',
        '.codex/skills/ship/SKILL.md': '---\nname: ship\nargument-hint: "[--tag NAME] [--force]"\n---\n',
      },
      reports: ['.codex/skills/ship/SKILL.md:3:31 differs'],
    },
    {
      title: 'A hint that lost its last flag',
      files: {
        '.claude/skills/ship/SKILL.md': '---\nname: ship\nargument-hint: "<version> [--dry-run]"\n---\n',
        '.agy/skills/ship/SKILL.md': '---\nname: ship\nargument-hint: "<version>"\n---\n',
      },
      reports: ['.agy/skills/ship/SKILL.md:3:16 differs'],
    },
    {
      title: 'A hint that stands for any flags, one that says nothing, one that is no text',
      files: {
        '.claude/skills/a/SKILL.md': '---\nname: a\nargument-hint: "[--tag NAME]"\n---\n',
        '.codex/skills/a/SKILL.md': '---\nname: a\nargument-hint: "[options]"\n---\n',
        '.claude/skills/b/SKILL.md': '---\nname: b\nargument-hint: "[--tag NAME]"\n---\n',
        '.codex/skills/b/SKILL.md': '---\nname: b\nargument-hint: ""\n---\n',
        '.claude/skills/c/SKILL.md': '---\nname: c\nargument-hint: "[--tag NAME]"\n---\n',
        '.codex/skills/c/SKILL.md': '---\nname: c\nargument-hint: [version]\n---\n',
      },
    },
    {
      title: 'Declared above the key',
      files: {
        '.claude/skills/ship/SKILL.md': '---\nname: ship\nargument-hint: "<version> [--dry-run]"\n---\n',
        '.agy/skills/ship/SKILL.md':
          '---\nname: ship\n# maestro-variant: it always asks before it ships\nargument-hint: "<version>"\n---\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'flags', context))
      report({ message: 'differs', ...findingOf(difference, 'the hint of the source') })
  },
})
