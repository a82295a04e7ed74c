import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/orphan-mirror',
  scope: 'pack',
  severity: 'warn',
  profile: 'strict',
  summary: 'Every skill of a mirror stands in its source too.',
  why: 'Who renames or deletes a skill in the source forgets the mirrors. What stays behind there is offered to users, and nobody maintains it.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    orphan: {
      text: '“{name}” has no source: “{folder}”, which this folder mirrors, lacks it.',
      help: 'Delete it, or say whom the skill is for: “platforms: [{own}]”, or with a reason “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/plan.md': '---\ndescription: Plans.\n---\n',
        '.codex/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
      },
    },
    {
      title: 'Of several mirrors the first is told',
      files: {
        '.claude/commands/plan.md': '---\ndescription: Plans.\n---\n',
        '.agy/skills/draft/SKILL.md': '---\nname: draft\ndescription: Drafts.\n---\n',
        '.agy/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
        '.codex/skills/draft/SKILL.md': '---\nname: draft\ndescription: Drafts.\n---\n',
        '.codex/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
      },
      reports: ['.codex/skills/draft/SKILL.md:2:7 orphan'],
    },
    {
      title: 'A skill for this client, one with a reason, another case of the name; a folder that mirrors nothing',
      files: {
        'a/.claude/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
        'a/.claude/skills/Audit/SKILL.md': '---\nname: Audit\ndescription: Audits.\n---\n',
        'a/.codex/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        'a/.codex/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
        'a/.codex/skills/draft/SKILL.md': '---\nname: draft\ndescription: Drafts.\nplatforms: [codex, agy]\n---\n',
        'a/.codex/skills/brew/SKILL.md':
          '---\nname: brew\ndescription: Brews.\n---\n\n<!-- maestro-variant: needs the sandbox of this client -->\n',
        'b/.claude/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
        'b/.codex/skills/draft/SKILL.md': '---\nname: draft\ndescription: Drafts.\n---\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'orphan-mirror', context)) {
      const finding = findingOf(difference, '')
      const { name, lacks } = difference
      report({ message: 'orphan', ...finding, data: { name, folder: lacks[0]!, own: pack.platform } })
    }
  },
})
