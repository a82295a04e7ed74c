import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { entryOf, type SchemaField } from '../../model/contract/schema.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

/** The ways in which a row of the master table may have ended. */
const OUTCOMES: ReadonlySet<string> = new Set(['completed', 'failed', 'blocked', 'skipped'])

export default defineRule({
  id: 'spawn/schema-result-status-enum',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: '“result_status” is one of completed, failed, blocked, skipped.',
  why: 'The merge makes it the status of the row, and waits, retries and cascades go by that. A verdict of the task’s own, say “pass”, is no such status: rows that depend on it wait for ever, and a check that found faults looks like a worker that broke.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: '“result_status” may be any text.',
      help: 'Give it an enum: completed, failed, and blocked where a task can lack something.',
    },
    foreign: {
      text: '“result_status” may be {values}, which no row of the master table can be.',
      help: 'Keep completed, failed, blocked and skipped here, and give the verdict a field of its own.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { result_status: { type: "string", enum: ["completed", "failed", "blocked"] }, verdict: { type: "string", enum: ["pass", "warning", "fail"] } }, required: ["result_status"] } })`\n',
      },
    },
    {
      title: 'Verdicts as statuses',
      files: {
        '.codex/skills/audit/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path,\n  output_schema: {\n    type: "object",\n    properties: { result_status: { type: "string", enum: ["completed", "sound", "rotten"] } },\n    required: ["result_status"]\n  }\n})\nspawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [good|bad|failed] } })\n```\n',
      },
      reports: ['.codex/skills/audit/SKILL.md:6:72 foreign', '.codex/skills/audit/SKILL.md:10:70 foreign'],
    },
    {
      title: 'No values at all',
      files: {
        '.codex/skills/audit/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string", "description": "how it ended" } }, "required": ["result_status"] }\n```\n',
      },
      reports: ['.codex/skills/audit/SKILL.md:4:37 missing'],
    },
    {
      title: 'Values that stand elsewhere, one fixed value, a bare list of fields',
      files: {
        '.codex/skills/audit/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { result_status: { type: "string", enum: STATUSES } }, required: ["result_status"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { result_status: { const: "completed" } }, required: ["result_status"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { result_status: STATUS }, required: ["result_status"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings } })\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const { fields, literal } of contractsOf(document).schemas) {
      const field = fields.find(({ name }) => name === 'result_status')
      if (!field) continue
      const isProperty = entryOf(literal, 'properties') !== undefined
      const foreign = valuesIn(field, isProperty).filter(({ value }) => !OUTCOMES.has(value))
      if (foreign.length) {
        const values = foreign.map(({ value }) => `“${value.slice(0, 40)}”`).join(', ')
        report({ message: 'foreign', at: foreign[0]!.span, data: { values } })
      } else if (isProperty && isAnyText(field)) report({ message: 'missing', at: field.keySpan })
    }
  },
})

/** The values that are written here; a name stands for values that are written elsewhere. */
function valuesIn({ literal, values = [] }: SchemaField, isProperty: boolean) {
  const kind = isProperty ? entryOf(literal, 'enum')?.value.kind : literal.kind
  return kind === 'array' || kind === 'union' || kind === 'string' ? values : []
}

const isAnyText = ({ literal }: SchemaField) =>
  literal.kind === 'object' &&
  !literal.open &&
  !['enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'].some(key => {
    const value = entryOf(literal, key)?.value
    return value !== undefined && !(value.kind === 'array' && !value.items.length && !value.open)
  })
