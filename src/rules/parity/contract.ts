import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/contract',
  scope: 'pack',
  severity: 'warn',
  profile: 'recommended',
  summary: 'Variants of a skill ask their workers for the same result: the same fields with the same values.',
  why: 'A table that one client fills is read by the next: a field or a verdict that only one variant knows is lost, or fails the schema, as soon as work goes on in another client.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    differs: {
      text: 'The results of this variant differ from those in “{source}”: {what}.',
      help: 'Bring both in line, or give the reason above the section: “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      title: 'The same fields, in a call here, behind a label there, in any order',
      files: {
        '.claude/skills/rate/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": { "type": "string" }, "result_status": { "enum": ["completed", "failed"] }, "findings": { "type": "string" }, "verdict": { "enum": ["good", "bad"] } }, "required": ["id"] }\n```\n',
        '.codex/skills/rate/SKILL.md':
          '```javascript\nspawn_agents_on_csv({ csv_path, output_schema: { type: "object", properties: { verdict: { type: "string", enum: ["bad", "good"] }, id: { type: "string" }, findings: { type: "string" }, result_status: { type: "string", enum: ["failed", "completed"] } }, required: ["id"] } })\n```\n',
      },
    },
    {
      files: {
        '.claude/skills/rate/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": { "enum": ["completed", "failed", "blocked"] }, "findings": {}, "evidence": {} }, "required": ["id"] }\n```\n',
        '.codex/skills/rate/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": { "enum": ["completed", "failed"] }, "findings": {}, "score": {} }, "required": ["id"] }\n```\n',
      },
      reports: ['.codex/skills/rate/SKILL.md:4:47 differs'],
    },
    {
      title: 'Contracts of the wave runtime, field by field; schemas that are derived from them are not told twice',
      files: {
        '.claude/skills/rate/SKILL.md': '# Rate\n',
        '.claude/skills/rate/contracts/rater.json':
          '{ "id": "rater", "result": { "verdict": { "enum": ["good", "bad"] } }, "statuses": ["completed", "failed"] }\n',
        '.claude/skills/rate/contracts/rater.schema.json': '{ "type": "object", "properties": { "verdict": {} } }\n',
        '.codex/skills/rate/SKILL.md': '# Rate\n',
        '.codex/skills/rate/contracts/rater.json':
          '{ "id": "rater", "result": { "grade": { "type": "string" } }, "statuses": ["completed", "failed"] }\n',
        '.codex/skills/rate/contracts/rater.schema.json': '{ "type": "object", "properties": { "grade": {} } }\n',
      },
      reports: ['.codex/skills/rate/contracts/rater.json:1:30 differs'],
    },
    {
      title: 'A schema that is cut short, one in another file, none at all, values that are given once only',
      files: {
        '.claude/skills/a/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings, score } })`\n',
        '.codex/skills/a/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status: [completed|failed], findings, ... } })`\n',
        '.claude/skills/b/SKILL.md': 'Rate.\n',
        '.codex/skills/b/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings } })`\n',
        '.claude/skills/c/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings, score } })`\n',
        '.codex/skills/c/SKILL.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings } })`\n',
        '.codex/skills/c/instructions/second.md':
          '`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status, score } })`\n',
      },
    },
    {
      title: 'Declared in the section',
      files: {
        '.claude/skills/rate/SKILL.md':
          '# Rate\n\n## Rating\n\n`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings, score } })`\n',
        '.codex/skills/rate/SKILL.md':
          '# Rate\n\n## Rating\n\n<!-- maestro-variant: scores are worked out from the log here -->\n\n`spawn_agents_on_csv({ csv_path, output_schema: { id, result_status, findings } })`\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'contract', context))
      report({ message: 'differs', ...findingOf(difference, 'the results of the source') })
  },
})
