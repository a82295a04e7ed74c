import type { Config } from './config.ts'
import { edgeKey, edgeOfKey, type Space } from './space.ts'
import type { State } from './state.ts'

/** The pheromone arranged for selection: touched neighbours by node, so that a step costs what was touched. */
export interface Field {
  space: Space
  config: Config
  state: State
  /** Pheromone by place (in `space.nodes`) of one end, then of the other; both directions are there. */
  touched: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** Node pheromone by place. */
  nodeTouched: ReadonlyMap<number, number>
}

/** base^exponent; small whole exponents by multiplication, which every engine rounds alike. */
const power = (base: number, exponent: number): number =>
  exponent === 1 ? base : exponent === 2 ? base * base : exponent === 0 ? 1 : base ** exponent

/** Arranges a state for selection; names that the task space does not know are passed over. Costs O(touched). */
export function fieldOf(space: Space, config: Config, state: State): Field {
  const touched = new Map<number, Map<number, number>>()
  const add = (from: number, to: number, tau: number) => {
    const row = touched.get(from) ?? new Map<number, number>()
    touched.set(from, row)
    row.set(to, tau)
  }
  for (const [key, tau] of state.tau) {
    const [a, b] = edgeOfKey(key)
    const [from, to] = [space.index.get(a), space.index.get(b)]
    if (from === undefined || to === undefined) continue
    add(from, to, tau)
    add(to, from, tau)
  }
  const nodeTouched = new Map<number, number>()
  for (const [name, tau] of state.nodeTau) {
    const at = space.index.get(name)
    if (at !== undefined) nodeTouched.set(at, tau)
  }
  return { space, config, state, touched, nodeTouched }
}

/**
 * Weight of the step from one node to another: tau^alpha · eta^beta · node_tau^gamma, ≥ 0, without a unit.
 *
 * `from` and `to` are places in `space.nodes`; whether an edge joins them is not asked. With `node_weighted` the node’s
 * pheromone stands in the place of the edge’s.
 *
 * Source: the random proportional rule of Ant System (M. Dorigo, T. Stützle, Ant Colony Optimization, 2004, §3.3.1);
 * the node term is ours (docs/swarm.md).
 */
export function weightOf({ space, config, state, touched, nodeTouched }: Field, from: number, to: number): number {
  const nodeTau = nodeTouched.get(to) ?? state.nodeTauDefault
  const tau = config.matrixType === 'node_weighted' ? nodeTau : (touched.get(from)?.get(to) ?? state.tauDefault)
  const weight = power(tau, config.alpha) * power(nodeTau, config.gamma)
  return space.eta ? weight * power(etaOf(space, from, to), config.beta) : weight
}

/** The heuristic of a step: of its edge, else of the node that it leads to, else the default. */
const etaOf = ({ eta, nodes }: Space, from: number, to: number): number =>
  eta ? (eta.edges.get(edgeKey(nodes[from]!, nodes[to]!)) ?? eta.nodes.get(nodes[to]!) ?? eta.default) : 1

/** Weight of a step whose edge and node are untouched. */
const plainWeightOf = ({ config, state }: Field): number =>
  power(config.matrixType === 'node_weighted' ? state.nodeTauDefault : state.tauDefault, config.alpha) *
  power(state.nodeTauDefault, config.gamma)

/** Weights of the steps from a node. */
export interface Weights {
  /** By candidate, in the order given. */
  weights: number[]
  /** Of each of the `plain` untouched ones. */
  plainWeight: number
  total: number
}

/**
 * Weighs the steps from a node to `nodes` and to `plain` untouched others.
 *
 * Powers up to 50 may leave the range of numbers; then all weights are divided by the largest, by logarithms.
 */
export function weightsFrom(field: Field, source: number, nodes: readonly number[], plain: number): Weights {
  const weights = nodes.map(node => weightOf(field, source, node))
  const plainWeight = plainWeightOf(field)
  const total = sumOf(weights, plain, plainWeight)
  if (total > 0 && total < Infinity) return { weights, plainWeight, total }
  const logs = nodes.map(node => logWeightOf(field, source, node))
  const plainLog = plain ? logOf(field, field.state.tauDefault, field.state.nodeTauDefault, 1) : -Infinity
  const top = logs.reduce((a, b) => Math.max(a, b), plainLog)
  const scaled = (log: number) => (log === -Infinity ? 0 : Math.exp(log - top))
  const [scaledWeights, scaledPlain] = [logs.map(scaled), scaled(plainLog)]
  return { weights: scaledWeights, plainWeight: scaledPlain, total: sumOf(scaledWeights, plain, scaledPlain) }
}

function sumOf(weights: readonly number[], plain: number, plainWeight: number): number {
  let total = plain ? plain * plainWeight : 0
  for (const weight of weights) total += weight
  return total
}

const logOf = ({ config }: Field, tau: number, nodeTau: number, eta: number): number => {
  const term = (base: number, exponent: number) => (exponent === 0 ? 0 : exponent * Math.log(base))
  const first = config.matrixType === 'node_weighted' ? nodeTau : tau
  return term(first, config.alpha) + term(nodeTau, config.gamma) + term(eta, config.beta)
}

const logWeightOf = (field: Field, from: number, to: number): number =>
  logOf(
    field,
    field.touched.get(from)?.get(to) ?? field.state.tauDefault,
    field.nodeTouched.get(to) ?? field.state.nodeTauDefault,
    etaOf(field.space, from, to),
  )
