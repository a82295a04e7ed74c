/** The wave runtime’s command line as data: what it accepts, and what rules and the compiler check. */

/** A command of the runtime. */
export interface WaveCommand {
  flags: readonly string[]
  required: readonly string[]
  /** Flags that take no value. */
  switches?: readonly string[]
  /** What further words are. */
  words?: string
  summary: string
}

export const WAVE_COMMANDS = {
  check: {
    flags: ['--csv', '--contract'],
    required: ['--csv'],
    summary: 'check the table: header, ids, waves, dependencies, and its columns against contracts',
  },
  next: {
    flags: ['--csv', '--contract', '--wave', '--fields'],
    required: ['--csv'],
    summary: 'write the file of the next wave: rows that are pending and whose dependencies allow it',
  },
  run: {
    flags: [
      ...['--wave-csv', '--contract', '--worker', '--params', '--max-concurrency', '--max-runtime', '--results'],
      ...['--codex-columns', '--json', '--model', '--sandbox', '--cd'],
    ],
    required: ['--wave-csv', '--contract', '--worker'],
    switches: ['--codex-columns', '--json'],
    words: 'the command line of “--worker command”; further arguments for a client, after --',
    summary: 'run one worker per row and write one result per row',
  },
  merge: {
    flags: ['--csv', '--results', '--contract', '--map'],
    required: ['--csv', '--results'],
    summary: 'put results into the table, cascade what can no longer run, then delete the wave’s files',
  },
  status: {
    flags: ['--csv', '--html'],
    required: ['--csv'],
    summary: 'say where the table stands',
  },
  resume: {
    flags: ['--csv', '--json'],
    required: ['--csv'],
    switches: ['--json'],
    summary: 'end what a dead run left behind, and go on with it',
  },
  retry: {
    flags: ['--csv', '--failed', '--blocked', '--id'],
    required: ['--csv'],
    switches: ['--failed', '--blocked'],
    summary: 'make failed rows pending again, with those that were skipped because of them',
  },
} as const satisfies Record<string, WaveCommand>

/** Flags of every command. */
export const WAVE_GLOBAL_FLAGS = ['--help', '--version'] as const

/** What the exit codes mean. */
export const WAVE_EXITS: Readonly<Record<string, string>> = {
  0: 'done',
  1: 'runtime error, or some rows are not completed',
  2: 'bad input or bad usage',
}

/** Workers that rows can be given to. */
export const WAVE_WORKERS = ['codex', 'claude', 'agy', 'command'] as const

/** Columns that Codex’s tool appended to its results (0.105–0.144), in order. */
export const CODEX_COLUMNS = [
  ...['job_id', 'item_id', 'row_index', 'source_id', 'status', 'attempt_count', 'last_error', 'result_json'],
  ...['reported_at', 'completed_at'],
] as const

/** What a row’s status can be. */
export const ROW_STATUSES = ['pending', 'completed', 'failed', 'blocked', 'skipped'] as const

/** When a row can run: all of its dependencies are completed, one is, or all have ended in whatever way. */
export const DEPS_MODES = ['all', 'any', 'settled'] as const
