import { defineRule } from '../../core/rule.ts'
import { referencesOf } from '../../model/references.ts'
import { isForbidden, needNotExist } from '../../model/references-context.ts'
import { shownPath } from '../../model/references-files.ts'
import { resolve, rootOf } from '../../model/references-resolve.ts'

const ROOTS = [{ prefix: '~/.maestro/workflows', folder: './workflows', files: ['ship.md', 'swarm/hunt.md'] }]

export default defineRule({
  id: 'references/dangling-maestro',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  summary: 'Files at home that a text sends the model to are shipped with the pack.',
  why: 'The client passes over an import that leads nowhere, and a model that is told to follow a missing workflow makes one up. Neither says a word.',
  source: { url: 'docs/pack-grammar.md#references', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: '“{path}” is not in {place}.',
      help: 'Add the file, or name one that is there.',
    },
    misspelt: {
      text: '“{path}” is not in {place}.',
      help: 'Write “{meant}”, if that is meant, or add the file.',
    },
  },
  examples: [
    {
      files: {
        '.claude/commands/release.md':
          '@~/.maestro/workflows/ship.md\n\nThen read `~/.maestro/workflows/swarm/hunt.md`.\n',
      },
      references: { roots: ROOTS },
    },
    {
      title: 'Imports and mentions, by the configured root',
      files: {
        '.claude/commands/release.md':
          "@~/.maestro/workflows/shipp.md — MODE=fast\n\nFollow '~/.maestro/workflows/land.md' completely.\n",
        '.codex/skills/release/SKILL.md': 'See [the hunt](~/.maestro/workflows/hunts.md).\n',
      },
      references: { roots: ROOTS },
      reports: [
        '.claude/commands/release.md:1:1 misspelt',
        '.claude/commands/release.md:3:9 missing',
        '.codex/skills/release/SKILL.md:1:16 missing',
      ],
    },
    {
      title: 'Without a root, what the pack itself ships counts',
      files: {
        '.codex/skills/release/SKILL.md': '@~/.maestro/workflows/ship.md\n\n@~/.maestro/workflows/lands.md\n',
        '.codex/skills/release/workflows/ship.md': 'Ship.\n',
        '.codex/skills/release/workflows/land.md': 'Land.\n',
      },
      reports: ['.codex/skills/release/SKILL.md:3:1 misspelt'],
    },
    {
      title: 'Where neither is known nobody can say',
      files: {
        '.claude/commands/release.md':
          '@~/.maestro/workflows/ship.md\n\n`~/.maestro/templates/page.md`, `~/.acme/x1.md`\n',
        '.claude/skills/land/SKILL.md': '---\nname: land\ndescription: Lands.\n---\n',
        '.claude/skills/land/workflows/wait.md': 'Wait.\n',
      },
    },
    {
      title: 'Patterns, folders, files of run time, written and optional ones, and what is forbidden',
      files: {
        '.claude/commands/release.md':
          'Read `~/.maestro/workflows/{name}.md`, `~/.maestro/workflows/*.md`, `~/.maestro/workflows/swarm/`, `~/.maestro/workflows/uwf-9f2.js`.\n\nWrite the plan to `~/.maestro/workflows/plan.md`. If there is a `~/.maestro/workflows/house.md`, read it.\n\nNever read `~/.maestro/workflows/secret.md`.\n',
      },
      references: { roots: ROOTS },
    },
    {
      title: 'Full-width marks, and a prompt in a fence',
      files: {
        '.codex/skills/release/SKILL.md':
          '先读取 ~/.maestro/workflows/ship.md，再执行（~/.maestro/workflows/none.md）。\r\n\r\n```\r\nFollow "~/.maestro/workflows/nope.md" to the end.\r\n```\r\n',
      },
      references: { roots: ROOTS },
      reports: ['.codex/skills/release/SKILL.md:1:38 missing', '.codex/skills/release/SKILL.md:4:9 missing'],
    },
  ],

  check(document, report, { references }) {
    for (const reference of referencesOf(document)) {
      if (reference.kind !== 'home') continue
      const found = resolve(document, reference, references.roots)
      if (found.kind !== 'missing') continue
      if (reference.hard ? isForbidden(document, reference) : needNotExist(document, reference)) continue
      const root = rootOf(reference.target, references.roots)
      const place = root ? `the folder “${shownPath(root.folder)}”` : 'the pack'
      const path = shownPath(reference.target)
      if (found.meant) {
        const meant = shownPath(found.meant)
        report({ message: 'misspelt', at: reference.span, data: { path, place, meant } })
      } else report({ message: 'missing', at: reference.span, data: { path, place } })
    }
  },
})
