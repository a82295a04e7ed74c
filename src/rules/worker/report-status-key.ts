import { defineRule } from '../../core/rule.ts'
import type { Document, Fix, Span } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { payloadsOf, schemasFor, sharedNames } from '../../model/contract/payload.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import type { Clause } from '../../model/contract/termination.ts'

/** Clauses that say with which status a run ends. */
const OUTCOMES: readonly Clause[] = ['success', 'failure', 'blocked', 'timeout']

export default defineRule({
  id: 'worker/report-status-key',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'Workers report their outcome under the name that the schema has for it: “result_status”.',
  why: 'A worker does what its instruction shows. Where that says “status” and the schema “result_status”, the report lacks the one field that the merge reads, and the row stays pending although the work is done.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'SHOULD', verified: '2026-10' },
  messages: {
    key: { text: 'The report calls its outcome “status”, the schema “result_status”.', help: 'Write “result_status”.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema** of spawn_agents_on_csv:\n\n```json\n{ "type": "object", "properties": { "id": { "type": "string" }, "result_status": { "type": "string" } }, "required": ["id", "result_status"] }\n```\n\n```\nCall report_agent_job_result({ id, result_status: "completed" }) exactly once.\n```\n',
      },
    },
    {
      title: 'In a call, in a block below, in the lines of a contract',
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema** of spawn_agents_on_csv:\n\n```json\n{ "type": "object", "properties": { "id": { "type": "string" }, "result_status": { "type": "string" } }, "required": ["id", "result_status"] }\n```\n\n```\nreport_agent_job_result({ job_id, item_id, result: { id: "<id>", status: "completed" } })\n```\n\nThe last call, `report_agent_job_result`, has this result:\n\n```json\n{ "id": "<id>", "status": "completed" | "failed" }\n```\n\n```\nCall report_agent_job_result EXACTLY ONCE.\n- Success → status=completed\n- Failure → status="failed", error says why\n```\n',
      },
      reports: [
        '.codex/skills/survey/SKILL.md:8:66 key',
        '.codex/skills/survey/SKILL.md:14:17 key',
        '.codex/skills/survey/SKILL.md:19:13 key',
        '.codex/skills/survey/SKILL.md:20:13 key',
      ],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema** of spawn_agents_on_csv:\n\n```json\n{ "type": "object", "properties": { "id": { "type": "string" }, "result_status": { "type": "string" } }, "required": ["id", "result_status"] }\n```\n\n```\nreport_agent_job_result({ job_id, item_id, result: { id: "<id>", result_status: "completed" } })\n```\n\nThe last call, `report_agent_job_result`, has this result:\n\n```json\n{ "id": "<id>", "result_status": "completed" | "failed" }\n```\n\n```\nCall report_agent_job_result EXACTLY ONCE.\n- Success → result_status=completed\n- Failure → result_status="failed", error says why\n```\n',
      },
    },
    {
      title: 'The schema stands in the entry, the report in an instruction of the same skill',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed], findings } })`\n',
        '.codex/skills/survey/instructions/reader.md':
          'At the end call `report_agent_job_result` with `{ id, status, findings }`.\n',
      },
      reports: ['.codex/skills/survey/instructions/reader.md:1:55 key'],
      fixed: {
        '.codex/skills/survey/instructions/reader.md':
          'At the end call `report_agent_job_result` with `{ id, result_status, findings }`.\n',
      },
    },
    {
      title: 'The status of something else: of a state file, of a schema that has both, of the tool’s own answer',
      files: {
        '.codex/skills/a/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed] } })`\n\nAfter report_agent_job_result write state.json:\n\n```json\n{ "id": "S-1", "status": "completed" }\n```\n\n```\nCall report_agent_job_result EXACTLY ONCE.\n- Success → state.json says status=completed, result_status=completed\n- Failure → result_status=failed\n```\n\nreport_agent_job_result answers `{ accepted, status: "running" }`.\n',
        '.codex/skills/b/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed], status } })`\n\nreport_agent_job_result({ id, status: "open" })\n',
        '.codex/skills/c/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, status: [completed|failed] } })`\n\nreport_agent_job_result({ id, status: "completed" })\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const payloads = payloadsOf(document)
    const clauses = clausesIn(document)
    if (!payloads.length && !clauses.length) return
    const schemas = schemasFor(document)
    const has = (name: string) => schemas.some(({ schema }) => schema.fields.some(field => field.name === name))
    const model = schemas.find(({ schema }) => schema.fields.some(({ name }) => name === 'result_status'))
    if (!model || has('status')) return
    const other = model.schema.fields.find(({ name }) => name === 'result_status')!
    const related = [{ in: model.document, at: other.keySpan, text: 'the schema' }]
    for (const payload of payloads) {
      const status = payload.literal.entries.find(({ key }) => key === 'status')
      const isSaid = payload.literal.entries.some(({ key }) => key === 'result_status')
      if (!status || isSaid || !schemas.some(({ schema }) => sharedNames(payload, schema).length)) continue
      report({ message: 'key', at: status.keySpan, related, fix: rename(document, status.keySpan) })
    }
    for (const at of clauses) report({ message: 'key', at, related, fix: rename(document, at) })
  },
})

/** The word “status” in the outcomes of contracts, where these say `status=completed` of the worker’s report. */
function clausesIn(document: Document): Span[] {
  const spans: Span[] = []
  for (const { clauses } of contractsOf(document).terminations)
    for (const clause of OUTCOMES) {
      const line = clauses.get(clause)
      const text = line ? document.text.slice(line.start, line.end) : ''
      if (!line || /\.(?:json|csv|md|ya?ml)\b|\bresult_status\b/.test(text)) continue
      const match = /(?<![\w.-])status(?=[ \t]*(?:=(?!=)|:|→|->)[ \t]*["'`]?(?:completed|failed|blocked)\b)/.exec(text)
      if (match) spans.push({ start: line.start + match.index, end: line.start + match.index + match[0].length })
    }
  return spans.filter(({ start }, index) => spans.findIndex(other => other.start === start) === index)
}

function rename({ text, path }: Document, span: Span): Fix {
  const quote = /^["']/.exec(text.slice(span.start, span.end))?.[0] ?? ''
  const edits = [{ path, span, text: `${quote}result_status${quote}` }]
  return { title: 'Call it “result_status”', safe: true, edits }
}
