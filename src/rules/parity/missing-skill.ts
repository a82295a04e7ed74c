import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/missing-skill',
  scope: 'pack',
  severity: 'warn',
  profile: 'strict',
  summary: 'Every skill of the source has a variant in the folders that mirror it.',
  why: 'Skills name each other. One that is missing in a client is found out there when another one calls it.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: '“{name}” has no variant in {folders}, though this folder is mirrored there.',
      help: 'Add it, or say whom the skill is for: “platforms: [{own}]”, or with a reason “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      title: 'Skills and commands with their mirrors; agents have none',
      files: {
        '.claude/agents/critic.md': '---\nname: critic\ndescription: Criticises.\n---\n',
        '.claude/commands/plan.md': '---\ndescription: Plans.\n---\n',
        '.claude/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.codex/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.codex/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
      },
    },
    {
      files: {
        '.claude/commands/plan.md': '---\ndescription: Plans.\n---\n',
        '.claude/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.agy/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.codex/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
      },
      reports: ['.claude/commands/plan.md:2:14 missing'],
    },
    {
      title: 'A folder that shares next to nothing mirrors nothing; a template is no skill',
      files: {
        '.claude/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.claude/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
        '.claude/skills/plan/templates/SKILL.md': '---\nname: x\ndescription: Does x.\n---\n',
        '.codex/skills/brew/SKILL.md': '---\nname: brew\ndescription: Brews.\n---\n',
        '.codex/skills/bake/SKILL.md': '---\nname: bake\ndescription: Bakes.\n---\n',
        '.codex/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\n',
        '.codex/skills/wash/SKILL.md': '---\nname: wash\ndescription: Washes.\n---\n',
        '.claude/skills/draw/SKILL.md': '---\nname: draw\ndescription: Draws.\n---\n',
      },
    },
    {
      title: 'A skill for one client, one with a reason, and what stands in the folder that several clients read',
      files: {
        '.claude/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.claude/skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\nplatforms: [claude]\n---\n',
        '.claude/skills/draw/SKILL.md':
          '---\nname: draw\ndescription: Draws.\n---\n\n<!-- maestro-variant: needs a tool that only this client has -->\n',
        '.claude/skills/brew/SKILL.md': '---\nname: brew\ndescription: Brews.\n---\n',
        '.codex/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.agents/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.agents/skills/brew/SKILL.md': '---\nname: brew\ndescription: Brews.\n---\n',
      },
    },
    {
      title: 'A comment without a reason',
      files: {
        '.claude/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
        '.claude/skills/draw/SKILL.md': '---\nname: draw\ndescription: Draws.\n---\n\n<!-- maestro-variant: -->\n',
        '.codex/skills/audit/SKILL.md': '---\nname: audit\ndescription: Audits.\n---\n',
      },
      reports: ['.claude/skills/draw/SKILL.md:2:7 missing'],
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'missing-skill', context)) {
      const finding = findingOf(difference, '')
      const { name, lacks } = difference
      report({
        message: 'missing',
        ...finding,
        data: { name, folders: lacks.map(folder => `“${folder}”`).join(' and '), own: pack.platform },
      })
    }
  },
})
