import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defaultSettings } from '../src/config/settings.ts'
import type { Source } from '../src/core/types.ts'
import { discover } from '../src/host/discover.ts'
import { lintFiles } from '../src/lint.ts'
import { parseWithSatteri } from '../src/markdown/satteri.ts'
import { FULL } from './helpers/runs.ts'

/**
 * Faults put into a sound pack, one at a time: each must be noticed by the rule that is there for it. Other rules may
 * notice it as well.
 */

const AUDIT = '.codex/skills/doc-audit/SKILL.md'
const TEAM = '.codex/skills/team-notes/SKILL.md'
const COORDINATOR = '.codex/skills/team-notes/roles/coordinator/role.md'
const READER = '.codex/skills/team-notes/roles/reader/role.md'
const WATCH = '.codex/skills/link-watch/SKILL.md'
const WATCHER = '.codex/skills/link-watch/roles/watcher/role.md'
const LINK_LIST = '.claude/commands/link-list.md'

const SURVEY = '.codex/skills/field-survey/SKILL.md'
const SURVEY_FACE = '.codex/skills/field-survey/agents/openai.yaml'
const SECOND_READER = '.codex/agents/second-reader.toml'
const PICK = '.claude/agents/picker.md'

const MINUTES = '.codex/skills/team-minutes/SKILL.md'
const FORM = '.codex/skills/team-minutes/references/form.md'

const HUNT = '.codex/skills/word-hunt'
const HUNT_LEAD = `${HUNT}/roles/coordinator/role.md`
const WALKER = `${HUNT}/roles/walker/role.md`
const HUNT_PROTOCOL = `${HUNT}/specs/protocol.md`
const HUNT_CONFIG = `${HUNT}/specs/swarm-config.json`

const BIKES = '.codex/skills/mend-bikes/SKILL.md'

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
  // Variants
  {
    name: 'lose a mapping',
    path: WATCHER,
    rule: 'parity/frontmatter',
    mutate: both(drop('  success:'), drop('  error:')),
  },
  { name: 'lose the last key', path: WATCHER, rule: 'parity/frontmatter', mutate: cut('message_types:', '---\n\n#') },
  {
    name: 'make a text of a list',
    path: WATCHER,
    rule: 'parity/frontmatter',
    mutate: swap('output_tag: "[watcher]"', 'output_tag: [watcher]'),
  },
  { name: 'drop a flag in one variant', path: WATCH, rule: 'parity/flags', mutate: swap(' [--since DATE]', '') },
  {
    name: 'drop an invariant in one variant',
    path: WATCH,
    rule: 'parity/invariants',
    mutate: drop('3. **Evidence**: a broken'),
  },
  { name: 'drop a field in one variant', path: WATCH, rule: 'parity/contract', mutate: drop('    "broken": {') },
  {
    name: 'drop a status in one variant',
    path: WATCH,
    rule: 'parity/contract',
    mutate: swap('"failed", "blocked"]', '"failed"]'),
  },
  {
    name: 'ask less of a gate in one variant',
    path: WATCH,
    rule: 'parity/gates',
    mutate: drop('- REQUIRED: its links are listed.'),
  },
  {
    name: 'drop a gate in one variant',
    path: WATCH,
    rule: 'parity/gates',
    mutate: cut('**GATE 2: Watch → Tell**', '## The watcher'),
  },
  {
    name: 'drop a transition in one variant',
    path: WATCH,
    rule: 'parity/states',
    mutate: drop('S_WATCH -> ERROR(E002)'),
  },
  {
    name: 'rename a state in one variant',
    path: WATCH,
    rule: 'parity/states',
    mutate: swap('S_TELL', 'S_WRITE'),
  },
  { name: 'drop a code in one variant', path: WATCH, rule: 'parity/codes', mutate: drop('| W001 |') },
  {
    name: 'never ask in one variant',
    path: WATCH,
    rule: 'parity/tools',
    mutate: cut(' Without `--yes` first ask', '\n\n**Output schema**'),
  },
  {
    name: 'drop the criteria in one variant',
    path: WATCH,
    rule: 'parity/sections',
    mutate: text => text.slice(0, text.indexOf('<success_criteria>')),
  },
  {
    name: 'keep a mirror without its source',
    path: AUDIT,
    rule: 'parity/orphan-mirror',
    mutate: drop('platforms: [codex]'),
  },
  {
    name: 'write no mirror',
    path: LINK_LIST,
    rule: 'parity/missing-skill',
    mutate: drop('platforms: [claude]'),
  },
  // Clients
  {
    name: 'ask with another client’s tool',
    path: SURVEY,
    rule: 'platform/foreign-tool',
    mutate: swap('request_user_input({', 'AskUserQuestion({'),
  },
  {
    name: 'name another client’s tool',
    path: SURVEY,
    rule: 'platform/foreign-tool',
    mutate: swap('and compare:', 'compare, and keep the list with TodoWrite:'),
  },
  {
    name: 'keep another client’s parameters',
    path: SURVEY,
    rule: 'platform/call-args',
    mutate: swap('task_name: "second_reader", message: `', 'name: "second_reader", prompt: `'),
  },
  { name: 'ask without an id', path: SURVEY, rule: 'platform/call-args', mutate: drop('"id": "walk"') },
  {
    name: 'ask with a long header',
    path: SURVEY,
    rule: 'platform/call-args',
    mutate: swap('"header": "Walk"', '"header": "Which of the walks"'),
  },
  {
    name: 'give a task a name that is refused',
    path: SURVEY,
    rule: 'platform/call-args',
    mutate: swap('task_name: "second_reader"', 'task_name: "Second-Reader"'),
  },
  {
    name: 'lose the prompt',
    path: SURVEY,
    rule: 'platform/unfilled-placeholder',
    mutate: swap('`Read every note of ${walk} and list what it names.`', '"<message>"'),
  },
  {
    name: 'call a skill the other way',
    path: SURVEY,
    rule: 'platform/invocation-prefix',
    mutate: swap('`$doc-audit`', '`/doc-audit`'),
  },
  {
    name: 'throw output away in another shell’s words',
    path: SURVEY,
    rule: 'platform/shell-dialect',
    mutate: swap('2>/dev/null', '2>$null'),
  },
  {
    name: 'ask with one option',
    path: PICK,
    rule: 'platform/ask-question-limits',
    mutate: both(drop('label: "Wren"'), swap('"Reads fast" },', '"Reads fast" }')),
  },
  {
    name: 'ask without a list of questions',
    path: PICK,
    rule: 'platform/call-args',
    mutate: both(swap('  questions: [{', ''), swap('  }]\n})', '})')),
  },
  {
    name: 'drop the instructions of an agent',
    path: SECOND_READER,
    rule: 'platform/codex-agent-toml',
    mutate: text => text.slice(0, text.indexOf('developer_instructions')),
  },
  {
    name: 'give an agent a key of another client',
    path: SECOND_READER,
    rule: 'platform/codex-agent-toml',
    mutate: swap('sandbox_mode = "read-only"', 'tools = ["Read"]'),
  },
  {
    name: 'have an agent keep a board of tasks',
    path: SECOND_READER,
    rule: 'platform/codex-agent-toml',
    mutate: swap('Keep your place with', 'Mark the task with TaskUpdate; keep your place with'),
  },
  {
    name: 'quote what is true or false',
    path: SURVEY_FACE,
    rule: 'platform/openai-yaml',
    mutate: swap('allow_implicit_invocation: false', 'allow_implicit_invocation: "false"'),
  },
  {
    name: 'misspell a key',
    path: SURVEY_FACE,
    rule: 'platform/openai-yaml',
    mutate: swap('display_name', 'displayname'),
  },

  // Roles
  { name: 'drop the prefix of a role', path: WALKER, rule: 'roles/fm-required', mutate: drop('prefix: WALK') },
  {
    name: 'call a role otherwise than its folder',
    path: WALKER,
    rule: 'roles/fm-role-matches-dir',
    mutate: swap('role: walker', 'role: wanderer'),
  },
  {
    name: 'lose the types of messages',
    path: WALKER,
    rule: 'roles/message-types-shape',
    mutate: both(drop('  success: chain_found'), drop('  error: error')),
  },
  {
    name: 'make a text of the types of messages',
    path: WALKER,
    rule: 'roles/message-types-shape',
    mutate: both(
      drop('  success: chain'),
      drop('  error: error'),
      swap('message_types:', 'message_types: "[chain_found]"'),
    ),
  },
  {
    name: 'forget a phase',
    path: WALKER,
    rule: 'roles/phase-sections',
    mutate: swap('## Phase 4: Tell', '## The end'),
  },
  { name: 'allow everything', path: WALKER, rule: 'roles/boundaries', mutate: cut('### MUST NOT', '## Phase 2') },
  {
    name: 'take another prefix than the registry has',
    path: WALKER,
    rule: 'roles/prefix-registry',
    mutate: swap('prefix: WALK', 'prefix: STROLL'),
  },
  {
    name: 'loop other than the registry says',
    path: WALKER,
    rule: 'roles/inner-loop-drift',
    mutate: swap('inner_loop: false', 'inner_loop: dynamic'),
  },
  {
    name: 'send what nobody waits for',
    path: WALKER,
    rule: 'roles/message-type-routed',
    mutate: swap('  success: chain_found', '  success: walk_over'),
  },
  {
    name: 'list a command that is not there',
    path: HUNT_LEAD,
    rule: 'roles/command-ref',
    mutate: swap('commands/open.md', 'commands/begin.md'),
  },

  // Swarm
  {
    name: 'call the controller without a session',
    path: HUNT_PROTOCOL,
    rule: 'swarm/cli-flags',
    mutate: swap('aco.mjs --session <session> converged', 'aco.mjs converged'),
  },
  {
    name: 'forget the iteration',
    path: HUNT_LEAD,
    rule: 'swarm/cli-flags',
    mutate: swap('select --iter <k>', 'select'),
  },
  {
    name: 'call a command that never was',
    path: HUNT_LEAD,
    rule: 'swarm/cli-flags',
    mutate: swap('<session> update', '<session> evolve'),
  },
  {
    name: 'read a key that is not printed',
    path: HUNT_PROTOCOL,
    rule: 'swarm/output-keys',
    mutate: swap('"entropy": <float>', '"disorder": <float>'),
  },
  {
    name: 'read a key of an assignment that is not printed',
    path: HUNT_LEAD,
    rule: 'swarm/output-keys',
    mutate: swap('edge_preferences', 'path_hints'),
  },
  {
    name: 'look for the scores elsewhere',
    path: HUNT_LEAD,
    rule: 'swarm/file-names',
    mutate: swap('scores/iter-<k>-scores.json', 'scores/verified_scores.json'),
  },
  {
    name: 'expect a file of a command that writes none',
    path: HUNT_PROTOCOL,
    rule: 'swarm/side-effects',
    mutate: swap('<session> converged', '<session> converged → best.json'),
  },
  {
    name: 'set what no code reads',
    path: HUNT_CONFIG,
    rule: 'swarm/config-drift',
    mutate: swap('"n_ants": 5', '"n_ants": 5, "n_queens": 1'),
  },
  {
    name: 'choose a mode that there is not',
    path: HUNT_CONFIG,
    rule: 'swarm/config-drift',
    mutate: swap('"mode": "llm"', '"mode": "vote"'),
  },
  {
    name: 'run a script that is not there',
    path: `${HUNT}/roles/coordinator/commands/open.md`,
    rule: 'swarm/script-missing',
    mutate: swap('scripts/aco.mjs', 'scripts/init.mjs'),
  },
  {
    name: 'call the message bus like a method',
    path: WALKER,
    rule: 'swarm/team-msg-form',
    mutate: swap('team_msg({ operation: "log", ', 'team_msg.log({ '),
  },
  {
    name: 'run the controller without a path',
    path: HUNT_LEAD,
    rule: 'swarm/script-path',
    mutate: swap('node <skill_root>/scripts/aco.mjs', 'node aco.mjs'),
  },

  // References
  {
    name: 'link to a file that is not there',
    path: MINUTES,
    rule: 'references/link-target',
    mutate: swap('(references/form.md)', '(references/forms.md)'),
  },
  {
    name: 'link from the wrong folder',
    path: FORM,
    rule: 'references/link-target',
    mutate: swap('(votes.md)', '(../votes.md)'),
  },
  {
    name: 'send the model to a role that is not there',
    path: TEAM,
    rule: 'references/link-target',
    mutate: swap('Follow roles/coordinator/role.md', 'Follow roles/leader/role.md'),
  },
  {
    name: 'write a path in another case',
    path: MINUTES,
    rule: 'references/case-mismatch',
    mutate: swap('`references/votes.md`', '`references/Votes.md`'),
  },
  {
    name: 'link out of the pack',
    path: MINUTES,
    rule: 'references/escapes-pack',
    mutate: swap('(references/form.md)', '(../../../docs/form.md)'),
  },
  {
    name: 'import a workflow that nobody ships',
    path: MINUTES,
    rule: 'references/dangling-maestro',
    mutate: swap('workflows/sign.md', 'workflows/seal.md'),
  },
  {
    name: 'cut a path in two',
    path: MINUTES,
    rule: 'references/mangled-path',
    mutate: swap('`~/.codex/skills/team-minutes` or in\n`<project>', '`~  or <project>'),
  },
  {
    name: 'misspell a skill',
    path: MINUTES,
    rule: 'references/unknown-skill',
    mutate: swap('$team-notes', '$team-note'),
  },
  // States
  {
    name: 'rename a state where it is declared',
    path: BIKES,
    rule: 'states/undeclared-state',
    mutate: swap('S_BRAKES    — mends', 'S_STOPPERS  — mends'),
  },
  {
    name: 'misspell a target',
    path: BIKES,
    rule: 'states/undeclared-state',
    mutate: swap('  → S_TRY         OTHERWISE', '  → S_TYR         OTHERWISE'),
  },
  {
    name: 'drop the definition of an action',
    path: BIKES,
    rule: 'states/undefined-action',
    mutate: cut('### A_CALL', '</actions>'),
  },
  {
    name: 'rename an action in a condition that follows a colon',
    path: BIKES,
    rule: 'states/undefined-action',
    mutate: swap('both brakes hold → A_TICK', 'both brakes hold → A_RING_BELL'),
  },
  {
    name: 'drop the block of a state',
    path: BIKES,
    rule: 'states/state-no-exit',
    mutate: both(cut('S_TRY:', 'S_ASK:'), swap('S_BILL        WHEN: the owner', 'END           WHEN: the owner')),
  },
  {
    name: 'drop the ends',
    path: BIKES,
    rule: 'states/no-terminal',
    mutate: both(drop('ERROR(E001)   WHEN'), swap('S_BILL → END', 'S_BILL → S_LOOK')),
  },
  {
    name: 'send two states in a circle',
    path: BIKES,
    rule: 'states/trapped-state',
    mutate: both(
      swap('S_BILL        WHEN: the owner', 'S_ASK         WHEN: the owner'),
      swap('S_PART_1      WHEN: the owner agrees', 'S_ASK         WHEN: the owner agrees'),
      swap(' and go to S_BILL', ''),
      swap('S_TRY:\n', 'S_TRY:\n  → END           WHEN: the shop closes\n'),
    ),
  },
  {
    name: 'take out the ways to a state',
    path: BIKES,
    rule: 'states/unreachable-state',
    mutate: both(drop('→ S_ASK         WHEN: it still rattles'), drop('S_BRAKES → S_ASK')),
  },
  {
    name: 'take out what an action is done for',
    path: BIKES,
    rule: 'states/unreferenced-action',
    mutate: swap('DO: A_LIST_FAULTS', ''),
  },
  {
    name: 'say a transition twice in two forms',
    path: BIKES,
    rule: 'states/duplicate-transition',
    mutate: swap('S_BRAKES → S_ASK :', 'S_LOOK -> S_PART_1 : the brakes are sound → A_TICK\nS_BRAKES → S_ASK :'),
  },
  {
    name: 'remove a state and leave the prose',
    path: BIKES,
    rule: 'states/dead-ref-after-removal',
    mutate: both(drop('S_BRAKES    —'), drop('→ S_BRAKES '), drop('S_BRAKES →')),
  },
  // Gates and error codes
  {
    name: 'remove the gates',
    path: AUDIT,
    rule: 'gates/required',
    mutate: cut('### Phase Gates', '### Step 1'),
  },
  {
    name: 'remove the heading of the gates',
    path: AUDIT,
    rule: 'gates/section-heading',
    mutate: drop('### Phase Gates'),
  },
  {
    name: 'keep the heading of the gates alone',
    path: AUDIT,
    rule: 'gates/heading-without-gates',
    mutate: cut('**GATE 1', '### Step 1'),
  },
  {
    name: 'require nothing at a gate',
    path: AUDIT,
    rule: 'gates/required-line',
    mutate: drop('REQUIRED: all rows of'),
  },
  {
    name: 'let a gate pass everything',
    path: AUDIT,
    rule: 'gates/blocked-line',
    mutate: drop('BLOCKED if: no row of'),
  },
  {
    name: 'leave open what blocks',
    path: AUDIT,
    rule: 'gates/blocked-form',
    mutate: swap('BLOCKED if: no row', 'BLOCKED: no row'),
  },
  { name: 'skip a number of a gate', path: AUDIT, rule: 'gates/sequence', mutate: swap('**GATE 3:', '**GATE 4:') },
  {
    name: 'write a dash in the head of a gate',
    path: AUDIT,
    rule: 'gates/heading-form',
    mutate: swap('**GATE 2: Read', '**GATE 2 — Read'),
  },
  {
    name: 'lose the phase before a gate',
    path: AUDIT,
    rule: 'gates/chain',
    mutate: swap('GATE 2: Read → Judge', 'GATE 2: Print → Judge'),
  },
  {
    name: 'block with a code that is none',
    path: AUDIT,
    rule: 'gates/error-code-defined',
    mutate: swap('no documents (E001)', 'no documents (E001/E007)'),
  },
  {
    name: 'drop the row of a code that a step names',
    path: AUDIT,
    rule: 'errors/code-undefined',
    mutate: drop('| W001 |'),
  },
  {
    name: 'use a code twice',
    path: AUDIT,
    rule: 'errors/code-duplicate',
    mutate: swap('| E002 | error', '| E001 | error'),
  },
  {
    name: 'call an error a warning',
    path: AUDIT,
    rule: 'errors/code-severity-prefix',
    mutate: swap('| E002 | error', '| E002 | warning'),
  },
  {
    name: 'drop the column of the codes',
    path: AUDIT,
    rule: 'errors/table-codes',
    mutate: text =>
      text
        .replace('| Code | Severity | Condition | Recovery |\n|---|', '| Severity | Condition | Recovery |\n|')
        .replace(/^\| [EW]00\d /gm, ''),
  },
  {
    name: 'leave a recovery open',
    path: AUDIT,
    rule: 'errors/recovery-empty',
    mutate: swap('Ask for the folder, then stop |', 'TBD |'),
  },
  { name: 'leave a hole in the codes', path: AUDIT, rule: 'errors/code-gap', mutate: swap('E002', 'E003') },
]

const folder = join(import.meta.dirname, 'fixtures', 'clean-wave')
const files = discover(folder, ['.'], () => false)
const settings = defaultSettings('strict', { codex: '0.144' })
const findingsIn = (sources: readonly Source[]) =>
  lintFiles({ ...files, sources }, { settings, parser: parseWithSatteri }).diagnostics

test('the pack itself is sound', () => {
  const found = findingsIn(files.sources)
  expect(found.map(({ path, range, rule, text }) => `${path}:${range.line} ${rule} ${text}`)).toEqual([])
  expect(files.sources).toHaveLength(26)
})

test('mutations are many, and each has a name of its own', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(30)
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})

const killed = new Set<string>()
afterAll(() => console.log(`mutations noticed: ${killed.size} of ${tried.length}`))

// All with FULL=1; otherwise one of every three, so that each skill of the pack has some.
const tried = mutations.filter((_, index) => FULL || index % 3 === 0)

test.each(tried.map(mutation => [`${mutation.name}: ${mutation.rule}`, mutation] as const))(
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
