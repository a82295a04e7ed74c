import type { Config } from './config.ts'
import type { Warning } from './fault.ts'
import type { Reader } from './reader.ts'
import type { Space } from './space.ts'
import type { State } from './state.ts'
import { isObject, round } from './text.ts'
import { readTrail, type Trail, trailNumbers } from './trail.ts'

/** One iteration as the curve shows it; scores are verified ones, [0, 1]. */
export interface Point {
  iteration: number
  /** Best and mean of the iteration. */
  best: number
  mean: number
  /** Best of all iterations up to it. */
  bestSoFar: number
  trails: Trail[]
}

/** The iterations that have a trail, in order of their numbers. */
export function seriesOf(reader: Reader, space: Space, warnings: Warning[]): Point[] {
  let bestSoFar = 0
  const points: Point[] = []
  for (const iteration of trailNumbers(reader)) {
    const trails = readTrail(reader, iteration, space, warnings)
    if (!trails.length) continue
    const scores = trails.map(({ verified_score }) => verified_score)
    const best = Math.max(...scores)
    bestSoFar = Math.max(bestSoFar, best)
    points.push({ iteration, best, mean: scores.reduce((a, b) => a + b, 0) / scores.length, bestSoFar, trails })
  }
  return points
}

/** Steps of a series that rise less than `delta`, counted from its end. */
function flatSteps(series: readonly number[], delta: number): number {
  let steps = 0
  while (steps + 1 < series.length && series[series.length - 1 - steps]! - series[series.length - 2 - steps]! < delta)
    steps++
  return steps
}

/**
 * Whether the search is over, and every criterion that holds: maximum, target, stagnation, entropy, budget.
 *
 * Stagnation: more than `patience` iterations and the last max(1, patience) steps of the best-so-far series each rise
 * less than min_delta. Normalised entropy: (H − log2(L−1)) / (log2 E − log2(L−1)), 0 for one path, 1 for no preference; L
 * is the longest path that the nodes allow. Where every path takes all edges there is nothing to normalise. Tokens: the
 * state’s, and `assume_per_ant` for each artifact that does not tell. `points` come from `seriesOf`; `state` is the
 * newest (`stateBefore`).
 */
export function judge(points: readonly Point[], state: State, config: Config, space: Space) {
  const { convergence } = config
  const iteration = Math.max(state.iteration, points.at(-1)?.iteration ?? 0)
  const best = Math.max(points.at(-1)?.bestSoFar ?? 0, state.stats.best_known)
  const metric = convergence.stagnation?.metric ?? 'best_so_far'
  const minDelta = convergence.stagnation?.minDelta ?? 0.01
  const series = points.map(point => (metric === 'best_so_far' ? point.bestSoFar : point.best))
  const flat = flatSteps(series, minDelta)
  const missing = state.stats.tokens_missing * (convergence.budget?.assumePerAnt ?? 0)
  const tokens = state.stats.tokens_used + missing
  const { entropy } = state.stats
  const found: { by: string; reason: string }[] = []
  const say = (by: string, reason: string) => found.push({ by, reason })

  if (iteration >= config.maxIterations)
    say('max_iterations', `iteration ${iteration} of at most ${config.maxIterations}`)
  if (convergence.targetScore !== undefined && iteration > 0 && best >= convergence.targetScore)
    say('target_score', `best score ${round(best)} reaches ${convergence.targetScore}`)
  if (convergence.stagnation) {
    const steps = Math.max(1, convergence.stagnation.patience)
    if (points.length > convergence.stagnation.patience && flat >= steps && points.length > 1)
      say('stagnation', `the best score rose by less than ${minDelta} in each of the last ${steps} iterations`)
  }
  if (convergence.entropyFloor && iteration > 0) {
    const { threshold, mode } = convergence.entropyFloor
    const path = Math.log2(Math.max(1, Math.min(space.maxPathLength, space.nodes.length) - 1))
    const all = Math.log2(Math.max(1, space.nEdges))
    const value = mode === 'raw' ? entropy : all > path ? Math.max(0, (entropy - path) / (all - path)) : undefined
    if (value !== undefined && value < threshold)
      say('entropy_floor', `${mode} entropy ${round(value)} is below ${threshold}`)
  }
  if (convergence.budget && tokens > convergence.budget.max)
    say('budget_tokens', `${round(tokens)} tokens of at most ${convergence.budget.max}`)

  const perIteration = points.length ? tokens / points.length : 0
  const converged = found.length > 0
  return {
    converged,
    iteration,
    triggered_by: found.map(({ by }) => by),
    reason: found.map(({ reason }) => reason).join('; ') || 'no stop criterion holds',
    metrics: {
      iteration,
      entropy: round(entropy),
      best_score: round(best),
      mean_score: round(points.at(-1)?.mean ?? 0),
      iterations_completed: points.length,
      iterations_since_best_change: flat,
      total_tokens_used: round(tokens),
      projected_total_after_next: Math.round(tokens + perIteration),
    },
    recommendation: converged ? 'stop' : 'continue',
  }
}

/** Text that a part of best.json may take in a printed report (UTF-16 units); the artifact holds all of it. */
const PRINTED = 8_192

/** A candidate solution as a report prints it: long parts are cut, their size and the artifact are told. */
export function printable(solution: unknown, artifact: string): unknown {
  const whole = JSON.stringify(solution) ?? ''
  if (whole.length <= PRINTED) return solution
  const told = { content_bytes: Buffer.byteLength(whole), content_artifact: artifact }
  if (!isObject(solution)) return { content: cut(solution), ...told }
  const parts: Record<string, unknown> = {}
  let left = PRINTED
  for (const [key, value] of Object.entries(solution)) {
    const part = cut(value)
    left -= key.length + (JSON.stringify(part)?.length ?? 0)
    if (left < -PRINTED) break
    Object.defineProperty(parts, key, { value: part, enumerable: true })
  }
  return { ...parts, ...told }
}

const cut = (value: unknown): unknown => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > PRINTED ? text.slice(0, PRINTED) : value
}

/** Evidence as a report prints it: as many entries as a report has room for, and how many there are. */
export function printableEvidence(evidence: unknown, artifact: string): unknown {
  const whole = JSON.stringify(evidence) ?? ''
  if (whole.length <= PRINTED) return evidence
  if (!Array.isArray(evidence)) return printable(evidence, artifact)
  let left = PRINTED
  const kept = evidence.filter(item => (left -= JSON.stringify(item).length) >= 0)
  return [...kept, `${kept.length} of ${evidence.length} entries; ${artifact} has all`]
}

/** The `keep` best distinct paths, best first; of equals the earlier one. */
export function topPaths(points: readonly Point[], keep: number) {
  const seen = new Set<string>()
  return points
    .flatMap(({ iteration, trails }) => trails.map(trail => ({ iteration, trail })))
    .sort((a, b) => b.trail.verified_score - a.trail.verified_score || a.iteration - b.iteration)
    .filter(({ trail }) => {
      const key = JSON.stringify(trail.path)
      return seen.has(key) ? false : seen.add(key)
    })
    .slice(0, keep)
    .map(({ iteration, trail }) => ({
      ant_id: trail.ant_id,
      iteration,
      path: trail.path,
      score: trail.verified_score,
      self_score: trail.self_score,
      source: trail.source,
    }))
}
