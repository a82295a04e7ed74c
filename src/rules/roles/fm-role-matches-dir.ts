import { defineRule } from '../../core/rule.ts'
import { quoteScalar } from '../../core/scalar.ts'
import { excerpt } from '../../model/excerpt.ts'
import { fieldOf, roleName } from '../../model/roles.ts'

export default defineRule({
  id: 'roles/fm-role-matches-dir',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['role'],
  fixable: 'safe',
  summary: 'A role is called like the folder that it lies in.',
  why: 'A coordinator finds a role’s file by its folder and its messages by its name. A role with two names is started under one and answers under the other.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'SHOULD', verified: '2026-11' },
  messages: {
    differs: {
      text: 'The role is called “{name}”, its folder “{folder}”.',
      help: 'Write “role: {folder}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\n---\n',
        '.claude/skills/team-maps/roles/coordinator/role.md': '---\nrole: "coordinator"\n---\n',
      },
    },
    {
      files: { '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: measurer\nprefix: SURVEY\n---\n' },
      reports: ['.claude/skills/team-maps/roles/surveyor/role.md:2:7 differs'],
      fixed: { '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\nprefix: SURVEY\n---\n' },
    },
    {
      title: 'Only the case or the joint differs; quotes stay',
      files: {
        '.agy/skills/team-maps/roles/map-printer/role.md': "---\r\nrole: 'map_printer'\r\n---\r\n",
        '.agy/skills/team-maps/roles/surveyor/role.md': '---\nrole: Surveyor # who measures\n---\n',
      },
      reports: [
        '.agy/skills/team-maps/roles/map-printer/role.md:2:7 differs',
        '.agy/skills/team-maps/roles/surveyor/role.md:2:7 differs',
      ],
      fixed: {
        '.agy/skills/team-maps/roles/map-printer/role.md': "---\r\nrole: 'map-printer'\r\n---\r\n",
        '.agy/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor # who measures\n---\n',
      },
    },
    {
      title: 'No name, two names, a name that is no text: other rules’ business',
      files: {
        '.claude/skills/team-maps/roles/a/role.md': '---\nprefix: A\n---\n',
        '.claude/skills/team-maps/roles/b/role.md': '---\nrole: x\nrole: y\n---\n',
        '.claude/skills/team-maps/roles/c/role.md': '---\nrole: [c]\n---\n',
      },
    },
  ],

  check(document, report) {
    const field = fieldOf(document, 'role')
    if (!field || typeof field.value !== 'string' || !field.value.trim()) return
    const [name, folder] = [field.value.trim(), roleName(document)]
    if (name.normalize('NFKC') === folder.normalize('NFKC')) return
    const { style } = field
    const text = style === 'double' ? `"${folder}"` : style === 'single' ? `'${folder}'` : quoteScalar(folder)
    const edits = [{ path: document.path, span: field.span, text }]
    report({
      message: 'differs',
      at: field,
      data: { name: excerpt(name), folder: excerpt(folder) },
      ...(style === 'block' ? {} : { fix: { title: `Call the role “${folder}”`, safe: true, edits } }),
    })
  },
})
