import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { agentFanOutOf, hasWaveTable } from '../../model/contract/agent-fan-out.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { isChinese, withBlock } from '../../model/contract/place.ts'
import {
  ENDS,
  isContractFile,
  promiseOf,
  RESULT_FIELDS,
  type ResultPromise,
  readContractFile,
} from '../../model/contract/promise.ts'
import { contractLine, outcomesOf } from '../../model/contract/scaffold.ts'
import { lineEndAt } from '../../model/contract/schema-edit.ts'
import { companionsOf, isReference } from '../../model/contract/scope.ts'
import { fansOut } from '../../model/contract/spawn.ts'
import { schemaBlock } from '../../model/contract/strict-schema.ts'
import { waveRunsOf } from '../../model/contract/wave-run.ts'
import { excerpt } from '../../model/excerpt.ts'

/** What a promise leaves open, in words; empty when it is complete. */
function missingIn({ fields, ends }: ResultPromise): string {
  const names = RESULT_FIELDS.filter(field => !fields.has(field)).map(field => `“${field}”`)
  const open = ENDS.filter(end => !ends.has(end))
  return [
    ...(names.length ? [`that results have ${names.join(', ')}`] : []),
    ...(open.length ? [`what comes back on ${open.join(', ')}`] : []),
  ].join(', and ')
}

/** The contract file of the skill that a path names, where it is written out. */
function fileAt({ skill }: Document, path: string): Document | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return skill?.files.find(file => isContractFile(file) && file.path.endsWith(`/contracts/${name}`))
}

/** A contract to fill in, at the end of the part that starts the agents. */
function scaffold(document: Document, offset: number) {
  const eol = lineEndAt(document, offset)
  const dialect = { chinese: isChinese(document), lead: '- ', arrow: '→', path: false }
  const ends = (['success', 'failure', 'blocked', 'timeout'] as const).map(clause =>
    contractLine(clause, dialect, outcomesOf([])),
  )
  const lead = dialect.chinese
    ? '每个 worker 以且仅以一个这样的对象结束：'
    : 'Every worker is told to end with one such object, and with nothing after it:'
  return withBlock(document, offset, [schemaBlock(eol), '', lead, '', ...ends])
}

export default defineRule({
  id: 'termination/fanout-contract',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['skill', 'command', 'role', 'role-command', 'spec', 'other'],
  fixable: 'unsafe',
  summary:
    'Wherever several workers start at once, a contract says what each returns, and what on success, failure and timeout.',
  why: 'Whoever started twenty workers has to tell which of them are done. Results without an id, a status and findings cannot be put back into the table; a worker that fails or runs out of time returns nothing at all, and its row stays open for ever. Single calls of an agent, whose answer is read at once, need none of this.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    unnamed: {
      text: 'The workers of this wave have no result contract.',
      help: 'Name one: “--contract contracts/NAME.json”.',
    },
    incomplete: {
      text: 'The contract “{file}” does not say {missing}.',
      help: 'Write it under “result” and “ends”.',
    },
    missing: {
      text: '{tool} starts several agents here, and the skill does not say {missing}.',
      help: 'Write down the fields of a result (id, result_status, findings), and what a worker returns on success, failure and timeout.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```bash\nnode scripts/wave.mjs run --wave-csv wave-1.csv \\\n  --contract contracts/reader.json --worker codex\n```\n',
        '.codex/skills/survey/contracts/reader.json':
          '{ "id": "reader", "result": {}, "ends": { "completed": "all is read", "failed": "it is not" } }\n',
        '.claude/commands/read.md':
          'For each row of tasks.csv start `Agent({ description: "Read", prompt: brief })`.\n\nEach returns `id`, `result_status` and `findings`.\n\n- Success: completed\n- Failure: failed\n- Timeout: failed, error “timeout”\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          'Run `node scripts/wave.mjs run --wave-csv wave-1.csv --worker codex`.\n\n```bash\nnode scripts/wave.mjs run --wave-csv wave-2.csv --contract "$DIR/contracts/reader.json"\n```\n',
        '.codex/skills/survey/contracts/reader.json': '{ "id": "reader", "ends": { "completed": "all is read" } }\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:19 unnamed', '.codex/skills/survey/SKILL.md:4:61 incomplete'],
    },
    {
      title: 'One agent for each row',
      files: {
        '.claude/skills/survey/SKILL.md':
          '# Survey\n\n```csv\nid,title,wave,status\n```\n\n## Start\n\nFor each pending row of the wave:\n\n```\nAgent({ description: "Read", prompt: brief, run_in_background: true })\n```\n\n## Merge\n',
      },
      reports: ['.claude/skills/survey/SKILL.md:12:1 missing'],
      unsafe: true,
      fixed: {
        '.claude/skills/survey/SKILL.md':
          '# Survey\n\n```csv\nid,title,wave,status\n```\n\n## Start\n\nFor each pending row of the wave:\n\n```\nAgent({ description: "Read", prompt: brief, run_in_background: true })\n```\n\n**Output schema** (what every worker returns):\n\n```json\n{\n  "type": "object",\n  "properties": {\n    "id": { "type": "string" },\n    "result_status": { "enum": ["completed", "blocked", "failed"], "type": "string" },\n    "findings": { "type": "string", "maxLength": 500 },\n    "error": { "type": "string" }\n  },\n  "required": ["id", "result_status", "findings"]\n}\n```\n\nEvery worker is told to end with one such object, and with nothing after it:\n\n- Success → the task is done and checked: result_status=completed\n- Failure → an error that you cannot repair: result_status=failed, error says what happened\n- Blocked → an input is missing or contradicts itself: result_status=blocked, error names it\n- Timeout → little time is left: stop, result_status=failed, error="timeout"\n\n## Merge\n',
      },
    },
    {
      title: 'Several agents in one call; their contract may stand in another file',
      files: {
        '.agy/skills/a/SKILL.md':
          '```\ninvoke_subagent({ Subagents: [\n  { TypeName: "self", Role: "Reader", Prompt: "Read." },\n  { TypeName: "self", Role: "Critic", Prompt: "Judge." }\n] })\n```\n',
        '.agy/skills/b/SKILL.md':
          '```\ninvoke_subagent({ Subagents: [{ TypeName: "self", Prompt: "a" }, { TypeName: "self", Prompt: "b" }] })\n```\n',
        '.agy/skills/b/specs/result.md':
          '```json\n{ "id": "<id>", "result_status": "completed" | "failed", "findings": "..." }\n```\n\n| When | Result |\n|---|---|\n| success | completed |\n| failure | failed |\n| timeout | failed |\n',
      },
      reports: ['.agy/skills/a/SKILL.md:2:1 missing'],
    },
    {
      title: 'Parallel calls in a skill with waves',
      files: {
        '.claude/skills/survey/SKILL.md':
          'Filter `wave==1 AND status=="pending"`. In parallel:\n\n```\nAgent({ description: "a", prompt: "Read." })\nAgent({ description: "b", prompt: "Judge." })\n```\n',
      },
      reports: ['.claude/skills/survey/SKILL.md:4:1 missing'],
    },
    {
      title: 'Agents one by one, and parallel ones whose answers are read at once',
      files: {
        '.claude/commands/review.md':
          'Start these in parallel:\n\n```\nAgent({ description: "a", prompt: "Read." })\nAgent({ description: "b", prompt: "Judge." })\n```\n\nFor each task `Agent({ description: "c", prompt: "Do it." })`. One row per finding in the table.\n',
        '.codex/skills/a/SKILL.md': '```\nspawn_agent({ task_name: "reader", message: "Read." })\n```\n',
        '.agy/skills/a/SKILL.md':
          '```\ninvoke_subagent({ Subagents: [{ TypeName: "self", Role: "Reader", Prompt: "Read." }] })\n```\n',
        '.claude/skills/b/SKILL.md':
          'Filter `wave==1`. For each row NEVER use `Agent({ prompt: "x" })`.\n\n## End\n\n`Agent({ description: "d", prompt: "Sum up." })`\n',
      },
    },
    {
      title: 'The runtime’s name, its usage, other subcommands; workers of a CSV job have rules of their own',
      files: {
        '.codex/skills/a/SKILL.md':
          'What `wave.mjs run` does: `wave.mjs run [--json]`, `wave.mjs run --help`, `wave.mjs run --wave-csv W ...`. wave.mjs run --wave-csv x\n\n```bash\nnode scripts/wave.mjs next --csv tasks.csv\nnode scripts/wave.mjs run --contract="<skill_dir>/contracts/other.json" --wave-csv wave-1.csv\n```\n',
        '.codex/skills/b/SKILL.md':
          'Filter `wave==1`. Start with spawn_agents_on_csv; for each row that is left `spawn_agent({ message: "x" })`.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const { span, contract } of waveRunsOf(document)) {
      if (!contract) {
        report({ message: 'unnamed', at: span })
        continue
      }
      const file = fileAt(document, contract.text)
      const promise = file && readContractFile(file)
      const missing = promise ? missingIn(promise) : ''
      if (!file || !missing) continue
      const data = { file: excerpt(contract.text), missing }
      report({
        message: 'incomplete',
        at: contract.span,
        data,
        related: [{ in: file, at: { start: 0, end: 0 }, text: 'the contract' }],
      })
    }

    const files = [...companionsOf(document), ...(document.skill?.files ?? []).filter(({ kind }) => kind === 'data')]
    const fanOut = agentFanOutOf(document, hasWaveTable(files))
    if (!fanOut) return
    // Fan-outs by the CSV tool are `spawn/schema-present`’s and `termination/missing`’s.
    if (files.some(file => file.kind !== 'data' && fansOut(contractsOf(file).uses))) return
    const missing = missingIn(promiseOf(files))
    if (!missing) return
    const { span, tool, table } = fanOut
    const edit = scaffold(document, span.end)
    const fix = { title: 'Add a result contract', safe: false, edits: [edit] }
    report({ message: 'missing', at: span, data: { tool, missing }, severity: table ? 'error' : 'warn', fix })
  },
})
