import { defineRule } from '../../core/rule.ts'
import {
  appendColumns,
  copiesOf,
  hasColumn,
  masterTableOf,
  roleOf,
  separateLifecycle,
  targetOf,
  taskTablesOf,
  undeclaredCopies,
} from '../../model/contract/columns.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'merge/column-in-header',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  fixable: 'safe',
  summary: 'Every column that a merge copies is in the header of the example, not only in a description.',
  why: 'An agent writes the table as the example shows it. A column that only the description names is not there when the merge wants to fill it.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    unshown: {
      text: 'The merge copies “{column}”, which the columns describe and the header does not show.',
      help: 'Add the column to the header.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,findings\n```\n\n| Column | Phase |\n|---|---|\n| findings | Lifecycle |\n\nMerge into tasks.csv: copy `findings`.\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status\n1,1,pending\n```\n\n| Column | Phase |\n|---|---|\n| findings | Lifecycle |\n| error | Lifecycle |\n\nMerge into tasks.csv: copy `findings`, `error`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:11:29 unshown', '.codex/skills/survey/SKILL.md:11:41 unshown'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,findings,error\n1,1,pending,,\n```\n\n| Column | Phase |\n|---|---|\n| findings | Lifecycle |\n| error | Lifecycle |\n\nMerge into tasks.csv: copy `findings`, `error`.\n',
      },
    },
    {
      title: 'Described nowhere: another rule’s business; no header to compare with',
      files: {
        '.codex/skills/a/SKILL.md': '```csv\nid,wave,status\n```\n\nMerge into tasks.csv: copy `findings`.\n',
        '.codex/skills/b/SKILL.md':
          'Lifecycle columns: status, findings.\n\n```csv\n"1","Read all.","1"\n```\n\nMerge into tasks.csv: copy `findings`.\n',
      },
    },
    {
      title: 'Lists of their own for input and lifecycle; the file of a wave; another table of the skill',
      files: {
        '.codex/skills/a/SKILL.md':
          '```csv\nid,title,wave\n```\n\nInput columns: id, title, wave. Lifecycle columns: status, findings.\n\nMerge into tasks.csv: copy `findings`.\n',
        '.codex/skills/b/SKILL.md':
          'Write `wave-1.csv`:\n\n```csv\nid,title,wave\n```\n\n| Column | Phase |\n|---|---|\n| id | Input |\n| findings | Lifecycle |\n\nMerge into tasks.csv: copy `findings`.\n',
        '.codex/skills/c/SKILL.md':
          '```csv\nid,wave,status\n```\n\n### All columns\n\n```csv\nid,wave,status,findings\n```\n\nMerge into tasks.csv: copy `findings`.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const table = masterTableOf(document)
    const companions = companionsOf(document)
    if (!table || separateLifecycle(companions).length || contractsOf(document).csv.some(({ open }) => open)) return
    const told = new Set(undeclaredCopies(document).map(({ column }) => column))
    const shown = companions.flatMap(home =>
      taskTablesOf(home).filter(other => roleOf(home, other) !== 'wave' || other === table),
    )
    const missing = copiesOf(document).filter(
      ({ column }) => !told.has(column) && !shown.some(other => hasColumn(other, targetOf(column).name)),
    )
    const names = [...new Set(missing.map(({ column }) => targetOf(column).name))]
    const edits = appendColumns(
      document,
      table,
      names.map(name => ({ name, value: '' })),
    )
    for (const { column } of missing) {
      const { name, span } = targetOf(column)
      report({
        message: 'unshown',
        at: span,
        data: { column: name },
        related: [{ at: table.headerSpan, text: 'the header' }],
        ...(edits ? { fix: { title: 'Add to the header, and an empty cell to every row', safe: true, edits } } : {}),
      })
    }
  },
})
