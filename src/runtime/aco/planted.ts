import { below, namesOf, type PairObjective, type Problem, pairObjective, shuffled, unvisited } from './problem.ts'
import type { Random } from './random.ts'
import type { Space } from './space.ts'

/**
 * Hot files: a few nodes are worth much, and each pair of them on one walk is worth more.
 *
 * A hot node has a value of .8 … 1, any other of 0 … .4; a pair of hot nodes adds 0 … `synergy`.
 */
interface Planting {
  hot: number
  synergy: number
  /** Units of judgement error that a value of 1 is worth to an ant: how sharp ants are. */
  sharpness: number
}

const LOWEST_HOT = 0.8
const HIGHEST_COLD = 0.4

/** Sets of hot nodes up to which the best one is found by counting, and walks that a search keeps beyond that. */
const COUNTABLE = 20_000
const BEAM = 64

function plant(n: number, { hot, synergy }: Planting, random: Random) {
  const hotNodes = shuffled(n, random).slice(0, hot)
  const values = below(n).map(() => HIGHEST_COLD * random.next())
  for (const node of hotNodes) values[node] = LOWEST_HOT + (1 - LOWEST_HOT) * random.next()
  const pairs = new Map<number, number>()
  hotNodes.forEach((a, at) => {
    for (const b of hotNodes.slice(at + 1)) {
      const bonus = synergy * random.next()
      pairs.set(a * n + b, bonus).set(b * n + a, bonus)
    }
  })
  return { hotNodes, objective: pairObjective(values, (a, b) => pairs.get(a * n + b) ?? 0) }
}

/** The best sum of a set of `size` of the nodes, by counting all sets. */
function bestSet(nodes: readonly number[], size: number, { marginal }: PairObjective): number {
  let best = 0
  const extend = (at: number, set: readonly number[], sum: number): void => {
    if (set.length === size) best = Math.max(best, sum)
    else if (nodes.length - at >= size - set.length) {
      const node = nodes[at]!
      extend(at + 1, [...set, node], sum + marginal(set, node))
      extend(at + 1, set, sum)
    }
  }
  extend(0, [], 0)
  return best
}

/** The best sum of a walk, by a beam search: exact for small spaces, else the best that is known. */
function bestWalk(
  starts: readonly number[],
  length: number,
  next: (path: readonly number[]) => number[],
  { marginal }: PairObjective,
): number {
  const isBetter = (a: { sum: number }, b: { sum: number }) => b.sum - a.sum
  let walks = starts.map(start => ({ path: [start], sum: marginal([], start) }))
  let best = 0
  while (walks.length) {
    walks.sort(isBetter).splice(BEAM)
    best = Math.max(best, walks[0]!.sum)
    if (walks[0]!.path.length >= length) break
    walks = walks.flatMap(({ path, sum }) =>
      next(path).map(node => ({ path: [...path, node], sum: sum + marginal(path, node) })),
    )
  }
  return best
}

/** n files, `hot` of them hot; walks of 5. The optimum is exact: the best five of the hot files. */
export function hotFiles(name: string, n: number, planting: Planting, random: Random): Problem {
  const length = 5
  const { hotNodes, objective } = plant(n, planting, random)
  const best = bestSet(hotNodes, length, objective)
  return {
    name,
    nodes: namesOf(n),
    length,
    next: unvisited(n),
    gain: (path, node) => planting.sharpness * objective.marginal(path, node),
    score: path => Math.min(1, objective.total(path) / best),
  }
}

const setsOf = (n: number, size: number): number => {
  let sets = 1
  for (let i = 0; i < size; i++) sets = (sets * (n - i)) / (i + 1)
  return sets
}

/**
 * A hidden objective planted over a task space of one’s own: as many hot nodes as the root of all, at least a walk full.
 *
 * The pair bonus shrinks with the length of a walk, so that a hot node is worth as much in a long walk as in a short one.
 * Edges and starts are kept. The optimum is exact while it can be counted, else the best walk that a beam search finds.
 */
export function plantedOver(space: Space, random: Random): Problem {
  const n = space.nodes.length
  const { adjacency } = space
  const length = Math.min(space.maxPathLength, n)
  const hot = Math.min(n, Math.max(length, Math.round(Math.sqrt(n))))
  const planting: Planting = { hot, synergy: 2 / Math.max(4, length - 1), sharpness: 2.5 }
  const { hotNodes, objective } = plant(n, planting, random)
  const starts = space.starts.map(name => space.index.get(name)!)
  const isFree = unvisited(n)
  const next = (path: readonly number[]) =>
    adjacency ? [...adjacency[path.at(-1)!]!].filter(node => !path.includes(node)) : isFree(path)
  const isAnyStart = starts.length === n
  const ofHot = (path: readonly number[]) => hotNodes.filter(node => !path.includes(node))
  const best =
    !adjacency && isAnyStart && setsOf(hot, length) <= COUNTABLE
      ? bestSet(hotNodes, length, objective)
      : bestWalk(starts, length, adjacency ? next : ofHot, objective)
  return {
    name: 'own',
    nodes: space.nodes,
    length,
    ...(isAnyStart ? {} : { starts }),
    next,
    gain: (path, node) => planting.sharpness * objective.marginal(path, node),
    score: path => Math.min(1, objective.total(path) / best),
  }
}
