import { normal, type Problem, toShare } from './problem.ts'
import { drawByWeight, type Random } from './random.ts'
import type { Assignment } from './select.ts'

/**
 * A simulated ant: the role of an ant with limited, noisy attention.
 *
 * Whatever the hints, it looks at equally many candidates, so that every controller is compared at the same cost.
 */

/** How an ant decides: by hints and its own judgement, by its judgement alone, or blindly. */
export type AntKind = 'guided' | 'alone' | 'blind'

/** Candidates that an ant looks into at each step, and how many of them it takes from the hints. */
const ATTENTION = 8
const HINTED = 5
/** Share of the steps at which an ant passes over the hints, and at which it takes what looks best. */
const IGNORING = 0.1
const GREEDY = 0.5
/** Error of a verified score; bias and error of an ant’s own; mean and spread of its confidence. */
const VERIFIED_ERROR = 0.05
const SELF_BIAS = 0.15
const SELF_ERROR = 0.15
const CONFIDENCE = 0.8
const CONFIDENCE_SPREAD = 0.1

/** What the hints say of one step: weight by candidate, and the weight of a candidate that they do not list. */
interface Hints {
  listed: ReadonlyMap<number, number>
  baseline: number
}

/** The part of an assignment’s preferences that is about a node: keys `<current>::<next>`. */
function hintsAt(problem: Problem, assignment: Assignment, current: number, candidates: readonly number[]): Hints {
  const listed = new Map<number, number>()
  let sum = 0
  const name = problem.nodes[current]!
  for (const [key, value] of Object.entries(assignment.edge_preferences))
    if (key.startsWith(`${name}::`)) {
      sum += value
      const next = problem.nodes.indexOf(key.slice(name.length + 2))
      if (candidates.includes(next)) listed.set(next, value)
    }
  // A controller that tells no baseline means the mean of what it left out.
  const rest = Math.max(1, problem.nodes.length - 1 - listed.size)
  const told = assignment.baseline?.[name] ?? Math.max(0, 1 - sum) / rest
  return { listed, baseline: told > 0 ? told : sum / Math.max(1, listed.size) }
}

/** The candidates that an ant looks into: some by weight from the hints, the others found by itself. */
function attend(candidates: readonly number[], { listed }: Hints, random: Random): number[] {
  const seen: number[] = []
  const hinted = [...listed.keys()]
  while (seen.length < HINTED && hinted.length) {
    const at = drawByWeight(
      hinted.map(node => listed.get(node)!),
      random,
    )
    seen.push(...hinted.splice(at, 1))
  }
  const others = candidates.filter(node => !seen.includes(node))
  while (seen.length < ATTENTION && others.length) seen.push(...others.splice(random.below(others.length), 1))
  return seen
}

const NO_HINTS: Hints = { listed: new Map(), baseline: 1 }

/** The walk of an ant: node numbers. Perception of a step = exp(true gain + N(0, 1)), weighed by hint ÷ baseline. */
export function walk(problem: Problem, assignment: Assignment, random: Random, kind: AntKind = 'guided'): number[] {
  const starts = problem.starts ?? problem.nodes.map((_, node) => node)
  const start = kind === 'guided' ? problem.nodes.indexOf(assignment.start_node) : starts[random.below(starts.length)]!
  const path = [start]
  while (path.length < problem.length) {
    const candidates = problem.next(path)
    if (!candidates.length) break
    if (kind === 'blind') {
      path.push(candidates[random.below(candidates.length)]!)
      continue
    }
    const current = path.at(-1)!
    const isDeaf = random.next() < IGNORING || kind === 'alone'
    const hints = isDeaf ? NO_HINTS : hintsAt(problem, assignment, current, candidates)
    const seen = attend(candidates, hints, random)
    const weights = seen.map(node => {
      const ratio = (hints.listed.get(node) ?? hints.baseline) / hints.baseline
      return ratio * Math.exp(problem.gain(path, node) + normal(random))
    })
    const isGreedy = random.next() < GREEDY
    path.push(seen[isGreedy ? weights.indexOf(Math.max(...weights)) : drawByWeight(weights, random)]!)
  }
  return path
}

/** What an ant hands in after its walk, as its file holds it, and what a scorer makes of it. */
export function artifactOf(problem: Problem, assignment: Assignment, path: readonly number[], random: Random) {
  const truth = problem.score(path)
  const verified = toShare(truth + VERIFIED_ERROR * normal(random))
  const names = path.map(node => problem.nodes[node]!)
  return {
    truth,
    verified,
    artifact: {
      schema_version: '1.0',
      ant_id: assignment.ant_id,
      iteration: assignment.iteration,
      assignment: { start_node: names[0], max_path_length: assignment.max_path_length },
      path: names,
      path_decisions: names.slice(1).map((to, at) => ({ from: names[at], to, guided_by: 'pheromone' })),
      evidence: [{ source: 'simulated' }],
      candidate_solution: { type: 'string', summary: 'a simulated walk', content: '' },
      self_score: toShare(truth + SELF_BIAS + SELF_ERROR * normal(random)),
      self_confidence: toShare(CONFIDENCE + CONFIDENCE_SPREAD * normal(random)),
    },
  }
}
