import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defaultSettings } from '../src/config/settings.ts'
import type { Source } from '../src/core/types.ts'
import { discover } from '../src/host/discover.ts'
import { lintFiles } from '../src/lint.ts'
import { parseWithSatteri } from '../src/markdown/satteri.ts'

/**
 * Faults put into a sound pack, one at a time: each must be noticed by the rule that is there for it. Other rules may
 * notice it as well.
 */

const AUDIT = '.codex/skills/doc-audit/SKILL.md'
const TEAM = '.codex/skills/team-notes/SKILL.md'
const COORDINATOR = '.codex/skills/team-notes/roles/coordinator/role.md'
const READER = '.codex/skills/team-notes/roles/reader/role.md'

interface Mutation {
  name: string
  path: string
  mutate(text: string): string
  rule: string
}

type Change = Mutation['mutate']

/** Puts one text in the place of another, wherever it stands. */
const swap =
  (from: string, to: string): Change =>
  text =>
    text.replaceAll(from, to)

/** Takes out every line that holds a text. */
const drop =
  (part: string): Change =>
  text =>
    text
      .split('\n')
      .filter(line => !line.includes(part))
      .join('\n')

/** Takes out everything from one text up to another, the second one stays. */
const cut =
  (from: string, to: string): Change =>
  text => {
    const start = text.indexOf(from)
    return start < 0 ? text : text.slice(0, start) + text.slice(text.indexOf(to, start + from.length))
  }

const both =
  (...changes: Change[]): Change =>
  text =>
    changes.reduce((result, change) => change(result), text)

const mutations: readonly Mutation[] = [
  // Calls
  { name: 'drop the id column', path: AUDIT, rule: 'spawn/required-args', mutate: drop('  id_column: "id",') },
  { name: 'drop the limit of time', path: AUDIT, rule: 'spawn/required-args', mutate: drop('runtime_seconds: 1800') },
  { name: 'drop the output file', path: COORDINATOR, rule: 'spawn/required-args', mutate: drop('output_csv_path') },
  { name: 'drop the schema', path: AUDIT, rule: 'spawn/required-args', mutate: swap(', output_schema })', ' })') },
  {
    name: 'pass an argument that never was',
    path: AUDIT,
    rule: 'spawn/unknown-arg',
    mutate: swap('  max_concurrency: 4,', '  max_concurrency: 4,\n  model: "small",'),
  },
  {
    name: 'misspell an argument',
    path: AUDIT,
    rule: 'spawn/unknown-arg',
    mutate: swap('max_concurrency: 1', 'max_concurency: 1'),
  },
  {
    name: 'use the alias of the limit',
    path: COORDINATOR,
    rule: 'spawn/max-workers-alias',
    mutate: swap('max_concurrency', 'max_workers'),
  },
  {
    name: 'hand over the master table',
    path: AUDIT,
    rule: 'spawn/master-csv',
    mutate: swap('${sessionFolder}/wave-1.csv', '${sessionFolder}/tasks.csv'),
  },
  {
    name: 'rename a constant in the call',
    path: AUDIT,
    rule: 'spawn/const-undefined',
    mutate: swap('JUDGE_INSTRUCTION + SHARED', 'VERDICT_INSTRUCTION + SHARED'),
  },
  {
    name: 'name a contract that is not written',
    path: AUDIT,
    rule: 'spawn/const-undefined',
    mutate: swap('JUDGE_INSTRUCTION + SHARED_TERMINATION_CONTRACT', 'JUDGE_INSTRUCTION + LATE_EXIT_CONTRACT'),
  },
  {
    name: 'fill in a column that is none',
    path: AUDIT,
    rule: 'spawn/template-placeholder',
    mutate: swap('every file of {scope}', 'every file of {area}'),
  },
  {
    name: 'escape a placeholder by accident',
    path: AUDIT,
    rule: 'spawn/template-placeholder',
    mutate: swap('documentation: {title}.', 'documentation: {{{title}}}.'),
  },
  {
    name: 'give workers a column of the results',
    path: AUDIT,
    rule: 'spawn/reserved-column',
    mutate: swap('| `wave` | Computed |', '| `row_index` | Input | Place in the list |\n| `wave` | Computed |'),
  },

  // Schemas
  {
    name: 'remove the schema',
    path: COORDINATOR,
    rule: 'spawn/schema-present',
    mutate: cut('```javascript\nconst NOTES_SCHEMA', '## Phase 3'),
  },
  {
    name: 'point to another schema',
    path: COORDINATOR,
    rule: 'spawn/schema-strict',
    mutate: swap('output_schema: NOTES_SCHEMA', 'output_schema: { /* as last time */ }'),
  },
  {
    name: 'list the fields only',
    path: AUDIT,
    rule: 'spawn/schema-strict',
    mutate: text =>
      text.replace(
        /output_schema: \{\n[\s\S]*?\n {2}\}\n/,
        'output_schema: { id, result_status: [completed|failed|blocked], findings, broken_links, error }\n',
      ),
  },
  {
    name: 'drop the type of the schema',
    path: COORDINATOR,
    rule: 'spawn/schema-strict',
    mutate: drop('type: "object"'),
  },
  {
    name: 'say “status” in the schema',
    path: AUDIT,
    rule: 'spawn/schema-result-status',
    mutate: both(
      swap('      result_status: { type', '      status: { type'),
      swap('required: ["id", "result_status", "findings"]\n  }', 'required: ["id", "status", "findings"]\n  }'),
    ),
  },
  {
    name: 'make the status optional',
    path: AUDIT,
    rule: 'spawn/schema-result-status',
    mutate: swap('["id", "result_status", "findings", "score"]', '["id", "findings", "score"]'),
  },
  {
    name: 'put a verdict into the status',
    path: COORDINATOR,
    rule: 'spawn/schema-result-status-enum',
    mutate: swap('enum: ["completed", "failed"]', 'enum: ["pass", "fail", "failed"]'),
  },
  {
    name: 'drop the values of the status',
    path: COORDINATOR,
    rule: 'spawn/schema-result-status-enum',
    mutate: swap(', enum: ["completed", "failed"]', ''),
  },
  {
    name: 'require nothing',
    path: COORDINATOR,
    rule: 'spawn/schema-required-present',
    mutate: swap('required: ["id", "result_status", "findings"]', 'required: []'),
  },
  {
    name: 'rename a required property',
    path: AUDIT,
    rule: 'spawn/schema-required-subset',
    mutate: swap('"findings", "score"]', '"findings", "verdict"]'),
  },
  {
    name: 'drop the type of a property',
    path: COORDINATOR,
    rule: 'spawn/schema-prop-type',
    mutate: swap('quotes: { type: "string", description', 'quotes: { description'),
  },
  {
    name: 'make the id optional',
    path: COORDINATOR,
    rule: 'spawn/schema-id-required',
    mutate: swap('required: ["id", ', 'required: ['),
  },
  {
    name: 'drop the id',
    path: AUDIT,
    rule: 'spawn/schema-id-required',
    mutate: both(
      drop('    "id": { "type": "string" },'),
      swap('["id", "result_status", "findings", "score"]', '["result_status", "findings", "score"]'),
    ),
  },
  {
    name: 'let findings grow',
    path: COORDINATOR,
    rule: 'spawn/schema-findings-maxlength',
    mutate: swap(', maxLength: 400', ''),
  },
  {
    name: 'drop the error field',
    path: COORDINATOR,
    rule: 'spawn/schema-error-field',
    mutate: drop('    error: { type: "string" }'),
  },
  {
    name: 'return a list of anything',
    path: COORDINATOR,
    rule: 'spawn/schema-structured-output',
    mutate: swap('quotes: { type: "string"', 'quotes: { type: "array"'),
  },

  // How workers end
  { name: 'never report', path: READER, rule: 'termination/missing', mutate: drop('report_agent_job_result') },
  { name: 'drop “once”', path: AUDIT, rule: 'termination/clauses', mutate: drop('EXACTLY ONCE, at the very end') },
  { name: 'drop “success”', path: AUDIT, rule: 'termination/clauses', mutate: drop('- Success path') },
  { name: 'drop “failure”', path: READER, rule: 'termination/clauses', mutate: drop('- Failure →') },
  { name: 'drop “timeout”', path: AUDIT, rule: 'termination/clauses', mutate: drop('- Timeout path') },
  {
    name: 'drop “never without end”',
    path: AUDIT,
    rule: 'termination/clauses',
    mutate: swap('NEVER go on endlessly. ', ''),
  },
  {
    name: 'drop “never silently”',
    path: READER,
    rule: 'termination/clauses',
    mutate: swap('never stop silently, ', ''),
  },
  {
    name: 'drop “never without a report”',
    path: AUDIT,
    rule: 'termination/clauses',
    mutate: swap(' NEVER forget the report.', ''),
  },
  {
    name: 'allow writing to the tables',
    path: AUDIT,
    rule: 'termination/clauses',
    mutate: drop('- Do NOT touch tasks.csv'),
  },
  {
    name: 'allow fanning out again',
    path: READER,
    rule: 'termination/clauses',
    mutate: swap(' Never start further agents: do not call spawn_agents_on_csv.', ''),
  },
  {
    name: 'report a status outside of the enum',
    path: AUDIT,
    rule: 'termination/status-in-enum',
    mutate: swap('reached → result_status=completed', 'reached → result_status=judged'),
  },
  {
    name: 'drop “blocked” where it is allowed',
    path: AUDIT,
    rule: 'termination/blocked-path',
    mutate: both(drop('- Blocked path'), swap('["completed", "failed"] }', '["completed", "failed", "blocked"] }')),
  },
  {
    name: 'point to a contract that is not there',
    path: TEAM,
    rule: 'termination/shared-label-unresolved',
    mutate: swap('merges what they return', 'tells them the same termination contract above, merges what they return'),
  },
  {
    name: 'report “status”',
    path: READER,
    rule: 'worker/report-status-key',
    mutate: swap('    result_status: "completed",', '    status: "completed",'),
  },
  {
    name: 'rename a key of the output',
    path: AUDIT,
    rule: 'worker/output-keys',
    mutate: swap('    "broken_links": "<', '    "dead_links": "<'),
  },
  {
    name: 'allow another status in the output',
    path: AUDIT,
    rule: 'worker/output-enum',
    mutate: swap('"completed" | "failed" | "blocked"', '"completed" | "failed" | "partial"'),
  },

  // Tables
  {
    name: 'blank the status of the rows',
    path: AUDIT,
    rule: 'csv/status-initial',
    mutate: swap('"pending",""', '"",""'),
  },
  {
    name: 'begin with another status than the filter wants',
    path: AUDIT,
    rule: 'csv/status-initial',
    mutate: swap('"2","pending"', '"2","todo"'),
  },
  {
    name: 'drop the status column',
    path: AUDIT,
    rule: 'csv/status-column',
    mutate: both(swap('wave,status,', 'wave,'), swap('"pending","",', '"",')),
  },
  {
    name: 'drop the lifecycle table',
    path: TEAM,
    rule: 'csv/status-column',
    mutate: cut('### Lifecycle columns', '</csv_schema>'),
  },
  { name: 'forget a cell', path: AUDIT, rule: 'csv/row-arity', mutate: swap('"Verdict","all parts",', '"Verdict",') },
  {
    name: 'forget the quotes around a comma',
    path: AUDIT,
    rule: 'csv/row-arity',
    mutate: swap('"docs/guide/*.md, linked pages"', 'docs/guide/*.md, linked pages'),
  },
  { name: 'drop the header', path: AUDIT, rule: 'csv/header-missing', mutate: drop('id,title,scope,deps') },
  {
    name: 'give workers what they return',
    path: AUDIT,
    rule: 'csv/output-column-in-input-header',
    mutate: swap('| `findings` | Lifecycle |', '| `findings` | Output |'),
  },
  {
    name: 'add a column without a description',
    path: AUDIT,
    rule: 'csv/table-covers-header',
    mutate: both(swap('id,title,scope,', 'id,title,owner,scope,'), swap('","docs/', '","","docs/')),
  },
  {
    name: 'drop a description',
    path: AUDIT,
    rule: 'csv/table-covers-header',
    mutate: drop('| `context_from` |'),
  },

  // Waves and merges
  {
    name: 'drop half of the filter',
    path: AUDIT,
    rule: 'wave/filter-status',
    mutate: swap('`wave==2 AND status=="pending"`', '`wave==2`'),
  },
  {
    name: 'drop half of the filter in a comment',
    path: AUDIT,
    rule: 'wave/filter-status',
    mutate: swap('where wave==1 AND status=="pending"', 'where wave==1'),
  },
  {
    name: 'drop the filters',
    path: AUDIT,
    rule: 'wave/filter-present',
    mutate: both(
      swap(' // only rows where wave==1 AND status=="pending"', ''),
      swap('Filter `wave==1 AND status=="pending"` and write the rows to', 'Write'),
      swap('Filter `wave==2 AND status=="pending"`, put', 'Put'),
    ),
  },
  {
    name: 'drop the mapping of the status',
    path: AUDIT,
    rule: 'merge/mapping-missing',
    mutate: both(
      swap('map `result_status` → `status`; copy', 'copy'),
      swap('`result_status` → master `status`; copy', 'into the master copy'),
    ),
  },
  {
    name: 'drop the mapping from a list',
    path: COORDINATOR,
    rule: 'merge/mapping-missing',
    mutate: drop('- `result_status` → `status`'),
  },
  { name: 'drop the list of copies', path: COORDINATOR, rule: 'merge/copy-list', mutate: drop('- copy `findings`') },
  {
    name: 'copy what the table does not have',
    path: AUDIT,
    rule: 'merge/column-undeclared',
    mutate: swap('copy `findings`, `score`', 'copy `findings`, `evidence`, `score`'),
  },
  {
    name: 'drop a column that is copied, and its description',
    path: AUDIT,
    rule: 'merge/column-undeclared',
    mutate: both(swap(',score,error', ',error'), swap('"","","",""\n', '"","",""\n'), drop('| `score` |')),
  },
  {
    name: 'drop a column that is copied',
    path: AUDIT,
    rule: 'merge/column-in-header',
    mutate: both(swap(',score,error', ',error'), swap('"","","",""\n', '"","",""\n')),
  },
  {
    name: 'forget to copy a field',
    path: AUDIT,
    rule: 'merge/copies-all-props',
    mutate: swap('copy `findings`, `broken_links`, `error`', 'copy `findings`, `error`'),
  },
  {
    name: 'copy what nobody returns',
    path: AUDIT,
    rule: 'merge/unknown-prop',
    mutate: swap('copy `findings`, `score`', 'copy `findings`, `scope`, `score`'),
  },
]

const folder = join(import.meta.dirname, 'fixtures', 'clean-wave')
const files = discover(folder, ['.'], () => false)
const settings = defaultSettings('strict', { codex: '0.144' })
const findingsIn = (sources: readonly Source[]) =>
  lintFiles({ ...files, sources }, { settings, parser: parseWithSatteri }).diagnostics

test('the pack itself is sound', () => {
  const found = findingsIn(files.sources)
  expect(found.map(({ path, range, rule, text }) => `${path}:${range.line} ${rule} ${text}`)).toEqual([])
  expect(files.sources).toHaveLength(5)
})

test('mutations are many, and each has a name of its own', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(30)
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})

const killed = new Set<string>()
afterAll(() => console.log(`mutations noticed: ${killed.size} of ${mutations.length}`))

test.each(mutations.map(mutation => [`${mutation.name}: ${mutation.rule}`, mutation] as const))(
  '%s',
  (_, { name, path, mutate, rule }) => {
    const source = files.sources.find(candidate => candidate.path === path)!
    const text = mutate(source.text)
    expect(text, 'the text changes').not.toBe(source.text)
    const found = findingsIn(files.sources.map(other => (other === source ? { ...source, text } : other)))
    expect(found.map(diagnostic => diagnostic.rule)).toContain(rule)
    killed.add(name)
  },
)
