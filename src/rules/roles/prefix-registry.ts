import { defineRule } from '../../core/rule.ts'
import { excerpt } from '../../model/excerpt.ts'
import { fieldOf, registryRowOf, textsOf } from '../../model/roles.ts'
import { bare } from '../../model/roles-tables.ts'

/** A prefix as registries write it: `PLAN`, `PLAN-*`, `PLAN-001`. */
const PREFIX = /(?<![\p{L}\p{N}])[A-Z][A-Z0-9]+(?:[_-][A-Z][A-Z0-9]*)*(?![\p{Ll}])/gu

export default defineRule({
  id: 'roles/prefix-registry',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: ['role'],
  summary: 'The prefix of a role is the one that the role registry of SKILL.md gives it.',
  why: 'The coordinator names tasks by the registry, and the worker takes those with its own prefix: where the two differ, tasks lie unclaimed.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'SHOULD', verified: '2026-11' },
  messages: {
    differs: {
      text: 'The prefix is “{prefix}”; the registry gives the role {registered}.',
      help: 'Write {registered} here, or “{prefix}” in the registry.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: Draws maps.\n---\n\n## Role Registry\n\n| Role | Spec | Prefix | Inner Loop |\n|---|---|---|---|\n| surveyor | roles/surveyor/role.md | `SURVEY-*` | false |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\nprefix: SURVEY\n---\n',
      },
    },
    {
      files: {
        '.claude/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: Draws maps.\n---\n\n## Role Registry\n\n| Role | Prefix |\n|---|---|\n| surveyor | SURVEY-* |\n| coordinator | — |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\nprefix: MEASURE\n---\n',
        '.claude/skills/team-maps/roles/coordinator/role.md': '---\nrole: coordinator\nprefix: COORD\n---\n',
      },
      reports: ['.claude/skills/team-maps/roles/surveyor/role.md:3:9 differs'],
    },
    {
      title: 'Chinese heads',
      files: {
        '.agy/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: 绘制地图。\n---\n\n## 角色注册表\n\n| 角色 | 任务前缀 |\n|---|---|\n| **surveyor** | SURVEY-001 |\n',
        '.agy/skills/team-maps/roles/surveyor/role.md': '---\r\nrole: surveyor\r\nprefix: "MEASURE"\r\n---\r\n',
      },
      reports: ['.agy/skills/team-maps/roles/surveyor/role.md:3:9 differs'],
    },
    {
      title: 'Several prefixes, and further ones in the role',
      files: {
        '.claude/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: Draws maps.\n---\n\n## Role Registry\n\n| Role | Prefix |\n|---|---|\n| surveyor | SURVEY-* + AREA-* |\n| printer | PRINT |\n| judge | as the task says |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\nprefix: AREA\n---\n',
        '.claude/skills/team-maps/roles/printer/role.md':
          '---\nrole: printer\nprefix: SHEET\nadditional_prefixes: [PRINT, BIND]\n---\n',
        '.claude/skills/team-maps/roles/judge/role.md': '---\nrole: judge\nprefix: JUDGE\n---\n',
      },
    },
    {
      title: 'No registry, no row, no prefix; a row for two roles',
      files: {
        '.claude/skills/team-songs/SKILL.md': '---\nname: team-songs\ndescription: Sings.\n---\n',
        '.claude/skills/team-songs/roles/singer/role.md': '---\nrole: singer\nprefix: SING\n---\n',
        '.claude/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: Draws maps.\n---\n\n## Role Registry\n\n| Role | Prefix |\n|---|---|\n| surveyor, printer | SURVEY, PRINT |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\n---\n',
        '.claude/skills/team-maps/roles/printer/role.md': '---\nrole: printer\nprefix: PRINT\n---\n',
        '.claude/skills/team-maps/roles/judge/role.md': '---\nrole: judge\nprefix: JUDGE\n---\n',
      },
    },
  ],

  check(document, report) {
    const field = fieldOf(document, 'prefix')
    const row = field && registryRowOf(document)
    if (!field || !row?.prefix) return
    const registered = [...new Set(bare(row.prefix.text).match(PREFIX) ?? [])]
    const own = textsOf(field.value).map(text => text.trim().replace(/-?\*?$/, ''))
    const more = textsOf(fieldOf(document, 'additional_prefixes')?.value).map(text => text.trim().replace(/-?\*?$/, ''))
    const isOpen = own.some(text => /[{<$]/.test(text)) || !own.some(Boolean)
    if (!registered.length || isOpen || [...own, ...more].some(text => registered.includes(text))) return
    report({
      message: 'differs',
      at: field,
      data: { prefix: excerpt(own[0]!), registered: registered.map(text => `“${excerpt(text)}”`).join(' or ') },
      related: [{ in: row.document, at: row.prefix.span, text: 'the registry' }],
    })
  },
})
