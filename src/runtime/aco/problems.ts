import { tour } from './burma14.ts'
import { hotFiles } from './planted.ts'
import {
  below,
  namesOf,
  normal,
  type Problem,
  type ProblemMaker,
  pairObjective,
  shuffled,
  symmetric,
  toShare,
  unvisited,
} from './problem.ts'
import type { Random } from './random.ts'

/**
 * Six problems to measure a controller on, a new instance per seed.
 *
 * Their numbers are calibrated: random walks, ants without hints and ants with first-step hints reach the published means
 * of those three (docs/swarm.md has the table), so that gains can be compared.
 */
export const PROBLEMS: Readonly<Record<string, ProblemMaker>> = {
  hot60: random => hotFiles('hot60', 60, { hot: 8, synergy: 0.5, sharpness: 2.5 }, random),
  hot300: random => hotFiles('hot300', 300, { hot: 15, synergy: 0.65, sharpness: 2.4 }, random),
  feat40: features,
  burma14: tour,
  nk10x4: landscape,
  chain30: chains,
}

/**
 * feat40: a subset of 8 of 40 features, values N(.7, 1), three of ten pairs interact by N(0, .7).
 *
 * 1 is the best of 60 local searches that swap one feature at a time.
 */
function features(random: Random): Problem {
  const n = 40
  const size = 8
  const sharpness = 0.75
  const values = below(n).map(() => 0.7 + normal(random))
  const pair = symmetric(n, () => (random.next() < 0.3 ? 0.7 * normal(random) : 0))
  const { marginal, total } = pairObjective(values, pair)
  const climb = (start: readonly number[]): number => {
    const set = [...start]
    let sum = total(set)
    for (;;) {
      let [best, out, into] = [sum + 1e-12, -1, -1]
      set.forEach((old, at) => {
        const rest = set.filter(node => node !== old)
        const base = sum - marginal(rest, old)
        for (let node = 0; node < n; node++) {
          if (set.includes(node)) continue
          const value = base + marginal(rest, node)
          if (value > best) [best, out, into] = [value, at, node]
        }
      })
      if (out < 0) return sum
      set[out] = into
      sum = total(set)
    }
  }
  const best = Math.max(...below(60).map(() => climb(shuffled(n, random).slice(0, size))))
  return {
    name: 'feat40',
    nodes: namesOf(n),
    length: size,
    next: unvisited(n),
    gain: (path, node) => sharpness * marginal(path, node),
    score: path => toShare(total(path) / best),
  }
}

/**
 * nk10x4: ten layers of four nodes; each layer’s share is a random number for its choice and the three before it (K = 3).
 *
 * Edges join neighbouring layers, walks start in the first; the optimum is exact, by dynamic programming.
 */
function landscape(random: Random): Problem {
  const [layers, choices, window] = [10, 4, 4]
  const labels = shuffled(layers * choices, random)
  const layerNodes = below(layers).map(layer => labels.slice(layer * choices, (layer + 1) * choices))
  const choiceOf = new Map(labels.map((node, at) => [node, at % choices]))
  const tables = below(layers).map(() => below(choices ** window).map(() => random.next()))
  /** The share of the last layer of a walk, its choices given. */
  const share = (layer: number, made: readonly number[]) =>
    tables[layer]![made.slice(-window).reduce((key, choice) => key * choices + choice, 0)]!
  let best = new Map<string, { made: number[]; sum: number }>([['', { made: [], sum: 0 }]])
  for (let layer = 0; layer < layers; layer++) {
    const longer: typeof best = new Map()
    for (const { made, sum } of best.values())
      for (let choice = 0; choice < choices; choice++) {
        const next = [...made, choice]
        const key = next.slice(1 - window).join()
        const total = sum + share(layer, next)
        if (total > (longer.get(key)?.sum ?? -1)) longer.set(key, { made: next, sum: total })
      }
    best = longer
  }
  const optimum = Math.max(...[...best.values()].map(({ sum }) => sum))
  const madeBy = (path: readonly number[]) => path.map(node => choiceOf.get(node)!)
  const nodes = namesOf(layers * choices)
  const starts = [...layerNodes[0]!].sort((a, b) => a - b)
  const edges = layerNodes
    .slice(1)
    .flatMap((to, at) => layerNodes[at]!.flatMap(a => to.map(b => [nodes[a]!, nodes[b]!])))
  const sharpness = 4
  return {
    name: 'nk10x4',
    nodes,
    length: layers,
    starts,
    space: { start_nodes: starts.map(node => nodes[node]!), edges },
    next: path => [...(layerNodes[path.length] ?? [])],
    gain: (path, node) => sharpness * share(path.length, madeBy([...path, node])),
    score: path => {
      if (path.length < layers) return 0
      const made = madeBy(path)
      return below(layers).reduce((sum, layer) => sum + share(layer, made.slice(0, layer + 1)), 0) / optimum
    },
  }
}

/**
 * chain30: two hidden chains of 15 nodes, whose links are worth .4 … 1 and every other edge nothing; walks of 7.
 *
 * Every node is in a chain, so nodes tell nothing. The optimum is exact.
 */
function chains(random: Random): Problem {
  const [n, length, size] = [30, 7, 15]
  const sharpness = 1.1
  const order = shuffled(n, random)
  const links = below(n / size).map(() => below(size - 1).map(() => 0.4 + 0.6 * random.next()))
  const places = new Map(order.map((node, at) => [node, at]))
  const worth = (a: number, b: number) => {
    const [from, to] = [places.get(a)!, places.get(b)!].sort((x, y) => x - y) as [number, number]
    const isLink = to - from === 1 && Math.floor(from / size) === Math.floor(to / size)
    return isLink ? links[Math.floor(from / size)]![from % size]! : 0
  }
  const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  const optimum = bestLinks(links, length)
  return {
    name: 'chain30',
    nodes: namesOf(n),
    length,
    next: unvisited(n),
    gain: (path, node) => sharpness * worth(path.at(-1)!, node),
    score: path => sumOf(path.slice(1).map((node, at) => worth(path[at]!, node))) / optimum,
  }
}

/**
 * The best sum of links in a walk of at most so many nodes, exact: a run of links needs one node more than it has links,
 * and runs can be joined in any order.
 */
function bestLinks(chains: readonly (readonly number[])[], nodes: number): number {
  // By nodes used: the best sum whose last link was left out, and whose last link was taken.
  let left = below(nodes + 1).map(() => 0)
  let taken = left.map(() => -Infinity)
  for (const chain of chains) {
    for (const worth of chain) {
      const further = left.map((_, used) => worth + Math.max(taken[used - 1] ?? -Infinity, left[used - 2] ?? -Infinity))
      left = left.map((sum, used) => Math.max(sum, taken[used]!))
      taken = further
    }
    left = left.map((sum, used) => Math.max(sum, taken[used]!))
    taken = left.map(() => -Infinity)
  }
  return left[nodes]!
}
