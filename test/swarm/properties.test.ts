import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkArtifact, isRejected } from '../../src/runtime/aco/artifact.ts'
import { type Config, readConfig } from '../../src/runtime/aco/config.ts'
import { fieldOf } from '../../src/runtime/aco/field.ts'
import { randomFrom } from '../../src/runtime/aco/random.ts'
import { assignmentsFor, hintsFrom, stepFrom } from '../../src/runtime/aco/select.ts'
import { edgeKey, edgeOfKey, hasEdge, layOutSpace, type Space } from '../../src/runtime/aco/space.ts'
import { type Deposit, evolve, initialState, type State } from '../../src/runtime/aco/state.ts'
import { byCodePoint } from '../../src/runtime/aco/text.ts'
import { runs } from '../helpers/runs.ts'
import { artifact } from '../helpers/swarm.ts'

/** Properties that hold for every task space and every search. */

const full = process.env['FULL'] !== undefined

const unit = fc.double({ min: 0, max: 1, noNaN: true })

/** Task spaces of up to 40 nodes: complete or with listed edges, with or without a heuristic. */
const spaces = fc
  .record({
    n: fc.integer({ min: 1, max: 40 }),
    edges: fc.option(fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { minLength: 1, maxLength: 80 }), { nil: undefined }),
    eta: fc.option(fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 40 }), {
      nil: undefined,
    }),
    length: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ n, edges, eta, length }): Space => {
    const nodes = Array.from({ length: n }, (_, i) => (i % 7 ? `n${i}` : `n::${i}`))
    const pairs = edges?.map(([a, b]) => [nodes[a % n]!, nodes[b % n]!] as const).filter(([a, b]) => a !== b)
    const given = {
      ...(pairs?.length ? { edges: pairs } : {}),
      ...(eta ? { eta: { nodes: Object.fromEntries(eta.slice(0, n).map((value, i) => [nodes[i]!, value])) } } : {}),
    }
    return layOutSpace(given, nodes, length, 'seed')
  })

const configs = fc
  .record({
    alpha: fc.constantFrom(0, 1, 2, 3.5, 50),
    beta: fc.constantFrom(0, 1, 2, 50),
    gamma: fc.constantFrom(0, 1, 2),
    rho: unit,
    q: fc.constantFrom(0, 0.5, 1, 10),
    tau_min: fc.constantFrom(0, 0.01, 0.5),
    tau_max: fc.constantFrom(1, 10),
    tau_init: fc.constantFrom(0.5, 1, 20),
    matrix_type: fc.constantFrom('edge_weighted_sparse', 'node_weighted', 'full_dense'),
    hints: fc.record({ sources: fc.integer({ min: 1, max: 10 }), top_k: fc.integer({ min: 1, max: 10 }) }),
  })
  .map((aco): Config => readConfig({ aco }))

/** Walks over a space: random steps along edges, no node twice. */
function walk(space: Space, picks: readonly number[]): string[] {
  const path = [space.nodes[picks[0]! % space.nodes.length]!]
  for (const pick of picks.slice(1, space.maxPathLength)) {
    const next = space.nodes.filter(node => !path.includes(node) && hasEdge(space, path.at(-1)!, node))
    if (!next.length) break
    path.push(next[pick % next.length]!)
  }
  return path
}

const searches = fc.array(
  fc.array(fc.record({ picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 8 }), amount: unit }), {
    maxLength: 5,
  }),
  { maxLength: 12 },
)

type Search = { picks: number[]; amount: number }[][]

const depositsOf = (space: Space, ants: Search[number]): Deposit[] =>
  ants.map(({ picks, amount }) => ({ path: walk(space, picks), amount }))

const stateAfter = (space: Space, config: Config, search: Search): State =>
  search.reduce((state, ants, k) => evolve(state, k + 1, depositsOf(space, ants), config), initialState(space, config))

const allEdges = ({ nodes, ...space }: Space): string[] =>
  nodes.flatMap((a, i) => nodes.slice(i + 1).flatMap(b => (hasEdge({ nodes, ...space }, a, b) ? [edgeKey(a, b)] : [])))

test('the closed form over untouched edges is the dense computation: pheromone exactly, entropy to 1e-9', () => {
  fc.assert(
    fc.property(spaces, configs, searches, (space, config, search) => {
      const keys = allEdges(space)
      let tau = new Map(keys.map(key => [key, config.tauInit]))
      let node = new Map(space.nodes.map(name => [name, config.tauInit]))
      const clip = (value: number) => Math.min(Math.max(value, config.tauMin), config.tauMax)
      const evaporated = (map: Map<string, number>) =>
        new Map([...map].map(([key, value]) => [key, value * (1 - config.rho)]))
      const clipped = (map: Map<string, number>) => new Map([...map].map(([key, value]) => [key, clip(value)]))
      for (const ants of search) {
        tau = evaporated(tau)
        node = evaporated(node)
        for (const { path, amount } of depositsOf(space, ants)) {
          for (let i = 1; i < path.length; i++) {
            const key = edgeKey(path[i - 1]!, path[i]!)
            tau.set(key, tau.get(key)! + config.q * amount)
          }
          for (const name of path) node.set(name, node.get(name)! + config.nodeDeposit * config.q * amount)
        }
        tau = clipped(tau)
        node = clipped(node)
      }
      const state = stateAfter(space, config, search)
      expect(space.nEdges).toBe(keys.length)
      for (const key of keys) expect(state.tau.get(key) ?? state.tauDefault).toBe(tau.get(key))
      for (const name of space.nodes) expect(state.nodeTau.get(name) ?? state.nodeTauDefault).toBe(node.get(name))
      if (search.length)
        for (const value of tau.values()) expect(value >= config.tauMin && value <= config.tauMax).toBe(true)
      const active = [...tau.values()].filter(value => value > 1.01 * config.tauMin)
      const sum = active.reduce((a, b) => a + b, 0)
      const entropy = active.reduce((all, value) => (value > 0 ? all - (value / sum) * Math.log2(value / sum) : all), 0)
      expect(state.stats.n_edges_active).toBe(keys.length ? active.length : 0)
      expect(Math.abs(state.stats.entropy - entropy)).toBeLessThan(1e-9)
      if (keys.length) expect(state.stats.max).toBe(Math.max(...tau.values()))
    }),
    runs(full ? 2_000 : 200),
  )
})

test('every edge has a key of its own, from which its names can be read', () => {
  const name = fc.string({
    unit: fc.constantFrom(':', '%', '2', '5', '3', 'A', '25', '%3A', 'a', '😀'),
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(name, name, (a, b) => {
      const names = [a, b].sort(byCodePoint)
      expect(edgeOfKey(edgeKey(a, b))).toEqual(names)
      expect(edgeOfKey(edgeKey(b, a))).toEqual(names)
    }),
    runs(full ? 50_000 : 5_000),
  )
  expect(edgeKey('x::y', 'z')).toBe('x%3A%3Ay::z')
})

test('probabilities over all neighbours add up to 1 before they are rounded', () => {
  fc.assert(
    fc.property(
      spaces,
      configs,
      searches,
      fc.nat(39),
      fc.array(fc.nat(39), { maxLength: 6 }),
      (space, config, search, at, visited) => {
        const field = fieldOf(space, config, stateAfter(space, config, search))
        const source = at % space.nodes.length
        const path = new Set([source, ...visited.map(node => node % space.nodes.length)])
        const free = space.nodes.filter((name, i) => !path.has(i) && hasEdge(space, space.nodes[source]!, name))
        const all = stepFrom(field, source, path, 1_000, randomFrom('x'))
        const some = stepFrom(field, source, path, config.hints.topK, randomFrom('y'))
        for (const { listed, baseline } of [all, some]) {
          const sum = listed.reduce((total, { probability }) => total + probability, 0)
          const isForbidden = listed.length === 0
          expect(listed.every(({ node, probability }) => free.includes(space.nodes[node]!) && probability >= 0)).toBe(
            true,
          )
          if (!isForbidden) expect(sum + (free.length - listed.length) * baseline).toBeCloseTo(1, 9)
          expect(new Set(listed.map(({ node }) => node)).size).toBe(listed.length)
        }
        // Without a heuristic that forbids, there is a hint wherever there is a step.
        const most = Math.min(free.length, config.hints.topK)
        expect(some.listed.length).toBeLessThanOrEqual(most)
        if (!space.eta && config.alpha < 50 && config.rho < 0.9) expect(some.listed).toHaveLength(most)
        if (!space.eta && most > 0) expect(some.listed.length).toBeGreaterThan(0)
      },
    ),
    runs(full ? 3_000 : 300),
  )
})

test('no step beside the listed edges is ever hinted or accepted', () => {
  fc.assert(
    fc.property(spaces, configs, searches, fc.nat(39), (space, config, search, start) => {
      const field = fieldOf(space, config, stateAfter(space, config, search))
      for (const { source, listed } of hintsFrom(field, start % space.nodes.length, randomFrom('x')))
        for (const { node } of listed) expect(hasEdge(space, space.nodes[source]!, space.nodes[node]!)).toBe(true)
      for (const a of space.nodes.slice(0, 10))
        for (const b of space.nodes) {
          const checked = checkArtifact('ant-1-1.json', artifact(1, 1, { path: [a, b] }), 1, space)
          if (!hasEdge(space, a, b)) expect(isRejected(checked)).toBe(true)
        }
    }),
    runs(full ? 1_000 : 60),
  )
})

describe('assignments', () => {
  const inputs = [spaces, configs, searches, fc.string(), fc.integer({ min: 1, max: 20 })] as const

  test('are a function of state and seed, and more ants do not move the others', () => {
    fc.assert(
      fc.property(...inputs, (space, config, search, seed, ants) => {
        const state = stateAfter(space, config, search)
        const draw = (nAnts: number) => {
          const field = fieldOf(space, { ...config, nAnts }, state)
          return JSON.stringify(assignmentsFor(field, 3, seed).assignments.slice(0, ants))
        }
        expect(draw(ants)).toBe(draw(ants))
        expect(draw(ants + 5)).toBe(draw(ants))
      }),
      runs(full ? 1_000 : 100),
    )
  })

  test('differ with the seed and with the iteration', () => {
    const nodes = Array.from({ length: 50 }, (_, i) => `n${i}`)
    const space = layOutSpace({}, nodes, 5, 'x')
    const field = fieldOf(space, readConfig({}), initialState(space, readConfig({})))
    const drawn = new Set<string>()
    for (const seed of ['', '0', '1', 'a', 'b', '1|1'])
      for (const k of [1, 2, 11])
        drawn.add(
          assignmentsFor(field, k, seed)
            .assignments.map(({ start_node }) => start_node)
            .join(),
        )
    expect(drawn.size).toBe(18)
  })
})
