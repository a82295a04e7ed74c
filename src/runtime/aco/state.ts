import type { Config, MatrixType } from './config.ts'
import { edgeKey, type Space } from './space.ts'
import { round, significant } from './text.ts'

/** Statistics of a state, as its file and the outputs hold them. */
export interface Stats {
  /** Pheromone per edge: mean over all edges, highest, lowest. */
  mean: number
  max: number
  min: number
  /** Shannon entropy in bits of the pheromone on active edges. */
  entropy: number
  /** Edges with more than 1.01·tau_min. */
  n_edges_active: number
  /** Best verified score so far, [0, 1]. */
  best_known: number
  /** Tokens up to this iteration, and of it alone. */
  tokens_used: number
  tokens_iter: number
  /** Artifacts that do not tell what they cost, up to this iteration and of it alone. */
  tokens_missing: number
  tokens_missing_iter: number
  /** entropy / log2(n_edges_active), [0, 1]. */
  entropy_normalized: number
}

/**
 * The pheromone after an iteration.
 *
 * Sparse: only touched edges and nodes are listed; all untouched ones have gone through the same arithmetic, so one
 * default each stands for them exactly.
 */
export interface State {
  /** 0 before the first iteration. */
  iteration: number
  nNodes: number
  nEdges: number
  matrixType: MatrixType
  /** Pheromone of touched edges by matrix key (`edgeKey`), [tau_min, tau_max]. */
  tau: Map<string, number>
  /** Pheromone of each of the other edges. */
  tauDefault: number
  /** Pheromone of touched nodes by name, [tau_min, tau_max]. */
  nodeTau: Map<string, number>
  /** Pheromone of each of the other nodes. */
  nodeTauDefault: number
  stats: Stats
}

/** A walk that deposits: each distinct undirected edge and each distinct node of its path gets the amount once. */
export interface Deposit {
  /** Names of nodes, in walking order. */
  path: readonly string[]
  /** The score that is deposited, [0, 1]; `q` is not in it yet. */
  amount: number
}

/** The state before the first iteration: tau_init on every edge and node, nothing touched. */
export const initialState = (space: Space, config: Config): State => {
  const state: State = {
    iteration: 0,
    nNodes: space.nodes.length,
    nEdges: space.nEdges,
    matrixType: config.matrixType,
    tau: new Map(),
    tauDefault: config.tauInit,
    nodeTau: new Map(),
    nodeTauDefault: config.tauInit,
    stats: { ...EMPTY_STATS },
  }
  return { ...state, stats: statsOf(state, config) }
}

/** Statistics as they are printed: pheromone to four digits, all else to four decimals; files keep every bit. */
export const printedStats = (stats: Stats): Stats => ({
  ...stats,
  mean: significant(stats.mean),
  max: significant(stats.max),
  min: significant(stats.min),
  entropy: round(stats.entropy),
  best_known: round(stats.best_known),
  entropy_normalized: round(stats.entropy_normalized),
})

export const EMPTY_STATS: Stats = {
  mean: 0,
  max: 0,
  min: 0,
  entropy: 0,
  n_edges_active: 0,
  best_known: 0,
  tokens_used: 0,
  tokens_iter: 0,
  tokens_missing: 0,
  tokens_missing_iter: 0,
  entropy_normalized: 0,
}

/**
 * One iteration: evaporate everything by (1 − rho), deposit, then clip to [tau_min, tau_max].
 *
 * tau(e) ← clip((1 − rho)·tau(e) + Σ q·s over the walks whose path has e); nodes likewise with `node_deposit`·q·s. Only
 * + × min max are used, so every engine computes the same bits; the order of the deposits decides the last ones. The
 * elitist deposit is a walk like any other: `fold` adds it. Costs O(touched + Σ path); `base` stays as it is.
 *
 * Source: Ant System with elitist ants and trail limits, M. Dorigo, T. Stützle, Ant Colony Optimization (2004), §3.3.
 */
export function evolve(base: State, iteration: number, deposits: readonly Deposit[], config: Config): State {
  const keep = 1 - config.rho
  const scale = (map: ReadonlyMap<string, number>) =>
    new Map([...map].map(([key, value]): [string, number] => [key, value * keep]))
  const tau = scale(base.tau)
  const nodeTau = scale(base.nodeTau)
  const tauDefault = base.tauDefault * keep
  const nodeTauDefault = base.nodeTauDefault * keep
  for (const { path, amount } of deposits) {
    for (const key of edgesOf(path)) tau.set(key, (tau.get(key) ?? tauDefault) + config.q * amount)
    for (const node of new Set(path))
      nodeTau.set(node, (nodeTau.get(node) ?? nodeTauDefault) + config.nodeDeposit * config.q * amount)
  }
  const clip = (value: number) => Math.min(Math.max(value, config.tauMin), config.tauMax)
  const settle = (map: Map<string, number>, fallback: number) => {
    for (const [key, value] of map) map.set(key, clip(value))
    return touchedOf(map, fallback)
  }
  const next: State = {
    ...base,
    iteration,
    tauDefault: clip(tauDefault),
    nodeTauDefault: clip(nodeTauDefault),
    tau: settle(tau, clip(tauDefault)),
    nodeTau: settle(nodeTau, clip(nodeTauDefault)),
    matrixType: config.matrixType,
  }
  return { ...next, stats: statsOf(next, config) }
}

/** The entries that differ from the default, ordered by key: sums and draws are not to depend on how a state came about. */
export const touchedOf = (entries: Iterable<[string, number]>, fallback: number): Map<string, number> =>
  new Map([...entries].filter(([, value]) => value !== fallback).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The distinct undirected edges of a path, in order; a step that stays is none. */
export function edgesOf(path: readonly string[]): Set<string> {
  const keys = new Set<string>()
  for (let i = 1; i < path.length; i++) if (path[i] !== path[i - 1]) keys.add(edgeKey(path[i - 1]!, path[i]!))
  return keys
}

/**
 * Statistics over all E edges, untouched ones in closed form.
 *
 * Active: tau > 1.01·tau_min. Entropy in bits over active edges: −Σ p·log2 p − U·p0·log2 p0, at least 0, where p is an
 * edge’s share of the active pheromone, U the number of untouched edges (0 when the default is not active) and p0 the
 * share of one of them. Mean: (Σ touched + U·tauDefault) / E. Without edges all is 0. Token counts and `best_known` are
 * not in the pheromone and stay 0 here. Costs O(touched).
 */
export function statsOf(state: Pick<State, 'tau' | 'tauDefault' | 'nEdges'>, config: Config): Stats {
  const { tau, tauDefault, nEdges } = state
  if (nEdges === 0) return { ...EMPTY_STATS }
  const untouched = Math.max(0, nEdges - tau.size)
  const floor = 1.01 * config.tauMin
  let sum = untouched * tauDefault
  let max = untouched ? tauDefault : -Infinity
  let min = untouched ? tauDefault : Infinity
  let active = untouched && tauDefault > floor ? untouched : 0
  let activeSum = active * tauDefault
  for (const value of tau.values()) {
    sum += value
    if (value > max) max = value
    if (value < min) min = value
    if (value > floor) {
      active++
      activeSum += value
    }
  }
  let entropy = 0
  if (activeSum > 0) {
    const term = (value: number) => {
      const p = value / activeSum
      return p > 0 ? -p * Math.log2(p) : 0
    }
    for (const value of tau.values()) if (value > floor) entropy += term(value)
    if (untouched && tauDefault > floor) entropy += untouched * term(tauDefault)
  }
  entropy = Math.max(0, entropy)
  const normalized = active > 1 ? Math.min(1, entropy / Math.log2(active)) : 0
  return {
    ...EMPTY_STATS,
    mean: sum / nEdges,
    max,
    min,
    entropy,
    n_edges_active: active,
    entropy_normalized: normalized,
  }
}
