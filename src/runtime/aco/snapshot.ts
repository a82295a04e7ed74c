import type { Config } from './config.ts'
import { edgeKey, edgeOfKey, hasEdge, pairOf, type Space } from './space.ts'
import { EMPTY_STATS, type State, statsOf, touchedOf } from './state.ts'
import { byCodePoint, isNumber, isObject } from './text.ts'

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
 * Reads a state file; `undefined` when it is none. Keys that are no edge of the task space are passed over.
 *
 * A file without `tau_default` (the protocol's own) lists every edge: the value that most edges have becomes the
 * default, so that a big dense file collapses.
 */
export function stateFromFile(value: unknown, space: Space, config: Config): State | undefined {
  if (!isObject(value) || !isNumber(value['iteration']) || !isObject(value['tau'])) return undefined
  const tau = new Map<string, number>()
  for (const [key, item] of numbersOf(value['tau'])) {
    const edge = edgeOf(key, space)
    if (edge !== undefined) tau.set(edge, item)
  }
  const nodeTau = new Map(numbersOf(value['node_tau']).filter(([name]) => space.index.has(name)))
  const tauDefault = defaultOf(value['tau_default'], tau, space.nEdges, config)
  const nodeTauDefault = defaultOf(value['node_tau_default'], nodeTau, space.nodes.length, config)
  const state: State = {
    iteration: value['iteration'],
    nNodes: space.nodes.length,
    nEdges: space.nEdges,
    matrixType: config.matrixType,
    tau: touchedOf(tau, tauDefault),
    tauDefault,
    nodeTau: touchedOf(nodeTau, nodeTauDefault),
    nodeTauDefault,
    stats: { ...EMPTY_STATS },
  }
  const known = numbersOf(value['stats']).filter(([key]) => Object.hasOwn(EMPTY_STATS, key))
  return { ...state, stats: { ...statsOf(state, config), ...Object.fromEntries(known) } }
}

/** The entries of an object that are numbers of at least 0. */
const numbersOf = (given: unknown): [string, number][] =>
  Object.entries(isObject(given) ? given : {}).filter(
    (item): item is [string, number] => isNumber(item[1]) && item[1] >= 0,
  )

/** The matrix key of the edge that a file’s key names; other controllers do not escape names that contain `::`. */
function edgeOf(key: string, space: Space): string | undefined {
  if (hasEdge(space, ...edgeOfKey(key))) return edgeKey(...edgeOfKey(key))
  const pair = pairOf(key, space.index)
  return pair && hasEdge(space, ...pair) ? edgeKey(...pair) : undefined
}

/** The value of all entries that a table does not list. */
function defaultOf(given: unknown, map: ReadonlyMap<string, number>, whole: number, config: Config): number {
  if (isNumber(given) && given >= 0) return given
  if (map.size < whole) return config.tauInit
  const counts = new Map<number, number>()
  for (const item of map.values()) counts.set(item, (counts.get(item) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? config.tauInit
}
