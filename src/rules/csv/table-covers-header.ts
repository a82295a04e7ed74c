import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import {
  copiesOf,
  declaredColumns,
  hasColumn,
  roleOf,
  separateLifecycle,
  targetOf,
  taskListsOf,
  taskTablesOf,
} from '../../model/contract/columns.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

/** The part of a header that a list must describe before the list counts as this table’s. */
const COMMON = 0.5

export default defineRule({
  id: 'csv/table-covers-header',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  summary: 'The header of a task table and the list of its columns agree.',
  why: 'An agent fills a column by its description and keeps a result by its column. What stands in one place only is left empty or lost.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    undescribed: {
      text: 'The header has the column “{column}”, which the list of columns does not describe.',
      help: 'Describe the column, or take it out of the header.',
    },
    unshown: {
      text: 'The list of columns has “{column}”, which is kept in the master; no header shows it.',
      help: 'Add the column to the header of the master table.',
    },
    property: {
      text: 'Workers return “{column}”, which is no column.',
      help: 'Add the column to the list (and to the merge), or drop the field from the schema.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status,findings\n```\n\n| Column | Phase | Description |\n|---|---|---|\n| `id`, `title` | Input | task |\n| `wave` | Computed | when |\n| `prev_context` | Computed | wave files only |\n| `status`, `findings` | Lifecycle | merged |\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,scope,wave,status\n```\n\n| Column | Phase | Description |\n|---|---|---|\n| `id` | Input | number |\n| `title` | Input | task |\n| `wave` | Computed | when |\n| `status` | Lifecycle | pending, then merged |\n| `findings` | Lifecycle | merged |\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:2:10 undescribed', '.codex/skills/survey/SKILL.md:11:4 unshown'],
    },
    {
      title: 'A field of the schema that has no column and is not copied',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status\n```\n\nInput columns: id, wave. Output columns: result_status, findings. Lifecycle columns: status.\n\n**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": { "type": "string" }, "result_status": { "type": "string" }, "findings": { "type": "string" }, "score": { "type": "string" } }, "required": ["id"] }\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:10:138 property'],
    },
    {
      title: 'Input and lifecycle columns in two lists, the header shows the input',
      files: {
        '.codex/skills/team/SKILL.md':
          '```csv\nid,title,wave\n```\n\n### Input\n\n| Column | Description |\n|---|---|\n| id | number |\n| title | task |\n| wave | when |\n\n### Lifecycle\n\n| Column | Initial value |\n|---|---|\n| status | pending |\n| findings | |\n',
      },
    },
    {
      title: 'A list of something else, a table without any list, another file of the skill',
      files: {
        '.codex/skills/a/SKILL.md':
          '```csv\nid,title,scope,wave,status\n```\n\n| Column | Description |\n|---|---|\n| id | of the report |\n| total | sum |\n',
        '.codex/skills/b/SKILL.md': '```csv\nid,title,scope,wave,status\n```\n',
        '.codex/skills/c/SKILL.md': '```csv\nid,title,wave,status\n```\n\n输入列：`id`、`title`。\n',
        '.codex/skills/c/specs/table.md': '| 列名 | 阶段 |\n|---|---|\n| wave | 计算 |\n| status | 生命周期 |\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const companions = companionsOf(document)
    reportUndescribed(document, companions, report)
    reportUnshown(document, companions, report)
    reportProperties(document, companions, report)
  },
})

type Report = (finding: {
  message: 'undescribed' | 'unshown' | 'property'
  at: { start: number; end: number }
  data: { column: string }
  related?: { in: Document; at: { start: number; end: number }; text: string }[]
}) => void

/** Columns of a header that the lists leave out, where a list describes most of the others. */
function reportUndescribed(document: Document, companions: readonly Document[], report: Report) {
  const tables = taskTablesOf(document)
  if (!tables.length) return
  const lists = companions.flatMap(home => taskListsOf(home).map(({ columns }) => ({ home, columns })))
  const described = new Set(lists.flatMap(({ columns }) => columns.map(({ name }) => name)))
  for (const { header } of tables) {
    const unknown = header.filter(({ value }) => !described.has(value.trim()))
    if (unknown.length > header.length * COMMON) continue
    const list = lists.find(({ columns }) => columns.some(({ name }) => header.some(({ value }) => value === name)))
    const related = list ? [{ in: list.home, at: list.columns[0]!.span, text: 'the list of columns' }] : []
    for (const { value, span } of unknown)
      if (value.trim()) report({ message: 'undescribed', at: span, data: { column: value.trim() }, related })
  }
}

/** Lifecycle columns of a list that also has input columns, where a header shows some of them. */
function reportUnshown(document: Document, companions: readonly Document[], report: Report) {
  const own = taskListsOf(document).flatMap(({ columns }) => columns.filter(({ phase }) => phase === 'lifecycle'))
  if (!own.length || separateLifecycle(companions).length) return
  const tables = companions.flatMap(home =>
    taskTablesOf(home)
      .filter(table => roleOf(home, table) !== 'wave')
      .map(table => ({ table, home })),
  )
  const master = tables.find(({ table }) => own.some(({ name }) => hasColumn(table, name)))
  if (!master || companions.some(home => contractsOf(home).csv.some(({ open }) => open))) return
  // A missing status, and a copied column that no header shows, are told by `csv/status-column` and `merge/column-in-header`.
  const told = new Set(['status', ...copiedColumns(companions)])
  for (const { name, span } of own)
    if (!told.has(name) && !tables.some(({ table }) => hasColumn(table, name)))
      report({
        message: 'unshown',
        at: span,
        data: { column: name },
        related: [{ in: master.home, at: master.table.headerSpan, text: 'the header' }],
      })
}

/** Fields of a schema without a column, where the lists describe what workers return. */
function reportProperties(document: Document, companions: readonly Document[], report: Report) {
  const { schemas } = contractsOf(document)
  if (!schemas.length) return
  const lists = companions.flatMap(home => taskListsOf(home).map(({ columns }) => ({ home, columns })))
  const list = lists.find(({ columns }) => columns.some(({ phase }) => phase === 'output' || phase === 'lifecycle'))
  if (!list) return
  // Where merges list what they copy, `merge/column-undeclared` and `merge/copies-all-props` tell it.
  if (companions.some(home => copiesOf(home).length)) return
  const declared = declaredColumns(companions)
  const related = [{ in: list.home, at: list.columns[0]!.span, text: 'the list of columns' }]
  for (const { strict, fields } of schemas) {
    if (!strict) continue
    for (const { name, keySpan } of fields)
      if (name !== 'id' && name !== 'result_status' && !declared.has(name))
        report({ message: 'property', at: keySpan, data: { column: name }, related })
  }
}

/** Fields that merges copy, and the columns that they go to. */
const copiedColumns = (companions: readonly Document[]) =>
  new Set(companions.flatMap(copiesOf).flatMap(({ column }) => [column.name, targetOf(column).name]))
