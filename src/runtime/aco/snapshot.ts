import type { Config } from './config.ts'
import { edgeKey, edgeOfKey, hasEdge, pairOf, type Space } from './space.ts'
import { EMPTY_STATS, type State, statsOf, touchedOf } from './state.ts'
import { byCodePoint, isNumber, isObject, isWhole } from './text.ts'

/** Edges up to which the state file lists every edge, as old readers expect. */
export const DENSE_LIMIT = 2_000

/** The state as its file holds it: every edge up to 2,000 (or always with `full_dense`), touched ones only above. */
export function stateToFile(state: State, space: Space, config: Config): Record<string, unknown> {
  const isDense = state.nEdges <= DENSE_LIMIT || state.matrixType === 'full_dense'
  return {
    version: '1.0',
    iteration: state.iteration,
    n_nodes: state.nNodes,
    n_edges: state.nEdges,
    matrix_type: state.matrixType,
    tau_default: state.tauDefault,
    node_tau_default: state.nodeTauDefault,
    tau: toObject(isDense ? allEdges(state, space) : state.tau),
    node_tau: toObject(
      isDense
        ? new Map(space.nodes.map(node => [node, state.nodeTau.get(node) ?? state.nodeTauDefault]))
        : state.nodeTau,
    ),
    metadata: {
      alpha: config.alpha,
      beta: config.beta,
      rho: config.rho,
      q: config.q,
      tau_init: config.tauInit,
      tau_min: config.tauMin,
      tau_max: config.tauMax,
      gamma: config.gamma,
      node_deposit: config.nodeDeposit,
    },
    stats: state.stats,
  }
}

function allEdges(state: State, space: Space): Map<string, number> {
  const all = new Map<string, number>()
  const add = (a: string, b: string) => {
    const key = edgeKey(a, b)
    all.set(key, state.tau.get(key) ?? state.tauDefault)
  }
  for (let i = 0; i < space.nodes.length; i++) {
    if (space.adjacency) {
      for (const j of space.adjacency[i]!) if (i < j) add(space.nodes[i]!, space.nodes[j]!)
    } else for (let j = i + 1; j < space.nodes.length; j++) add(space.nodes[i]!, space.nodes[j]!)
  }
  return all
}

/** An object in code point order of its keys, safe for any key (`__proto__` too). */
function toObject(map: ReadonlyMap<string, number>): Record<string, number> {
  const object = Object.create(null) as Record<string, number>
  for (const [key, value] of [...map].sort(([a], [b]) => byCodePoint(a, b))) object[key] = value
  return object
}

/**
 * Reads a state file; `undefined` when it is none, or when its numbers are none that a search could have come to. Keys
 * that are no edge of the task space are passed over.
 *
 * A file without `tau_default` (the protocol’s own) lists every edge: the value that most edges have becomes the
 * default, so that a big dense file collapses. Statistics are computed anew; what the search has cost is in its trails.
 */
export function stateFromFile(value: unknown, space: Space, config: Config): State | undefined {
  const state = stateOrFault(value, space, config)
  return typeof state === 'string' ? undefined : state
}

/** The state that a file holds, or what is wrong with the file. */
export function stateOrFault(value: unknown, space: Space, config: Config): State | string {
  if (value === undefined) return 'cannot be read'
  if (!isObject(value)) return 'is no object'
  const { iteration, tau: edges, node_tau: nodes, tau_default, node_tau_default } = value
  if (!isWhole(iteration, Number.MAX_SAFE_INTEGER)) return 'names no iteration'
  if (!isObject(edges) || !(nodes === undefined || isObject(nodes))) return 'has no pheromone'
  // Before the first iteration nothing has been clipped.
  const low = iteration ? config.tauMin : Math.min(config.tauMin, config.tauInit)
  const high = iteration ? config.tauMax : Math.max(config.tauMax, config.tauInit)
  const isTau = (item: unknown): item is number => isNumber(item) && item >= low && item <= high
  const odd = (name: string, item: unknown) => `has ${JSON.stringify(item)} for ${name}, expected ${low} … ${high}`
  for (const [name, item] of Object.entries({ tau_default, node_tau_default }))
    if (item !== undefined && !isTau(item)) return odd(name, item)
  const tau = new Map<string, number>()
  for (const [key, item] of Object.entries(edges)) {
    if (!isTau(item)) return odd(`“${shown(key)}”`, item)
    const pair = namesOf(key, space)
    if (!pair) return `names an edge of unknown nodes: “${shown(key)}”`
    if (hasEdge(space, ...pair)) tau.set(edgeKey(...pair), item)
  }
  const nodeTau = new Map<string, number>()
  for (const [name, item] of Object.entries(nodes ?? {})) {
    if (!isTau(item)) return odd(`“${shown(name)}”`, item)
    if (!space.index.has(name)) return `names an unknown node: “${shown(name)}”`
    nodeTau.set(name, item)
  }
  const tauDefault = defaultOf(tau_default, tau, space.nEdges, config)
  const nodeTauDefault = defaultOf(node_tau_default, nodeTau, space.nodes.length, config)
  const state: State = {
    iteration,
    nNodes: space.nodes.length,
    nEdges: space.nEdges,
    matrixType: config.matrixType,
    tau: touchedOf(tau, tauDefault),
    tauDefault,
    nodeTau: touchedOf(nodeTau, nodeTauDefault),
    nodeTauDefault,
    stats: EMPTY_STATS,
  }
  return { ...state, stats: statsOf(state, config) }
}

const shown = (name: string) => name.slice(0, 80)

/** The two known nodes that a file’s key names; other controllers do not escape names that contain `::`. */
function namesOf(key: string, { index }: Space): [string, string] | undefined {
  const pair = edgeOfKey(key)
  if (index.has(pair[0]) && index.has(pair[1])) return pair
  const other = pairOf(key, index)
  return other && index.has(other[0]) && index.has(other[1]) ? other : undefined
}

/** The value of all entries that a table does not list. */
function defaultOf(given: unknown, map: ReadonlyMap<string, number>, whole: number, config: Config): number {
  if (isNumber(given)) return given
  if (map.size < whole) return config.tauInit
  const counts = new Map<number, number>()
  for (const item of map.values()) counts.set(item, (counts.get(item) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? config.tauInit
}
