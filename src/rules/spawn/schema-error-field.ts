import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { insertEntry, isOpen, propertiesOf, schemaPlace } from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'spawn/schema-error-field',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'A result has a field for what went wrong.',
  why: 'A row that failed or is blocked without saying why can only be run again and hoped for; with a field of its own the reason stands in the table beside the row.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: { text: 'The result has no field for what went wrong.', help: 'Add “error” as a string.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, error: { type: "string" } }, required: ["id"] } })`\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path,\n  output_schema: {\n    type: "object",\n    properties: {\n      id: { type: "string" },\n      score: { type: "number" }, // from 0 to 100\n    },\n    required: ["id"],\n  },\n})\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:3 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path,\n  output_schema: {\n    type: "object",\n    properties: {\n      id: { type: "string" },\n      score: { type: "number" }, // from 0 to 100\n      error: { type: "string" },\n    },\n    required: ["id"],\n  },\n})\n```\n',
      },
    },
    {
      title: 'Another name for it, properties that are cut short, a bare list of fields',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, result_error: { type: "string" } }, required: ["id"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, blocked_reason: { type: "string" } }, required: ["id"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, ...MORE }, required: ["id"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { id, findings } })\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const schema of contractsOf(document).schemas) {
      const properties = propertiesOf(schema)
      const last = properties?.entries.at(-1)
      if (!properties || !last || isOpen(properties)) continue
      if (schema.fields.some(({ name }) => /error|reason/i.test(name))) continue
      const edits = insertEntry(document, properties, last, 'error', { type: 'string' })
      report({ message: 'missing', at: schemaPlace(schema), fix: { title: 'Add “error”', safe: true, edits } })
    }
  },
})
