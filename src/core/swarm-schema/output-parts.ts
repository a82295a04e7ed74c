import { SWARM_COMMANDS } from '../swarm.ts'
import { SOURCES } from './session.ts'
import { flag, list, node, number, object, path, schema, share, table, text, whole } from './shape.ts'

/** What the outputs of several commands, or the deeper parts of one, are made of. */

export const iteration = (description: string) => whole(description, { minimum: 1 })
export const counted = (description: string) => whole(description, { minimum: 0 })
export const tokens = (description: string) => number(description, { minimum: 0 })
export const seed = text('The seed that the draws were made with.')
const antId = text('The ant: ANT-<iteration>-<number>.', { minLength: 1 })
const tau = (description: string) => number(description, { minimum: 0 })

export const warnings = list(
  'What the command got over; absent when there was nothing.',
  object(
    'A warning; some name the file or the ant.',
    {
      code: text('Kind of the warning.', { pattern: '^W_[A-Z_]+$' }),
      message: text('What is wrong.'),
      file: text('The file that it is about.'),
      ant_id: text('The ant that it is about.'),
    },
    { optional: ['file', 'ant_id'], open: true },
  ),
  { minItems: 1 },
)

export const assignment = object('What one ant is told.', {
  ant_id: antId,
  iteration: iteration('The iteration.'),
  start_node: node('Where the path begins.'),
  edge_preferences: table(
    'Probability of a step by “<source>::<next>”, among all steps that the source allows; four significant digits.',
    { type: 'number', minimum: 0, maximum: 1 },
    { propertyNames: { pattern: '::' } },
  ),
  baseline: table('Mean probability of a step that is not listed, by source.', {
    type: 'number',
    minimum: 0,
    maximum: 1,
  }),
  max_path_length: iteration('Nodes that the path may have.'),
})

export const rejected = object(
  'An artifact that does not count.',
  { file: text('Name of the file.'), ant_id: antId, reason: text('Why it does not count.') },
  { optional: ['ant_id'] },
)

export const checked = object(
  'A checked artifact.',
  {
    file: text('The file as given.'),
    valid: flag('Whether it would count.'),
    reason: text('Why it would not.'),
    remarks: list('Expected parts that are missing or odd.', { type: 'string' }),
  },
  { optional: ['reason'] },
)

export const topPath = object('A path and its score.', {
  ant_id: antId,
  iteration: iteration('When it was found.'),
  path: path('The path.'),
  score: share('Its verified score.'),
  self_score: share('What the ant itself gave it.'),
  source: text('Where the verified score comes from.', { enum: SOURCES }),
})

const hintReasons = object('A hint and what it was computed from.', {
  next: node('Where the step leads.'),
  probability: share('Its probability among all steps that the source allows.'),
  tau: tau('Pheromone of the edge.'),
  node_tau: tau('Pheromone of the node that it leads to.'),
  weight: tau('Weight of the step, not divided by the sum of all; 1e308 when it is greater.'),
  visited: flag('Whether ants have walked the edge, so that its pheromone still differs from that of the others.'),
})

export const explained = object('Why an ant got its hints.', {
  ant_id: antId,
  start_node: node('Where the path begins.'),
  start_node_tau: tau('Pheromone of that node.'),
  sources: list(
    'The nodes that the hints cover, in the order in which they were reached.',
    object('A covered node.', {
      source: node('The node.'),
      baseline: share('Mean probability of a step that is not listed.'),
      listed: list('The hints, strongest first.', hintReasons),
    }),
  ),
})

export const error = schema(
  'output of aco, error',
  object(
    'What any command prints when it does not get through; the exit code is 1 (run time) or 2 (configuration, usage).',
    {
      status: { description: 'That it failed.', const: 'error' },
      command: text('The command, if it was understood.', {
        enum: [...Object.keys(SWARM_COMMANDS), 'help', 'version'],
      }),
      code: text('Kind of the failure.', { pattern: '^E_[A-Z0-9_]+$' }),
      message: text('What is wrong.'),
      details: { description: 'More for programs: the key, the file, what was expected.' },
      warnings,
    },
    { optional: ['command', 'details', 'warnings'] },
  ),
)
