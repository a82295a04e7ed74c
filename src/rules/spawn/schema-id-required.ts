import { defineRule } from '../../core/rule.ts'
import type { Document, Fix } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import {
  insertEntry,
  insertName,
  isOpen,
  propertiesOf,
  requiredListOf,
  schemaPlace,
} from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { argumentOf } from '../../model/contract/spawn.ts'

export default defineRule({
  id: 'spawn/schema-id-required',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'A result names the row that it belongs to.',
  why: 'Results come back in the order in which workers end. The merge finds a result’s row by its id; a result without one can only be guessed to belong somewhere.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'ADVICE', verified: '2026-10' },
  messages: {
    missing: {
      text: 'The result does not say which row it belongs to.',
      help: 'Add “id” as a string, and require it.',
    },
    optional: { text: '“{name}” is not required: a worker may leave it out.', help: 'Add it to “required”.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, result_status: { type: "string" } }, required: ["id", "result_status"] } })`\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "result_status": { "type": "string" },\n    "findings":      { "type": "string" }\n  },\n  "required": ["result_status"]\n}\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:1 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "id":            { "type": "string" },\n    "result_status": { "type": "string" },\n    "findings":      { "type": "string" }\n  },\n  "required": ["id", "result_status"]\n}\n```\n',
      },
    },
    {
      title: 'In one line',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, result_status: { type: "string" } }, required: ["result_status"] } })`\n\n`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { result_status: { type: "string" } }, required: ["result_status"] } })`\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:152 optional', '.codex/skills/survey/SKILL.md:3:34 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, result_status: { type: "string" } }, required: ["id", "result_status"] } })`\n\n`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, result_status: { type: "string" } }, required: ["id", "result_status"] } })`\n',
      },
    },
    {
      title: 'The table’s ids have another name; properties that are cut short; a list of fields; nothing required',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, id_column: "task", output_schema: { type: "object", properties: { task: { type: "string" } }, required: ["task"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { ...BASE }, required: ["score"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { result_status, findings } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" } } } })\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { schemas, uses } = contractsOf(document)
    const columns = uses.map(use => argumentOf(use, 'id_column')?.value)
    const ids = new Set(['id', ...columns.flatMap(value => (value?.kind === 'string' ? [value.value] : []))])
    for (const schema of schemas) {
      const properties = propertiesOf(schema)
      const list = requiredListOf(schema)
      if (!properties?.entries.length || isOpen(properties) || isOpen(list)) continue
      const id = schema.fields.find(({ name }) => ids.has(name))
      const isRequired = schema.required.some(({ name }) => name === id?.name)
      if (!id) report({ message: 'missing', at: schemaPlace(schema), fix: insertId(document, properties, list) })
      else if (list?.items.length && !isRequired) {
        const edits = [insertName(document, list, id.name, true)]
        const fix: Fix = { title: `Require “${id.name}”`, safe: true, edits }
        report({ message: 'optional', at: list, data: { name: id.name }, fix })
      }
    }
  },
})

function insertId(
  document: Document,
  properties: NonNullable<ReturnType<typeof propertiesOf>>,
  list: ReturnType<typeof requiredListOf>,
): Fix {
  const edits = insertEntry(document, properties, undefined, 'id', { type: 'string' })
  const isNamed = list?.items.some(item => item.kind === 'string' && item.value === 'id')
  if (list?.items.length && !isNamed) edits.push(insertName(document, list, 'id', true))
  return { title: 'Add “id” and require it', safe: true, edits }
}
