import type { Keywords } from '../json-schema.ts'
import { SWARM_MATRIX_TYPES, SWARM_SCORING_MODES } from '../swarm.ts'
import { convergence } from './criteria.ts'
import { COMMENTS, flag, number, schema, section, setting, table, text, upTo, whole } from './shape.ts'

/** Schema of `swarm-config.json`: what `aco init` accepts, and no key that it does not know. */

const above = (maximum: number) => ({ exclusiveMinimum: 0, maximum })
const count = (description: string, byDefault: number, maximum: number) =>
  setting(whole(description, upTo(maximum, 1)), byDefault)
const name = { type: 'string', minLength: 1 }

const swarm = section('How many ants search, and how often.', {
  n_ants: count('Ants per iteration.', 5, 1000),
  max_iterations: count('Iterations at most; `convergence.max_iterations` wins over it.', 5, 1e6),
  elite_keep: count('Distinct paths that the report lists.', 5, 1000),
  seed: {
    description: 'Fixes every random draw; without it `init` draws one and records it in task-space.json.',
    anyOf: [{ type: ['string', 'null'] }, { type: 'number' }],
  },
})

const aco = section('The numbers of the pheromone.', {
  alpha: setting(number('Exponent of the edge pheromone in the weight of a step.', upTo(50)), 1),
  beta: setting(
    number('Exponent of the heuristic eta in the weight of a step; without eta it has no effect.', upTo(50)),
    2,
  ),
  gamma: setting(number('Exponent of the pheromone of the node that a step leads to; 0 leaves it out.', upTo(50)), 0),
  rho: setting(number('Share of the pheromone that evaporates per iteration.', upTo(1)), 0.2),
  q: setting(number('Pheromone deposited per unit of score.', upTo(1e6)), 1),
  tau_init: setting(number('Pheromone of every edge and node before the first iteration.', above(1e9)), 1),
  tau_min: setting(number('Lower bound of the pheromone; not above tau_max.', upTo(1e100)), 0.01),
  tau_max: setting(number('Upper bound of the pheromone.', upTo(1e100)), 10),
  node_deposit: setting(number('Share of a deposit that each node of the path gets.', upTo(1e6)), 0.5),
  matrix_type: setting(
    text('Which pheromone steers: that of edges, that of nodes, or that of edges with every edge written out.', {
      enum: SWARM_MATRIX_TYPES,
    }),
    'edge_weighted_sparse',
  ),
  hints: section('How much of the pheromone an ant is told.', {
    sources: count(
      'Nodes whose continuations an assignment covers, from the start on; 1 covers the first step only.',
      1,
      1000,
    ),
    top_k: count('Continuations listed per covered node.', 8, 1000),
  }),
})

/** An undirected edge as people write it. */
export const pair: Keywords = {
  anyOf: [
    { type: 'string', pattern: '::' },
    { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    {
      type: 'object',
      properties: { from: text('One end of the edge.'), to: text('The other end.') },
      required: ['from', 'to'],
    },
  ],
}

const weights = (description: string) =>
  table(description, { type: 'number', minimum: 0 }, { type: ['object', 'null'], patternProperties: COMMENTS })

const taskSpace: Keywords = {
  ...section('The graph that is searched. Nodes are files, choices, steps: whatever a path is made of.', {
    type: setting(text('A word for readers; the controller does not look at it.')),
    nodes: {
      description: 'The names of the nodes, or “auto_discover_from: <glob>”.',
      anyOf: [
        { type: 'array', items: name, minItems: 1 },
        { type: 'string', pattern: '^auto_discover_from:\\s*\\S' },
        { type: 'null' },
      ],
    },
    auto_discover_from: setting(
      text('A glob below the working directory; each file that it finds is a node.', { minLength: 1 }),
    ),
    max_path_length: count('Nodes that a path may have.', 5, 1e6),
    start_nodes: {
      description: 'Where ants may start: anywhere, anywhere by node pheromone, or at one of the nodes listed.',
      anyOf: [{ enum: ['any', 'weighted', null] }, { type: 'array', items: name, minItems: 1 }],
      default: 'any',
    },
    edges: {
      description: 'Undirected edges as “a::b”, [a, b] or {from, to}; “complete” (or nothing) joins every pair.',
      anyOf: [{ enum: ['complete', null, {}] }, { type: 'array', items: pair }],
      default: 'complete',
    },
    eta: section(
      'The heuristic: what is known beforehand. An edge’s value counts before its node’s, before the default.',
      {
        nodes: weights('Heuristic by the node that a step leads to; 0 forbids it.'),
        edges: weights('Heuristic by edge, “a::b”; 0 forbids it.'),
        default: setting(number('Heuristic of everything else.', { minimum: 0 }), 1),
      },
    ),
  }),
  type: 'object',
  anyOf: [
    { required: ['nodes'], properties: { nodes: { not: { type: 'null' } } } },
    { required: ['auto_discover_from'], properties: { auto_discover_from: { type: 'string' } } },
  ],
}

const scoring: Keywords = {
  ...section('How an ant’s verified score comes about.', {
    mode: setting(
      text(
        'script: a rule. llm: a scores file. hybrid: both. fallback: self_score · self_confidence · self_score_discount.',
        { enum: SWARM_SCORING_MODES },
      ),
      'fallback',
    ),
    script_path: setting(text('The rule: a JavaScript module or a Python file with a function `score(artifact)`.')),
    rubric: setting(text('For the scorer, in prose; the controller does not look at it.')),
    self_score_discount: setting(number('Factor on scores that nobody verified.', upTo(1)), 0.5),
    timeout_s: setting(number('Seconds that the rule may take for all artifacts of an iteration.', above(86_400)), 30),
    strict: setting(flag('Whether a rule that fails ends the update instead of falling back.'), false),
    hybrid: setting(
      text('What counts in mode hybrid where the scores file and the rule both have a score.', {
        enum: ['prefer_llm', 'prefer_script', 'mean', 'min'],
      }),
      'prefer_llm',
    ),
  }),
  if: { type: 'object', required: ['mode'], properties: { mode: { const: 'script' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['script_path'], properties: { script_path: { type: 'string' } } },
}

const antPrompt = section('What the ants are told; the controller does not look at it.', {
  objective: setting(text('What an ant is to find.')),
  evidence_requirements: {
    description: 'What an ant has to show for it.',
    anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: { type: 'string' } }],
  },
  tools_hint: setting(text('How an ant may go about it.')),
})

export const config = schema('swarm-config.json', {
  description: 'The settings of a swarm session. Keys that begin with “_” are comments; null means the default.',
  type: 'object',
  properties: {
    $schema: text('Where this schema is, for editors.'),
    swarm,
    aco,
    task_space: taskSpace,
    scoring,
    ant_prompt: antPrompt,
    convergence,
    validation: setting(
      text('lenient: parts that artifacts lack are warnings. strict: they reject the artifact.', {
        enum: ['lenient', 'strict'],
      }),
      'lenient',
    ),
  },
  required: ['task_space'],
  patternProperties: COMMENTS,
  additionalProperties: false,
})
