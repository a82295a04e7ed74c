import type { JsonSchema } from '../../core/json-schema.ts'
import { defineRule } from '../../core/rule.ts'
import { structuredForm } from '../../core/structured.ts'
import type { Document, Span } from '../../core/types.ts'
import { type Literal, toValue } from '../../markdown/literal.ts'
import { readTemplateJson } from '../../markdown/template-json.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { entryOf } from '../../model/contract/schema.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'spawn/schema-structured-output',
  scope: 'document',
  severity: 'info',
  profile: 'recommended',
  kinds: [...FAN_OUT_KINDS, 'data'],
  platforms: ['codex', 'agents'],
  summary: 'A result schema has a form that “codex exec --output-schema” takes.',
  why: 'Since 0.145 Codex starts no workers from a CSV; a run per row with a schema for its last message takes their place. That schema must be of the strict kind, or the first turn of every worker is refused. Closing objects, requiring all fields and allowing null is done by itself; what is reported here is not.',
  source: {
    url: 'https://platform.openai.com/docs/guides/structured-outputs',
    level: 'ADVICE',
    verified: '2026-10',
  },
  messages: {
    fault: { text: 'The schema has no form for strict structured output: {reason}.', help: '{help}.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, files: { type: "array", items: { type: "string" } }, note: { type: "string", maxLength: 80, default: "" } }, required: ["id"] } })`\n',
      },
    },
    {
      title: 'Keywords, lists of anything, maps',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "id": { "type": "string", "not": { "const": "" } },\n    "files": { "type": "array" },\n    "scores": { "type": "object", "additionalProperties": { "type": "number" } }\n  },\n  "required": ["id"],\n  "allOf": [{ "required": ["files"] }]\n}\n```\n',
      },
      reports: [
        '.codex/skills/survey/SKILL.md:7:31 fault',
        '.codex/skills/survey/SKILL.md:8:5 fault',
        '.codex/skills/survey/SKILL.md:9:35 fault',
        '.codex/skills/survey/SKILL.md:12:3 fault',
      ],
    },
    {
      title: 'References that lead back or out of the file, the schema of a contract as a file',
      files: {
        '.codex/skills/survey/SKILL.md': '# Survey\n',
        '.codex/skills/survey/contracts/reader.schema.json':
          '{ "type": "object", "properties": { "id": { "type": "string" }, "next": { "$ref": "#" }, "place": { "$ref": "https://example.com/place.json" } }, "required": ["id"] }\n',
      },
      reports: [
        '.codex/skills/survey/contracts/reader.schema.json:1:75 fault',
        '.codex/skills/survey/contracts/reader.schema.json:1:101 fault',
      ],
    },
    {
      title: 'References within, parts that stand elsewhere, other faults that other rules tell, other files',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { $ref: "#/$defs/id" } }, required: ["id"], $defs: { id: { type: "string" } } } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { files: { type: "array", items: FILE }, id: ID, at: { anyOf: [PLACE, { type: "null" }] } }, required: ["id"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { files: { type: "array", ...FILES } }, required: ["files"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: {} }, required: ["ids"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { id, findings: [] } })\n```\n',
        '.codex/skills/survey/contracts/reader.json': '{ "id": "reader", "allOf": [] }\n',
        '.codex/skills/survey/other.schema.json': '{ "type": "array", "not": {} }\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const literal of literalsOf(document)) {
      if (!entryOf(literal, 'properties') || hasGaps(literal)) continue
      for (const { path, keyword, reason, help } of structuredForm(plain(literal) as JsonSchema).faults) {
        // A missing type is `schema-strict`’s and `schema-prop-type`’s, a required name `schema-required-subset`’s.
        if (keyword === 'type' || keyword === 'required') continue
        const said = reason.replace(/\.$/, '').replace(/^[A-Z]/, letter => letter.toLowerCase())
        report({ message: 'fault', at: placeOf(literal, path), data: { reason: said, help: help.replace(/\.$/, '') } })
      }
    }
  },
})

/** The schemas in a document’s text, or the one that a file of a contract is. */
function literalsOf(document: Document): (Literal & { kind: 'object' })[] {
  if (document.kind !== 'data') return contractsOf(document).schemas.map(({ literal }) => literal)
  if (!/\/contracts\/(?!.*\.strict\.)[^/]+\.schema\.json$/.test(document.path)) return []
  const read = readTemplateJson(document.text, 0, document.text.length)
  return 'error' in read || read.value.kind !== 'object' ? [] : [read.value]
}

/** Whether a part is left out or comes from elsewhere, so that what is missing may be there. */
function hasGaps(literal: Literal): boolean {
  if (literal.kind === 'object') return literal.open === true || literal.entries.some(({ value }) => hasGaps(value))
  return literal.kind === 'array' && (literal.open === true || literal.items.some(hasGaps))
}

/** The value of a schema; a schema that stands elsewhere counts as a text. */
function plain(literal: Literal, isSchema = true, isMap = false): unknown {
  if (literal.kind === 'object')
    return Object.fromEntries(
      literal.entries.map(({ key, value }) => [
        key,
        plain(value, isMap || /^(?:items|anyOf)$/.test(key), !isMap && /^(?:properties|\$defs|definitions)$/.test(key)),
      ]),
    )
  if (literal.kind === 'array') return literal.items.map(item => plain(item, isSchema))
  return toValue(literal) ?? (isSchema && literal.kind !== 'null' ? { type: 'string' } : undefined)
}

/** The key at the end of a path, or the last one that is written. */
function placeOf(literal: Literal, path: readonly string[]): Span {
  let place: Span = { start: literal.span.start, end: literal.span.start + 1 }
  let at: Literal | undefined = literal
  for (const key of path) {
    const entry = entryOf(at, key)
    if (entry) place = entry.keySpan
    at = at?.kind === 'array' ? at.items[Number(key)] : entry?.value
  }
  return place
}
