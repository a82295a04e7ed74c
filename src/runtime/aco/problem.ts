import type { Random } from './random.ts'

/** A search problem for simulated ants: a task space with a hidden objective. Nodes are places in `nodes`. */
export interface Problem {
  name: string
  nodes: readonly string[]
  /** Nodes of a walk at most. */
  length: number
  /** Nodes to start at; all when absent. */
  starts?: readonly number[]
  /** The task space as a configuration writes it, but for nodes and the length of a walk. */
  space?: Readonly<Record<string, unknown>>
  /** Nodes that may follow a walk. */
  next(path: readonly number[]): number[]
  /** What a node adds to a walk, in units of the error of an ant’s judgement (standard deviation 1). */
  gain(path: readonly number[], node: number): number
  /** True score of a walk, 0 … 1; 1 is the optimum. */
  score(path: readonly number[]): number
}

/** A new instance of a problem from random numbers. */
export type ProblemMaker = (random: Random) => Problem

/** The whole numbers below n. */
export const below = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

/** Names for n nodes: all of the same length, so that list order is code point order. */
export const namesOf = (n: number): string[] => below(n).map(i => `n${String(i).padStart(3, '0')}`)

/** Nodes of a complete graph that a walk has not visited. */
export const unvisited = (n: number) => (path: readonly number[]) => {
  const visited = new Set(path)
  return below(n).filter(node => !visited.has(node))
}

/** A random order of the numbers below n (Fisher and Yates). */
export function shuffled(n: number, random: Random): number[] {
  const order = below(n)
  for (let i = n - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}

/** A standard normal number (Box and Muller). */
export function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
  return radius * Math.cos(2 * Math.PI * random.next())
}

/** A number moved into 0 … 1. */
export const toShare = (value: number): number => Math.min(Math.max(value, 0), 1)

/** An objective of values of nodes and of unordered pairs; the order of a walk does not matter. */
export interface PairObjective {
  /** What a node adds to a set. */
  marginal(path: readonly number[], node: number): number
  total(path: readonly number[]): number
}

/** The objective Σ value(node) + Σ pair(a, b) over the pairs of a walk. */
export function pairObjective(values: readonly number[], pair: (a: number, b: number) => number): PairObjective {
  const marginal = (path: readonly number[], node: number) => {
    let sum = values[node]!
    for (const other of path) sum += pair(other, node)
    return sum
  }
  const total = (path: readonly number[]) => {
    let sum = 0
    path.forEach((node, at) => {
      sum += marginal(path.slice(0, at), node)
    })
    return sum
  }
  return { marginal, total }
}

/** A symmetric table of numbers for the pairs of n nodes, filled by `draw` in a fixed order. */
export function symmetric(n: number, draw: (a: number, b: number) => number): (a: number, b: number) => number {
  const table = new Float64Array(n * n)
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++) {
      const value = draw(a, b)
      table[a * n + b] = value
      table[b * n + a] = value
    }
  return (a, b) => table[a * n + b]!
}
