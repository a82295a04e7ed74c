import { defineRule } from '../../core/rule.ts'
import type { Document, Fix } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { entryOf, type ResultSchema } from '../../model/contract/schema.ts'
import { insertEntry, schemaPlace } from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { strictText } from '../../model/contract/strict-schema.ts'

export default defineRule({
  id: 'spawn/schema-strict',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'unsafe',
  summary: 'A result schema is a JSON Schema: type, properties, required.',
  why: 'A bare list of fields says neither which of them must be there nor what may stand in them. A worker that leaves out its status, or invents one, has done nothing wrong, and the merge takes over what it cannot read.',
  source: { url: 'https://json-schema.org/draft/2020-12', level: 'SHOULD', verified: '2026-10' },
  messages: {
    loose: {
      text: 'The result schema lists fields and is no JSON Schema.',
      help: 'Write type “object”, “properties” with a type for each field, and “required”.',
    },
    empty: {
      text: 'The result schema is empty.',
      help: 'Write it out, or name one that all calls share; what a comment says reaches no worker.',
    },
    type: { text: 'The result schema does not say type “object”.', help: 'Add type “object” at its top.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```javascript\nspawn_agents_on_csv({\n  csv_path: "wave-1.csv",\n  output_schema: {\n    type: "object",\n    properties: {\n      id: { type: "string", description: "the row: its “id”, {curly}, a: b" },\n      result_status: { type: "string", enum: ["completed", "failed"] },\n    },\n    required: ["id", "result_status"],\n  },\n})\n```\n',
      },
    },
    {
      title: 'Shorthand, a choice, a comment, and “status”',
      files: {
        '.codex/skills/survey/SKILL.md':
          '1. Start:\n\n   ```javascript\n   spawn_agents_on_csv({\n     csv_path: "wave-1.csv",\n     output_schema: { id, status: ["completed"|"failed"], findings, score: "0-100",\n       files: [{ path, line: "integer" }] // in the order of reading\n     }\n   })\n   ```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:6:6 loose'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '1. Start:\n\n   ```javascript\n   spawn_agents_on_csv({\n     csv_path: "wave-1.csv",\n     output_schema: {\n       type: "object",\n       properties: {\n         id: { type: "string" },\n         result_status: { type: "string", enum: ["completed", "failed"] },\n         findings: { type: "string", maxLength: 500 },\n         score: { type: "string", description: "0-100" },\n         files: { type: "array", items: { type: "object", properties: { path: { type: "string" }, line: { type: "integer" } } }, description: "in the order of reading" }\n       },\n       required: ["id", "result_status", "findings"]\n     }\n   })\n   ```\n',
      },
    },
    {
      title: 'As JSON below a label, and in one line of prose',
      files: {
        '.codex/skills/a/SKILL.md':
          'Run spawn_agents_on_csv.\n\n**Output schema**:\n\n```json\n{ "id": "string", "result_status": "completed|failed|blocked", "findings": "string" }\n```\n',
        '.codex/skills/b/SKILL.md':
          "Run `spawn_agents_on_csv({ csv_path, output_schema: { id: 'string', verdict: [good|bad] } })`.\n",
      },
      reports: ['.codex/skills/a/SKILL.md:6:1 loose', '.codex/skills/b/SKILL.md:1:38 loose'],
      unsafe: true,
      fixed: {
        '.codex/skills/a/SKILL.md':
          'Run spawn_agents_on_csv.\n\n**Output schema**:\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "id": { "type": "string" },\n    "result_status": { "type": "string", "enum": ["completed", "failed", "blocked"] },\n    "findings": { "type": "string", "maxLength": 500 }\n  },\n  "required": ["id", "result_status", "findings"]\n}\n```\n',
        '.codex/skills/b/SKILL.md':
          "Run `spawn_agents_on_csv({ csv_path, output_schema: { type: 'object', properties: { id: { type: 'string' }, verdict: { type: 'string', enum: ['good', 'bad'] } }, required: ['id'] } })`.\n",
      },
    },
    {
      title: 'A comment passes no schema on',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path: "wave-1.csv",\n  output_schema: {\n    type: "object",\n    properties: { id: { type: "string" } },\n    required: ["id"],\n  },\n})\n```\n\n   ```\n   spawn_agents_on_csv({ csv_path: "wave-2.csv", output_schema: { /* like the first */ } })\n   ```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:13:50 empty'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path: "wave-1.csv",\n  output_schema: {\n    type: "object",\n    properties: { id: { type: "string" } },\n    required: ["id"],\n  },\n})\n```\n\n   ```\n   spawn_agents_on_csv({ csv_path: "wave-2.csv", output_schema: {\n     type: "object",\n     properties: { id: { type: "string" } },\n     required: ["id"],\n   } })\n   ```\n',
      },
    },
    {
      title: 'Properties without a type around them',
      files: {
        '.codex/skills/survey/SKILL.md':
          '**输出结构**：spawn_agents_on_csv\n\n```json\n{\n  "properties": { "result_status": { "type": "string" } },\n  "required": ["result_status"]\n}\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:4:1 type'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '**输出结构**：spawn_agents_on_csv\n\n```json\n{\n  "type": "object",\n  "properties": { "result_status": { "type": "string" } },\n  "required": ["result_status"]\n}\n```\n',
      },
    },
    {
      title: 'A name, a value made by code, one put together from others, prose, and a result that follows a schema',
      files: {
        '.codex/skills/a/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: NOTES_SCHEMA })\nspawn_agents_on_csv({ csv_path, output_schema: schemaFor(wave) })\nspawn_agents_on_csv({ csv_path, output_schema: { ...NOTES_SCHEMA } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: FIELDS } })\nspawn_agents_on_csv({ csv_path, output_schema: { ... } })\n```\n\nHere output_schema returns `result_status` and a `verdict`.\n',
        '.codex/skills/b/SKILL.md':
          'Workers of spawn_agents_on_csv report what matches the output schema:\n\n```json\n{ "id": "3", "result_status": "completed", "findings": "Two dead links." }\n```\n',
      },
    },
    {
      title: 'Forbidden calls, and JSON that is no result',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Never spawn_agents_on_csv({ output_schema: { id } }). Start spawn_agents_on_csv on the table.\n\nState file:\n\n```json\n{ "id": "S-1", "status": "completed" }\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { schemas } = contractsOf(document)
    for (const schema of schemas) {
      const { literal } = schema
      const source = document.text.slice(literal.span.start, literal.span.end)
      const isComposed = literal.open && /\.\.\.\s*[\w$]/.test(source)
      const properties = entryOf(literal, 'properties')?.value.kind
      const at = schemaPlace(schema)
      if (isComposed || ['$ref', 'allOf', 'anyOf'].some(key => entryOf(literal, key))) continue
      if (!literal.entries.length) {
        const model = schemas.findLast(other => other.strict && other.span.end <= literal.span.start)
        if (!literal.open) report({ message: 'empty', at, ...(model ? { fix: copy(document, model, schema) } : {}) })
      } else if (properties === undefined)
        report({ message: 'loose', at, ...(literal.open ? {} : { fix: scaffold(document, schema) }) })
      else if (properties === 'object' && !entryOf(literal, 'type') && !literal.open) {
        const edits = insertEntry(document, literal, undefined, 'type', 'object')
        report({ message: 'type', at, fix: { title: 'Add type “object”', safe: true, edits } })
      }
    }
  },
})

const scaffold = (document: Document, schema: ResultSchema): Fix => ({
  title: 'Write the JSON Schema that the fields mean',
  safe: false,
  edits: [{ path: document.path, span: schema.literal.span, text: strictText(document, schema) }],
})

/** The schema of another call in place of an empty one: by its name, or as it stands there, moved to this indent. */
function copy({ path, text, lines }: Document, model: ResultSchema, { literal }: ResultSchema): Fix {
  const indentAt = (offset: number) => /^[\s>]*/.exec(lines.text(lines.index(offset)))![0]
  const source = text.slice(model.span.start, model.span.end)
  const moved = source.replaceAll(`\n${indentAt(model.span.start)}`, `\n${indentAt(literal.span.start)}`)
  return {
    title: 'Take the schema before it',
    safe: false,
    edits: [{ path, span: literal.span, text: model.name ?? moved }],
  }
}
