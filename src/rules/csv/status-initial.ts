import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { hasColumn, isElided, isQuoted, type TaskTable, taskTablesOf } from '../../model/contract/columns.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import type { Row } from '../../model/contract/table.ts'

/** Words for “not begun” that a filter for pending rows does not match. */
const NOT_BEGUN = /^(?:todo|to do|new|open|queued|ready|waiting|not[ _-]started|initial|init|pending)$/i

export default defineRule({
  id: 'csv/status-initial',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  fixable: 'safe',
  summary: 'The rows of a task table with waves begin as “pending”.',
  why: 'Waves are filled with the rows whose status is “pending”. A row that begins empty is never chosen: the wave runs with no rows, and the skill goes on as if all were done.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    empty: {
      text: 'The status is empty in {count} of {total} rows, so no wave chooses them.',
      help: 'Write “pending” as the first status of every row.',
    },
    other: {
      text: 'Rows begin as “{value}”, and waves are filled with “pending” rows.',
      help: 'Write “pending”, as the filter does.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md': '```csv\nid,wave,status,error\n"1","1","pending",""\n"2","2",pending,\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,error\n"1","1","",""\n"2","1","pending",""\n3,2,,\n"4","2",,\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:9 empty'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,error\n"1","1","pending",""\n"2","1","pending",""\n3,2,pending,\n"4","2","pending",\n```\n',
      },
    },
    {
      title: 'Rows in a fence of their own, below the header',
      files: {
        '.codex/skills/survey/SKILL.md': '```csv\nid,wave,status\n```\n\nAdd:\n\n```csv\n"1","1",""\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:8:9 empty'],
      fixed: {
        '.codex/skills/survey/SKILL.md': '```csv\nid,wave,status\n```\n\nAdd:\n\n```csv\n"1","1","pending"\n```\n',
      },
    },
    {
      title: 'Another word than the filter has',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status\n1,1,todo\n2,1,PENDING\n```\n\nFilter `wave==N AND status=="pending"`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:5 other'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status\n1,1,pending\n2,1,pending\n```\n\nFilter `wave==N AND status=="pending"`.\n',
      },
    },
    {
      title: 'A header alone, rows that stand for others, a table in the middle of a run, a word of the skill’s own',
      files: {
        '.codex/skills/a/SKILL.md': '```csv\nid,wave,status\n```\n',
        '.codex/skills/b/SKILL.md': '```csv\nid,wave,status\n1,1,pending\n...\n<id>,<wave>,<status>\n```\n',
        '.codex/skills/c/SKILL.md': '```csv\nid,wave,status\n1,1,completed\n2,2,pending\n```\n',
        '.codex/skills/d/SKILL.md': '```csv\nid,wave,status\n1,1,todo\n```\n\nTake rows that are `todo`.\n',
      },
    },
    {
      title: 'Tables without waves, and rows of unequal length',
      files: {
        '.codex/skills/a/SKILL.md': '```csv\nid,status\n1,\n```\n',
        '.codex/skills/b/SKILL.md': '```csv\nid,wave,status\n1,\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { path, text } = document
    const related = filtersFor(companionsOf(document)).slice(0, 1)
    for (const { table, rows } of filledTables(document)) {
      const at = table.header.findIndex(({ value }) => value.trim() === 'status')
      const whole = rows.filter(row => row.cells.length === table.header.length && !isElided(row, table.header.length))
      const pick = (matches: (value: string) => boolean) =>
        whole.filter(({ cells }) => matches(cells[at]!.value.trim()))
      const fix = (wrong: readonly Row[]) => ({
        title: 'Write “pending”',
        safe: true,
        edits: wrong.map(row => ({
          path,
          span: row.cells[at]!.span,
          text: isQuoted(text, row) ? '"pending"' : 'pending',
        })),
      })
      const empty = pick(value => value === '')
      if (empty.length)
        report({
          message: 'empty',
          at: empty[0]!.cells[at]!.span,
          data: { count: empty.length, total: whole.length },
          related,
          fix: fix(empty),
        })
      const other = related.length ? pick(value => value !== 'pending' && NOT_BEGUN.test(value)) : []
      if (other.length) {
        const { value, span } = other[0]!.cells[at]!
        report({ message: 'other', at: span, data: { value: value.trim() }, related, fix: fix(other) })
      }
    }
  },
})

/** Where a skill chooses pending rows. */
const filtersFor = (companions: readonly Document[]) =>
  companions.flatMap(home =>
    contractsOf(home)
      .filters.filter(({ pending }) => pending)
      .map(({ span }) => ({ in: home, at: span, text: 'waves take pending rows' })),
  )

/** Tables with waves and a status, with their rows: those below the header, and in fences without a header of its own. */
function filledTables(document: Document): { table: TaskTable; rows: Row[] }[] {
  const tables = taskTablesOf(document).filter(table => hasColumn(table, 'wave') && hasColumn(table, 'status'))
  const found = tables.map(table => ({ table, rows: table.rows }))
  for (const { fence, header, rows, open } of contractsOf(document).csv) {
    if (header || open || !rows.length) continue
    const table = tables.findLast(({ fence: { span } }) => span.end < fence.span.start)
    if (table) found.push({ table, rows })
  }
  return found
}
