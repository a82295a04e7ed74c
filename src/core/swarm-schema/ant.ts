import { list, node, number, object, path, schema, share, table, text, whole } from './shape.ts'

/** Schemas of what ants and scorers write. */

const decision = object(
  'A step of the path.',
  {
    from: node('Where the step begins.'),
    to: node('Where it leads.'),
    rationale: text('Why this step.'),
    guided_by: text('What decided it.', { enum: ['pheromone', 'heuristic', 'evidence'] }),
    pheromone_weight: number('Weight that the assignment gave to the step.', { minimum: 0 }),
    deviation_from_hint: {
      description: 'Whether (or in which words how) the step is not the strongest of the hints for its node.',
      anyOf: [{ type: ['boolean', 'null'] }, { type: 'string' }],
    },
  },
  { optional: ['pheromone_weight', 'guided_by', 'deviation_from_hint', 'rationale'], open: true },
)

export const artifact = schema(
  'artifacts/ant-<k>-<i>.json',
  object(
    'What an ant found. Required parts decide whether it counts; under `validation: "strict"` the expected ones do too.',
    {
      schema_version: { description: 'Version of this format.', const: '1.0' },
      ant_id: text('The name from the assignment, ANT-<k>-<i>; unique within an iteration.', {
        minLength: 1,
        maxLength: 200,
      }),
      iteration: whole('The iteration from the assignment.', { minimum: 1 }),
      path: path('The nodes visited, in order: known, none twice, each joined to the one before by an edge.'),
      self_score: share('How good the ant holds its path to be.'),
      self_confidence: share('How sure the ant is of that.'),
      assignment: object(
        'Expected: the assignment that the ant worked on.',
        {
          start_node: node('Where the path was to begin.'),
          max_path_length: whole('Nodes that the path was allowed.', { minimum: 1 }),
        },
        { optional: ['start_node', 'max_path_length'], open: true },
      ),
      path_decisions: list('Expected: one entry per step, one fewer than the path has nodes.', decision),
      evidence: list('Expected: what the ant saw, at least one piece.', {}, { minItems: 1 }),
      candidate_solution: object(
        'Expected: what the ant proposes.',
        {
          type: text('What the content is.', { enum: ['string', 'object', 'file_ref'] }),
          summary: text('The proposal in a few words.', { pattern: '\\S' }),
          content: { description: 'The proposal itself, or the path of the file that holds it.' },
        },
        { optional: ['type', 'content'], open: true },
      ),
      cost_tokens: whole('Tokens that the ant cost; counts towards the budget, also when the artifact is rejected.', {
        minimum: 0,
        maximum: 1e12,
      }),
      cost_seconds: number('Seconds that the ant took.', { minimum: 0 }),
      blockers: list('What kept the ant from going on.', {}),
      notes: { description: 'Anything else.' },
      _meta: object(
        'Required when artifacts are read from a run folder (--run-dir).',
        {
          kind: text('What the file is: “swarm-ant-result”.', { minLength: 1 }),
          schema: text('Format and version: “swarm-ant-result/1.0”.', { minLength: 1 }),
          role: text('What the run uses it for: “evidence”.'),
        },
        { optional: ['role'], open: true },
      ),
    },
    {
      optional: [
        'assignment',
        'path_decisions',
        'evidence',
        'candidate_solution',
        'cost_tokens',
        'cost_seconds',
        'blockers',
        'notes',
        '_meta',
      ],
      open: true,
    },
  ),
)

const scoreEntry = {
  anyOf: [
    { type: 'number', minimum: 0, maximum: 1 },
    object(
      'A score and its reason.',
      { verified_score: share('The score that counts.'), rationale: text('Why, in one line.') },
      { optional: ['rationale'], open: true },
    ),
  ],
}

export const scores = schema(
  'scores/iter-<k>-scores.json',
  object(
    'Verified scores of an iteration; they win over the rule and over what ants say of themselves.',
    {
      iteration: whole('The iteration; a file of another one is ignored.', { minimum: 1 }),
      scorer_type: text('Who scored; says how the scores are labelled in the trail.', { enum: ['script', 'llm'] }),
      rubric_used: text('Which rubric was applied.'),
      scores: table('The scores by ant_id.', scoreEntry),
      calibration: object(
        'The spread of the scores.',
        {
          mean: number('Mean of the scores.'),
          std: number('Their standard deviation.', { minimum: 0 }),
          min: number('The lowest.'),
          max: number('The highest.'),
        },
        { open: true },
      ),
      computed_at: text('When, ISO 8601.'),
    },
    { optional: ['rubric_used', 'calibration', 'computed_at'], open: true },
  ),
)
