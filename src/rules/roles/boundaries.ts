import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { labelsOf } from '../../model/contract/text.ts'
import { roleStart } from '../../model/roles.ts'
import { bare, tablesOf } from '../../model/roles-tables.ts'

const MUST =
  /^(?:you |the role )?must(?:\s*[^\p{L}\s].*)?$|^(?:always|do)(?:\s*[^\p{L}\s'’].*)?$|^(?:必须|务必|应当|应该|要做)/iu
const NEVER =
  /^(?:you |the role )?must[ -]?not\b|^(?:never|do not|don['’]t)\b|^(?:禁止|不得|不可|不能|不要|严禁|绝不|切勿)/iu
const BOUNDARIES = /^(?:role |hard )?(?:boundar(?:y|ies)|limits)\b|^(?:角色|职责|行为)?(?:边界|界限|红线)/i

/** A label’s words without numbers and marks before them. */
const words = (text: string) =>
  text
    .replace(/[*_`]/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .trim()

export default defineRule({
  id: 'roles/boundaries',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['role'],
  summary: 'A role says what it must do and what it must not do.',
  why: 'Several agents work on one thing; what a role may not touch keeps it from doing the work of another. Under headings of their own both lists are read; in running text the second is lost.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'ADVICE', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The role has no boundaries.',
      help: 'Add “## Boundaries” with “### MUST” and “### MUST NOT”.',
    },
    half: {
      text: 'The boundaries have no “{name}”.',
      help: 'Add “### {name}” with a list.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\n---\n\n# Surveyor\n\n## Boundaries\n\n### MUST\n\n- Measure twice.\n\n### MUST NOT\n\n- Draw.\n',
      },
    },
    {
      files: {
        '.claude/skills/team-maps/roles/surveyor/role.md':
          '---\nrole: surveyor\n---\n\n# Surveyor\n\nMeasure, and do not draw.\n',
        '.claude/skills/team-maps/roles/printer/role.md':
          '---\nrole: printer\n---\n\n# Printer\n\n## Boundaries\n\n### MUST\n\n- Print in colour.\n',
      },
      reports: [
        '.claude/skills/team-maps/roles/printer/role.md:7:1 half',
        '.claude/skills/team-maps/roles/surveyor/role.md:5:1 missing',
      ],
    },
    {
      title: 'Bold words, Chinese words, a table, with or without a heading',
      files: {
        '.claude/skills/team-maps/roles/a/role.md':
          '## Boundaries\n\n**MUST**:\n- Measure.\n\n**MUST NOT** (ever):\n- Draw.\n',
        '.claude/skills/team-maps/roles/b/role.md': '## 职责边界\n\n### 必须\n- 测量。\n\n### 禁止\n- 绘图。\n',
        '.claude/skills/team-maps/roles/c/role.md': '| MUST | MUST NOT |\n|---|---|\n| measure | draw |\n',
        '.claude/skills/team-maps/roles/d/role.md': '### ✅ MUST\n- Measure.\n### 🚫 MUST NOT\n- Draw.\n',
      },
    },
    {
      title: 'A role without frontmatter, Windows line ends',
      files: { '.claude/skills/team-maps/roles/surveyor/role.md': 'Measure.\r\n\r\nDraw nothing.\r\n' },
      reports: ['.claude/skills/team-maps/roles/surveyor/role.md:1:1 missing'],
    },
    { title: 'An empty file', files: { '.claude/skills/team-maps/roles/surveyor/role.md': '' } },
  ],

  check(document, report) {
    if (!document.text.slice(document.meta.span.end).trim()) return
    const said = saidIn(document)
    const [must, never] = [said.some(text => MUST.test(text)), said.some(text => NEVER.test(text))]
    if (must && never) return
    const heading = document.headings.find(({ text }) => BOUNDARIES.test(words(text)))
    if (!must && !never && !heading) return report({ message: 'missing', at: roleStart(document) })
    const at = heading?.span ?? roleStart(document)
    for (const [name, isThere] of [['MUST', must] as const, ['MUST NOT', never] as const])
      if (!isThere) report({ message: 'half', at, data: { name } })
  },
})

/** What stands in headings, bold labels and heads of tables. */
const saidIn = (document: Document): string[] => [
  ...labelsOf(document).map(({ text }) => words(text)),
  ...tablesOf(document).flatMap(({ head }) => head.map(({ text }) => words(bare(text)))),
]
