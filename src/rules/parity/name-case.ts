import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/name-case',
  scope: 'pack',
  severity: 'error',
  profile: 'recommended',
  summary: 'Variants of a skill have one name, in the same case.',
  why: 'On macOS and Windows both names are one folder, and git does not notice when only the case changes. On Linux the skill is another one there, and whoever calls it by its name does not find it.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'SHOULD', verified: '2026-11' },
  messages: {
    differs: {
      text: 'This variant is called “{here}”, the one in “{source}” “{there}”: they differ in case only.',
      help: 'Rename one of them, in two steps where the file system does not tell case: “git mv {here} x”, “git mv x {there}”.',
    },
  },
  examples: [
    {
      title: 'The same name, a command and a skill; agents are called by their frontmatter',
      files: {
        '.claude/commands/release.md': '---\ndescription: Releases.\n---\n',
        '.codex/skills/release/SKILL.md': '---\nname: release\ndescription: Releases.\n---\n',
        '.claude/agents/Critic.md': '---\nname: critic\ndescription: Criticises.\n---\n',
        '.agy/agents/critic.md': '---\nname: critic\ndescription: Criticises.\n---\n',
      },
    },
    {
      files: {
        '.claude/commands/release.md': '---\ndescription: Releases.\n---\n',
        '.codex/skills/Release/SKILL.md': '---\nname: release\ndescription: Releases.\n---\n',
      },
      reports: ['.codex/skills/Release/SKILL.md:2:7 differs'],
    },
    {
      title: 'Two skills of one folder whose names differ in case are two skills',
      files: {
        '.claude/skills/release/SKILL.md': '---\nname: release\ndescription: Releases.\n---\n',
        '.codex/skills/release/SKILL.md': '---\nname: release\ndescription: Releases.\n---\n',
        '.codex/skills/RELEASE/SKILL.md': '---\nname: RELEASE\ndescription: Releases loudly.\n---\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'name-case', context)) {
      const { data, ...finding } = findingOf(difference, 'the source')
      const [change] = difference.changes
      report({
        message: 'differs',
        ...finding,
        data: { source: data.source, here: change!.mirror, there: change!.source },
      })
    }
  },
})
