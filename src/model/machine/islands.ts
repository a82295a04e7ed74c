import { componentsOf } from './components.ts'
import type { Graph, Node } from './graph.ts'

/** A way through states, cut short where it is long: `omitted` states are left out behind the first. */
export interface Way {
  nodes: readonly Node[]
  omitted: number
}

/** States of a way that are shown: the first, and the last ones. */
export const SHOWN = 6

/** States that nothing leads to from a start. */
export interface Island {
  /** One state, or several that lead to each other, that nothing else leads to. */
  nodes: readonly Node[]
  /** What can only be reached from them. */
  behind: readonly Node[]
  /** A way from them on, up to a state that can be reached or an end. */
  way: Way
}

/** What is cut off, grouped by the states that would have to be led to. Linear in the graph. */
export function islandsOf({ nodes, next }: Graph, isCutOff: (id: number) => boolean): Island[] {
  const { of, members } = componentsOf(next, isCutOff)
  const isLedTo = new Uint8Array(members.length)
  for (const [id, targets] of next.entries())
    if (isCutOff(id)) for (const to of targets) if (isCutOff(to) && of[to] !== of[id]) isLedTo[of[to]!] = 1
  const taken = new Uint8Array(next.length)
  const isNode = (id: number) => id < nodes.length
  const islands: Island[] = []
  for (const [own, component] of members.entries()) {
    if (isLedTo[own] || !component.some(isNode)) continue
    const behind: number[] = []
    const queue = [...component]
    for (let at = 0; at < queue.length; at++)
      for (const to of next[queue[at]!]!) {
        if (!isCutOff(to) || of[to] === own || taken[to]) continue
        taken[to] = 1
        behind.push(to)
        queue.push(to)
      }
    const nodesOf = (ids: readonly number[]) => ids.filter(isNode).map(id => nodes[id]!)
    const seen = new Set<number>()
    for (let id = component.find(isNode); id !== undefined && !seen.has(id) && seen.size < SHOWN * 2; ) {
      const from: number = id
      seen.add(from)
      id = isCutOff(from) ? next[from]!.find(to => to !== from) : undefined
    }
    islands.push({
      nodes: nodesOf(component),
      behind: nodesOf(behind.sort((a, b) => a - b)),
      way: { nodes: nodesOf([...seen]).slice(0, SHOWN), omitted: 0 },
    })
  }
  return islands.sort((a, b) => a.nodes[0]!.id - b.nodes[0]!.id)
}
