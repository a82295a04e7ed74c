import { defineRule } from '../../core/rule.ts'
import { type Payload, type PlacedSchema, payloadsOf, schemasFor, sharedNames } from '../../model/contract/payload.ts'
import { schemaPlace } from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'worker/output-keys',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'The result that a worker is shown has the fields of the schema.',
  why: 'An instruction shows the result once more, and workers copy what they are shown. A field that is missing there comes back empty; one that the schema does not have is dropped in the merge, and what the worker found with it.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The result that workers are shown lacks {names}.',
      help: 'Add {names}, or take it out of the schema.',
    },
    extra: {
      text: 'The schema has no “{name}”.',
      help: 'Declare “{name}” in the schema, or show workers a result without it.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed], findings } })`\n\n```\nCall report_agent_job_result once.\n\nOUTPUT (as the schema has it):\n  {\n    "id": "<your row>",\n    "result_status": "completed" | "failed",\n    "findings": "<one sentence>"\n  }\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed], findings, error } })`\n\n```\nCall report_agent_job_result once.\n\nOUTPUT:\n{ "id": "<your row>", "result_status": "completed" | "failed", "notes": "<one sentence>", "findings": "…" }\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:1 missing', '.codex/skills/survey/SKILL.md:7:64 extra'],
    },
    {
      title: 'One schema of several is enough; the others’ fields are nearer or farther',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings } })\nspawn_agents_on_csv({ csv_path, output_schema: { id, result_status, score, grade } })\n```\n\n```\n报告：report_agent_job_result\n输出：\n{ "id": "…", "result_status": "…", "findings": "…" }\n```\n\n```\nReport with report_agent_job_result.\nOutput:\n{ "id": "…", "result_status": "…", "score": "…", "marks": "…" }\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:15:1 missing', '.codex/skills/survey/SKILL.md:15:50 extra'],
    },
    {
      title: 'A schema in another file; the name of the outcome is another rule’s finding',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed], findings } })`\n',
        '.codex/skills/survey/instructions/reader.md':
          '```\nEnd with report_agent_job_result.\nOUTPUT:\n{ "id": "…", "status": "completed", "findings": "…" }\n```\n',
      },
    },
    {
      title:
        'Other output: a file, text, an object that is cut short or has nothing in common; a schema that is cut short',
      files: {
        '.codex/skills/a/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings } })`\n\n```\nEnd with report_agent_job_result.\nOUTPUT to plan.json:\n{ "id": "…", "tasks": [] }\nOutput:\n- a list of files\nOUTPUT (stdout):\n{ "lines": 3 }\nOUTPUT:\n{ "id": "…", "result_status": "…", ... }\n```\n\n```json\n{ "id": "S-1", "tasks": [] }\n```\n',
        '.codex/skills/b/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { ...BASE, id: { type: "string" } }, required: ["id"] } })`\n\n```\nEnd with report_agent_job_result.\nOUTPUT:\n{ "id": "…", "score": "…" }\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const payloads = payloadsOf(document).filter(({ form }) => form === 'output')
    const schemas = payloads.length ? schemasFor(document) : []
    if (!schemas.length) return
    for (const payload of payloads) {
      const compared = schemas.map(placed => compare(payload, placed)).filter(({ shared }) => shared > 0)
      const [best] = compared.sort((a, b) => a.wrong - b.wrong || b.shared - a.shared)
      if (!best?.wrong) continue
      const { placed, missing, extra } = best
      const related = [{ in: placed.document, at: schemaPlace(placed.schema), text: 'the schema' }]
      const names = missing.map(name => `“${name}”`).join(', ')
      const start = payload.literal.span.start
      if (missing.length) report({ message: 'missing', at: { start, end: start + 1 }, data: { names }, related })
      for (const { key: name, keySpan } of extra) report({ message: 'extra', at: keySpan, data: { name }, related })
    }
  },
})

/** What the shown result and a schema do not have in common; `status` for `result_status` is no difference here. */
function compare(payload: Payload, placed: PlacedSchema) {
  const { fields, literal } = placed.schema
  const { entries, open } = payload.literal
  const isUnfinished = literal.open || literal.entries.some(({ value }) => value.kind === 'object' && value.open)
  const keys = new Set(entries.map(({ key }) => key))
  const names = new Set(fields.map(({ name }) => name))
  const isRenamed =
    keys.has('status') && !keys.has('result_status') && names.has('result_status') && !names.has('status')
  const missing = open ? [] : [...names].filter(name => !keys.has(name) && !(isRenamed && name === 'result_status'))
  const extra = isUnfinished ? [] : entries.filter(({ key }) => !names.has(key) && !(isRenamed && key === 'status'))
  return {
    placed,
    missing,
    extra,
    wrong: missing.length + extra.length,
    shared: sharedNames(payload, placed.schema).length,
  }
}
