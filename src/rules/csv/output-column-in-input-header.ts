import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { taskListsOf, taskTablesOf } from '../../model/contract/columns.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import type { Column } from '../../model/contract/table.ts'
import { passagesOf } from '../../model/contract/text.ts'

/** “The wave CSV holds input columns only”: what workers return never reaches them. */
const SEPARATION =
  /\b(?:only|just|nothing but)\s+(?:the\s+)?input\b|\binput\b[^.]{0,40}\bcolumns?\b\s+(?:only|alone|exclusively)\b|(?:仅|只)(?:含|包含|保留|有|写)?\s*输入|输入[^。]{0,10}列(?:仅|只)/i

export default defineRule({
  id: 'csv/output-column-in-input-header',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  fixable: 'unsafe',
  summary: 'Columns that workers return are not columns of the table that they are given.',
  why: 'A worker sees every column of its row. One that it is to fill stands there empty or, worse, filled by an earlier run, and the column comes back twice: as it went in and as it was reported.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    shared: {
      text: 'The header holds columns that workers return: {columns}.',
      help: 'Call them lifecycle columns (kept in the master, filled by the merge), and give workers the input columns only.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status,findings\n```\n\n| Column | Phase | Description |\n|---|---|---|\n| `id` | Input | number |\n| `title` | Input | what to do |\n| `wave` | Computed | when |\n| `result_status` | Output | as reported |\n| `status` | Lifecycle | pending, then merged |\n| `findings` | Lifecycle | merged |\n',
      },
    },
    {
      unsafe: true,
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status,findings\n```\n\n| Column | Phase | Description |\n|---|---|---|\n| `id` | Input | number |\n| `title` | Input | what to do |\n| `wave` | Computed | when |\n| `status` | Output | pending, then done |\n| `findings` | Output | what was seen |\n| `result_status` | Output | as reported |\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:2:15 shared'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status,findings\n```\n\n| Column | Phase | Description |\n|---|---|---|\n| `id` | Input | number |\n| `title` | Input | what to do |\n| `wave` | Computed | when |\n| `status` | Lifecycle | pending, then done |\n| `findings` | Lifecycle | what was seen |\n| `result_status` | Output | as reported |\n',
      },
    },
    {
      title: 'Columns in prose',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,findings\n```\n\nInput columns: id, title, wave. Output columns: findings (what was seen), error.\n',
        '.codex/skills/other/SKILL.md':
          '```csv\nid,title,wave,findings\n```\n\n输入列：id、title、wave；输出列：findings。\n',
      },
      reports: ['.codex/skills/other/SKILL.md:2:15 shared', '.codex/skills/survey/SKILL.md:2:15 shared'],
    },
    {
      title: 'Merged columns may be called both, the id goes both ways',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status,findings\n```\n\n输入列：id、title、wave。输出列：id、result_status、findings。生命周期列：status、findings。\n',
      },
    },
    {
      title: 'The text says that workers are given the input columns only; the table of results',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,findings\n```\n\nInput columns: id, title, wave. Output columns: findings. A wave file has the input columns only.\n',
        '.codex/skills/other/SKILL.md':
          '```csv\nid,title,wave\n```\n\nInput columns: id, title, wave. Output columns: findings.\n\n`results.csv`:\n\n```csv\nid,title,findings\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const tables = taskTablesOf(document)
    if (!tables.length) return
    const companions = companionsOf(document)
    const returned = new Map<string, { column: Column; home: Document }>()
    const kept = new Set<string>(['id', 'wave'])
    for (const home of companions)
      for (const column of taskListsOf(home).flatMap(({ columns }) => columns)) {
        if (column.phase !== 'output') {
          if (column.phase) kept.add(column.name)
        } else if (!returned.has(column.name)) returned.set(column.name, { column, home })
      }
    if (!returned.size || companions.some(other => passagesOf(other).some(({ text }) => SEPARATION.test(text)))) return
    for (const { header } of tables) {
      const shared = header.filter(({ value }) => returned.has(value.trim()) && !kept.has(value.trim()))
      if (!shared.length) continue
      const names = shared.map(({ value }) => value.trim())
      const found = names.map(name => returned.get(name)!)
      const edits = found.flatMap(({ column: { phaseSpan: span }, home: { path } }) =>
        span ? [{ path, span, text: 'Lifecycle' }] : [],
      )
      const [{ column, home }] = found as [{ column: Column; home: Document }]
      report({
        message: 'shared',
        at: { start: shared[0]!.span.start, end: shared.at(-1)!.span.end },
        data: { columns: names.map(name => `“${name}”`).join(', ') },
        related: [{ in: home, at: column.span, text: `“${column.name}” is an output column here` }],
        ...(edits.length === names.length ? { fix: { title: 'Call them lifecycle columns', safe: false, edits } } : {}),
      })
    }
  },
})
