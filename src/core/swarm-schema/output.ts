import type { Keywords } from '../json-schema.ts'
import { SWARM_COMMANDS, type SwarmCommandName } from '../swarm.ts'
import {
  assignment,
  checked,
  counted,
  error,
  explained,
  iteration,
  rejected,
  seed,
  tokens,
  topPath,
  warnings,
} from './output-parts.ts'
import { bestProperties, stats } from './session.ts'
import { flag, list, number, object, orNull, schema, share, table, text, whole } from './shape.ts'

/** Schemas of what the commands print: one JSON object each. */

interface Output {
  properties: { readonly [key: string]: Keywords }
  optional?: readonly string[]
}

const outputs = {
  init: {
    properties: {
      session: text('The session folder as given.'),
      pheromone_path: text('The current pheromone, relative to the session.'),
      task_space_path: text('The task space, relative to the session.'),
      n_nodes: whole('Nodes of the task space.', { minimum: 1 }),
      n_edges: counted('Edges of the task space.'),
      seed,
      archived: text('Where --force put the old search, relative to the session.'),
      restored: flag('Written when task-space.json was lost or changed, and only that was put back.', { const: true }),
    },
    optional: ['archived', 'restored'],
  },
  select: {
    properties: {
      iteration: iteration('The iteration.'),
      n_assignments: iteration('Number of assignments.'),
      assignments: list('One assignment per ant.', assignment),
      seed,
    },
  },
  update: {
    properties: {
      iteration: iteration('The iteration that was folded in.'),
      n_ants_processed: iteration('Artifacts that counted.'),
      mean_score: share('Mean verified score of the iteration, four decimals.'),
      best_score: share('Best verified score so far, four decimals.'),
      delta: number('What the iteration added to the best score, four decimals.'),
      elite_updated: flag('Whether the best path is one of this iteration.'),
      hallucinations_flagged: list('Ants whose own score is more than .4 from the verified one.', { type: 'string' }),
      stats: stats(),
      rejected: list('Artifacts that did not count.', rejected),
      tokens_used: counted('Tokens of all iterations up to this one.'),
      tokens_missing: counted('Artifacts of this iteration that do not say what they cost.'),
      replayed: list('Later iterations that were folded again.', { type: 'integer', minimum: 1 }),
    },
  },
  converged: {
    properties: {
      converged: flag('Whether a stop criterion holds.'),
      iteration: counted('The last iteration.'),
      triggered_by: list('Every criterion that holds, in this order; empty when none does.', {
        enum: ['max_iterations', 'target_score', 'stagnation', 'entropy_floor', 'budget_tokens'],
      }),
      reason: text('Every criterion that holds, in words.'),
      metrics: object('What the criteria look at.', {
        iteration: counted('The last iteration.'),
        entropy: number('Entropy of the pheromone, bits.', { minimum: 0 }),
        best_score: share('Best verified score so far.'),
        mean_score: share('Mean verified score of the last iteration.'),
        iterations_completed: counted('Iterations with a trail.'),
        iterations_since_best_change: counted('Iterations since the best score last rose by min_delta.'),
        total_tokens_used: tokens('Tokens so far, assumed ones included.'),
        projected_total_after_next: tokens('Tokens after one more iteration of mean cost.'),
      }),
      recommendation: text('What to do.', { enum: ['stop', 'continue'] }),
    },
  },
  report: {
    properties: {
      best: {
        description:
          'The best path: best.json with a long content cut, or what the trails know; null before the first update.',
        anyOf: [object('best.json.', bestProperties), topPath, { type: 'null' }],
      },
      top_k: list('The best distinct paths, best first, `swarm.elite_keep` of them.', topPath),
      convergence_curve: list(
        'The scores by iteration.',
        object('An iteration.', {
          iteration: iteration('The iteration.'),
          best_score: share('Its best verified score.'),
          mean_score: share('Its mean verified score.'),
          best_so_far: share('The best verified score up to it.'),
        }),
      ),
      final_pheromone_stats: stats(),
      iterations_completed: counted('Iterations with a trail.'),
      seed,
      total_tokens_used: tokens('Tokens that the artifacts and --extra-tokens tell.'),
    },
  },
  validate: {
    properties: {
      files: list('The artifacts, in the order given.', checked, { minItems: 1 }),
      valid: counted('How many would count.'),
      invalid: counted('How many would not; then the exit code is 1.'),
    },
  },
  status: {
    properties: {
      initialized: flag('Whether `init` has run.'),
      iteration: counted('The last iteration that was folded in.'),
      iterations: list('All of them.', { type: 'integer', minimum: 1 }),
      best_score: orNull(share('Best verified score so far; null before the first update.')),
      pending_artifacts: counted(
        'Artifact files of the iteration after the last one, sound or not: what the next update finds.',
      ),
      seed: orNull(text('The seed of the session; null before `init`.')),
      locked: flag('Whether a live process is writing to the session.'),
    },
  },
  explain: {
    properties: {
      iteration: iteration('The iteration.'),
      starts: object('How the start nodes were drawn.', {
        pool: iteration('Nodes that ants may start at.'),
        rule: text('The rule in words.'),
      }),
      assignments: list('One entry per ant.', explained),
      seed,
    },
  },
  replay: {
    properties: {
      iterations: list('The iterations that the trails tell of.', { type: 'integer', minimum: 1 }),
      identical: flag('Whether the files are what the trails lead to.'),
      differences: list('The files that are not; --write has replaced them.', { type: 'string' }),
    },
  },
  simulate: {
    properties: {
      problem: text('The problem that was searched; “own” for the configuration’s task space.'),
      seeds: iteration('How many searches were made.'),
      mean: number('Mean true score of the best path found; 1 is the optimum.'),
      ci95: number('Half the width of its 95 % confidence interval.', { minimum: 0 }),
      curve: list('Mean true score of the best path after each iteration.', { type: 'number' }),
      evaluations: number('Ants that a search sent out, on average.', { minimum: 0 }),
    },
  },
} as const satisfies Record<SwarmCommandName, Output>

const printed = (command: string, summary: string, { properties, optional = [] }: Output) =>
  schema(
    `output of aco ${command}`,
    object(
      `What “aco ${command}” prints. Its task: ${summary}.`,
      {
        status: { description: 'That it went well.', const: 'ok' },
        command: { description: 'The command.', const: command },
        ...properties,
        warnings,
      },
      { optional: [...optional, 'warnings'] },
    ),
  )

const help = printed('help', 'how to use the controller', {
  properties: {
    usage: text('The command line.'),
    options: list('Options of every command.', { type: 'string', pattern: '^--' }),
    commands: table(
      'The commands by name.',
      object('A command.', {
        summary: text('What it does.'),
        flags: list('Its options besides the global ones.', { type: 'string', pattern: '^--' }),
        required: list('Options that must be given.', { type: 'string', pattern: '^--' }),
      }),
    ),
    exit: table('What the exit codes mean.', { type: 'string' }),
  },
})

const version = printed('version', 'which controller this is', {
  properties: { version: text('The version of maestro-pack that it comes from.', { pattern: '^\\d+\\.\\d+\\.\\d+' }) },
})

/** Schemas by name: one per command, help, version and errors. */
export const outputSchemas: Readonly<Record<string, Keywords>> = {
  ...Object.fromEntries(
    Object.entries(SWARM_COMMANDS).map(([name, { summary }]) => [
      name,
      printed(name, summary, outputs[name as SwarmCommandName]),
    ]),
  ),
  help,
  version,
  error,
}
