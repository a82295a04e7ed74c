import type { Config } from './config.ts'
import type { Warning } from './fault.ts'
import type { Reader } from './reader.ts'
import type { Scored } from './score.ts'
import { stateFromFile } from './snapshot.ts'
import type { Space } from './space.ts'
import { type Deposit, evolve, initialState, type State } from './state.ts'
import { isNumber, isObject, parseJson, toJson } from './text.ts'

/** A line of `trails/<k>.jsonl`: what an iteration deposited, the log that everything is rebuilt from. */
export interface Trail {
  ant_id: string
  path: string[]
  /** Scores, [0, 1]; the verified one is what is deposited, or half of it (`fold`). */
  self_score: number
  verified_score: number
  /** A `ScoreSource`. */
  source: string
  /** Present when own and verified score are more than .4 apart. */
  hallucination_suspected?: true
  cost_tokens?: number
}

/** The best path so far; of equals the first. */
export interface Best {
  antId: string
  iteration: number
  path: string[]
  /** Verified score, and what the ant itself said, [0, 1]. */
  score: number
  selfScore: number
}

/** From this flag of a slot on its deposits are halved. */
const OFFENCES = 3

/** The slot of an ant: the number at the end of its id, which stays the same over iterations. */
export const slotOf = (antId: string): string => /(\d+)$/.exec(antId)?.[1] ?? antId

/** The line that an artifact leaves. */
export const trailOf = ({ artifact, score, source, suspected }: Scored): Trail => ({
  ant_id: artifact.antId,
  path: artifact.path,
  self_score: artifact.selfScore,
  verified_score: score,
  source,
  ...(suspected ? { hallucination_suspected: true as const } : {}),
  ...(artifact.costTokens === undefined ? {} : { cost_tokens: artifact.costTokens }),
})

/** The text of a trail: a line of JSON each. */
export const trailText = (trails: readonly Trail[]): string => trails.map(trail => toJson(trail, true)).join('')

/** Iterations that have a trail, by number. */
export const trailNumbers = (reader: Reader): number[] =>
  reader
    .list('trails', /^[1-9]\d*\.jsonl$/)
    .map(name => Number.parseInt(name, 10))
    .sort((a, b) => a - b)

/** Reads a trail; lines that are none are told and passed over. Lines end with LF only. */
export function readTrail(reader: Reader, iteration: number, space: Space, warnings: Warning[]): Trail[] {
  const text = reader.text(`trails/${iteration}.jsonl`)
  if (text === undefined) return []
  const trails: Trail[] = []
  text.split('\n').forEach((line, at) => {
    if (!line.trim()) return
    const value = parseJson(line)
    const isTrail =
      isObject(value) &&
      typeof value['ant_id'] === 'string' &&
      isNumber(value['verified_score']) &&
      Array.isArray(value['path']) &&
      value['path'].length > 0 &&
      value['path'].every(node => typeof node === 'string' && space.index.has(node))
    if (isTrail) trails.push(value as unknown as Trail)
    else warnings.push({ code: 'W_TRAIL_LINE', message: `trails/${iteration}.jsonl:${at + 1} is no trail` })
  })
  return trails
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

/** Reads a snapshot of the pheromone. */
export const readSnapshot = (reader: Reader, path: string, space: Space, config: Config): State | undefined =>
  stateFromFile(reader.json(path), space, config)

/**
 * Folds a trail into what was known before it: the pheromone, the best, the offenders, the bill.
 *
 * Deposits: the verified score of every trail, in their order, half of it from the third flag of an ant’s slot on if
 * this trail is flagged; then the best so far (this iteration included) with its score once more. `elite` tells whether
 * the best is of this iteration. `tokens.missing` counts artifacts that do not tell what they cost.
 *
 * A pure function: the state after k is fold over the trails 1 … k of the initial state, whoever asks and how often.
 */
export function fold(
  before: Before,
  iteration: number,
  trails: readonly Trail[],
  tokens: { used: number; missing: number },
  config: Config,
): { after: Before; elite: boolean } {
  const offences = new Map(before.offences)
  for (const { ant_id, hallucination_suspected } of trails)
    if (hallucination_suspected) offences.set(slotOf(ant_id), (offences.get(slotOf(ant_id)) ?? 0) + 1)
  let best = before.best
  for (const { ant_id, path, verified_score, self_score } of trails)
    if (!best || verified_score > best.score)
      best = { antId: ant_id, iteration, path: [...path], score: verified_score, selfScore: self_score }
  const deposits: Deposit[] = trails.map(({ ant_id, path, verified_score, hallucination_suspected }) => {
    const isOffender = hallucination_suspected && (offences.get(slotOf(ant_id)) ?? 0) >= OFFENCES
    return { path, amount: isOffender ? verified_score / 2 : verified_score }
  })
  if (best) deposits.push({ path: best.path, amount: best.score })
  const evolved = evolve(before.state, iteration, deposits, config)
  const total = before.tokens + tokens.used
  const missing = before.tokensMissing + tokens.missing
  const state: State = {
    ...evolved,
    stats: {
      ...evolved.stats,
      best_known: best?.score ?? 0,
      tokens_used: total,
      tokens_iter: tokens.used,
      tokens_missing: missing,
      tokens_missing_iter: tokens.missing,
    },
  }
  return { after: { state, best, offences, tokens: total, tokensMissing: missing }, elite: best !== before.best }
}

/** Tokens of an iteration as its snapshot or its trail tells them. */
export function tokensOfIteration(reader: Reader, iteration: number, trails: readonly Trail[]) {
  const file = reader.json(`pheromone/history/${iteration}.json`)
  const stats = isObject(file) && isObject(file['stats']) ? file['stats'] : {}
  const { tokens_iter: used, tokens_missing_iter: missing } = stats
  // The trail does not know what rejected artifacts cost; a snapshot of another controller knows nothing.
  if (isNumber(used) && isNumber(missing)) return { used, missing }
  const own = trails.reduce((sum, { cost_tokens }) => sum + (cost_tokens ?? 0), 0)
  return { used: own, missing: trails.filter(({ cost_tokens }) => cost_tokens === undefined).length }
}

/**
 * What is known before iteration `k`: the newest snapshot below it (or the initial state) with the trails since folded
 * in. Trails are the log, snapshots caches: a lost or torn snapshot costs nothing.
 */
export function stateBefore(reader: Reader, k: number, space: Space, config: Config, warnings: Warning[]): Before {
  const numbers = trailNumbers(reader).filter(number => number < k)
  const snapshots = reader.list('pheromone/history', /^[1-9]\d*\.json$/).map(name => Number.parseInt(name, 10))
  const below = snapshots.filter(number => number < k).sort((a, b) => b - a)
  let base: { state: State; at: number } | undefined
  for (const number of below) {
    const state = readSnapshot(reader, `pheromone/history/${number}.json`, space, config)
    if (state) {
      base = { state: { ...state, iteration: number }, at: number }
      break
    }
    warnings.push({
      code: 'W_SNAPSHOT_BAD',
      message: `pheromone/history/${number}.json cannot be read; it is rebuilt from the trails`,
    })
  }
  base ??= { state: readSnapshot(reader, 'pheromone/init.json', space, config) ?? initialState(space, config), at: 0 }

  let before: Before = { state: base.state, best: undefined, offences: new Map(), tokens: 0, tokensMissing: 0 }
  for (const number of numbers) {
    const trails = readTrail(reader, number, space, warnings)
    const tokens = tokensOfIteration(reader, number, trails)
    const { after } = fold(before, number, trails, tokens, config)
    // Up to the snapshot only best, offenders and tokens are taken from the log; the pheromone is the snapshot’s.
    before = number <= base.at ? { ...after, state: base.state } : after
  }
  const reached = Math.max(base.at, ...numbers)
  if (reached < k - 1)
    warnings.push({
      code: 'W_HISTORY_GAP',
      message: `iteration ${k} follows ${reached}: nothing is known of those between`,
    })
  return before
}
