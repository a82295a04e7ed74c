import { defineRule } from '../../core/rule.ts'
import { referencesOf } from '../../model/references.ts'
import { compose, shownPath } from '../../model/references-files.ts'
import { resolve } from '../../model/references-resolve.ts'

const HEAD = '---\nname: brew\ndescription: Brews tea.\n---\n\n'

export default defineRule({
  id: 'references/case-mismatch',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  fixable: 'safe',
  summary: 'Paths are written with the capitals that the files have.',
  why: 'macOS and Windows find a file in whatever case it is written, Linux does not: the fault shows only on somebody else’s machine.',
  source: { url: 'https://agentskills.io/specification', level: 'SHOULD', verified: '2026-08' },
  messages: {
    case: {
      text: '“{path}” differs from the file “{actual}” in case only.',
      help: 'Write “{actual}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Read [the water](references/Water.md) and \`references/TEA.md\`.\n`,
        '.claude/skills/brew/references/Water.md': 'Water.\n',
        '.claude/skills/brew/references/TEA.md': 'Tea.\n',
      },
    },
    {
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Read [the water](./References/water.md#soft), @Roles/pourer/Role.md, \`<skill_root>/Specs/cup.md\` and \`specs/Cup.md\`.\n`,
        '.claude/skills/brew/references/Water.md': 'See [the cup](../SPECS/cup.md).\n',
        '.claude/skills/brew/specs/cup.md': 'Cup.\n',
        '.claude/skills/brew/roles/pourer/role.md': 'Pours.\n',
      },
      reports: [
        '.claude/skills/brew/SKILL.md:6:18 case',
        '.claude/skills/brew/SKILL.md:6:48 case',
        '.claude/skills/brew/SKILL.md:6:84 case',
        '.claude/skills/brew/SKILL.md:6:103 case',
        '.claude/skills/brew/references/Water.md:1:15 case',
      ],
      fixed: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Read [the water](./references/Water.md#soft), @roles/pourer/role.md, \`<skill_root>/specs/cup.md\` and \`specs/cup.md\`.\n`,
        '.claude/skills/brew/references/Water.md': 'See [the cup](../specs/cup.md).\n',
      },
    },
    {
      title: 'Files at home',
      files: { '.claude/commands/release.md': '@~/.maestro/workflows/Ship.md — MODE=fast\n' },
      references: { roots: [{ prefix: '~/.maestro/workflows', folder: './workflows', files: ['ship.md'] }] },
      reports: ['.claude/commands/release.md:1:1 case'],
      fixed: { '.claude/commands/release.md': '@~/.maestro/workflows/ship.md — MODE=fast\n' },
    },
    {
      title: 'Where two files differ in case, and where the text is escaped, nothing is repaired',
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Read [tea](references/teA.md) and [two](references/Tea%20two.md).\n`,
        '.claude/skills/brew/references/tea.md': 'Tea.\n',
        '.claude/skills/brew/references/Tea.md': 'Tea.\n',
        '.claude/skills/brew/references/tea two.md': 'Tea.\n',
      },
      reports: ['.claude/skills/brew/SKILL.md:6:12 case', '.claude/skills/brew/SKILL.md:6:41 case'],
    },
    {
      title: 'A letter with its accent may be one character or two',
      files: {
        '.claude/skills/brew/SKILL.md': `${HEAD}Read [coffee](references/cafe\u0301.md).\n`,
        '.claude/skills/brew/references/caf\u00e9.md': 'Coffee.\n',
      },
    },
  ],

  check(document, report, { references }) {
    const { path, text } = document
    for (const reference of referencesOf(document)) {
      const found = resolve(document, reference, references.roots)
      if (found.kind !== 'case') continue
      const { target, span } = reference
      // The end of the stretch holds the path as written; what stands before it (`@`, `$HOME`) stays.
      const written = target.replace(/^~\//, '')
      const actual = found.actual.replace(/^~\//, '')
      const place = { start: span.end - written.length, end: span.end }
      const isSure = found.isOnly && compose(text.slice(place.start, place.end)) === written
      const title = `Write the path as the file is spelled`
      report({
        message: 'case',
        at: span,
        data: { path: shownPath(target), actual: shownPath(found.actual) },
        ...(isSure ? { fix: { title, safe: true, edits: [{ path, span: place, text: actual }] } } : {}),
      })
    }
  },
})
