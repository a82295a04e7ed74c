import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { entryOf, type SchemaField } from '../../model/contract/schema.ts'
import { insertEntry } from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { FINDINGS_LIMIT } from '../../model/contract/strict-schema.ts'

/** The texts that go into the next wave’s rows. */
const TEXT = /^(?:(?:result_)?findings|summary)$/
/** Text that is a list in disguise is cut at no length. */
const LIST = /\bJSON\b|\barray\b|\blist of\b|数组|列表/i
const LIMIT = /(\d[\d,]*)[ -]?(?:chars?\b|characters|个?字)/i

export default defineRule({
  id: 'spawn/schema-findings-maxlength',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'What a worker found is told in a text of limited length.',
  why: 'Findings are copied into the master table and from there into every row that builds on them. One worker that returns its whole log fills the context of all that come after.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    unlimited: { text: '“{name}” may be of any length.', help: 'Add maxLength, say {limit}.' },
    told: { text: '“{name}” names its limit in words only.', help: 'Add maxLength {limit}.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { findings: { type: "string", maxLength: 300 }, notes: { type: "string" } }, required: ["findings"] } })`\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "findings": { "type": "string" },\n    "summary": { "type": "string", "description": "What matters, at most 1,200 characters" }\n  },\n  "required": ["findings"]\n}\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:5 unlimited', '.codex/skills/survey/SKILL.md:8:5 told'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          'Workers of spawn_agents_on_csv return the output schema:\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "findings": { "type": "string", "maxLength": 500 },\n    "summary": { "type": "string", "description": "What matters, at most 1,200 characters", "maxLength": 1200 }\n  },\n  "required": ["findings"]\n}\n```\n',
      },
    },
    {
      title: 'The limit of a list in a text may be meant for a part of it',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { findings: { type: "string", description: "JSON array, 80 chars each" } }, required: ["findings"] } })`\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:81 told'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { findings: { type: "string", description: "JSON array, 80 chars each", maxLength: 80 } }, required: ["findings"] } })`\n',
      },
    },
    {
      title: 'A list in a text, a list, a choice, a limit that stands elsewhere, a bare list of fields',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { findings: { type: "string", description: "JSON array of { severity, location }" } }, required: ["findings"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { findings: { type: "array", items: { type: "string" } }, summary: { type: "string", enum: ["short", "long"] } }, required: ["findings"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { findings: { type: "string", maxLength: LIMIT }, summary: { type: "string", ...TEXT } }, required: ["findings"] } })\nspawn_agents_on_csv({ csv_path, output_schema: { id, findings } })\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const { fields, literal: schema } of contractsOf(document).schemas) {
      if (!entryOf(schema, 'properties')) continue
      for (const field of fields) {
        const { name, literal, keySpan } = field
        if (!TEXT.test(name) || literal.kind !== 'object' || isLimited(field)) continue
        const told = LIMIT.exec(field.description ?? '')
        const isList = LIST.test(field.description ?? '')
        if (!told && isList) continue
        const limit = told ? Number(told[1]!.replaceAll(',', '')) : FINDINGS_LIMIT
        const edits = insertEntry(document, literal, literal.entries.at(-1), 'maxLength', limit)
        // Of a list in a text the limit may be meant for a part.
        const fix = { title: `Limit “${name}” to ${limit} characters`, safe: !isList, edits }
        report({ message: told ? 'told' : 'unlimited', at: keySpan, data: { name, limit }, fix })
      }
    }
  },
})

const isLimited = ({ literal, type }: SchemaField) =>
  type !== 'string' ||
  (literal.kind === 'object' && literal.open) ||
  ['maxLength', 'enum', 'const', 'pattern'].some(key => entryOf(literal, key) !== undefined)
