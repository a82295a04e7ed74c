import { defineRule } from '../../core/rule.ts'
import { compareVersions } from '../../core/version.ts'
import { mistakenPlaceholders, takesArguments } from '../../model/placeholders.ts'

/** The first version that takes `\$1` for a literal `$1` (its changelog). */
const KNOWS_ESCAPE = '2.1.163'

const HEAD = '---\nname: usage\ndescription: Measures usage.\nargument-hint: "[folder]"\n---\n\n'

export default defineRule({
  id: 'platform/dollar-in-body',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: ['skill', 'command'],
  platforms: ['claude'],
  fixable: 'safe',
  summary: 'No dollar sign is taken for an argument where something else is meant.',
  why: 'When a skill is called with arguments, Claude Code puts their words in the place of `$0`, `$1` and so on, in prose, code spans and fences alike. A column of awk or a price becomes a word of the user’s request, and the code still runs.',
  source: { url: 'https://code.claude.com/docs/en/skills', level: 'ADVICE', verified: '2026-10' },
  messages: {
    rewritten: {
      text: 'Called with arguments, Claude Code replaces “{token}” by one of them; it is {what} here.',
      help: 'Write “\\{token}”.',
    },
    old: {
      text: 'Called with arguments, Claude Code replaces “{token}” by one of them; it is {what} here.',
      help: 'Move it into a file beside the skill: before {since} there is no way to write it.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/usage/SKILL.md': `${HEAD}Measure $ARGUMENTS, or $0 and $1 alone. A call costs \\$0.01.\n\n\`\`\`bash\ndu -s "$0" | awk '{print \\$1}'\n\`\`\`\n`,
      },
    },
    {
      files: {
        '.claude/skills/usage/SKILL.md': `${HEAD}A call costs $0.01; \`df | awk '{print $5}'\` shows the rest.\n\n\`\`\`bash\ndu -s "$1" | sort -n \\\n  | awk 'NR > 1 { print $1 }'\n\`\`\`\n`,
      },
      reports: [
        '.claude/skills/usage/SKILL.md:7:14 rewritten',
        '.claude/skills/usage/SKILL.md:7:39 rewritten',
        '.claude/skills/usage/SKILL.md:11:25 rewritten',
      ],
      fixed: {
        '.claude/skills/usage/SKILL.md': `${HEAD}A call costs \\$0.01; \`df | awk '{print \\$5}'\` shows the rest.\n\n\`\`\`bash\ndu -s "$1" | sort -n \\\n  | awk 'NR > 1 { print \\$1 }'\n\`\`\`\n`,
      },
    },
    {
      title: 'Functions, scripts, patterns, queries and cells',
      files: {
        '.claude/commands/usage.md':
          '---\ndescription: Measures.\narguments: folder\n---\n\n```bash\nsize() { du -s "$1"; }\n```\n\n```sh\n#!/bin/sh\necho "$2"\n```\n\n```bash\nfind . | xargs -n 1 sh -c \'wc -l "$0"\'\n```\n\n```js\nname.replace(/(\\w+)/, "<$1>")\n```\n\n```sql\nSELECT * FROM runs WHERE id = $1\n```\n\nThe sum is in $B$2.\n',
      },
      reports: [
        '.claude/commands/usage.md:7:17 rewritten',
        '.claude/commands/usage.md:12:7 rewritten',
        '.claude/commands/usage.md:16:35 rewritten',
        '.claude/commands/usage.md:20:25 rewritten',
        '.claude/commands/usage.md:24:31 rewritten',
        '.claude/commands/usage.md:27:17 rewritten',
      ],
      fixed: {
        '.claude/commands/usage.md':
          '---\ndescription: Measures.\narguments: folder\n---\n\n```bash\nsize() { du -s "\\$1"; }\n```\n\n```sh\n#!/bin/sh\necho "\\$2"\n```\n\n```bash\nfind . | xargs -n 1 sh -c \'wc -l "\\$0"\'\n```\n\n```js\nname.replace(/(\\w+)/, "<\\$1>")\n```\n\n```sql\nSELECT * FROM runs WHERE id = \\$1\n```\n\nThe sum is in $B\\$2.\n',
      },
    },
    {
      title: 'The file that is shown would get this file’s arguments',
      files: {
        '.claude/skills/make/SKILL.md':
          '---\nname: make\ndescription: Makes commands.\nargument-hint: <name>\n---\n\nWrite `commands/$0.md`:\n\n```markdown\n---\ndescription: Fixes an issue.\n---\n\nFix issue $ARGUMENTS.\n```\n',
      },
      reports: ['.claude/skills/make/SKILL.md:14:11 rewritten'],
      fixed: {
        '.claude/skills/make/SKILL.md':
          '---\nname: make\ndescription: Makes commands.\nargument-hint: <name>\n---\n\nWrite `commands/$0.md`:\n\n```markdown\n---\ndescription: Fixes an issue.\n---\n\nFix issue \\$ARGUMENTS.\n```\n',
      },
    },
    {
      title: 'Without arguments nothing is replaced',
      files: {
        '.claude/skills/usage/SKILL.md':
          "---\nname: usage\ndescription: Measures usage.\n---\n\nIt costs $5 a month.\n\n```bash\ndf | awk '{print $5}'\n```\n",
      },
    },
    {
      title: 'Arguments that are meant, shell variables, and numbers that no call reaches',
      files: {
        '.claude/commands/issue.md':
          "---\ndescription: Fixes an issue.\nargument-hint: <number> <branch>\n---\n\nFix issue #$1 on $2, in `reports/$1.md` or from $0 to $1.\n\n```bash\ngh issue view $1 --json body && git switch '$2' && echo \"$HOME $(pwd)\"\nawk -v id=$1 '/x/' < log/$0/users\n```\n\nThe limit is $500, and $10k a year.\n",
      },
    },
    {
      title: 'A version that knows no escape',
      files: { '.claude/skills/usage/SKILL.md': `${HEAD}A call costs $0.01.\n` },
      reports: ['.claude/skills/usage/SKILL.md:7:14 old'],
      targets: { claude: '2.1.142' },
    },
  ],

  check(document, report, { version }) {
    if (!takesArguments(document)) return
    const { path, text } = document
    const canEscape = compareVersions(version, KNOWS_ESCAPE) >= 0
    for (const { span, what } of mistakenPlaceholders(document)) {
      const token = text.slice(span.start, span.end)
      if (!canEscape) {
        report({ message: 'old', at: span, data: { token, what, since: KNOWS_ESCAPE } })
        continue
      }
      const edit = { path, span: { start: span.start, end: span.start }, text: '\\' }
      const fix = { title: `Write “\\${token}”`, safe: true, edits: [edit] }
      report({ message: 'rewritten', at: span, data: { token, what }, fix })
    }
  },
})
