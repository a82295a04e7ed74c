import type { Keywords } from '../json-schema.ts'
import { SWARM_MATRIX_TYPES } from '../swarm.ts'
import { pair } from './config.ts'
import { flag, list, number, object, orNull, path, schema, share, table, text, whole } from './shape.ts'

/** Schemas of the files that the controller writes. */

const tau = (description: string, more: Keywords = {}) => number(description, { minimum: 0, ...more })

/** Keys that only this controller writes: a file of another one may lack them. */
const OWN_STATS = [
  'best_known',
  'tokens_used',
  'tokens_iter',
  'tokens_missing',
  'tokens_missing_iter',
  'entropy_normalized',
] as const

/** The statistics of a pheromone state. */
export const stats = (optional: readonly string[] = []): Keywords =>
  object(
    'Statistics over all edges.',
    {
      mean: tau('Mean pheromone per edge.'),
      max: tau('Highest pheromone of an edge.'),
      min: tau('Lowest pheromone of an edge.'),
      entropy: tau('Shannon entropy of the pheromone on active edges, bits.'),
      n_edges_active: whole('Edges with more than 1.01 · tau_min.', { minimum: 0 }),
      best_known: share('The best score so far.'),
      tokens_used: whole('Tokens of all iterations up to this one.', { minimum: 0 }),
      tokens_iter: whole('Tokens of this iteration.', { minimum: 0 }),
      tokens_missing: whole('Artifacts up to this iteration that do not say what they cost.', { minimum: 0 }),
      tokens_missing_iter: whole('Such artifacts of this iteration.', { minimum: 0 }),
      entropy_normalized: number('entropy / log2(n_edges_active), 0 to 1.', { minimum: 0 }),
    },
    { optional },
  )

const edges = (description: string, values: Keywords) =>
  table(description, values, { propertyNames: { pattern: '::' } })

export const pheromone = schema(
  'pheromone/current.json, pheromone/init.json, pheromone/history/<k>.json',
  object(
    'The pheromone after an iteration.',
    {
      version: { description: 'Version of this format.', const: '1.0' },
      iteration: whole('The iteration; 0 before the first.', { minimum: 0 }),
      n_nodes: whole('Nodes of the task space.', { minimum: 1 }),
      n_edges: whole('Edges of the task space.', { minimum: 0 }),
      matrix_type: text('As configured.', { enum: SWARM_MATRIX_TYPES }),
      tau_default: tau('Pheromone of every edge that `tau` does not list.'),
      node_tau_default: tau('Pheromone of every node that `node_tau` does not list.'),
      tau: edges(
        'Pheromone by edge, “a::b” with both names in code point order. Up to 2,000 edges all are listed, above the touched ones.',
        { type: 'number', minimum: 0 },
      ),
      node_tau: table('Pheromone by node, listed like the edges.', { type: 'number', minimum: 0 }),
      metadata: object(
        'The settings that led here (`aco` of the configuration).',
        {
          alpha: number('Exponent of the edge pheromone.'),
          beta: number('Exponent of the heuristic.'),
          rho: share('Share that evaporates per iteration.'),
          q: number('Deposit per unit of score.'),
          tau_init: tau('Pheromone at the beginning.'),
          tau_min: tau('Lower bound.'),
          tau_max: tau('Upper bound.'),
          gamma: number('Exponent of the node pheromone.'),
          node_deposit: number('Share of a deposit that nodes get.'),
          frozen: object('In init.json: what the session was laid out from, and keeps.', {
            task_space: text('Fingerprint of the task space: nodes, edges, starts, heuristic, path length, seed.'),
            seed: text('The seed of the session.'),
            config_seed: orNull(text('`swarm.seed` as it was configured; null without one.')),
            nodes_from: orNull(text('The pattern that the nodes were found by; null when they were listed.')),
          }),
        },
        { optional: ['gamma', 'node_deposit', 'frozen'] },
      ),
      stats: stats(OWN_STATS),
    },
    { optional: ['n_edges', 'tau_default', 'node_tau_default'] },
  ),
)

export const taskSpace = schema(
  'task-space.json',
  object(
    'The graph as `init` laid it out.',
    {
      nodes: list(
        'The nodes, in the order given or found.',
        { type: 'string', minLength: 1 },
        { minItems: 1, uniqueItems: true },
      ),
      n_nodes: whole('Their number.', { minimum: 1 }),
      n_edges: whole('Number of undirected edges.', { minimum: 0 }),
      max_path_length: whole('Nodes that a path may have.', { minimum: 1 }),
      start_nodes: {
        description: 'As configured: “any”, “weighted” or a list of nodes.',
        anyOf: [{ enum: ['any', 'weighted'] }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
      },
      edges: {
        description: 'As configured: “complete” or a list of pairs.',
        anyOf: [{ enum: ['complete', {}] }, { type: 'array', items: pair }],
      },
      eta: { description: 'As configured: the heuristic.', type: 'object' },
      seed: text('Fixes every random draw of the session.'),
    },
    { optional: ['n_edges', 'eta', 'seed'] },
  ),
)

export const SOURCES = ['verified_llm', 'verified_script', 'fallback_self'] as const

export const trail = schema(
  'a line of trails/<k>.jsonl',
  object(
    'What a valid ant deposits: the log from which everything else can be rebuilt.',
    {
      ant_id: text('The ant.', { minLength: 1 }),
      path: path('Its path.'),
      self_score: share('How good the ant held it to be.'),
      verified_score: share('How good it is.'),
      source: text('Where the verified score comes from.', { enum: SOURCES }),
      hallucination_suspected: flag('Written when own and verified score are more than .4 apart.', { const: true }),
      cost_tokens: whole('Tokens that the ant cost.', { minimum: 0, maximum: 1e12 }),
      other_tokens: object('In the first line: what the iteration cost besides the ants that have a line.', {
        extra: whole('What --extra-tokens told.', { minimum: 0 }),
        rejected: whole('Tokens of rejected artifacts.', { minimum: 0 }),
        missing: whole('Rejected artifacts that do not say what they cost.', { minimum: 0 }),
      }),
    },
    { optional: ['hallucination_suspected', 'cost_tokens', 'other_tokens'] },
  ),
)

export const bestProperties: Readonly<Record<string, Keywords>> = {
  ant_id: text('The ant that found it.', { minLength: 1 }),
  iteration: whole('When it did.', { minimum: 1 }),
  path: path('The path.'),
  score: share('Its verified score.'),
  self_score: share('What the ant itself gave it.'),
  candidate_solution: { description: 'What the ant proposed, as its artifact has it.' },
  evidence: { description: 'What the ant saw, as its artifact has it.' },
  updated_at: text('When this path became the best, ISO 8601.'),
}

export const best = schema('best.json', object('The best path so far.', bestProperties))
