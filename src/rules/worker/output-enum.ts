import { defineRule } from '../../core/rule.ts'
import type { LiteralEntry } from '../../markdown/literal.ts'
import {
  choiceOf,
  type Payload,
  type PlacedSchema,
  payloadsOf,
  schemasFor,
  sharedNames,
} from '../../model/contract/payload.ts'
import type { SchemaField } from '../../model/contract/schema.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'worker/output-enum',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'The choices that a worker is shown are those of the schema.',
  why: 'A value that workers are offered and the schema does not know makes a sound result invalid; one that the schema knows and workers are not shown never comes back.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    differs: {
      text: 'For “{name}” workers may choose {shown}; the schema has {known}.',
      help: 'Write the same values in both places.',
    },
    value: {
      text: '“{value}” is no value of “{name}”: the schema has {known}.',
      help: 'Show a value that the schema has.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed|blocked], findings } })`\n\n```\nCall report_agent_job_result once.\nOUTPUT:\n{ "id": "…", "result_status": "blocked" | "completed" | "failed", "findings": "…" }\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path,\n  output_schema: {\n    type: "object",\n    properties: {\n      id: { type: "string" },\n      result_status: { type: "string", enum: ["completed", "failed", "blocked"] },\n      grade: { type: "string", enum: ["a", "b"] }\n    },\n    required: ["id", "result_status"]\n  }\n})\n```\n\n```\nCall report_agent_job_result once.\nOUTPUT:\n{\n  "id": "…",\n  "result_status": "completed|failed",\n  "grade": "c"\n}\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:21:20 differs', '.codex/skills/survey/SKILL.md:22:12 value'],
    },
    {
      title: 'One schema of several is enough; text, placeholders, one value of those allowed, fields without values',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed], grade: [a|b] } })\nspawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed|blocked], notes } })\n```\n\n```\nCall report_agent_job_result once.\nOUTPUT:\n{ "id": "a|b", "result_status": "<completed|failed|blocked>", "notes": "good|bad" }\n```\n\n```\nCall report_agent_job_result once.\nOUTPUT:\n{ "id": "…", "result_status": "<how it ended>", "grade": "a" }\n```\n',
      },
    },
    {
      title: 'Other output than the report',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed] } })`\n\n```\nEnd with report_agent_job_result.\nOUTPUT to state.json:\n{ "id": "…", "result_status": "running" }\n```\n\n```json\n{ "id": "…", "result_status": "good|bad" }\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const payloads = payloadsOf(document).filter(({ form }) => form === 'output')
    const schemas = payloads.length ? schemasFor(document) : []
    if (!schemas.length) return
    for (const payload of payloads) {
      const shared = schemas.map(({ schema }) => sharedNames(payload, schema).length)
      const nearest = schemas.filter((_, index) => shared[index] === Math.max(...shared) && shared[index]! > 0)
      const [best] = nearest
        .map(placed => ({ placed, wrong: differences(payload, placed) }))
        .sort((a, b) => a.wrong.length - b.wrong.length)
      for (const { entry, field } of best?.wrong ?? []) {
        const related = [{ in: best!.placed.document, at: field.values![0]!.span, text: 'the schema’s values' }]
        const choice = choiceOf(entry)
        const known = listed(field.values!.map(({ value }) => value))
        const name = field.name
        if (choice)
          report({ message: 'differs', at: choice.span, data: { name, shown: listed(choice.values), known }, related })
        else if (entry.value.kind === 'string')
          report({
            message: 'value',
            at: entry.value,
            data: { name, value: entry.value.value.slice(0, 40), known },
            related,
          })
      }
    }
  },
})

const listed = (values: readonly string[]) => values.map(value => `“${value.slice(0, 40)}”`).join(', ')

/** The choices of a shown result that a schema does not have in the same way. */
function differences(payload: Payload, { schema }: PlacedSchema): { entry: LiteralEntry; field: SchemaField }[] {
  return payload.literal.entries.flatMap(entry => {
    const field = schema.fields.find(({ name }) => name === entry.key)
    return field?.values?.length &&
      isWrong(
        entry,
        field.values.map(({ value }) => value),
      )
      ? [{ entry, field }]
      : []
  })
}

function isWrong(entry: LiteralEntry, known: readonly string[]): boolean {
  const choice = choiceOf(entry)
  if (choice) return choice.values.length !== known.length || choice.values.some(value => !known.includes(value))
  const { value } = entry
  return value.kind === 'string' && /^[\w-]+$/.test(value.value) && !known.includes(value.value)
}
