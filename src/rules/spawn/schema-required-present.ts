import { defineRule } from '../../core/rule.ts'
import type { Document, Fix } from '../../core/types.ts'
import type { LiteralEntry } from '../../markdown/literal.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { entryOf, type ResultSchema } from '../../model/contract/schema.ts'
import { inline, insertEntry, isOpen, propertiesOf, schemaPlace, styleOf } from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { DEMANDED } from '../../model/contract/strict-schema.ts'

export default defineRule({
  id: 'spawn/schema-required-present',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'A result schema requires something.',
  why: 'Without “required” an empty object is a valid result: a worker that returns nothing has done what it was told.',
  source: { url: 'https://json-schema.org/draft/2020-12/json-schema-validation', level: 'SHOULD', verified: '2026-10' },
  messages: {
    missing: {
      text: 'The result schema requires no field: an empty object would be a result.',
      help: 'List in “required” what every result has: {names}.',
    },
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
          '```\nspawn_agents_on_csv({\n  csv_path,\n  output_schema: {\n    type: "object",\n    properties: {\n      id: { type: "string" },\n      result_status: { type: "string" },\n      notes: { type: "string" },\n    }\n  }\n})\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:3 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path,\n  output_schema: {\n    type: "object",\n    properties: {\n      id: { type: "string" },\n      result_status: { type: "string" },\n      notes: { type: "string" },\n    },\n    required: ["id", "result_status"]\n  }\n})\n```\n',
      },
    },
    {
      title: 'An empty list, and one that is none; Windows line ends',
      files: {
        '.codex/skills/a/SKILL.md':
          '用 spawn_agents_on_csv。\r\n\r\n**输出结构**：\r\n\r\n```json\r\n{\r\n  "type": "object",\r\n  "properties": { "id": { "type": "string" }, "findings": { "type": "string" } },\r\n  "required": []\r\n}\r\n```\r\n',
        '.codex/skills/b/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { score: { type: "number" } }, required: true } })`\n',
      },
      reports: ['.codex/skills/a/SKILL.md:9:15 missing', '.codex/skills/b/SKILL.md:1:120 missing'],
      fixed: {
        '.codex/skills/a/SKILL.md':
          '用 spawn_agents_on_csv。\r\n\r\n**输出结构**：\r\n\r\n```json\r\n{\r\n  "type": "object",\r\n  "properties": { "id": { "type": "string" }, "findings": { "type": "string" } },\r\n  "required": ["id", "findings"]\r\n}\r\n```\r\n',
      },
    },
    {
      title: 'A list that stands elsewhere or is cut short, a schema that is, a bare list of fields',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" } }, required: NAMES } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" } }, required: [...NAMES] } })\nspawn_agents_on_csv({ csv_path, output_schema: { ...BASE, properties: { id: { type: "string" } } } })\nspawn_agents_on_csv({ csv_path, output_schema: { id, result_status } })\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const schema of contractsOf(document).schemas) {
      const properties = propertiesOf(schema)
      if (!properties?.entries.length || isOpen(schema.literal)) continue
      const given = entryOf(schema.literal, 'required')
      if (given && !isNothing(given)) continue
      const demanded = DEMANDED.filter(name => entryOf(properties, name))
      const names = demanded.map(name => `“${name}”`).join(', ') || 'the outcome above all'
      const fix = demanded.length ? repair(document, schema, given, demanded) : undefined
      report({ message: 'missing', at: given?.value ?? schemaPlace(schema), data: { names }, ...(fix ? { fix } : {}) })
    }
  },
})

/** Whether what stands there requires nothing: an empty list, or no list. */
function isNothing({ value }: LiteralEntry): boolean {
  if (value.kind === 'array') return !value.items.length && !value.open
  return ['string', 'number', 'boolean', 'null', 'object'].includes(value.kind)
}

function repair(document: Document, schema: ResultSchema, given: LiteralEntry | undefined, names: string[]): Fix {
  const { literal } = schema
  const text = inline(names, styleOf(document, literal))
  const edits = given
    ? [{ path: document.path, span: given.value.span, text }]
    : insertEntry(document, literal, entryOf(literal, 'properties'), 'required', names)
  return { title: `Require ${names.join(', ')}`, safe: true, edits }
}
