import type { Config } from './config.ts'
import type { Warning } from './fault.ts'
import { tellGaps } from './gaps.ts'
import type { Reader } from './reader.ts'
import { type Before, type Best, fold, nothingBefore, tally } from './replay.ts'
import { stateOrFault } from './snapshot.ts'
import type { Space } from './space.ts'
import { initialState, type State } from './state.ts'
import { isObject, isShare } from './text.ts'
import { billOf, billOfSnapshot, readLog, snapshotNumbers, type Trail, trailNumbers } from './trail.ts'

/**
 * What a search has come to, from its files: trails are the log, snapshots save folding them again.
 *
 * Every command asks here, so that all of them answer from the same source.
 */

/** What history is read with. */
export interface Known {
  reader: Reader
  space: Space
  config: Config
}

/** Iterations that left a trail or a snapshot, by number. */
export const iterationsOf = (reader: Reader): number[] =>
  [...new Set([...trailNumbers(reader), ...snapshotNumbers(reader)])].sort((a, b) => a - b)

/** The state that a snapshot holds; one that cannot be trusted is told, and there is none then. */
function snapshotOf({ reader, space, config }: Known, iteration: number, warnings: Warning[]): State | undefined {
  const path = `pheromone/history/${iteration}.json`
  const state = stateOrFault(reader.json(path), space, config)
  if (typeof state !== 'string' && state.iteration === iteration) return state
  const fault = typeof state === 'string' ? state : `is of iteration ${state.iteration}`
  warnings.push({ code: 'W_SNAPSHOT_BAD', message: `${path} ${fault}; the trails count in its place`, file: path })
  return undefined
}

/** The state before the first iteration: that of init.json, as far as it can be trusted. */
export function stateAtInit({ reader, space, config }: Known, warnings: Warning[]): State {
  const path = 'pheromone/init.json'
  const state = stateOrFault(reader.json(path), space, config)
  if (typeof state !== 'string' && state.iteration === 0) return state
  warnings.push({
    code: 'W_SNAPSHOT_BAD',
    message: `${path} ${typeof state === 'string' ? state : 'is of a later iteration'}; it is computed anew`,
    file: path,
  })
  return initialState(space, config)
}

/**
 * What is known after an iteration, given what is known before it: its trail is folded in.
 *
 * Where the trail is lost the snapshot stands in for it, and best.json for the best of its paths. `from` is a state to
 * take in the place of a folded one.
 */
export function step(known: Known, before: Before, iteration: number, warnings: Warning[], from?: State): Before {
  const { reader, space, config } = known
  const log = readLog(reader, iteration, space, warnings)
  const bill = log ? billOf(reader, iteration, log) : billOfSnapshot(reader, iteration)
  if (log?.trails.length)
    return from
      ? tally(before, iteration, log.trails, bill, from)
      : fold(before, iteration, log.trails, bill, config).after
  const state = from ?? snapshotOf(known, iteration, warnings)
  if (!state && !log) return before
  const best = state && bestOnFile(reader, space)
  const trails = best?.iteration === iteration ? [trailOfBest(best)] : []
  return tally(before, iteration, trails, bill, state ?? before.state)
}

/** The path that best.json tells of. */
function bestOnFile(reader: Reader, space: Space): Best | undefined {
  const file = reader.json('best.json')
  if (!isObject(file)) return undefined
  const { ant_id: antId, iteration, path, score, self_score: selfScore } = file
  const isPath = (nodes: unknown): nodes is string[] =>
    Array.isArray(nodes) && nodes.length > 0 && nodes.every(node => typeof node === 'string' && space.index.has(node))
  return typeof antId === 'string' && typeof iteration === 'number' && isPath(path) && isShare(score)
    ? { antId, iteration, path, score, selfScore: isShare(selfScore) ? selfScore : score }
    : undefined
}

const trailOfBest = ({ antId, path, score, selfScore }: Best): Trail => ({
  ant_id: antId,
  path,
  self_score: selfScore,
  verified_score: score,
  source: 'fallback_self',
})

/**
 * What is known before iteration `k`: the newest snapshot below it that can be trusted (or the initial state), with the
 * trails since folded in. Best, offenders and tokens come from the trails alone. A lost snapshot costs nothing.
 */
export function foldedBefore(known: Known, k: number, warnings: Warning[]): Before {
  const { reader, space, config } = known
  const numbers = iterationsOf(reader).filter(number => number < k)
  let base: State | undefined
  for (const number of snapshotNumbers(reader).reverse()) if (number < k) base ??= snapshotOf(known, number, warnings)
  if (!iterationsOf(reader).length) {
    // All is lost but the last file: better than nothing.
    const current = stateOrFault(reader.json('pheromone/current.json'), space, config)
    if (typeof current !== 'string' && current.iteration > 0 && current.iteration < k) base = current
  }
  const start = base ?? stateAtInit(known, warnings)
  return numbers.reduce(
    (before, number) => step(known, before, number, warnings, number <= start.iteration ? start : undefined),
    nothingBefore(start),
  )
}

/** What is known before iteration `k`, and what is lost of it: `k` may be Infinity. */
export function stateBefore(reader: Reader, k: number, space: Space, config: Config, warnings: Warning[]): Before {
  tellGaps(reader, k, warnings)
  return foldedBefore({ reader, space, config }, k, warnings)
}
