import { defineRule } from '../../core/rule.ts'
import type { Document, Edit } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { CLAUSE_ORDER, contractLine, dialectOf, outcomesOf } from '../../model/contract/scaffold.ts'
import { lineEndAt } from '../../model/contract/schema-edit.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { statusFieldsOf } from '../../model/contract/statuses.ts'
import type { Clause, Termination } from '../../model/contract/termination.ts'

/** What each clause says, in few words. “Blocked” is a rule of its own. */
const NAMES: Readonly<Partial<Record<Clause, string>>> = {
  once: 'one report, exactly once',
  success: 'success',
  failure: 'failure',
  timeout: 'timeout',
  'never-continue': 'never without end',
  'never-silent': 'never in silence',
  'never-omit': 'never without the report',
  'no-write': 'no writing to the tables',
  'no-recursion': 'no further agents',
}

/** The names that calls join with another text: `READER_INSTRUCTION + SHARED_CONTRACT`. */
const joinedIn = ({ text }: Document) =>
  new Set([...text.matchAll(/\b([A-Z][A-Z0-9_]+)\s*\+\s*\w/g)].map(([, name]) => name!))

/** The name that the block’s label gives it. */
const nameOf = ({ label }: Termination) => /[(（]`?([A-Z][A-Z0-9_]+)`?[)）]/.exec(label?.text ?? '')?.[1] ?? ''

/** The edits that add lines to a contract, in its own form; none where the block is a program. */
function linesFor(
  document: Document,
  termination: Termination,
  missing: readonly Clause[],
  allowed: readonly string[],
): Edit[] {
  if (!/^(?:|text|txt|md|markdown)$/.test(termination.fence.lang)) return []
  const { lines, path } = document
  const { first, last, ...dialect } = dialectOf(document, termination)
  const own = termination.statuses.map(({ value }) => value)
  const outcomes = allowed.length ? outcomesOf(allowed) : { ...outcomesOf([]), ...outcomesOf(own) }
  const eol = lineEndAt(document, lines.starts[first]!)
  const before = missing
    .filter(clause => clause === 'once')
    .map(clause => contractLine(clause, dialect, outcomes) + eol)
  const after = missing.filter(clause => clause !== 'once').map(clause => eol + contractLine(clause, dialect, outcomes))
  const start = lines.starts[first]!
  const { end } = lines.span(last)
  return [
    ...(before.length ? [{ path, span: { start, end: start }, text: before.join('') }] : []),
    ...(after.length ? [{ path, span: { start: end, end }, text: after.join('') }] : []),
  ]
}

export default defineRule({
  id: 'termination/clauses',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'A termination contract names every way to end, and what a worker never does.',
  why: 'A worker ends in a way that its contract does not name: it looks for more work until it is killed, stops without a word, or writes into the table that the coordinator is about to write. Its row is lost, or the rows of others.',
  source: { url: 'docs/contracts.md', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: { text: 'The termination contract leaves out: {clauses}.', help: 'Add a line for each.' },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nCall report_agent_job_result exactly once.\n- Success → result_status=completed\n- Failure → result_status=failed\n- Timeout → result_status=failed\n- Never run forever. Never stop silently. Never skip the report.\nDo not write to tasks.csv, wave-*.csv. Do not fan out again.\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\n```\nTERMINATION CONTRACT:\n  - Success path → result_status=completed\n  - Timeout path → result_status=blocked,\n    with what there is\n\nOUTPUT by report_agent_job_result\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:1 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '# Survey\n\n```\nTERMINATION CONTRACT:\n  - Whatever happens, call report_agent_job_result exactly once, as your last act.\n  - Success path → result_status=completed\n  - Timeout path → result_status=blocked,\n    with what there is\n  - Failure path → an error that you cannot repair: result_status=failed, error says what happened\n  - Never go on forever: where nothing moves any more, report what you have.\n  - Never end silently: a run that reports nothing counts as lost.\n  - Never skip the report, however little there is to say.\n  - Never modify tasks.csv, wave-*.csv or results.csv: they are the coordinator’s.\n  - Never start further agents: you are the last level.\n\nOUTPUT by report_agent_job_result\n```\n',
      },
    },
    {
      title: 'Chinese, with full-width colons and CR LF',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\r\n每个 worker 都必须调用 report_agent_job_result。\r\n成功：result_status=completed\r\n失败：result_status=failed\r\n禁止写 tasks.csv；禁止递归。\r\n```\r\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:1 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```\r\n每个 worker 都必须调用 report_agent_job_result。\r\n成功：result_status=completed\r\n失败：result_status=failed\r\n超时：时间将尽：停止，result_status=failed，error="timeout"\r\n禁止无限循环：没有进展就上报已有结果。\r\n禁止静默退出：没有结果的运行等于丢失。\r\n不得跳过上报，结果再少也要上报。\r\n禁止写 tasks.csv；禁止递归。\r\n```\r\n',
      },
    },
    {
      title: 'Complete in other forms: one line, constraints further down, its own files, Chinese',
      files: {
        '.codex/skills/a/SKILL.md':
          '```\nTERMINATION CONTRACT (no worker may end without calling report_agent_job_result): Success → done | Failure → failed | Timeout → failed\nNever loop endlessly; do not exit silently.\nCONSTRAINTS:\n  - Do NOT modify evidence.ndjson or session.json.\n  - No recursion.\n```\n',
        '.codex/skills/b/SKILL.md':
          '```\nTERMINATION CONTRACT（强制）：只能上报一次；成功→report；失败→report；超时→report。禁止：无限循环、静默退出、跳过 report；不得写 tasks.csv；不得递归\n```\n',
      },
    },
    {
      title: 'Calls join the instruction with the shared contract; a summary of results is none',
      files: {
        '.codex/skills/a/SKILL.md':
          '## Reader (READER_INSTRUCTION)\n\n```\nRead, then report_agent_job_result.\nSuccess: completed\nFailure: failed\n```\n\n**Shared contract**:\n\n```\nCall report_agent_job_result exactly once.\n- Success → result_status=completed\n- Failure → result_status=failed\n- Timeout → result_status=failed\n- Never run forever. Never stop silently. Never skip the report.\nDo not write to tasks.csv. Do not fan out again.\n```\n\nSpawn with `READER_INSTRUCTION + SHARED_CONTRACT`.\n',
        '.codex/skills/b/SKILL.md': '```\n汇报\n完成: 3\n失败: 1\n```\n',
      },
    },
    {
      title: 'A contract inside of a program is not edited',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```javascript\nconst END = `report_agent_job_result exactly once\nSuccess → completed\nTimeout → failed`\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:1 missing'],
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { terminations } = contractsOf(document)
    if (!terminations.length) return
    const joined = terminations.length > 1 ? joinedIn(document) : new Set()
    const allowed = statusFieldsOf(document).flatMap(({ field }) => field.values.map(({ value }) => value))
    for (const termination of terminations) {
      const missing = CLAUSE_ORDER.filter(clause => NAMES[clause] && !termination.clauses.has(clause))
      if (!missing.length || joined.has(nameOf(termination))) continue
      const edits = linesFor(document, termination, missing, allowed)
      const data = { clauses: missing.map(clause => NAMES[clause]).join('; ') }
      const fix = edits.length ? { fix: { title: 'Add the missing lines', safe: true, edits } } : {}
      report({ message: 'missing', at: termination.fence.open, data, ...fix })
    }
  },
})
