import { type Field, weightsFrom } from './field.ts'
import { type Random, randomFrom } from './random.ts'
import type { Space } from './space.ts'
import { startsFor } from './starts.ts'
import { significant } from './text.ts'

/** Where an ant starts and what the pheromone prefers on its way; printed by `select`. */
export interface Assignment {
  ant_id: string
  iteration: number
  start_node: string
  /** `<source>::<next>` → probability of that step among the source’s neighbours, four significant digits. */
  edge_preferences: Record<string, number>
  /** `<source>` → mean probability of a neighbour that is not listed. */
  baseline: Record<string, number>
  max_path_length: number
}

/** Continuations of a node that the search for further sources follows. */
const BRANCHES = 3

/** Whether candidates other than touched ones may differ in weight: then each is weighed. */
const weighsAll = (space: Space) => space.eta !== undefined || space.adjacency !== undefined

/** The strongest continuations of a node, with their true probabilities. */
export interface Step {
  source: number
  listed: { node: number; probability: number }[]
  /** Mean probability of a neighbour that is not listed; 0 when all are. */
  baseline: number
}

/**
 * The `topK` strongest of a node’s neighbours outside `path`; p(i→j) = w(i→j) / Σ w(i→k) over all of those neighbours.
 *
 * `source` and `path` are places in `space.nodes`; probabilities are exact, Σ listed + baseline · others = 1.
 *
 * Equal weights are ordered by the random numbers, and untouched neighbours are drawn, so that no node is preferred for
 * its place in the list. Costs O(touched + topK) on complete graphs, O(degree) otherwise.
 */
export function stepFrom(field: Field, source: number, path: ReadonlySet<number>, topK: number, random: Random): Step {
  const { space, touched, nodeTouched, config } = field
  const n = space.nodes.length
  const special = new Set<number>()
  const isFree = (node: number) => node !== source && !path.has(node)
  if (weighsAll(space)) {
    if (space.adjacency) for (const node of space.adjacency[source]!) if (isFree(node)) special.add(node)
    if (!space.adjacency) for (let node = 0; node < n; node++) if (isFree(node)) special.add(node)
  } else {
    for (const node of touched.get(source)?.keys() ?? []) if (isFree(node)) special.add(node)
    if (config.gamma !== 0 || config.matrixType === 'node_weighted')
      for (const node of nodeTouched.keys()) if (isFree(node)) special.add(node)
  }
  const blocked = new Set([...path, source])
  const plain = weighsAll(space) ? 0 : n - blocked.size - special.size
  // In the order of the nodes, not of the pheromone’s entries: a rebuilt state must give the same ties.
  const candidates = [...special].sort((a, b) => a - b)
  const { weights, plainWeight, total } = weightsFrom(field, source, candidates, plain)
  const weighed = candidates.map((node, i) => ({ node, weight: weights[i]!, tie: random.next() }))
  weighed.sort((a, b) => b.weight - a.weight || a.tie - b.tie)
  const chosen = weighed.filter(({ weight }) => weight > plainWeight || plain === 0).slice(0, topK)
  const picked = new Set(chosen.map(({ node }) => node))
  // Among equals the untouched are many: draw from both kinds by their numbers.
  const equals = weighed.filter(({ node, weight }) => weight === plainWeight && !picked.has(node))
  const drawn = new Set<number>()
  while (chosen.length < topK && (equals.length || drawn.size < plain)) {
    const left = plain - drawn.size
    if (random.below(equals.length + left) < equals.length) chosen.push(equals.shift()!)
    else {
      const node = drawPlain(
        n,
        random,
        candidate => !blocked.has(candidate) && !special.has(candidate) && !drawn.has(candidate),
        left,
      )
      drawn.add(node)
      chosen.push({ node, weight: plainWeight, tie: 0 })
    }
  }
  for (const item of weighed) if (chosen.length < topK && plain > 0 && item.weight < plainWeight) chosen.push(item)
  const count = special.size + plain
  const uniform = !(total > 0)
  const listed = chosen
    .filter(({ weight }) => (uniform ? space.eta === undefined : weight > 0))
    .map(({ node, weight }) => ({ node, probability: uniform ? 1 / count : weight / total }))
  const sum = listed.reduce((all, { probability }) => all + probability, 0)
  const rest = count - listed.length
  return { source, listed, baseline: rest > 0 ? Math.max(0, 1 - sum) / rest : 0 }
}

/** Draws one of the untouched nodes: by trial while they are many, else by counting. */
function drawPlain(n: number, random: Random, isPlain: (node: number) => boolean, left: number): number {
  for (let attempt = 0; attempt < 32; attempt++) {
    const node = random.below(n)
    if (isPlain(node)) return node
  }
  let skip = random.below(left)
  for (let node = 0; node < n; node++) if (isPlain(node) && skip-- === 0) return node
  throw new Error('no untouched node is left')
}

/**
 * The sources that an ant’s hints cover, each with its step: the start, then breadth first the 3 strongest
 * continuations of each, up to `hints.sources` of them and no deeper than the longest path.
 *
 * `start` is a place in `space.nodes`; a source is listed once, and the nodes on the path on which it was first reached
 * are none of its neighbours.
 */
export function hintsFrom(field: Field, start: number, random: Random): Step[] {
  const { sources, topK } = field.config.hints
  const steps: Step[] = []
  const queue: { node: number; path: ReadonlySet<number> }[] = [{ node: start, path: new Set([start]) }]
  const seen = new Set([start])
  while (queue.length && steps.length < sources) {
    const { node, path } = queue.shift()!
    const step = stepFrom(field, node, path, topK, random)
    steps.push(step)
    if (path.size >= field.space.maxPathLength) continue
    for (const { node: next } of step.listed.slice(0, BRANCHES)) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push({ node: next, path: new Set([...path, next]) })
    }
  }
  return steps.filter(({ listed }) => listed.length)
}

/**
 * The assignments of an iteration: a function of the state before it, the configuration and the seed.
 *
 * Starts are drawn from the stream of `seed|iteration`, the hints of ant i from that of `seed|iteration|i` (i from 1),
 * so that another number of ants changes no one’s hints but through the starts. Printed numbers have four significant
 * digits; `steps` has the exact ones, by ant.
 */
export function assignmentsFor(
  field: Field,
  iteration: number,
  seed: string,
): { assignments: Assignment[]; steps: Step[][] } {
  const { space, config } = field
  const starts = startsFor(field, config.nAnts, randomFrom(`${seed}|${iteration}`))
  const steps = starts.map((start, i) => hintsFrom(field, start, randomFrom(`${seed}|${iteration}|${i + 1}`)))
  const assignments = starts.map((start, i) => {
    const preferences = Object.create(null) as Record<string, number>
    const baseline = Object.create(null) as Record<string, number>
    for (const { source, listed, baseline: mean } of steps[i]!) {
      const name = space.nodes[source]!
      for (const { node, probability } of listed)
        preferences[`${name}::${space.nodes[node]}`] = significant(probability)
      baseline[name] = significant(mean)
    }
    return {
      ant_id: `ANT-${iteration}-${i + 1}`,
      iteration,
      start_node: space.nodes[start]!,
      edge_preferences: preferences,
      baseline,
      max_path_length: space.maxPathLength,
    }
  })
  return { assignments, steps }
}
