/**
 * What the linter must say of the customer's documents, entry by entry of the coverage table (design, rules §4) for
 * the rules delivered so far.
 *
 * `before` and `after` count findings of the rule on that side of the document (for whole files and for hunks joined
 * and mounted at their original path); `at least` where the table gives no number. `out` says why an entry cannot be
 * reproduced from the hunks, or why the table is not followed.
 */
export interface Expectation {
  seed: '000' | '001' | '002' | '003'
  skill: string
  rule: string
  before?: number
  after?: number
  /** Only findings whose text holds this. */
  text?: string
  out?: string
}

const HEADER = 'the header of the table lies outside the hunks (reservation b)'
const FRONTMATTER = 'the frontmatter lies outside the hunks (reservation b)'
const MENTION = 'no hunk of the before side names the fan-out: the call lies outside them'
const NEITHER = 'the before side has neither the criterion nor the block, which is consistent; the after side has both'

const codex = (skill: string) => `.codex/skills/${skill}/SKILL.md`

export const expectations: readonly Expectation[] = [
  // 003: maestro-collab, whole files
  { seed: '003', skill: codex('maestro-collab'), rule: 'spawn/schema-strict', before: 3, after: 0 },
  { seed: '003', skill: codex('maestro-collab'), rule: 'spawn/schema-result-status', before: 3, after: 0 },
  {
    seed: '003',
    skill: codex('maestro-collab'),
    rule: 'merge/mapping-missing',
    before: 0,
    after: 0,
    out: 'the schemas have `status`, so §7c.10 leaves the fact to spawn/schema-result-status',
  },
  {
    seed: '003',
    skill: codex('maestro-collab'),
    rule: 'spawn/required-args',
    before: 0,
    after: 3,
    out: 'fifteen missing arguments in three calls are three findings, each naming five',
  },
  { seed: '003', skill: codex('maestro-collab'), rule: 'wave/filter-status', before: 0, after: 3 },
  { seed: '003', skill: codex('maestro-collab'), rule: 'spawn/schema-present', before: 0, after: 1 },
  { seed: '003', skill: codex('maestro-collab'), rule: 'termination/missing', before: 1, after: 1 },
  { seed: '003', skill: codex('maestro-collab'), rule: 'csv/status-initial', before: 1, after: 1 },
  { seed: '003', skill: codex('maestro-collab'), rule: 'tools/undeclared', before: 1, after: 1 },

  // 000: learn-decompose
  { seed: '000', skill: codex('learn-decompose'), rule: 'wave/filter-present', before: 0, after: 0, out: MENTION },
  { seed: '000', skill: codex('learn-decompose'), rule: 'spawn/schema-present', before: 0, after: 0, out: MENTION },
  { seed: '000', skill: codex('learn-decompose'), rule: 'termination/missing', before: 0, after: 0, out: MENTION },
  { seed: '000', skill: codex('learn-decompose'), rule: 'wave/filter-status', before: 0, after: 0 },
  { seed: '000', skill: codex('learn-decompose'), rule: 'termination/clauses', after: 0 },
  { seed: '000', skill: codex('learn-decompose'), rule: 'merge/copy-list', after: 0 },
  { seed: '000', skill: codex('learn-decompose'), rule: 'termination/shared-label-unresolved', after: 0 },
  { seed: '000', skill: codex('learn-decompose'), rule: 'tools/foreign-in-allowed', out: FRONTMATTER },
  // learn-retro
  { seed: '000', skill: codex('learn-retro'), rule: 'spawn/schema-present', before: 1, after: 0 },
  { seed: '000', skill: codex('learn-retro'), rule: 'termination/missing', before: 1, after: 0 },
  { seed: '000', skill: codex('learn-retro'), rule: 'termination/clauses', after: 0 },
  { seed: '000', skill: codex('learn-retro'), rule: 'tools/foreign-in-allowed', out: FRONTMATTER },
  { seed: '000', skill: codex('learn-retro'), rule: 'frontmatter/dead-flag', out: FRONTMATTER },
  // learn-second-opinion
  { seed: '000', skill: codex('learn-second-opinion'), rule: 'spawn/schema-present', before: 1, after: 0 },
  { seed: '000', skill: codex('learn-second-opinion'), rule: 'termination/missing', before: 1, after: 0 },
  { seed: '000', skill: codex('learn-second-opinion'), rule: 'spawn/schema-findings-maxlength', before: 0, after: 1 },
  { seed: '000', skill: codex('learn-second-opinion'), rule: 'termination/shared-label-unresolved', after: 0 },
  // maestro-analyze
  {
    seed: '000',
    skill: codex('maestro-analyze'),
    rule: 'spawn/required-args',
    before: 1,
    after: 0,
    out: 'five missing arguments in one call are one finding that names them',
  },
  { seed: '000', skill: codex('maestro-analyze'), rule: 'termination/missing', before: 1, after: 0 },
  { seed: '000', skill: codex('maestro-analyze'), rule: 'wave/filter-status', before: 3, after: 0 },
  { seed: '000', skill: codex('maestro-analyze'), rule: 'spawn/schema-present', before: 1, after: 0 },
  { seed: '000', skill: codex('maestro-analyze'), rule: 'termination/clauses', after: 0 },
  { seed: '000', skill: codex('maestro-analyze'), rule: 'merge/column-undeclared', out: HEADER },
  {
    seed: '000',
    skill: codex('maestro-analyze'),
    rule: 'spawn/const-undefined',
    after: 0,
    out: 'withdrawn (reservation a)',
  },
  {
    seed: '000',
    skill: codex('maestro-analyze'),
    rule: 'merge/copy-list',
    after: 0,
    out: 'the table calls them false: the shared contract’s sentence lists the columns, and the short repeats inherit it',
  },
  { seed: '000', skill: codex('maestro-analyze'), rule: 'csv/status-initial', out: HEADER },
  {
    seed: '000',
    skill: codex('maestro-analyze'),
    rule: 'sections/on-complete-criterion',
    before: 0,
    after: 0,
    out: NEITHER,
  },
  { seed: '000', skill: codex('maestro-analyze'), rule: 'sections/on-complete-params', after: 0 },
  { seed: '000', skill: codex('maestro-analyze'), rule: 'sections/balance', text: '“</output>”', before: 1, after: 1 },
  // maestro-blueprint
  {
    seed: '000',
    skill: codex('maestro-blueprint'),
    rule: 'sections/on-complete-criterion',
    before: 0,
    after: 0,
    out: NEITHER,
  },
  { seed: '000', skill: codex('maestro-blueprint'), rule: 'sections/on-complete-params', after: 0 },

  // 002: maestro-brainstorm
  { seed: '002', skill: codex('maestro-brainstorm'), rule: 'spawn/schema-present', before: 0, after: 0, out: MENTION },
  { seed: '002', skill: codex('maestro-brainstorm'), rule: 'termination/missing', before: 0, after: 0, out: MENTION },
  { seed: '002', skill: codex('maestro-brainstorm'), rule: 'termination/clauses', after: 0 },
  { seed: '002', skill: codex('maestro-brainstorm'), rule: 'merge/column-undeclared', out: HEADER },
  { seed: '002', skill: codex('maestro-brainstorm'), rule: 'csv/status-initial', out: HEADER },
  {
    seed: '002',
    skill: codex('maestro-brainstorm'),
    rule: 'sections/on-complete-criterion',
    before: 0,
    after: 0,
    out: NEITHER,
  },
  { seed: '002', skill: codex('maestro-brainstorm'), rule: 'sections/on-complete-params', after: 0 },
  // maestro-execute
  { seed: '002', skill: codex('maestro-execute'), rule: 'spawn/schema-strict', before: 1, after: 0 },
  { seed: '002', skill: codex('maestro-execute'), rule: 'merge/copy-list', before: 1, after: 0 },
  { seed: '002', skill: codex('maestro-execute'), rule: 'termination/missing', before: 1, after: 0 },
  { seed: '002', skill: codex('maestro-execute'), rule: 'worker/output-keys', after: 0 },
  { seed: '002', skill: codex('maestro-execute'), rule: 'worker/output-enum', after: 0 },
  { seed: '002', skill: codex('maestro-execute'), rule: 'spawn/const-undefined', after: 0 },
  { seed: '002', skill: codex('maestro-execute'), rule: 'merge/column-in-header', out: HEADER },
  { seed: '002', skill: codex('maestro-execute'), rule: 'csv/status-column', out: HEADER },
  // maestro-milestone-audit
  { seed: '002', skill: codex('maestro-milestone-audit'), rule: 'csv/status-column', before: 1, after: 0 },
  {
    seed: '002',
    skill: codex('maestro-milestone-audit'),
    rule: 'merge/column-in-header',
    before: 0,
    after: 0,
    out: 'the head row of the column table lies outside the hunk, so merge/column-undeclared tells the same fact',
  },
  { seed: '002', skill: codex('maestro-milestone-audit'), rule: 'merge/column-undeclared', before: 4, after: 0 },
  { seed: '002', skill: codex('maestro-milestone-audit'), rule: 'csv/row-arity', after: 0 },
  { seed: '002', skill: codex('maestro-milestone-audit'), rule: 'spawn/schema-strict', before: 1, after: 0 },
  { seed: '002', skill: codex('maestro-milestone-audit'), rule: 'termination/missing', before: 1, after: 0 },
  { seed: '002', skill: codex('maestro-milestone-audit'), rule: 'worker/output-keys', after: 0 },
  { seed: '002', skill: codex('maestro-milestone-audit'), rule: 'spawn/schema-result-status-enum', after: 1 },
  { seed: '002', skill: codex('maestro-milestone-audit'), rule: 'termination/clauses', after: 1 },
  // maestro-next, a whole new file
  { seed: '002', skill: codex('maestro-next'), rule: 'frontmatter/yaml-invalid', after: 0 },
  { seed: '002', skill: codex('maestro-next'), rule: 'frontmatter/dead-flag', after: 0 },
  { seed: '002', skill: codex('maestro-next'), rule: 'sections/invariants-sequence', after: 0 },
  // maestro-plan
  { seed: '002', skill: codex('maestro-plan'), rule: 'spawn/schema-present', before: 0, after: 0, out: MENTION },
  { seed: '002', skill: codex('maestro-plan'), rule: 'termination/missing', before: 0, after: 0, out: MENTION },
  { seed: '002', skill: codex('maestro-plan'), rule: 'termination/clauses', after: 0 },
  { seed: '002', skill: codex('maestro-plan'), rule: 'merge/column-undeclared', out: HEADER },
  { seed: '002', skill: codex('maestro-plan'), rule: 'csv/status-initial', out: HEADER },
  { seed: '002', skill: codex('maestro-plan'), rule: 'frontmatter/dead-flag', out: FRONTMATTER },
]
