import { defineRule } from '../../core/rule.ts'
import { referencesOf } from '../../model/references.ts'
import { isNotCalled, isOtherCommand } from '../../model/references-context.ts'
import { isWholeFamily } from '../../model/references-families.ts'
import { familyOf, isBuiltIn, meantSkill, skillNamesOf } from '../../model/references-skills.ts'

const skill = (name: string, body = '') =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body && `\n${body}\n`}`

export default defineRule({
  id: 'references/unknown-skill',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  summary: 'Skills that a text calls by name exist in the same pack.',
  why: 'A client that does not know the name passes the words on to the model as they are: it improvises what the skill would have done.',
  source: { url: 'docs/pack-grammar.md#references', level: 'ADVICE', verified: '2026-11' },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      known: {
        description: 'Skills that are installed from elsewhere.',
        type: 'array',
        items: { type: 'string' },
        default: [],
      },
    },
  },
  messages: {
    unknown: {
      text: 'There is no skill “{name}” in this pack.',
      help: 'Name a skill that is there, add it, or list it under “known” where another pack brings it.',
    },
    misspelt: {
      text: 'There is no skill “{name}” in this pack.',
      help: 'Write “{sigil}{meant}”, if that is meant.',
    },
    elsewhere: {
      text: 'The skill “{name}” exists for {client} only.',
      help: 'Add the variant for this client, or call a skill that it has.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/tea-brew/SKILL.md': skill('tea-brew', 'Then run `/tea-pour "two cups"`, at last /tea-drink.'),
        '.claude/skills/tea-pour/SKILL.md': skill('tea-pour'),
        '.claude/commands/tea-drink.md': 'Drink. Next: Skill({ skill: "tea-brew", args: "2" }).\n',
      },
    },
    {
      files: {
        '.codex/skills/tea-brew/SKILL.md': skill(
          'tea-brew',
          'Then `$tea-poor "two cups"`，或 $tea-clean-the-kitchen。',
        ),
        '.codex/skills/tea-pour/SKILL.md': skill('tea-pour'),
        '.codex/skills/tea-drink/SKILL.md': skill('tea-drink', 'After `$tea-pour`, before `$tea-brew`.'),
      },
      reports: ['.codex/skills/tea-brew/SKILL.md:6:7 misspelt', '.codex/skills/tea-brew/SKILL.md:6:31 unknown'],
    },
    {
      title: 'A call of the tool',
      files: {
        '.claude/skills/tea-brew/SKILL.md': skill('tea-brew', 'Then `Skill({ skill: "tea-poor", args: "2" })`.'),
        '.claude/skills/tea-pour/SKILL.md': skill(
          'tea-pour',
          'NEVER call Skill("tea-spill"). Then Skill(skill="self").',
        ),
      },
      reports: ['.claude/skills/tea-brew/SKILL.md:6:23 misspelt'],
    },
    {
      title: 'A skill that only another variant has',
      files: {
        '.claude/skills/tea-brew/SKILL.md': skill('tea-brew'),
        '.claude/skills/tea-pour/SKILL.md': skill('tea-pour'),
        '.codex/skills/tea-brew/SKILL.md': skill('tea-brew', 'Next: `$tea-pour`, `$tea-drink` or `$tea-wash`.'),
        '.codex/skills/tea-drink/SKILL.md': skill('tea-drink'),
        '.codex/skills/tea-wash/SKILL.md': skill('tea-wash'),
      },
      reports: ['.codex/skills/tea-brew/SKILL.md:6:8 elsewhere'],
    },
    {
      title: 'Paths, variables, routes, placeholders, commands of the client, names of former days, other families',
      files: {
        '.claude/skills/tea-brew/SKILL.md': skill(
          'tea-brew',
          'Put it in `/tea-room/cups`, `/tea-list.md`, docs/tea-notes, `</tea-tag>`, https://x.org/tea-shop or GET /tea-order.\n\n`/tea-*`, `/tea-<kind>`, `/tea-xxx`, `/tea-name`, `$TEA-X`, `$1`, `/clear`, `/security-review`, `/coffee-brew`.\n\n`/tea-steep` was renamed. Codex calls it `$tea-steep`. There is no `/tea-milk`.\n\n```bash\necho $tea-cup\n```',
        ),
        '.claude/skills/tea-pour/SKILL.md': skill('tea-pour'),
        '.claude/skills/security-scan/SKILL.md': skill('security-scan'),
        '.claude/skills/security-audit/SKILL.md': skill('security-audit'),
      },
    },
    {
      title: 'A few skills of a family whose others are installed at home',
      files: {
        '.claude/skills/tea-brew/SKILL.md': skill('tea-brew', '`/tea-pour`, `/tea-harvest`, `/tea-roast-slowly`.'),
        '.claude/skills/tea-pour/SKILL.md': skill('tea-pour'),
      },
    },
    {
      title: 'Commands of another program, under headings of their own or at an address',
      files: {
        '.claude/skills/tea-brew/SKILL.md': skill(
          'tea-brew',
          'The kettle knows:\n\n### /tea-boil\n\n`/tea-boil [--hard]`\n\n### `/tea-cool`\n\n`/tea-cool` after [the app](https://x.org/apps/tea-pout): comment `/tea-pout now`.',
        ),
        '.claude/skills/tea-pour/SKILL.md': skill('tea-pour'),
        '.claude/skills/tea-drink/SKILL.md': skill('tea-drink', 'After `/tea-pour` and `/tea-brew`.'),
      },
    },
    {
      title: 'Skills from elsewhere, and generators that are not linted like skills',
      files: {
        '.claude/skills/tea-brew/SKILL.md': skill('tea-brew', '`/tea-milk`, then `/tea-generator`.'),
        '.claude/skills/tea-generator/SKILL.md': skill('tea-generator'),
      },
      options: { known: ['tea-milk'] },
    },
  ],

  check(document, report, { options, platform, platforms }) {
    const here = skillNamesOf(document.pack)
    const known = options['known'] as readonly string[] | undefined
    for (const reference of referencesOf(document)) {
      if (reference.kind !== 'invocation') continue
      const { target: name, sigil, span } = reference
      if (here.names.has(name) || known?.includes(name) || isBuiltIn(name)) continue
      const owner = document.pack.siblings.find(pack => skillNamesOf(pack).names.get(name))
      if (!owner && !here.families.has(familyOf(name))) continue
      if (isNotCalled(document, reference, platform, platforms) || isOtherCommand(document, name)) continue
      const meant = meantSkill(name, here)
      if (!meant && !isWholeFamily(document.pack, familyOf(name))) continue
      if (owner) {
        const there = skillNamesOf(owner).names.get(name)!
        const data = { name, client: platforms[owner.platform].title }
        const related = [{ in: there, at: { start: 0, end: 0 }, text: 'the skill' }]
        report({ message: 'elsewhere', at: span, data, related })
      } else if (meant) report({ message: 'misspelt', at: span, data: { name, sigil, meant } })
      else report({ message: 'unknown', at: span, data: { name } })
    }
  },
})
