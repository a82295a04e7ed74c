import { TYPES, typesOf } from '../../core/json-schema.ts'
import { nearest } from '../../core/nearest.ts'
import { defineRule, type Finding } from '../../core/rule.ts'
import type { Document, Fix } from '../../core/types.ts'
import { type Literal, type LiteralEntry, toValue } from '../../markdown/literal.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { entryOf } from '../../model/contract/schema.ts'
import { inline, insertEntry, propertiesOf, styleOf } from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { propertyOf } from '../../model/contract/strict-schema.ts'

/** What other languages call the types of JSON. */
const OTHERS: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
  map: 'object',
}

const messages = {
  missing: { text: '“{name}” has no type.', help: 'Add its type, say “{type}”.' },
  unknown: { text: '“{name}” has the type “{type}”, which JSON does not know.', help: 'Write “{wanted}”.' },
  shape: { text: '“{name}” is described by a value, not by a schema.', help: 'Write “{schema}”.' },
} as const

export default defineRule({
  id: 'spawn/schema-prop-type',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'Every field of a result schema has a type.',
  why: 'A field without a type may hold anything: one worker returns a list where the other writes a sentence, and the table gets both. For strict structured output such a schema is refused as a whole.',
  source: { url: 'https://json-schema.org/draft/2020-12/json-schema-validation', level: 'SHOULD', verified: '2026-10' },
  messages,
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, score: { type: ["number", "null"] } }, required: ["id"] } })`\n',
      },
    },
    {
      title: 'The type follows from what else the field says',
      files: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "verdict": { "enum": ["good", "bad"] },\n    "files": { "items": { "type": "string" } },\n    "notes": { "maxLength": 80 }\n  },\n  "required": ["verdict"]\n}\n```\n',
      },
      reports: [
        '.codex/skills/survey/SKILL.md:7:5 missing',
        '.codex/skills/survey/SKILL.md:8:5 missing',
        '.codex/skills/survey/SKILL.md:9:5 missing',
      ],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "verdict": { "type": "string", "enum": ["good", "bad"] },\n    "files": { "type": "array", "items": { "type": "string" } },\n    "notes": { "type": "string", "maxLength": 80 }\n  },\n  "required": ["verdict"]\n}\n```\n',
      },
    },
    {
      title: 'Types of other languages, and a type in place of a schema',
      files: {
        '.codex/skills/survey/SKILL.md':
          "`spawn_agents_on_csv({ csv_path, output_schema: { type: 'object', properties: { id: 'string', count: { type: 'int' }, done: boolean }, required: ['id'] } })`\n",
      },
      reports: [
        '.codex/skills/survey/SKILL.md:1:81 shape',
        '.codex/skills/survey/SKILL.md:1:110 unknown',
        '.codex/skills/survey/SKILL.md:1:119 shape',
      ],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          "`spawn_agents_on_csv({ csv_path, output_schema: { type: 'object', properties: { id: { type: 'string' }, count: { type: 'integer' }, done: { type: 'boolean' } }, required: ['id'] } })`\n",
      },
    },
    {
      title: 'What the type is, an author has to say',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, notes: { description: "What was seen." }, score: "0-100", more }, required: ["id"] } })`\n',
      },
      reports: [
        '.codex/skills/survey/SKILL.md:1:105 missing',
        '.codex/skills/survey/SKILL.md:1:147 shape',
        '.codex/skills/survey/SKILL.md:1:163 shape',
      ],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, notes: { type: "string", description: "What was seen." }, score: { type: "string", description: "0-100" }, more: { type: "string" } }, required: ["id"] } })`\n',
      },
    },
    {
      title: 'A reference, a choice, a schema that stands elsewhere, a bare list of fields',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { $ref: "#/$defs/id" }, at: { anyOf: [{ type: "string" }, { type: "null" }] } }, required: ["id"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: ID, at: { ...PLACE }, files: FILES.schema, sum: text() }, required: ["id"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { id, findings: "text" } })\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const schema of contractsOf(document).schemas)
      for (const entry of propertiesOf(schema)?.entries ?? []) {
        const finding = judge(document, entry, schema.literal)
        if (finding) report(finding)
      }
  },
})

function judge(
  document: Document,
  { key: name, keySpan, value, shorthand }: LiteralEntry,
  schema: Literal & { kind: 'object' },
): Finding<typeof messages> | undefined {
  const style = styleOf(document, schema)
  const { path } = document
  if (value.kind !== 'object') {
    const isElsewhere = value.kind === 'name' && !shorthand && !TYPES.has(value.name)
    if (isElsewhere || value.kind === 'hole' || value.kind === 'other' || value.kind === 'sum') return undefined
    const written = shorthand ? { type: 'string' } : propertyOf(value)
    const text = inline(written, style)
    const edit = { path, span: shorthand ? { start: keySpan.end, end: keySpan.end } : value.span }
    const isType = TYPES.has(value.kind === 'name' ? value.name : toValue(value))
    const fix = {
      title: `Write ${text}`,
      safe: isType && !shorthand,
      edits: [{ ...edit, text: shorthand ? `: ${text}` : text }],
    }
    return { message: 'shape', at: keySpan, data: { name, schema: inline({ type: written['type'] }, style) }, fix }
  }
  const type = entryOf(value, 'type')?.value
  if (!type) {
    if (value.open || ['$ref', 'anyOf', 'oneOf', 'allOf'].some(keyword => entryOf(value, keyword))) return undefined
    const found = typesOf(toValue(value) as Readonly<Record<string, unknown>>).filter(word => TYPES.has(word))
    const wanted = found.length === 1 ? found[0]! : 'string'
    const edits = insertEntry(document, value, undefined, 'type', wanted)
    const fix: Fix = { title: `Add type “${wanted}”`, safe: found.length === 1, edits }
    return { message: 'missing', at: keySpan, data: { name, type: wanted }, fix }
  }
  const wrong = [type.kind === 'array' ? type.items : type]
    .flat()
    .find(item => item.kind === 'string' && !TYPES.has(item.value))
  if (wrong?.kind !== 'string') return undefined
  const word = wrong.value.toLowerCase()
  const meant = (Object.hasOwn(OTHERS, word) ? OTHERS[word] : undefined) ?? nearest(wrong.value, [...TYPES].map(String))
  const wanted = meant ?? 'string'
  const fix: Fix = {
    title: `Write “${wanted}”`,
    safe: meant !== undefined,
    edits: [{ path, span: wrong.span, text: inline(wanted, style) }],
  }
  return { message: 'unknown', at: wrong.span, data: { name, type: wrong.value.slice(0, 40), wanted }, fix }
}
