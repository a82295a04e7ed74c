import type { Field } from './field.ts'
import type { Random } from './random.ts'

/** What starts are drawn from: places in `space.nodes` by position; the last one takes the position of what is drawn. */
interface Pool {
  count: number
  placeAt(position: number): number
  /** Weight of most positions, and of those that differ. */
  plain: number
  special: Map<number, number>
  remove(position: number): void
}

/**
 * Start nodes of an iteration (places in `space.nodes`): drawn without replacement until the pool is empty, then again.
 *
 * Weight of a node: the square of its pheromone with gamma > 0 (an ant judges every step but this one, so the pheromone
 * has to judge harder; bench/swarm measures it), its pheromone with `start_nodes: weighted`, else 1. Costs O(touched)
 * a draw.
 */
export function startsFor(field: Field, count: number, random: Random): number[] {
  const isWeighted = field.space.weighted || field.config.gamma > 0
  const starts: number[] = []
  let pool: Pool | undefined
  while (starts.length < count) {
    if (!pool?.count) pool = poolOf(field, isWeighted)
    const at = isWeighted ? drawFrom(pool, random) : random.below(pool.count)
    starts.push(pool.placeAt(at))
    pool.remove(at)
  }
  return starts
}

function poolOf({ space, config, state, nodeTouched }: Field, isWeighted: boolean): Pool {
  const { starts, nodes, index } = space
  // Where every node is a start, positions are places, and no list of thousands is made.
  const places = starts === nodes ? undefined : starts.map(name => index.get(name)!)
  const moved = new Map<number, number>()
  const weightOf = (tau: number) => (config.gamma > 0 ? tau * tau : tau)
  const positions = places && isWeighted ? new Map(places.map((place, at) => [place, at])) : undefined
  const special = new Map<number, number>()
  for (const [place, tau] of isWeighted ? nodeTouched : []) {
    const at = positions ? positions.get(place) : place
    if (at !== undefined) special.set(at, weightOf(tau))
  }
  const pool: Pool = {
    count: starts.length,
    plain: weightOf(state.nodeTauDefault),
    special,
    placeAt: at => moved.get(at) ?? (places ? places[at]! : at),
    remove: at => {
      const last = --pool.count
      const weight = special.get(last)
      moved.set(at, pool.placeAt(last))
      special.delete(last)
      if (at === last) return
      if (weight === undefined) special.delete(at)
      else special.set(at, weight)
    },
  }
  return pool
}

/** Draws a position by weight; uniformly when all weights are 0. */
function drawFrom({ count, plain, special }: Pool, random: Random): number {
  const ordered = [...special].sort(([a], [b]) => a - b)
  let total = (count - ordered.length) * plain
  for (const [, weight] of ordered) total += weight
  if (!(total > 0)) return random.below(count)
  let left = random.next() * total
  let at = 0
  // Positions of the same weight lie in runs between those that differ.
  const within = (run: number) => at + (plain > 0 ? Math.min(Math.floor(left / plain), run - 1) : run - 1)
  for (const [position, weight] of ordered) {
    const run = position - at
    if (left < run * plain) return within(run)
    left -= run * plain
    if (left < weight) return position
    left -= weight
    at = position + 1
  }
  return at < count ? within(count - at) : count - 1
}
