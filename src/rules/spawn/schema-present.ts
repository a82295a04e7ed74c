import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { withBlock } from '../../model/contract/place.ts'
import { lineEndAt } from '../../model/contract/schema-edit.ts'
import { companionsOf } from '../../model/contract/scope.ts'
import { argumentOf, fansOut, type SpawnUse } from '../../model/contract/spawn.ts'
import { schemaBlock } from '../../model/contract/strict-schema.ts'

export default defineRule({
  id: 'spawn/schema-present',
  scope: 'skill',
  severity: 'error',
  profile: 'recommended',
  kinds: ['skill'],
  platforms: ['codex', 'agents'],
  fixable: 'unsafe',
  summary: 'A skill that starts workers says, as a schema, what each of them returns.',
  why: 'Without a schema each worker is shown “{}” and returns whatever it likes: the merge finds no status, the next wave no findings, and nobody can tell a task that failed from one that was never done.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'SHOULD', verified: '2026-10' },
  messages: {
    missing: {
      text: 'The skill starts workers here and says nowhere what they return.',
      help: 'Add an output schema: type “object” with id, result_status, findings and error, the first three required.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nStart one reader for each row with `spawn_agents_on_csv`.\n\n**Output schema**:\n\n```json\n{\n  "type": "object",\n  "properties": { "id": { "type": "string" }, "result_status": { "type": "string" } },\n  "required": ["id", "result_status"]\n}\n```\n',
      },
    },
    {
      title: 'Fields in prose are no schema',
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nStart one reader for each row with `spawn_agents_on_csv`; they return `{ verdict: good|bad, notes }`.\n\n## Report\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:37 missing'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\nStart one reader for each row with `spawn_agents_on_csv`; they return `{ verdict: good|bad, notes }`.\n\n**Output schema** (what every worker returns):\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "id": { "type": "string" },\n    "result_status": { "enum": ["completed", "blocked", "failed"], "type": "string" },\n    "findings": { "type": "string", "maxLength": 500 },\n    "error": { "type": "string" }\n  },\n  "required": ["id", "result_status", "findings"]\n}\n```\n\n## Report\n',
      },
    },
    {
      title: 'A call without one; the scaffold stays in its section',
      files: {
        '.codex/skills/survey/SKILL.md':
          '<execution>\n\n1. Ask.\n\n```\nspawn_agents_on_csv({ csv_path: "wave-1.csv", max_concurrency: 3 })\n```\n</execution>\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:6:1 missing'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '<execution>\n\n1. Ask.\n\n```\nspawn_agents_on_csv({ csv_path: "wave-1.csv", max_concurrency: 3 })\n```\n\n**Output schema** (what every worker returns):\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "id": { "type": "string" },\n    "result_status": { "enum": ["completed", "blocked", "failed"], "type": "string" },\n    "findings": { "type": "string", "maxLength": 500 },\n    "error": { "type": "string" }\n  },\n  "required": ["id", "result_status", "findings"]\n}\n```\n</execution>\n',
      },
    },
    {
      title: 'Windows line ends, a file that ends without one',
      files: { '.codex/skills/survey/SKILL.md': 'By spawn_agents_on_csv:\r\n- one\r\n- two' },
      reports: ['.codex/skills/survey/SKILL.md:1:4 missing'],
      unsafe: true,
      fixed: {
        '.codex/skills/survey/SKILL.md':
          'By spawn_agents_on_csv:\r\n- one\r\n- two\r\n\r\n**Output schema** (what every worker returns):\r\n\r\n```json\r\n{\r\n  "type": "object",\r\n  "properties": {\r\n    "id": { "type": "string" },\r\n    "result_status": { "enum": ["completed", "blocked", "failed"], "type": "string" },\r\n    "findings": { "type": "string", "maxLength": 500 },\r\n    "error": { "type": "string" }\r\n  },\r\n  "required": ["id", "result_status", "findings"]\r\n}\r\n```\r\n',
      },
    },
    {
      title: 'A schema in another file of the skill, below a label in Chinese, or behind a name',
      files: {
        '.codex/skills/a/SKILL.md': '用 spawn_agents_on_csv 启动 worker。\n',
        '.codex/skills/a/instructions/worker.md':
          '**输出结构**：\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n',
        '.codex/skills/b/SKILL.md':
          '```\nconst NOTES_SCHEMA = { type: "object", properties: { id: { type: "string" } }, required: ["id"] }\nspawn_agents_on_csv({ csv_path, instruction: "Read.", output_schema: NOTES_SCHEMA })\n```\n',
      },
    },
    {
      title: 'Later waves go by what stands above',
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema** (both waves):\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n\nFirst spawn_agents_on_csv for the pages. One agent more via spawn_agents_on_csv (max_concurrency: 1), with the same `output_schema` and contract as above.\n',
      },
    },
    {
      title: 'A list of fields, and a name that is nowhere defined, are for other rules',
      files: {
        '.codex/skills/a/SKILL.md': '`spawn_agents_on_csv({ csv_path, instruction, output_schema: { id, notes } })`\n',
        '.codex/skills/b/SKILL.md': '`spawn_agents_on_csv({ csv_path, instruction, output_schema: NOTES_SCHEMA })`\n',
      },
    },
    {
      title: 'Forbidden, left out, granted in the frontmatter; a description of the tool',
      files: {
        '.codex/tools.md': 'Call `spawn_agents_on_csv({ csv_path, instruction })`.\n',
        '.codex/skills/survey/SKILL.md':
          '---\nname: survey\ndescription: Surveys.\nallowed-tools: spawn_agents_on_csv, Read\n---\n\nDo NOT call spawn_agents_on_csv (no recursion). Waits are long: `spawn_agents_on_csv({ max_runtime_seconds: 3600, ... })`.\n',
      },
    },
  ],

  check({ entry }, report) {
    const { uses } = contractsOf(entry)
    // A call is where a schema belongs; prose is taken where there is no call.
    const use = uses.find(({ form, negated }) => form === 'call' && !negated) ?? fansOut(uses)
    if (!use || companionsOf(entry).some(file => contractsOf(file).schemas.length > 0)) return
    // What the name stands for is `const-undefined`'s question.
    if (uses.some(call => /SCHEMA$/.test(nameOf(call)))) return
    const edit = withBlock(entry, use.whole.end, [schemaBlock(lineEndAt(entry, use.whole.end))])
    // Behind a fence that is never closed everything is code.
    const isSound = entry.fences.every(({ close }) => close)
    const fix = { title: 'Add a schema to fill in', safe: false, edits: [edit] }
    report({ message: 'missing', at: use.span, ...(isSound ? { fix } : {}) })
  },
})

function nameOf(use: SpawnUse): string {
  const value = argumentOf(use, 'output_schema')?.value
  return value?.kind === 'name' ? value.name : ''
}
