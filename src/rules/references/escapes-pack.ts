import { defineRule } from '../../core/rule.ts'
import { referencesOf } from '../../model/references.ts'
import { isSampleLink } from '../../model/references-context.ts'
import { shownPath } from '../../model/references-files.ts'
import { resolve } from '../../model/references-resolve.ts'

const HEAD = '---\nname: brew\ndescription: Brews tea.\n---\n\n'

export default defineRule({
  id: 'references/escapes-pack',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  summary: 'Links and imports stay inside of the pack.',
  why: 'A pack is copied to where its client reads it. What lies beside it stays behind: the link leads nowhere, or to a file of the user’s that happens to have the name.',
  source: { url: 'https://agentskills.io/specification', level: 'SHOULD', verified: '2026-08' },
  messages: {
    outside: {
      text: '“{path}” leads out of the pack.',
      help: 'Put the file into the skill, or give the full address of the page.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}See [the other skill](../pour/SKILL.md) and [the command](../../commands/brew.md).\n`,
        '.claude/skills/pour/SKILL.md': '---\nname: pour\ndescription: Pours.\n---\n',
        '.claude/commands/brew.md': 'Brews.\n',
      },
    },
    {
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}See [the manual](../../../docs/manual.md), ![pot](../../../pot.png) and \`<skill_root>/../../../docs/tea.md\`.\n\n@../../../docs/tea.md\n`,
        '.claude/commands/brew.md': 'See [the manual](../../docs/manual.md).\n',
      },
      reports: [
        '.claude/commands/brew.md:1:18 outside',
        '.claude/skills/brew/SKILL.md:6:18 outside',
        '.claude/skills/brew/SKILL.md:6:51 outside',
        '.claude/skills/brew/SKILL.md:6:87 outside',
        '.claude/skills/brew/SKILL.md:8:2 outside',
      ],
    },
    {
      title: 'Paths in the text may start in the project, and examples are shown only',
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Compare \`../../../specs/tea.md\` of the project.\n\nFor example [the manual](../../../docs/manual.md).\n`,
      },
    },
  ],

  check(document, report, { references }) {
    for (const reference of referencesOf(document)) {
      if (resolve(document, reference, references.roots).kind !== 'outside') continue
      if (reference.kind === 'link' && isSampleLink(document, reference)) continue
      report({ message: 'outside', at: reference.span, data: { path: shownPath(reference.target) } })
    }
  },
})
