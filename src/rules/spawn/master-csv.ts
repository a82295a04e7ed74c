import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import type { Literal } from '../../markdown/literal.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { argumentOf } from '../../model/contract/spawn.ts'

const MASTER = /(?:^|[\\/}])tasks\.csv$/i

/** The text that a path ends with, where it is written out. */
function tailOf(literal: Literal): string {
  if (literal.kind === 'string') return literal.value
  return literal.kind === 'sum' ? tailOf(literal.parts.at(-1)!) : ''
}

/** Where the skill says that its table is worked off in waves: a column, or a filter. */
function waveOf(documents: readonly Document[]): { in: Document; at: Span } | undefined {
  for (const document of documents) {
    const { csv, columns, filters } = contractsOf(document)
    const cells = [
      ...csv.flatMap(({ header = [] }) => header.map(({ value, span }) => ({ name: value, span }))),
      ...columns.flatMap(list => list.columns),
    ]
    const at = cells.find(({ name }) => name === 'wave')?.span ?? filters[0]?.span
    if (at) return { in: document, at }
  }
  return undefined
}

export default defineRule({
  id: 'spawn/master-csv',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'Workers get the rows of their wave, not the whole table.',
  why: 'One worker starts for every row of “csv_path”. With the master table that is every row of every wave at once: later waves run before what they depend on, and finished rows run again.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    master: {
      text: 'The call passes the whole table “{file}”, so the rows of all waves start at once.',
      help: 'Write the rows of the wave that are pending to a file of their own, and pass that one.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status\n```\n\n```\nspawn_agents_on_csv({ csv_path: `${dir}/wave-${n}.csv` })\nspawn_agents_on_csv({ csv_path: dir + "/subtasks.csv" })\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status\n```\n\n```\nspawn_agents_on_csv({ csv_path: `${dir}/tasks.csv` })\nspawn_agents_on_csv({ csv_path: dir + "/tasks.csv", ... })\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:6:33 master', '.codex/skills/survey/SKILL.md:7:33 master'],
    },
    {
      title: 'The waves are declared in another file of the skill',
      files: {
        '.codex/skills/survey/SKILL.md': 'Run `spawn_agents_on_csv({ csv_path: "tasks.csv" })`.\n',
        '.codex/skills/survey/instructions/rows.md': 'Filter `wave==1 AND status=="pending"`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:38 master'],
    },
    {
      title: 'A table without waves may go as it is; a name says nothing',
      files: {
        '.codex/skills/once/SKILL.md':
          '```csv\nid,title,status\n```\n\n`spawn_agents_on_csv({ csv_path: "tasks.csv" })`\n',
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status\n```\n\n`spawn_agents_on_csv({ csv_path: masterCsv })`, never `spawn_agents_on_csv({ csv_path: "tasks.csv" })`.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    let wave: ReturnType<typeof waveOf>
    for (const use of contractsOf(document).uses) {
      const path = use.negated ? undefined : argumentOf(use, 'csv_path')
      if (!path || !MASTER.test(tailOf(path.value))) continue
      wave ??= waveOf(companionsOf(document))
      if (!wave) return
      const related = [{ ...wave, text: 'the waves' }]
      report({ message: 'master', at: path.value.span, data: { file: 'tasks.csv' }, related })
    }
  },
})
