import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import type { ResultSchema } from '../../model/contract/schema.ts'
import { isOpen, propertiesOf } from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { DEMANDED } from '../../model/contract/strict-schema.ts'

export default defineRule({
  id: 'spawn/schema-required-subset',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'What a result schema requires is among its properties.',
  why: 'A required field that is no property has no type and no limit; in a closed schema no result at all is valid, and every worker fails.',
  source: { url: 'https://json-schema.org/draft/2020-12/json-schema-validation', level: 'SHOULD', verified: '2026-10' },
  messages: {
    undeclared: { text: '“{name}” is required and is no property.', help: 'Declare it, or do not require it.' },
    misspelt: { text: '“{name}” is required and is no property.', help: 'Write “{wanted}”, or declare “{name}”.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } })`\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": { "id": { "type": "string" }, "findings": { "type": "string" } },\n  "required": ["id", "finding", "score"]\n}\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:22 misspelt', '.codex/skills/survey/SKILL.md:7:33 undeclared'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": { "id": { "type": "string" }, "findings": { "type": "string" } },\n  "required": ["id", "findings", "score"]\n}\n```\n',
      },
    },
    {
      title: 'The old name of the outcome',
      files: {
        '.codex/skills/survey/SKILL.md':
          "`spawn_agents_on_csv({ csv_path, output_schema: { type: 'object', properties: { result_status: { type: 'string' } }, required: ['status'] } })`\n",
      },
      reports: ['.codex/skills/survey/SKILL.md:1:129 misspelt'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          "`spawn_agents_on_csv({ csv_path, output_schema: { type: 'object', properties: { result_status: { type: 'string' } }, required: ['result_status'] } })`\n",
      },
    },
    {
      title: 'A misspelt property is not copied into the list',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, finding: { type: "string" } }, required: ["id", "findings"] } })`\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:153 misspelt'],
    },
    {
      title: 'A near name that is required as well, properties that are cut short or stand elsewhere',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, ...MORE }, required: ["id", "score"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: FIELDS, required: ["score"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { notes: { type: "string" } }, required: ["notes", "note"] } })\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:129 undeclared'],
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const schema of contractsOf(document).schemas) {
      const properties = propertiesOf(schema)
      if (!properties || isOpen(properties)) continue
      const names = new Set(schema.fields.map(({ name }) => name))
      for (const { name, span } of schema.required) {
        if (names.has(name)) continue
        const wanted = meant(name, schema)
        if (!wanted) {
          report({ message: 'undeclared', at: span, data: { name } })
          continue
        }
        const quote = /^["']/.exec(document.text.slice(span.start, span.end))?.[0] ?? ''
        const edits = [{ path: document.path, span, text: quote + wanted + quote }]
        const fix = { title: `Require “${wanted}”`, safe: true, edits }
        // Of a name that every result has, the property is the one that is misspelt.
        const isOwn = DEMANDED.includes(name)
        report({ message: 'misspelt', at: span, data: { name, wanted }, ...(isOwn ? {} : { fix }) })
      }
    }
  },
})

/** The property that was meant, where nothing requires it yet. */
function meant(name: string, { fields, required }: ResultSchema): string | undefined {
  const free = fields.map(field => field.name).filter(field => !required.some(other => other.name === field))
  return name === 'status' && free.includes('result_status') ? 'result_status' : nearest(name, free)
}
