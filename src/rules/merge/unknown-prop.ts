import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { copiesOf, undeclaredCopies } from '../../model/contract/columns.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import type { ResultSchema } from '../../model/contract/schema.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { argumentOf, type SpawnUse } from '../../model/contract/spawn.ts'

/** Columns that Codex (0.105 to 0.144) adds to the file of results, besides what workers report. */
const ADDED = new Set(
  'job_id item_id row_index source_id status attempt_count last_error result_json reported_at completed_at'.split(' '),
)

export default defineRule({
  id: 'merge/unknown-prop',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  summary: 'A merge copies only what workers return.',
  why: 'A field that no schema asks for is never reported: its column stays empty in every run, and nobody is told.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    unknown: {
      text: 'The merge copies “{field}”, which no worker returns.',
      help: 'Add the field to the output schema, or take it off the list.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": {}, "findings": {} }, "required": ["id"] }\n```\n\nMerge: `result_status` → master `status`; copy `findings`.\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,finding,score\n```\n\n**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": {}, "findings": {} }, "required": ["id"] }\n```\n\nMerge: `result_status` → master `status`; copy `finding`, `points` → `score`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:11:49 unknown', '.codex/skills/survey/SKILL.md:11:60 unknown'],
    },
    {
      title: 'Neither returned nor declared: `merge/column-undeclared` tells it',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status\n```\n\n**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {} }, "required": [] }\n```\n\nMerge into tasks.csv: copy `score`.\n',
      },
    },
    {
      title: 'Another schema of the skill, a column that Codex adds, another name in the master',
      files: {
        '.codex/skills/a/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {} }, "required": [] }\n```\n\nMerge into tasks.csv: copy `score`, `last_error`, `score` → `points`.\n',
        '.codex/skills/a/specs/score.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {}, "score": {} }, "required": [] }\n```\n',
      },
    },
    {
      title: 'No schema, a schema that is cut short, a schema that stands elsewhere',
      files: {
        '.codex/skills/a/SKILL.md': 'Merge into tasks.csv: copy `score`.\n',
        '.codex/skills/b/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {}, ... }, "required": [] }\n```\n\nMerge into tasks.csv: copy `score`.\n',
        '.codex/skills/c/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {} }, "required": [] }\n```\n\n`spawn_agents_on_csv({ csv_path: "wave-2.csv", output_schema: SCORE_SCHEMA })`\n\nMerge into tasks.csv: copy `score`.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const copies = copiesOf(document)
    if (!copies.length) return
    const companions = companionsOf(document)
    const schemas = companions.flatMap(other => contractsOf(other).schemas)
    if (!schemas.length || schemas.some(isOpen)) return
    if (companions.some(other => contractsOf(other).uses.some(use => isElsewhere(use, schemas)))) return
    const returned = new Set(schemas.flatMap(({ fields }) => fields.map(({ name }) => name)))
    const told = new Set(undeclaredCopies(document).map(({ column }) => column))
    for (const { column } of copies) {
      if (returned.has(column.name) || ADDED.has(column.name) || told.has(column)) continue
      report({
        message: 'unknown',
        at: column.span,
        data: { field: column.name },
        related: [placeOf(companions)],
      })
    }
  },
})

function isOpen({ literal }: ResultSchema): boolean {
  const properties = literal.entries.find(({ key }) => key === 'properties')?.value
  return literal.open === true || (properties?.kind === 'object' && properties.open === true)
}

/** Whether a call passes a schema by a name that no schema of the skill has. */
function isElsewhere(use: SpawnUse, schemas: readonly ResultSchema[]): boolean {
  const value = use.negated ? undefined : argumentOf(use, 'output_schema')?.value
  if (!value || value.kind === 'object') return false
  if (value.kind !== 'name') return true
  return value.name !== 'output_schema' && !schemas.some(({ name }) => name === value.name)
}

function placeOf(companions: readonly Document[]) {
  const home = companions.find(other => contractsOf(other).schemas.length)!
  return { in: home, at: contractsOf(home).schemas[0]!.span, text: 'the output schema' }
}
