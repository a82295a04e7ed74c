import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import { roleOf } from '../../model/contract/columns.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { argumentOf, fansOut } from '../../model/contract/spawn.ts'
import type { ColumnList, CsvFence } from '../../model/contract/table.ts'
import { lineBefore } from '../../model/contract/text.ts'

/** Columns that the tool appends to those of the input. */
const RESULT = new Set(
  'job_id item_id row_index source_id status attempt_count last_error result_json reported_at completed_at'.split(' '),
)

/** Of these, what no table keeps about the progress of its rows: such a column is given to workers. */
const GIVEN = new Set(['job_id', 'item_id', 'row_index', 'source_id'])

/** Columns of progress and results: a list that calls them inputs, as all others in it, is headed loosely. */
const RETURNED = /^(?:findings|error|summary|result_(?!json$)\w+)$/

const isLoose = ({ columns }: ColumnList) =>
  columns.every(({ phase }) => phase === 'input') && columns.some(({ name }) => RETURNED.test(name))

/** Whether the words above a fence call it the file that workers get. */
const isWaveFile = (document: Document, { fence }: CsvFence) =>
  /\bwave[-_]?(?:\{?\w+\}?|\*)?\.csv\b|\bwave csv\b|\binput csv\b/i.test(
    lineBefore(document, fence.span.start)?.text ?? '',
  )

export default defineRule({
  id: 'spawn/reserved-column',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'No column that workers are given is called like one that the tool adds to the results.',
  why: 'The result file has all columns of the input and ten of its own, and renames none: with two columns of one name the merge takes whichever its reader keeps. A “status” of the master table is no such column as long as the file of a wave leaves it out.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'MUST', verified: '2026-10' },
  messages: {
    clash: {
      text: '“{name}” is given to workers, and the results have a column of that name already.',
      help: 'Give the column another name; what the coordinator keeps about a row is a lifecycle column and stays in the master table.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nStart readers with spawn_agents_on_csv.\n\n```csv\nid,title,wave,status,attempt_count,error\n```\n\n| Column | Phase | Description |\n|---|---|---|\n| `title` | Input | What to read |\n| `wave` | Computed | Number |\n| `status` | Lifecycle | pending at first |\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nStart readers with spawn_agents_on_csv.\n\n| Column | Phase |\n|---|---|\n| `source_id` | Input |\n| `status` | Computed |\n| `title` | Input |\n\nInput columns: id, source_id, result_json.\n',
      },
      reports: [
        '.codex/skills/survey/SKILL.md:7:4 clash',
        '.codex/skills/survey/SKILL.md:8:4 clash',
        '.codex/skills/survey/SKILL.md:11:31 clash',
      ],
    },
    {
      title: 'In a header: what only an input can be, and whatever the file of a wave shows',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nitem_id,title,wave,status,completed_at\n```\n\nThe rows of wave-1.csv:\n\n```csv\nid,title,last_error\n```\n\n`spawn_agents_on_csv({ csv_path, id_column: "item_id" })`\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:2:1 clash', '.codex/skills/survey/SKILL.md:8:10 clash'],
    },
    {
      title: 'A loose heading over all columns, a table of results, and a skill that starts nobody',
      files: {
        '.codex/skills/survey/SKILL.md':
          '### Input and results\n\n| Column | Description |\n|---|---|\n| id | Number |\n| status | pending |\n| findings | Text |\n\n### Output\n\n| Column | Description |\n|---|---|\n| item_id | Number |\n\nUse spawn_agents_on_csv.\n',
        '.codex/skills/list/SKILL.md': '```csv\njob_id,title\n```\n\nNever call spawn_agents_on_csv.\n',
        '.codex/skills/sum/SKILL.md':
          'Use spawn_agents_on_csv. It writes `wave-1-results.csv`:\n\n```csv\nid,title,job_id,item_id,result_json\n```\n',
      },
    },
    {
      title: 'A column that is declared as one of the results',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Use spawn_agents_on_csv.\n\n```csv\nid,title,row_index\n```\n\nOutput columns: row_index, findings.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { columns, csv } = contractsOf(document)
    if (!columns.length && !csv.length) return
    const uses = companionsOf(document).flatMap(other => contractsOf(other).uses)
    if (!fansOut(uses)) return

    const places: { name: string; at: Span }[] = []
    const kept = new Set<string>()
    for (const list of columns)
      for (const { name, span, phase } of list.columns) {
        if (phase === 'output' || phase === 'lifecycle' || !phase || isLoose(list)) kept.add(name)
        else places.push({ name, at: span })
      }
    const ids = new Set(
      uses.flatMap(use => {
        const id = argumentOf(use, 'id_column')?.value
        return id?.kind === 'string' ? [id.value] : []
      }),
    )
    for (const fence of csv) {
      if (roleOf(document, fence) === 'results') continue
      for (const { value, span } of fence.header ?? []) {
        const name = value.trim()
        const isGiven = ids.has(name) || (GIVEN.has(name) && !kept.has(name))
        if (isGiven || (name !== 'status' && isWaveFile(document, fence))) places.push({ name, at: span })
      }
    }

    const seen = new Set<string>()
    for (const { name, at } of places.sort((a, b) => a.at.start - b.at.start)) {
      if (!RESULT.has(name) || seen.has(name)) continue
      seen.add(name)
      report({ message: 'clash', at, data: { name } })
    }
  },
})
