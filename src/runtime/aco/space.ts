import { Fault } from './fault.ts'
import { byCodePoint, isNumber, isObject, wellFormed } from './text.ts'

/** The task graph: nodes in the order given, edges (all pairs when `adjacency` is absent), starts and heuristics. */
export interface Space {
  nodes: string[]
  /** Place of a node in `nodes`. */
  index: ReadonlyMap<string, number>
  /** Nodes that a path may have. */
  maxPathLength: number
  /** Names that ants may start at. */
  starts: string[]
  /** Whether starts are drawn by node pheromone. */
  weighted: boolean
  /** Neighbours by node, for an explicit list of edges. */
  adjacency?: readonly ReadonlySet<number>[]
  nEdges: number
  eta: { nodes: ReadonlyMap<string, number>; edges: ReadonlyMap<string, number>; default: number } | undefined
  seed: string
}

/** What an escaped name has, and no name that is not escaped. */
const ESCAPED = /%(?:25)*3A/

/** A name inside a matrix key: names with `::`, or `:` at an end, are escaped, so that no two edges share a key. */
function keyName(name: string): string {
  const isAmbiguous = name.includes('::') || name.startsWith(':') || name.endsWith(':') || ESCAPED.test(name)
  return isAmbiguous ? name.replaceAll('%', '%25').replaceAll(':', '%3A') : name
}

/** A name back from a matrix key. */
const nameOfKey = (part: string) => (ESCAPED.test(part) ? part.replaceAll('%3A', ':').replaceAll('%25', '%') : part)

/**
 * The matrix key of an undirected edge: both names in code point order, joined by `::`.
 *
 * `edgeKey('b', 'a')` is `a::b`. A name that contains `::` or `%3A` (or `%253A` …), or has `:` at an end, is written with
 * `%25` for `%` and `%3A` for `:`, so that different edges have different keys; `edgeOfKey` undoes it.
 */
export function edgeKey(a: string, b: string): string {
  return byCodePoint(a, b) <= 0 ? `${keyName(a)}::${keyName(b)}` : `${keyName(b)}::${keyName(a)}`
}

/** The two names of a matrix key, in its order. */
export function edgeOfKey(key: string): [string, string] {
  const cut = key.indexOf('::')
  return [nameOfKey(key.slice(0, cut)), nameOfKey(key.slice(cut + 2))]
}

/** The two known names of `a::b` as a user writes them, for explicit edges and heuristics. */
export function pairOf(value: unknown, index: ReadonlyMap<string, number>): [string, string] | undefined {
  if (Array.isArray(value) && value.length === 2) return [String(value[0]), String(value[1])]
  if (isObject(value) && typeof value['from'] === 'string' && typeof value['to'] === 'string')
    return [value['from'], value['to']]
  if (typeof value !== 'string') return undefined
  for (let cut = value.indexOf('::'); cut >= 0; cut = value.indexOf('::', cut + 1)) {
    const pair: [string, string] = [value.slice(0, cut), value.slice(cut + 2)]
    if (index.has(pair[0]) && index.has(pair[1])) return pair
  }
  const [a, b] = edgeOfKey(value)
  return value.includes('::') ? [a, b] : undefined
}

function edgesFrom(value: unknown, nodes: readonly string[], index: ReadonlyMap<string, number>) {
  if (value === undefined || value === null || value === 'complete' || (isObject(value) && !Object.keys(value).length))
    return { nEdges: (nodes.length * (nodes.length - 1)) / 2 }
  if (!Array.isArray(value)) throw new Fault('E_EDGES', 'task_space.edges: expected “complete” or a list of pairs', 2)
  const adjacency = nodes.map(() => new Set<number>())
  let nEdges = 0
  value.forEach((item, at) => {
    const pair = pairOf(item, index)
    const [from, to] = pair ? [index.get(pair[0]), index.get(pair[1])] : []
    if (from === undefined || to === undefined || from === to)
      throw new Fault('E_EDGES', `task_space.edges[${at}]: expected two different known nodes`, 2, { item })
    if (adjacency[from]!.has(to)) return
    adjacency[from]!.add(to)
    adjacency[to]!.add(from)
    nEdges++
  })
  return { adjacency, nEdges }
}

/**
 * The heuristic. Keys that begin with `_` are comments, unless they name what there is: files may be called
 * `__init__.py`. `onUnknown` is told of other keys that name nothing.
 */
function etaFrom(
  value: unknown,
  index: ReadonlyMap<string, number>,
  onUnknown: (table: 'nodes' | 'edges', key: string) => void,
): Space['eta'] {
  if (value === undefined || value === null) return undefined
  const bad = (message: string) => new Fault('E_CONFIG_VALUE', `task_space.eta: ${message}`, 2)
  if (!isObject(value)) throw bad('expected an object')
  const table = (name: 'nodes' | 'edges') => {
    const given = value[name] ?? {}
    if (!isObject(given)) throw bad(`${name} is no object`)
    const found = new Map<string, number>()
    for (const [written, number] of Object.entries(given)) {
      const key = wellFormed(written)
      const names = name === 'nodes' ? [key] : (pairOf(key, index) ?? [])
      const isKnown = names.length > 0 && names.every(node => index.has(node))
      if (!isKnown && key.startsWith('_')) continue
      if (!isNumber(number) || number < 0) throw bad(`${name}.${key} is no number of at least 0`)
      if (isKnown) found.set(name === 'nodes' ? key : edgeKey(names[0]!, names[1]!), number)
      else onUnknown(name, key)
    }
    return found
  }
  const fallback = value['default'] ?? 1
  if (!isNumber(fallback) || fallback < 0) throw bad('default is no number of at least 0')
  return { nodes: table('nodes'), edges: table('edges'), default: fallback }
}

/**
 * Lays out a task space.
 *
 * `given` is `task_space` of a configuration, or a task-space.json: `start_nodes`, `edges` and `eta` are read from it.
 * `names` are the node names (already discovered); duplicates are told by `onDuplicate` and dropped. E = n·(n − 1)/2
 * without a list of edges, which is not stored then. `seed` fixes every draw. `onUnknown` is told of heuristics for
 * nodes and edges that there are not.
 * @throws Fault E_NODES, E_START_NODES, E_EDGES, E_CONFIG_VALUE (exit 2).
 */
export function layOutSpace(
  given: Record<string, unknown>,
  names: readonly unknown[],
  maxPathLength: number,
  seed: string,
  onDuplicate: (name: string) => void = () => {},
  onUnknown: (table: 'nodes' | 'edges', key: string) => void = () => {},
): Space {
  const index = new Map<string, number>()
  let isClean = true
  for (let i = 0; i < names.length; i++) {
    const item = names[i]
    if (typeof item !== 'string' || !item) throw new Fault('E_NODES', 'task_space.nodes: expected names', 2, { item })
    const name = wellFormed(item)
    if (name !== item) isClean = false
    if (index.has(name)) onDuplicate(name)
    else index.set(name, index.size)
  }
  const nodes = isClean && index.size === names.length ? (names as string[]) : [...index.keys()]
  if (!nodes.length) throw new Fault('E_NODES', 'task_space.nodes: the task space is empty', 2)
  const wanted = given['start_nodes']
  let starts = nodes
  if (Array.isArray(wanted)) {
    const unknown = wanted.filter(name => typeof name !== 'string' || !index.has(name))
    if (unknown.length || !wanted.length)
      throw new Fault('E_START_NODES', 'task_space.start_nodes: expected known nodes', 2, { unknown })
    starts = [...new Set(wanted as string[])]
  } else if (wanted !== undefined && wanted !== null && wanted !== 'any' && wanted !== 'weighted')
    throw new Fault('E_START_NODES', 'task_space.start_nodes: expected “any”, “weighted” or a list of nodes', 2)
  return {
    nodes,
    index,
    maxPathLength,
    starts,
    weighted: wanted === 'weighted',
    ...edgesFrom(given['edges'], nodes, index),
    eta: etaFrom(given['eta'], index, onUnknown),
    seed,
  }
}

/** The edges of an explicit list as pairs of places in `nodes`, in order; `null` when every pair is joined. */
export const edgesIn = ({ adjacency }: Space): [number, number][] | null =>
  adjacency
    ? adjacency.flatMap((row, from) =>
        [...row]
          .filter(to => to > from)
          .sort((a, b) => a - b)
          .map((to): [number, number] => [from, to]),
      )
    : null

/** Whether an edge joins two nodes, by name; nothing joins a node to itself. */
export function hasEdge(space: Space, a: string, b: string): boolean {
  const [from, to] = [space.index.get(a), space.index.get(b)]
  if (from === undefined || to === undefined || from === to) return false
  return space.adjacency ? space.adjacency[from]!.has(to) : true
}
