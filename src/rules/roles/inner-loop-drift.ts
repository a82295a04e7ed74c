import { defineRule } from '../../core/rule.ts'
import { fieldOf, registryRowOf } from '../../model/roles.ts'
import { bare } from '../../model/roles-tables.ts'

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:true|yes|y|on|✓|✔|✅|是|有)$/i, 'true'],
  [/^(?:false|no|n|off|✗|✘|❌|x|否|无)$/i, 'false'],
  [/^(?:dynamic|动态)$/i, 'dynamic'],
]

/** What a cell or a value says of the inner loop; `undefined` for anything else, such as a dash. */
const loopOf = (text: string): string | undefined => WORDS.find(([pattern]) => pattern.test(text.trim()))?.[1]

export default defineRule({
  id: 'roles/inner-loop-drift',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['role'],
  summary: 'A role says the same of its inner loop as the role registry of SKILL.md.',
  why: 'The registry decides how the worker is started, the role whether it takes the next task by itself: with two answers it either stops after the first task or never.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'ADVICE', verified: '2026-11' },
  messages: {
    differs: {
      text: '“inner_loop” is {own}; the registry says {registered}.',
      help: 'Write the same in both places.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: Draws maps.\n---\n\n## Role Registry\n\n| Role | Prefix | inner_loop |\n|---|---|---|\n| surveyor | SURVEY-* | `true` |\n| printer | PRINT-* | ❌ |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\ninner_loop: true\n---\n',
        '.claude/skills/team-maps/roles/printer/role.md': '---\nrole: printer\ninner_loop: false\n---\n',
      },
    },
    {
      files: {
        '.claude/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: Draws maps.\n---\n\n## Role Registry\n\n| Role | Prefix | Inner Loop |\n|---|---|---|\n| surveyor | SURVEY-* | true |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\ninner_loop: dynamic\n---\n',
      },
      reports: ['.claude/skills/team-maps/roles/surveyor/role.md:3:13 differs'],
    },
    {
      title: 'Chinese heads and words',
      files: {
        '.codex/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: 绘制地图。\n---\n\n### 角色列表\n\n| 角色 | 内循环 |\n|---|---|\n| surveyor | 否 |\n',
        '.codex/skills/team-maps/roles/surveyor/role.md': '---\r\nrole: surveyor\r\ninner_loop: true\r\n---\r\n',
      },
      reports: ['.codex/skills/team-maps/roles/surveyor/role.md:3:13 differs'],
    },
    {
      title: 'A dash, a sentence, no column, no key',
      files: {
        '.claude/skills/team-maps/SKILL.md':
          '---\nname: team-maps\ndescription: Draws maps.\n---\n\n## Role Registry\n\n| Role | Inner Loop |\n|---|---|\n| surveyor | - |\n| printer | true for large maps |\n| judge | true |\n',
        '.claude/skills/team-maps/roles/surveyor/role.md': '---\nrole: surveyor\ninner_loop: true\n---\n',
        '.claude/skills/team-maps/roles/printer/role.md': '---\nrole: printer\ninner_loop: false\n---\n',
        '.claude/skills/team-maps/roles/judge/role.md': '---\nrole: judge\n---\n',
      },
    },
  ],

  check(document, report) {
    const field = fieldOf(document, 'inner_loop')
    const row = field && registryRowOf(document)
    if (!field || !row?.innerLoop) return
    const own = loopOf(String(field.value))
    const registered = loopOf(bare(row.innerLoop.text))
    if (!own || !registered || own === registered) return
    report({
      message: 'differs',
      at: field,
      data: { own, registered },
      related: [{ in: row.document, at: row.innerLoop.span, text: 'the registry' }],
    })
  },
})
