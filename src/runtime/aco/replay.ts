import type { Config } from './config.ts'
import { type Deposit, evolve, type State } from './state.ts'
import type { Bill, Trail } from './trail.ts'

/** The best path so far; of equals the first. */
export interface Best {
  antId: string
  iteration: number
  path: string[]
  /** Verified score, and what the ant itself said, [0, 1]. */
  score: number
  selfScore: number
}

/** What is known before an iteration. */
export interface Before {
  state: State
  best: Best | undefined
  /** Flags by slot. */
  offences: ReadonlyMap<string, number>
  /** Tokens of all iterations before. */
  tokens: number
  tokensMissing: number
}

/** What is known before the first iteration. */
export const nothingBefore = (state: State): Before => ({
  state,
  best: undefined,
  offences: new Map(),
  tokens: 0,
  tokensMissing: 0,
})

/** From this flag of a slot on its deposits are halved. */
const OFFENCES = 3

/** The slot of an ant: the number at the end of its id, which stays the same over iterations. */
export const slotOf = (antId: string): string => /(\d+)$/.exec(antId)?.[1] ?? antId

/** The same state with what the search has found and cost so far in its statistics. */
const tallied = ({ state, best, tokens, tokensMissing }: Before, bill: Bill): State => ({
  ...state,
  stats: {
    ...state.stats,
    best_known: best?.score ?? 0,
    tokens_used: tokens,
    tokens_iter: bill.used,
    tokens_missing: tokensMissing,
    tokens_missing_iter: bill.missing,
  },
})

/** What is known after an iteration but for its pheromone, which is `state`: best, offenders, bill. */
export function tally(before: Before, iteration: number, trails: readonly Trail[], bill: Bill, state: State): Before {
  const offences = new Map(before.offences)
  for (const { ant_id, hallucination_suspected } of trails)
    if (hallucination_suspected) offences.set(slotOf(ant_id), (offences.get(slotOf(ant_id)) ?? 0) + 1)
  let best = before.best
  for (const { ant_id, path, verified_score, self_score } of trails)
    if (!best || verified_score > best.score)
      best = { antId: ant_id, iteration, path: [...path], score: verified_score, selfScore: self_score }
  const tokens = before.tokens + bill.used
  const tokensMissing = before.tokensMissing + bill.missing
  const after = { state: { ...state, iteration }, best, offences, tokens, tokensMissing }
  return { ...after, state: tallied(after, bill) }
}

/**
 * Folds a trail into what was known before it: the pheromone, the best, the offenders, the bill.
 *
 * Deposits: the verified score of every trail, in their order, half of it from the third flag of an ant’s slot on if
 * this trail is flagged; then the best so far (this iteration included) with its score once more. `elite` tells whether
 * the best is of this iteration. `bill.missing` counts artifacts that do not tell what they cost.
 *
 * A pure function: the state after k is fold over the trails 1 … k of the initial state, whoever asks and how often.
 */
export function fold(
  before: Before,
  iteration: number,
  trails: readonly Trail[],
  bill: Bill,
  config: Config,
): { after: Before; elite: boolean } {
  const known = tally(before, iteration, trails, bill, before.state)
  const { best, offences } = known
  const deposits: Deposit[] = trails.map(({ ant_id, path, verified_score, hallucination_suspected }) => {
    const isOffender = hallucination_suspected && (offences.get(slotOf(ant_id)) ?? 0) >= OFFENCES
    return { path, amount: isOffender ? verified_score / 2 : verified_score }
  })
  if (best) deposits.push({ path: best.path, amount: best.score })
  const state = evolve(before.state, iteration, deposits, config)
  return { after: { ...known, state: tallied({ ...known, state }, bill) }, elite: best !== before.best }
}
