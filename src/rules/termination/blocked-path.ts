import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { statusFieldsOf } from '../../model/contract/statuses.ts'

export default defineRule({
  id: 'termination/blocked-path',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  summary: 'Where workers may report “blocked”, their contract says when.',
  why: 'A status that no sentence leads to is used at random or never: a worker whose input is missing calls that a failure, and the coordinator does not learn that the row may run again once the input is there.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The schema allows “blocked”, and the contract does not say when a worker is.',
      help: 'Add a line for it, or take “blocked” out of the schema.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": { "enum": ["completed", "failed", "blocked"] } }, "required": ["id"] }\n```\n\n```\nCall report_agent_job_result exactly once.\n- Success → result_status=completed\n- Blocked → the file is missing\n- Timeout → result_status=failed\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": { "enum": ["completed", "failed", "blocked"] } }, "required": ["id"] }\n```\n\n```\nCall report_agent_job_result exactly once.\n- Success → result_status=completed\n- Failure → result_status=failed\n- Timeout → result_status=failed\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:1 missing'],
    },
    {
      title: 'Another outcome is reported so, one of two schemas does without, Chinese',
      files: {
        '.codex/skills/a/SKILL.md':
          '`spawn_agents_on_csv({ output_schema: { id, result_status: [completed|blocked] } })`\n\n```\nreport_agent_job_result exactly once\n- Success → result_status=completed\n- Timeout → result_status=blocked\n```\n',
        '.codex/skills/b/SKILL.md':
          '`spawn_agents_on_csv({ output_schema: { id, result_status: [completed|blocked] } })`\n`spawn_agents_on_csv({ output_schema: { id, result_status: [completed|failed] } })`\n\n```\nreport_agent_job_result exactly once\n- Success → result_status=completed\n- Failure → result_status=failed\n```\n',
        '.codex/skills/c/SKILL.md':
          '`spawn_agents_on_csv({ output_schema: { id, result_status: [completed|blocked] } })`\n\n```\n终止契约（强制）：成功→result_status=completed；阻塞→缺少输入；超时→停止并上报\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { terminations } = contractsOf(document)
    if (!terminations.length) return
    const fields = statusFieldsOf(document)
    const blocked = fields.flatMap(({ in: home, field }) =>
      field.values.filter(({ value }) => value === 'blocked').map(({ span }) => ({ in: home, at: span })),
    )
    if (!blocked.length || blocked.length < fields.length) return
    for (const { fence, clauses, statuses } of terminations) {
      if (clauses.has('blocked') || statuses.some(({ value }) => value === 'blocked')) continue
      report({ message: 'missing', at: fence.open, related: blocked.map(place => ({ ...place, text: 'the schema' })) })
    }
  },
})
