import type { Keywords } from '../json-schema.ts'
import { flag, number, section, setting, text, upTo, whole } from './shape.ts'

/** A stop criterion: an object, or a boolean that turns it on or off. */
const criterion = (description: string, isOn: boolean, settings: Readonly<Record<string, Keywords>>): Keywords => ({
  description,
  default: isOn,
  anyOf: [
    { type: 'boolean' },
    section(description, { enabled: setting(flag('Whether the criterion is looked at.'), true), ...settings }),
  ],
})

export const convergence = section('When to stop: as soon as one criterion holds.', {
  max_iterations: setting(whole('Iterations at most; without it that of `swarm` counts.', upTo(1e6, 1))),
  stagnation: criterion('Stop when the best score no longer rises.', true, {
    patience: setting(whole('Iterations without a rise that are borne.', upTo(1e6)), 2),
    min_delta: setting(number('The smallest rise of the score that is one.', { minimum: 0 }), 0.01),
    metric: setting(
      text('Whether the best so far is compared, or the best of each iteration.', {
        enum: ['best_so_far', 'iteration_best'],
      }),
      'best_so_far',
    ),
  }),
  entropy_floor: criterion('Stop when the pheromone is concentrated on few edges.', true, {
    threshold: setting(
      number('Entropy below which the search stops: bits, or 0 to 1 when normalized.', { minimum: 0 }),
      0.5,
    ),
    mode: setting(
      text('raw: bits. normalized: 0 for the pheromone of one path, 1 for no preference.', {
        enum: ['raw', 'normalized'],
      }),
      'raw',
    ),
  }),
  budget_tokens: criterion('Stop when the ants have cost too much.', false, {
    max: setting(number('Tokens that the whole search may cost.', { minimum: 0 }), 100_000),
    assume_per_ant: setting(number('Tokens that an artifact without cost_tokens is taken to have cost.', upTo(1e12))),
  }),
  target_score: criterion('Stop when the best score is good enough.', true, {
    value: setting(number('The score to reach; needs verified scores, the fallback seldom gets there.', upTo(1)), 0.95),
  }),
})
