import { defineRule } from '../../core/rule.ts'
import type { Document, Edit, Fix, Span } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import type { ResultSchema } from '../../model/contract/schema.ts'
import { insertName, isOpen, propertiesOf, requiredListOf, schemaPlace } from '../../model/contract/schema-edit.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

const NAME = 'result_status'

export default defineRule({
  id: 'spawn/schema-result-status',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'A result says how the run ended in “result_status”, always.',
  why: 'The results file has a “status” of its own: whether a worker reported at all. A result that calls its outcome the same is one column too many, and a failed task counts as completed because its report arrived. A result without an outcome cannot be merged.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'SHOULD', verified: '2026-10' },
  messages: {
    status: {
      text: 'The result calls its outcome “status”, as the results file calls whether a report came.',
      help: 'Call it “result_status”; the merge makes it the master’s “status”.',
    },
    missing: {
      text: 'The result does not say how the run ended.',
      help: 'Add “result_status” with the values completed, failed and blocked.',
    },
    optional: {
      text: '“result_status” is not required: a worker may leave it out.',
      help: 'Add it to “required”.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Run spawn_agents_on_csv.\n\n**Output schema**:\n\n```json\n{\n  "type": "object",\n  "properties": { "id": { "type": "string" }, "result_status": { "type": "string" } },\n  "required": ["id", "result_status"]\n}\n```\n',
      },
    },
    {
      title: 'Nothing else depends on the name',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status\n"1","Read","1","pending"\n```\n\nFilter `wave==1 AND status=="pending"`.\n\n```\nspawn_agents_on_csv({\n  csv_path: "wave-1.csv",\n  output_schema: {\n    type: "object",\n    properties: {\n      id: { type: "string" },\n      status: { type: "string", enum: ["completed", "failed"] }\n    },\n    required: ["id", "status"]\n  }\n})\n```\n\nMerge the results into master tasks.csv.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:15:7 status'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status\n"1","Read","1","pending"\n```\n\nFilter `wave==1 AND status=="pending"`.\n\n```\nspawn_agents_on_csv({\n  csv_path: "wave-1.csv",\n  output_schema: {\n    type: "object",\n    properties: {\n      id: { type: "string" },\n      result_status: { type: "string", enum: ["completed", "failed"] }\n    },\n    required: ["id", "result_status"]\n  }\n})\n```\n\nMerge the results into master tasks.csv.\n',
      },
    },
    {
      title: 'Other places may mean the same name: an author has to see to them',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, status: ["completed"|"failed"], findings } })`\n\nMerge: copy `status`, `findings` into master tasks.csv.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:55 status'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: ["completed"|"failed"], findings } })`\n\nMerge: copy `status`, `findings` into master tasks.csv.\n',
      },
    },
    {
      title: 'No outcome, and one that may be left out',
      files: {
        '.codex/skills/a/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { id: { type: "string" }, verdict: { type: "string" } }, required: ["id"] } })`\n',
        '.codex/skills/b/SKILL.md':
          "`spawn_agents_on_csv({ csv_path, output_schema: { type: 'object', properties: { id: { type: 'string' }, result_status: { type: 'string' } }, required: ['id'] } })`\n",
      },
      reports: ['.codex/skills/a/SKILL.md:1:34 missing', '.codex/skills/b/SKILL.md:1:152 optional'],
      fixed: {
        '.codex/skills/b/SKILL.md':
          "`spawn_agents_on_csv({ csv_path, output_schema: { type: 'object', properties: { id: { type: 'string' }, result_status: { type: 'string' } }, required: ['id', 'result_status'] } })`\n",
      },
    },
    {
      title: 'Both: the second is the task’s own',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed], status: "of the ticket" } })`\n',
      },
    },
    {
      title: 'Lists that are cut short, an empty schema, other JSON, a schema of something else',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { id, ... } })\nspawn_agents_on_csv({ csv_path, output_schema: {} })\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { ...BASE, id: { type: "string" } }, required: ["id"] } })\nconst CONFIG_SCHEMA = { type: "object", properties: { status: { type: "string" } }, required: ["status"] }\n```\n\n```json\n{ "id": "S-1", "status": "running" }\n```\n',
        '.codex/skills/survey/specs/ant.md':
          '## Output schema\n\n```json\n{ "type": "object", "properties": { "ant_id": { "type": "string" } }, "required": ["ant_id"] }\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const schema of contractsOf(document).schemas) {
      const { fields, required, literal } = schema
      if (!fields.length || isOpen(literal) || isOpen(propertiesOf(schema))) continue
      const status = fields.find(({ name }) => name === 'status')
      const list = requiredListOf(schema)
      if (!fields.some(({ name }) => name === NAME)) {
        if (status) report({ message: 'status', at: status.keySpan, fix: rename(document, schema, status.keySpan) })
        else report({ message: 'missing', at: schemaPlace(schema) })
      } else if (list?.items.length && !isOpen(list) && !required.some(({ name }) => name === NAME)) {
        const fix: Fix = { title: `Require “${NAME}”`, safe: true, edits: [insertName(document, list, NAME)] }
        report({ message: 'optional', at: list, fix })
      }
    }
  },
})

/** The key and the required name, safe where nothing else in the skill may mean the same name. */
function rename(document: Document, { required }: ResultSchema, key: Span): Fix {
  const { text, path } = document
  const spans = [key, ...required.filter(({ name }) => name === 'status').map(({ span }) => span)]
  const edits = spans.map((span): Edit => {
    const quote = /^["']/.exec(text.slice(span.start, span.end))?.[0] ?? ''
    return { path, span, text: quote + NAME + quote }
  })
  return { title: `Call it “${NAME}”`, safe: !companionsOf(document).some(mentionsStatus), edits }
}

/** Whether a document speaks of a status beside its schemas, its tables, and the filters of pending rows. */
function mentionsStatus(document: Document): boolean {
  const { text, meta } = document
  const { schemas, csv, columns } = contractsOf(document)
  const known = [
    ...schemas.map(({ span }) => span),
    ...csv.map(({ fence }) => fence.span),
    ...columns.flatMap(list => list.columns.map(({ span }) => span)),
  ]
  const word = /(?<![\w-])status(?![\w-])(?![`"']?\s*={1,3}\s*[`"'\\]*pending)/g
  word.lastIndex = meta.span.end
  for (let match = word.exec(text); match; match = word.exec(text)) {
    const { index } = match
    if (!known.some(({ start, end }) => start <= index && index < end)) return true
  }
  return false
}
