/**
 * What the linter must say of the customer's documents, entry by entry of the coverage table (design, rules §4) for
 * the rules delivered so far.
 *
 * `before` and `after` count findings of the rule on that side of the document (for whole files and for hunks joined
 * and mounted at their original path); `at least` where the table gives no number. `out` says why an entry cannot be
 * reproduced from the hunks, or why the table is not followed.
 */
export interface Expectation {
  seed: '000' | '001' | '002' | '003' | '004'
  skill: string
  rule: string
  before?: number
  after?: number
  /** Only findings whose text holds this. */
  text?: string
  /** Counted with the hunks put into a whole skill: rules that ask for sections are silent about fragments. */
  framed?: true
  out?: string
}

const HEADER = 'the header of the table lies outside the hunks (reservation b)'
const FRONTMATTER = 'the frontmatter lies outside the hunks (reservation b)'
const MENTION = 'no hunk of the before side names the fan-out: the call lies outside them'
const NEITHER = 'the before side has neither the criterion nor the block, which is consistent; the after side has both'

const agy = (skill: string) => `.agy/skills/${skill}/SKILL.md`
const swarm = (path: string) => `.claude/skills/team-swarm/${path}`
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
  // platform/*
  { seed: '003', skill: codex('maestro-collab'), rule: 'platform/foreign-tool', before: 0, after: 0 },
  {
    seed: '003',
    skill: codex('maestro-collab'),
    rule: 'platform/call-args',
    before: 3,
    after: 0,
    out: 'two headers over twelve characters and a question with four options, which the table does not list',
  },
  { seed: '002', skill: codex('maestro-next'), rule: 'platform/foreign-tool', after: 0 },
  { seed: '002', skill: codex('maestro-next'), rule: 'platform/invocation-prefix', after: 0 },
  { seed: '000', skill: codex('learn-decompose'), rule: 'platform/foreign-tool', out: FRONTMATTER },
  {
    seed: '000',
    skill: codex('learn-retro'),
    rule: 'platform/invocation-prefix',
    out: 'line 93 lies outside the hunks (reservation b)',
  },
  { seed: '004', skill: agy('maestro-ralph-v2'), rule: 'platform/unfilled-placeholder', before: 4, after: 2 },
  {
    seed: '004',
    skill: agy('maestro-ralph-v2'),
    rule: 'platform/call-args',
    before: 7,
    after: 2,
    out: 'the five calls that stay are those of the whole file; two of them lie in the hunks',
  },
  {
    seed: '004',
    skill: agy('maestro-ralph-v2'),
    rule: 'platform/foreign-tool',
    before: 0,
    after: 0,
    out: 'the three names lie outside the hunks; “Agent” as a word is none',
  },
  { seed: '004', skill: agy('maestro-swarm-workflow'), rule: 'platform/path-leak', before: 0, after: 1 },
  { seed: '004', skill: agy('maestro-universal-workflow'), rule: 'platform/path-leak', before: 0, after: 1 },

  // roles, swarm: team-swarm, whole files. Neither its SKILL.md nor its scripts are among them.
  { seed: '000', skill: swarm('specs/convergence-criteria.md'), rule: 'swarm/output-keys', after: 2 },
  {
    seed: '000',
    skill: swarm('specs/convergence-criteria.md'),
    rule: 'swarm/config-drift',
    text: 'budget_tokens',
    after: 1,
  },
  { seed: '000', skill: swarm('specs/pheromone-schema.md'), rule: 'swarm/script-missing', text: '“init.py”', after: 1 },
  { seed: '000', skill: swarm('specs/pheromone-schema.md'), rule: 'swarm/output-keys', after: 0 },
  {
    seed: '000',
    skill: swarm('specs/swarm-config-template.json'),
    rule: 'swarm/config-drift',
    text: 'budget_tokens',
    after: 1,
  },
  {
    seed: '000',
    skill: swarm('specs/swarm-config-template.json'),
    rule: 'swarm/config-drift',
    text: 'scoring.mode',
    after: 0,
    out: '`fallback` is a mode (§7c.12)',
  },
  { seed: '000', skill: swarm('specs/swarm-protocol.md'), rule: 'swarm/cli-flags', after: 5 },
  { seed: '000', skill: swarm('specs/swarm-protocol.md'), rule: 'swarm/file-names', after: 2 },
  { seed: '000', skill: swarm('specs/swarm-protocol.md'), rule: 'swarm/output-keys', text: 'path_hints', after: 1 },
  { seed: '000', skill: swarm('specs/swarm-protocol.md'), rule: 'swarm/output-keys', after: 1 },
  { seed: '000', skill: swarm('specs/swarm-protocol.md'), rule: 'swarm/side-effects', after: 1 },
  { seed: '000', skill: swarm('specs/swarm-protocol.md'), rule: 'swarm/script-path', after: 0 },
  { seed: '001', skill: swarm('roles/coordinator/commands/iterate.md'), rule: 'swarm/cli-flags', after: 0 },
  { seed: '001', skill: swarm('roles/coordinator/commands/iterate.md'), rule: 'swarm/output-keys', after: 0 },
  { seed: '001', skill: swarm('roles/coordinator/commands/iterate.md'), rule: 'swarm/team-msg-form', after: 1 },
  { seed: '001', skill: swarm('roles/coordinator/role.md'), rule: 'roles/boundaries', after: 0 },
  {
    seed: '001',
    skill: swarm('roles/coordinator/role.md'),
    rule: 'roles/command-ref',
    after: 0,
    out: 'without a SKILL.md the folder is a part of a skill: what else there is, is not known',
  },
  {
    seed: '001',
    skill: swarm('roles/coordinator/role.md'),
    rule: 'roles/message-type-routed',
    text: 'scoring_complete',
    after: 1,
    out: 'the role of the ants is not among the hunks',
  },
  { seed: '001', skill: swarm('roles/coordinator/role.md'), rule: 'swarm/script-path', after: 4 },
  { seed: '001', skill: swarm('roles/coordinator/role.md'), rule: 'swarm/cli-flags', after: 0 },
  { seed: '001', skill: swarm('roles/coordinator/role.md'), rule: 'swarm/output-keys', after: 0 },
  {
    seed: '001',
    skill: swarm('roles/coordinator/role.md'),
    rule: 'swarm/config-drift',
    after: 0,
    out: 'withdrawn (reservation a)',
  },
  ...['fm-required', 'fm-role-matches-dir', 'message-types-shape', 'phase-sections', 'boundaries'].map(
    (name): Expectation => ({ seed: '001', skill: swarm('roles/scorer/role.md'), rule: `roles/${name}`, after: 0 }),
  ),

  // parity: the mirror of 001 in .agy is no part of the material, so nothing is compared
  ...['roles/scorer/role.md', 'roles/coordinator/role.md'].map(
    (file): Expectation => ({
      seed: '001',
      skill: `.agy/skills/team-swarm/${file}`,
      rule: 'parity/frontmatter',
      before: 0,
      after: 0,
      out: 'the mirror lies outside the hunks (reservation b); a conversion of the file by the faults that the design lists gives the two findings',
    }),
  ),

  // references
  {
    seed: '000',
    skill: codex('maestro-blueprint'),
    rule: 'references/dangling-maestro',
    before: 0,
    after: 0,
    out: 'the line lies outside the hunks (reservation b), and nobody knows the folder of workflows without a reference root',
  },
  ...['link-target', 'unknown-skill', 'mangled-path', 'case-mismatch', 'escapes-pack'].map(
    (name): Expectation => ({ seed: '002', skill: codex('maestro-next'), rule: `references/${name}`, after: 0 }),
  ),
  ...['link-target', 'dangling-maestro', 'escapes-pack'].map(
    (name): Expectation => ({
      seed: '001',
      skill: swarm('roles/coordinator/role.md'),
      rule: `references/${name}`,
      after: 0,
      out: 'without a SKILL.md the folder is a part of a skill: what else there is, is not known',
    }),
  ),
  // states
  ...[
    'undeclared-state',
    'undefined-action',
    'no-terminal',
    'state-no-exit',
    'trapped-state',
    'unreachable-state',
    'duplicate-transition',
    'unreferenced-action',
    'dead-ref-after-removal',
  ].flatMap((name): Expectation[] => [
    { seed: '003', skill: codex('maestro-collab'), rule: `states/${name}`, after: 0 },
    { seed: '002', skill: codex('maestro-next'), rule: `states/${name}`, after: 0 },
  ]),
  ...['undeclared-state', 'undefined-action', 'dead-ref-after-removal'].map(
    (name): Expectation => ({
      seed: '004',
      skill: '.agy/skills/maestro-ralph-v2/SKILL.md',
      rule: `states/${name}`,
      before: 0,
      after: 0,
      out: 'the hunks are lines of a machine without its section tags: there is no list of states to compare with',
    }),
  ),
  // Gates and error codes
  { seed: '003', skill: codex('maestro-collab'), rule: 'errors/code-gap', before: 0, after: 2 },
  { seed: '003', skill: codex('maestro-collab'), rule: 'errors/code-undefined', before: 0, after: 0 },
  {
    seed: '000',
    skill: codex('maestro-analyze'),
    rule: 'errors/code-undefined',
    out: 'neither the line that names E001 nor the table lies within the hunks (reservation b)',
  },
  {
    seed: '002',
    skill: codex('maestro-brainstorm'),
    rule: 'errors/code-undefined',
    out: 'neither the line that names W004 nor the table lies within the hunks (reservation b)',
  },
  {
    seed: '002',
    skill: codex('maestro-plan'),
    rule: 'errors/code-undefined',
    out: 'neither the line that names E001 nor the table lies within the hunks (reservation b)',
  },
  { seed: '002', skill: codex('maestro-next'), rule: 'errors/code-undefined', after: 0 },
  ...[
    'maestro-swarm-workflow',
    'maestro-universal-workflow',
    'maestro-update',
    'maestro-tools-execute',
    'maestro-tools-register',
    'manage-codebase-rebuild',
    'manage-harvest',
    'manage-issue',
    'manage-issue-discover',
  ].flatMap(skill =>
    [
      'section-heading',
      'heading-without-gates',
      'heading-form',
      'sequence',
      'required-line',
      'blocked-line',
      'error-code-defined',
    ].map((rule): Expectation => ({ seed: '004', skill: agy(skill), rule: `gates/${rule}`, before: 0, after: 0 })),
  ),
  { seed: '004', skill: agy('maestro-swarm-workflow'), rule: 'gates/chain', after: 0 },
  { seed: '004', skill: agy('maestro-universal-workflow'), rule: 'errors/code-duplicate', before: 0, after: 1 },
  { seed: '004', skill: agy('maestro-update'), rule: 'errors/code-undefined', before: 0, after: 0 },
  { seed: '004', skill: agy('manage-codebase-rebuild'), rule: 'errors/code-undefined', before: 0, after: 0 },
  { seed: '004', skill: agy('manage-drift-realign'), rule: 'errors/code-undefined', before: 0, after: 0 },
  {
    seed: '004',
    skill: agy('maestro-tools-execute'),
    rule: 'errors/code-severity-prefix',
    out: 'the table of codes lies outside the hunks (reservation b)',
  },
  {
    seed: '004',
    skill: agy('maestro-ui-codify'),
    rule: 'gates/heading-form',
    after: 0,
    out: 'the gates lie outside the hunks, and §7 trap 9 allows the dialect “Phase n → Phase m”',
  },

  // 004: what the hunks add to skills (○): the rows that a fragment of a skill can show
  {
    seed: '004',
    skill: agy('maestro-swarm-workflow'),
    rule: 'sections/output-boundary-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-tools-execute'),
    rule: 'sections/output-boundary-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-tools-execute'),
    rule: 'sections/invariants-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-tools-register'),
    rule: 'sections/invariants-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-ui-codify'),
    rule: 'sections/output-boundary-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-ui-codify'),
    rule: 'sections/invariants-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-universal-workflow'),
    rule: 'sections/output-boundary-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-universal-workflow'),
    rule: 'sections/success-criteria-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-update'),
    rule: 'sections/invariants-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('maestro-update'),
    rule: 'sections/error-codes-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('manage-codebase-rebuild'),
    rule: 'sections/output-boundary-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('manage-drift-realign'),
    rule: 'sections/output-boundary-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('manage-drift-realign'),
    rule: 'sections/invariants-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('manage-harvest'),
    rule: 'sections/output-boundary-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('manage-harvest'),
    rule: 'sections/invariants-required',
    before: 1,
    after: 0,
    framed: true,
  },
  {
    seed: '004',
    skill: agy('manage-issue'),
    rule: 'sections/output-boundary-required',
    before: 1,
    after: 0,
    framed: true,
  },
  { seed: '004', skill: agy('manage-harvest'), rule: 'gates/required', before: 1, after: 0, framed: true },
  {
    seed: '004',
    skill: agy('maestro-swarm-workflow'),
    rule: 'sections/success-criteria-required',
    before: 1,
    after: 1,
    framed: true,
    out: 'still wrong after, as the table says; its other ○ rows need steps that lie outside the hunks (reservation b)',
  },
]
