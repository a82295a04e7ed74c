import { defineRule } from '../../core/rule.ts'
import { referencesOf } from '../../model/references.ts'
import { isForbidden, isSampleLink, needNotExist } from '../../model/references-context.ts'
import { shownPath } from '../../model/references-files.ts'
import { resolve } from '../../model/references-resolve.ts'
import { listedCommandsOf } from '../../model/roles-commands.ts'

const HEAD = '---\nname: brew\ndescription: Brews tea.\n---\n\n'

export default defineRule({
  id: 'references/link-target',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  summary: 'Links, imports and paths of a skill lead to files that are there.',
  why: 'A skill unfolds through the files that it names. Where one is missing the model goes on without it, and invents what it did not read.',
  source: { url: 'https://agentskills.io/specification', level: 'SHOULD', verified: '2026-08' },
  messages: {
    link: {
      text: 'The link leads to “{path}”, which does not exist.',
      help: 'Link to a file that is there; paths start in the folder of this file.',
    },
    'misspelt-link': {
      text: 'The link leads to “{path}”, which does not exist.',
      help: 'Write “{meant}”, if that is meant.',
    },
    missing: {
      text: 'The skill has no file “{path}”.',
      help: 'Add the file, or name one that is there.',
    },
    misspelt: {
      text: 'The skill has no file “{path}”.',
      help: 'Write “{meant}”, if that is meant, or add the file.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Read [the water](references/water.md#hardness), then [leaves](references/leaves%20two.md "Leaves").\n\n![Pot](assets/pot.png) [here](#here) [shop](https://example.org/tea.md) [all](references/)\n\nEach role reads \`commands/pour.md\`; see roles/pourer/role.md.\n`,
        '.claude/skills/brew/references/water.md': '[back](../SKILL.md), [pot](assets/pot.png)\n',
        '.claude/skills/brew/references/leaves two.md': 'Leaves.\n',
        '.claude/skills/brew/assets/pot.png': '',
        '.claude/skills/brew/roles/pourer/role.md': '@commands/pour.md\n',
        '.claude/skills/brew/roles/pourer/commands/pour.md': 'Pour.\n',
      },
    },
    {
      title: 'Links and images',
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Read [the water](references/watr.md) and [leaves][l].\n\n![Pot](assets/pot.png)\n\n[l]: references/tea/leaves.md\n`,
        '.claude/skills/brew/references/water.md': '[back](SKILLS.md)\n',
      },
      reports: [
        '.claude/skills/brew/SKILL.md:6:18 misspelt-link',
        '.claude/skills/brew/SKILL.md:8:8 link',
        '.claude/skills/brew/SKILL.md:10:6 link',
        '.claude/skills/brew/references/water.md:1:8 link',
      ],
    },
    {
      title: 'Imports and named folders are errors, paths in the text are warnings',
      files: {
        '.codex/skills/brew/SKILL.md': `${HEAD}@workflows/serve.md\n\nRun \`node \${CLAUDE_SKILL_DIR}/scripts/boil.mjs\`, read \`<skill_root>/specs/cup.md\`.\n\n| Role | File |\n|---|---|\n| pourer | roles/pourer/role.md |\n| taster | \`roles/tester/role.md\` |\n`,
        '.codex/skills/brew/roles/taster/role.md': '@commands/sip.md\n\nThen `commands/spit.md`.\n',
        '.codex/skills/brew/roles/taster/commands/sips.md': 'Sip.\n',
      },
      reports: [
        '.codex/skills/brew/SKILL.md:6:2 missing',
        '.codex/skills/brew/SKILL.md:8:31 missing',
        '.codex/skills/brew/SKILL.md:8:69 missing',
        '.codex/skills/brew/SKILL.md:12:12 missing',
        '.codex/skills/brew/SKILL.md:13:13 misspelt',
        '.codex/skills/brew/roles/taster/role.md:1:2 misspelt',
        '.codex/skills/brew/roles/taster/role.md:3:7 missing',
      ],
    },
    {
      title: 'Fences, holes, placeholders, sites, written and optional files, examples',
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Link as \`[text](missing.md)\`, or [text](url), [a](path/to/it.md), [b](roles/<role>/role.md), [c](guide/intro).\n\n\`\`\`markdown\n[water](references/none.md)\n\`\`\`\n\nWrite the result to \`specs/cup.md\`. If there is a specs/milk.md, read it.\n\nFor example: [water](references/lake.md), \`specs/kettle.md\`.\n\n## Output format\n\n- [ADR](decisions/first.md)\n`,
        '.claude/skills/brew/specs/tea.md': 'Tea.\n',
      },
    },
    {
      title: 'Commands in the toolbox of a role are another rule’s business',
      files: {
        '.claude/skills/brew/SKILL.md': HEAD,
        '.claude/skills/brew/roles/pourer/role.md': '## Toolbox\n\n- `commands/por.md`\n',
        '.claude/skills/brew/roles/pourer/commands/pour.md': 'Pour.\n',
      },
    },
    {
      title: 'Folders that the skill does not have are the project’s',
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Run \`scripts/build.sh\`, read \`specs/feature.md\` and @specs/plan.md.\n`,
        '.claude/commands/brew.md': 'See `roles/cook/role.md`, @workflows/cook.md and `.workflow/specs/cook.md`.\n',
      },
    },
  ],

  check(document, report, { references }) {
    // Of these `roles/command-ref` tells.
    const listed = new Set(listedCommandsOf(document).map(command => command.span.end))
    for (const reference of referencesOf(document)) {
      if (reference.kind !== 'link' && reference.kind !== 'file') continue
      const found = resolve(document, reference, references.roots)
      if (found.kind !== 'missing') continue
      const { target, span, hard } = reference
      if (listed.has(span.end)) continue
      const path = shownPath(target)
      const meant = found.meant && shownPath(found.meant)
      if (reference.kind === 'link') {
        if (isSampleLink(document, reference)) continue
        if (meant) report({ message: 'misspelt-link', at: span, data: { path, meant } })
        else report({ message: 'link', at: span, data: { path } })
        continue
      }
      const isImport = hard && reference.from !== 'skill'
      if (isImport ? isForbidden(document, reference) : needNotExist(document, reference)) continue
      const severity = hard ? {} : ({ severity: 'warn' } as const)
      if (meant) report({ message: 'misspelt', at: span, data: { path, meant }, ...severity })
      else report({ message: 'missing', at: span, data: { path }, ...severity })
    }
  },
})
