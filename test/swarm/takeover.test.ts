import { expect, test } from 'vitest'
import { readConfig } from '../../src/runtime/aco/config.ts'
import { fieldOf } from '../../src/runtime/aco/field.ts'
import { assignmentsFor } from '../../src/runtime/aco/select.ts'
import { edgeKey, layOutSpace } from '../../src/runtime/aco/space.ts'
import { evolve, initialState } from '../../src/runtime/aco/state.ts'
import { type Printed, type Swarm, swarm } from '../helpers/swarm.ts'

/** Sessions that another controller of the protocol began, and assignments that never change. */

const names = (n: number) => Array.from({ length: n }, (_, i) => `n${i}`)

const allKeys = (nodes: readonly string[]) => nodes.flatMap((a, i) => nodes.slice(i + 1).map(b => edgeKey(a, b)))

/** Brings the files of a session to the protocol’s own shape: every edge and node, no defaults, no further keys. */
function toProtocolShape(session: Swarm, files: readonly string[]): void {
  const { nodes, n_nodes, max_path_length, start_nodes, edges } = session.json('task-space.json')
  session.write('task-space.json', { nodes, n_nodes, max_path_length, start_nodes, edges })
  for (const file of files) {
    const { n_edges, tau_default, node_tau_default, tau, node_tau, metadata, stats, ...rest } = session.json(file)
    const { gamma, node_deposit, ...protocolMetadata } = metadata
    const { mean, max, min, entropy, n_edges_active } = stats
    session.write(file, {
      ...rest,
      tau: Object.fromEntries(allKeys(nodes).map(key => [key, tau[key] ?? tau_default])),
      node_tau: Object.fromEntries(nodes.map((node: string) => [node, node_tau[node] ?? node_tau_default])),
      metadata: protocolMetadata,
      stats: { mean, max, min, entropy, n_edges_active },
    })
  }
}

test.each([12, 70])(
  'a session that began dense is continued sparse and back without a difference: %i nodes',
  async n => {
    const nodes = names(n)
    const settings = { swarm: { seed: 's' }, aco: { gamma: 1, rho: 0.3 }, task_space: { nodes } }
    const [ours, mixed] = [await swarm(settings), await swarm(settings)]
    const files = ['pheromone/init.json', 'pheromone/current.json']
    toProtocolShape(mixed, files)
    for (let k = 1; k <= 8; k++) {
      for (const session of [ours, mixed]) {
        for (const i of [1, 2, 3]) {
          const path = [0, 1, 2, 3].map(step => nodes[(k * 7 + i * 5 + step * (i + 1)) % n]!)
          session.ant(k, i, { path: [...new Set(path)], self_score: ((k * i) % 10) / 10 })
        }
        await session.ok('update', '--iter', `${k}`)
      }
      // Two iterations by us, two by the other, and so on.
      files.push(`pheromone/history/${k}.json`)
      if (k % 4 > 1) toProtocolShape(mixed, files)
      const matrix = (session: Swarm) => {
        const { tau, node_tau, tau_default, node_tau_default } = session.json(`pheromone/history/${k}.json`)
        return [
          ...allKeys(nodes).map(key => tau[key] ?? tau_default),
          ...nodes.map(node => node_tau[node] ?? node_tau_default),
        ]
      }
      const [left, right] = [matrix(ours), matrix(mixed)]
      expect(Math.max(...left.map((value, i) => Math.abs(value - right[i])))).toBe(0)
      const select = async (session: Swarm) =>
        (await session.ok('select', '--iter', `${k + 1}`, '--seed', 's')).assignments
      expect(await select(mixed)).toEqual(await select(ours))
      const stats = (await mixed.ok('report')).final_pheromone_stats
      expect(stats.entropy).toBeCloseTo((await ours.ok('report')).final_pheromone_stats.entropy, 9)
    }
  },
)

test('a session of the protocol needs nothing else to be continued', async () => {
  const { ant, ok, json, drop, write } = await swarm({ task_space: { nodes: names(5) } })
  for (const k of [1, 2]) {
    ant(k, 1, { path: ['n0', 'n1'], cost_tokens: 10 })
    await ok('update', '--iter', `${k}`)
  }
  const session = { json, write } as Swarm
  toProtocolShape(session, [
    'pheromone/init.json',
    'pheromone/current.json',
    'pheromone/history/1.json',
    'pheromone/history/2.json',
  ])
  drop('best.json')
  ant(3, 1, { path: ['n2', 'n3'], cost_tokens: 10 })
  expect(await ok('update', '--iter', '3')).toMatchObject({ tokens_used: 30, delta: 0, best_score: 0.25 })
  expect(json('best.json')).toMatchObject({ ant_id: 'ANT-1-1', candidate_solution: { summary: 'by ANT-1-1' } })
})

test('a matrix with more edges than the list allows, as another controller leaves it, is read without them', async () => {
  const edges = [
    ['n0', 'n1'],
    ['n1', 'n2'],
    ['n2', 'n3'],
  ]
  const { ant, ok, json, write } = await swarm({ task_space: { nodes: names(4), edges } })
  toProtocolShape({ json, write } as Swarm, ['pheromone/init.json', 'pheromone/current.json'])
  ant(1, 1, { path: ['n0', 'n1'] })
  await ok('update', '--iter', '1')
  expect(Object.keys(json('pheromone/current.json').tau)).toEqual(['n0::n1', 'n1::n2', 'n2::n3'])
  expect(json('pheromone/current.json').stats.n_edges_active).toBe(3)
})

/** Assignments of four configurations, before and after three ants have walked. */
function golden(): Printed {
  const nodes = names(30)
  const cases: Record<string, [object, Record<string, unknown>]> = {
    literal: [{}, {}],
    template: [{ gamma: 1, hints: { sources: 8 } }, {}],
    edges: [
      { hints: { sources: 3, top_k: 4 } },
      { edges: nodes.map((node, i) => [node, nodes[(i + 1 + (i % 3)) % 30]]) },
    ],
    eta: [
      { beta: 1, gamma: 2, hints: { sources: 2 } },
      { eta: { nodes: { n3: 2, n4: 0 } }, start_nodes: ['n1', 'n2', 'n3'] },
    ],
  }
  return Object.fromEntries(
    Object.entries(cases).map(([name, [aco, space]]) => {
      const config = readConfig({ swarm: { n_ants: 3 }, aco })
      const laidOut = layOutSpace(space, nodes, 5, 'golden')
      const before = initialState(laidOut, config)
      const walks = [
        ['n0', 'n1'],
        ['n3', 'n5'],
        ['n7', 'n9'],
      ].map((path, i) => ({ path, amount: 0.3 + i / 10 }))
      const after = evolve(before, 1, walks, config)
      const draw = (state: typeof before, k: number) =>
        assignmentsFor(fieldOf(laidOut, config, state), k, 'golden').assignments
      return [name, { first: draw(before, 1), second: draw(after, 2) }]
    }),
  )
}

test('the same seed gives the committed assignments', async () => {
  await expect(`${JSON.stringify(golden(), null, 2)}\n`).toMatchFileSnapshot('../golden/swarm/assignments.json')
})
