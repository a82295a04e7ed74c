import { nearest } from '../../core/nearest.ts'
import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { statusFieldsOf } from '../../model/contract/statuses.ts'
import { excerpt } from '../../model/excerpt.ts'

export default defineRule({
  id: 'termination/status-in-enum',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'A termination contract tells workers to report statuses that the result schema allows.',
  why: 'Two sentences tell a worker what to report, and no worker can obey both. What comes back is a status that the merge does not know: the row is neither done nor failed, and waves that depend on it wait for ever.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    unknown: { text: 'The schema does not allow the status “{status}”.', help: 'Write one of {allowed}.' },
    misspelt: { text: 'The schema does not allow the status “{status}”.', help: 'Write “{wanted}”.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": { "enum": ["completed", "failed"] } }, "required": ["id"] }\n```\n\n```\nCall report_agent_job_result exactly once.\n- Success → result_status=completed\n- Failure → result_status=failed\n- Timeout → result_status: "failed"\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": { "enum": ["completed", "failed"] } }, "required": ["id"] }\n```\n\n```\nCall report_agent_job_result exactly once.\n- Success → result_status=complete\n- Failure → result_status=failed\n- Timeout → result_status=partial\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:9:27 misspelt', '.codex/skills/survey/SKILL.md:11:27 unknown'],
    },
    {
      title: 'The schema stands in another file of the skill',
      files: {
        '.codex/skills/survey/SKILL.md':
          '`spawn_agents_on_csv({ output_schema: { id, result_status: [completed|failed], findings } })`\n',
        '.codex/skills/survey/instructions/reader.md':
          '```\nreport_agent_job_result exactly once\nSuccess → result_status=completed | Failure → result_status=broken | Timeout → result_status=failed\n```\n',
      },
      reports: ['.codex/skills/survey/instructions/reader.md:3:61 unknown'],
    },
    {
      title: 'One of several schemas allows it; no schema, or none with values, allows anything',
      files: {
        '.codex/skills/survey/SKILL.md':
          '**output_schema** (wave 1):\n```json\n{ "id": "string", "result_status": "completed|failed" }\n```\n\n**output_schema** (wave 2):\n```json\n{ "id": "string", "result_status": "pass" | "fail" }\n```\n\n```\nreport_agent_job_result exactly once\n- 成功 → result_status=pass\n- 失败 → result_status=failed\n- 超时 → result_status=<status>\n```\n',
        '.codex/skills/other/SKILL.md':
          '```\nreport_agent_job_result exactly once\n- Success → result_status=fine\n- Timeout → result_status=late\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { terminations } = contractsOf(document)
    if (!terminations.length) return
    const fields = statusFieldsOf(document)
    const allowed = [...new Set(fields.flatMap(({ field }) => field.values.map(({ value }) => value)))]
    if (!allowed.length || !allowed.every(value => /^\w*$/.test(value))) return
    const related = fields.map(({ in: home, field }) => ({ in: home, at: field.keySpan, text: 'the schema' }))
    const seen = new Set<number>()
    for (const { value, span } of terminations.flatMap(({ statuses }) => statuses)) {
      if (allowed.includes(value) || seen.has(span.start)) continue
      seen.add(span.start)
      const status = excerpt(value)
      const wanted = nearest(value, allowed)
      if (wanted) report({ message: 'misspelt', at: span, data: { status, wanted }, related })
      else
        report({
          message: 'unknown',
          at: span,
          data: { status, allowed: allowed.map(name => `“${name}”`).join(', ') },
          related,
        })
    }
  },
})
