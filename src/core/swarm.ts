/**
 * The swarm controller’s command line and files as data: what the runtime accepts and prints, and what rules check.
 *
 * Shared by `src/runtime/aco` and the `swarm/*` rules, so that neither can drift from the other.
 */

/** A command of the controller. */
export interface SwarmCommand {
  /** Flags of this command besides the global ones. */
  flags: readonly string[]
  /** Flags that must be given. */
  required: readonly string[]
  /** Keys of the JSON object that it prints on success, besides `status`, `command` and `warnings`. */
  output: readonly string[]
  summary: string
}

/** Flags that stand before or after any command. */
export const SWARM_GLOBAL_FLAGS = ['--session', '--run-dir', '--help', '--version'] as const

export const SWARM_COMMANDS = {
  init: {
    flags: ['--config', '--force', '--seed'],
    required: [],
    output: ['session', 'pheromone_path', 'task_space_path', 'n_nodes', 'n_edges', 'seed', 'archived', 'restored'],
    summary: 'read the configuration, lay out the task space, write the initial pheromone',
  },
  select: {
    flags: ['--iter', '--seed'],
    required: ['--iter'],
    output: ['iteration', 'n_assignments', 'assignments', 'seed'],
    summary: 'say where each ant of an iteration starts and what the pheromone prefers',
  },
  update: {
    flags: ['--iter', '--extra-tokens'],
    required: ['--iter'],
    output: [
      'iteration',
      'n_ants_processed',
      'mean_score',
      'best_score',
      'delta',
      'elite_updated',
      'hallucinations_flagged',
      'stats',
      'rejected',
      'tokens_used',
      'tokens_missing',
      'replayed',
    ],
    summary: 'validate and score the artifacts of an iteration and fold them into the pheromone',
  },
  converged: {
    flags: [],
    required: [],
    output: ['converged', 'iteration', 'triggered_by', 'reason', 'metrics', 'recommendation'],
    summary: 'say whether the search is over, and why',
  },
  report: {
    flags: [],
    required: [],
    output: [
      'best',
      'top_k',
      'convergence_curve',
      'final_pheromone_stats',
      'iterations_completed',
      'seed',
      'total_tokens_used',
    ],
    summary: 'sum up the search',
  },
  validate: {
    flags: ['--iter'],
    required: [],
    output: ['files', 'valid', 'invalid'],
    summary: 'check artifacts before they are reported',
  },
  status: {
    flags: [],
    required: [],
    output: ['initialized', 'iteration', 'iterations', 'best_score', 'pending_artifacts', 'seed', 'locked'],
    summary: 'say where a session stands',
  },
  explain: {
    flags: ['--iter'],
    required: ['--iter'],
    output: ['iteration', 'starts', 'assignments', 'seed'],
    summary: 'say why each ant of an iteration got its hints',
  },
  replay: {
    flags: ['--write'],
    required: [],
    output: ['iterations', 'identical', 'differences'],
    summary: 'rebuild the state from the logs and compare it with what is on disk',
  },
  simulate: {
    flags: ['--config', '--problem', '--seeds', '--ants', '--iterations'],
    required: [],
    output: ['problem', 'seeds', 'mean', 'ci95', 'curve', 'evaluations'],
    summary: 'let simulated ants search with a configuration: what would this budget find',
  },
} as const satisfies Record<string, SwarmCommand>

/** What the exit codes mean. */
export const SWARM_EXITS = {
  0: 'done; also when the reader of the output has gone away',
  1: 'it could not be done: no artifacts, a broken file, a failing rule, a full disk; or `validate` was given an artifact that would not count; or what was done could not be printed',
  2: 'the configuration or the command line is wrong; nothing was done',
} as const

/** Failures of the controller by code, with their exit code. */
export const SWARM_ERRORS = [
  { codes: ['E_USAGE'], exit: 2, meaning: 'the command line cannot be read' },
  {
    codes: ['E_SESSION'],
    exit: 2,
    meaning: '`--session` or `--run-dir` names no folder: it is a file, or there is no such session (`init` makes one)',
  },
  {
    codes: ['E_CONFIG_MISSING', 'E_CONFIG_FILE', 'E_CONFIG_JSON', 'E_CONFIG_VALUE'],
    exit: 2,
    meaning:
      'there is no configuration; it is a folder, a pipe, a device or larger than 64 MB; it is no JSON; a value is out of bounds or of the wrong type',
  },
  { codes: ['E_NODES', 'E_START_NODES', 'E_EDGES'], exit: 2, meaning: 'the task space cannot be laid out' },
  {
    codes: ['E_NOT_INITIALIZED', 'E_ALREADY_INITIALIZED'],
    exit: 1,
    meaning: '`init` has not run, or what it wrote is lost; it has, and there are iterations already',
  },
  {
    codes: ['E_NO_ARTIFACTS', 'E_NO_VALID_ARTIFACTS'],
    exit: 1,
    meaning: 'there is nothing to fold in; nothing was changed',
  },
  { codes: ['E_SCORES_JSON'], exit: 1, meaning: 'the scores file is none, or larger than 64 MB' },
  {
    codes: ['E_SCRIPT_PATH', 'E_SCRIPT_FAILED', 'E_SCRIPT_TIMEOUT'],
    exit: 1,
    meaning: 'the rule is not there, or no file; under `scoring.strict` also: it failed, it took too long',
  },
  { codes: ['E_LOCKED'], exit: 1, meaning: 'somebody else has been writing for 20 seconds' },
  {
    codes: ['E_FILE_KIND'],
    exit: 1,
    meaning:
      'a folder, a pipe or the like stands where a file of the session belongs, or a file where a folder does; or the file is larger than 512 MB',
  },
  {
    codes: ['E_IO_<errno>'],
    exit: 1,
    meaning: 'the system refused to read or write a file; the message says what it means',
  },
  { codes: ['E_INTERNAL'], exit: 1, meaning: 'a mistake in this program' },
] as const

export type SwarmCommandName = keyof typeof SWARM_COMMANDS

/** Keys of `metrics` in the output of `converged`. */
export const SWARM_METRICS = [
  'iteration',
  'entropy',
  'best_score',
  'mean_score',
  'iterations_completed',
  'iterations_since_best_change',
  'total_tokens_used',
  'projected_total_after_next',
] as const

/** Keys of an assignment in the output of `select`. */
export const SWARM_ASSIGNMENT = [
  'ant_id',
  'iteration',
  'start_node',
  'edge_preferences',
  'baseline',
  'max_path_length',
] as const

/** Files of a session, `<k>` an iteration, `<i>` an ant. */
export const SWARM_FILES = {
  config: 'swarm-config.json',
  taskSpace: 'task-space.json',
  current: 'pheromone/current.json',
  initial: 'pheromone/init.json',
  history: 'pheromone/history/<k>.json',
  artifact: 'artifacts/ant-<k>-<i>.json',
  scores: 'scores/iter-<k>-scores.json',
  trail: 'trails/<k>.jsonl',
  best: 'best.json',
} as const

/** Keys of `swarm-config.json` by section; keys that begin with `_` are comments anywhere. */
export const SWARM_CONFIG_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': ['swarm', 'aco', 'task_space', 'scoring', 'ant_prompt', 'convergence', 'validation'],
  swarm: ['n_ants', 'max_iterations', 'elite_keep', 'seed'],
  aco: ['alpha', 'beta', 'gamma', 'rho', 'q', 'tau_init', 'tau_min', 'tau_max', 'node_deposit', 'matrix_type', 'hints'],
  'aco.hints': ['sources', 'top_k'],
  task_space: ['type', 'nodes', 'auto_discover_from', 'max_path_length', 'start_nodes', 'edges', 'eta'],
  'task_space.eta': ['nodes', 'edges', 'default'],
  scoring: ['mode', 'script_path', 'rubric', 'self_score_discount', 'timeout_s', 'strict', 'hybrid'],
  ant_prompt: ['objective', 'evidence_requirements', 'tools_hint'],
  convergence: ['max_iterations', 'stagnation', 'entropy_floor', 'budget_tokens', 'target_score'],
  'convergence.stagnation': ['enabled', 'patience', 'min_delta', 'metric'],
  'convergence.entropy_floor': ['enabled', 'threshold', 'mode'],
  'convergence.budget_tokens': ['enabled', 'max', 'assume_per_ant'],
  'convergence.target_score': ['enabled', 'value'],
}

/** How a verified score comes about. */
export const SWARM_SCORING_MODES = ['script', 'llm', 'fallback', 'hybrid'] as const

export const SWARM_MATRIX_TYPES = ['edge_weighted_sparse', 'node_weighted', 'full_dense'] as const
