import { expect, test } from 'vitest'
import { type Printed, swarm } from '../helpers/swarm.ts'

/** Divergences of the known controller in selection; here they are absent. */

const names = (n: number) => Array.from({ length: n }, (_, i) => `n${i}`)
const of = (assignments: Printed, key: string) => assignments.map((item: Printed) => item[key])
const preferences = (assignments: Printed): [string, number][] =>
  assignments.flatMap((item: Printed) => Object.entries(item.edge_preferences))

test('row 20: hints cover the steps after the first too', async () => {
  const { ok } = await swarm({
    swarm: { n_ants: 3 },
    aco: { hints: { sources: 8 } },
    task_space: { nodes: names(30) },
  })
  for (const { start_node, edge_preferences } of (await ok('select', '--iter', '1')).assignments) {
    const sources = [...new Set(Object.keys(edge_preferences).map(key => key.split('::')[0]!))]
    expect(sources).toHaveLength(8)
    expect(sources[0]).toBe(start_node)
    // The ant finds its node there when it follows a hint.
    const followed = Object.keys(edge_preferences)
      .filter(key => key.startsWith(`${start_node}::`))
      .slice(0, 3)
      .map(key => key.split('::')[1]!)
    for (const node of followed) expect(sources).toContain(node)
  }
})

test('row 20: protocol-literal mode, the default, hints at the first step only', async () => {
  const { ok } = await swarm()
  for (const { start_node, edge_preferences } of (await ok('select', '--iter', '1')).assignments)
    for (const key of Object.keys(edge_preferences)) expect(key.startsWith(`${start_node}::`)).toBe(true)
})

test('row 21: ties are broken at random, not by place in the list', async () => {
  const { ok } = await swarm({ swarm: { n_ants: 200 }, task_space: { nodes: names(100) } })
  const told = new Map<string, number>()
  for (const [key] of preferences((await ok('select', '--iter', '1')).assignments)) {
    const node = key.split('::')[1]!
    told.set(node, (told.get(node) ?? 0) + 1)
  }
  expect(told.size).toBe(100)
  // 1,600 hints over 100 nodes: 16 each, give or take.
  expect(Math.max(...told.values())).toBeLessThan(40)
})

test('row 22: starts are drawn without replacement until all were drawn', async () => {
  const five = await swarm({ swarm: { n_ants: 5 }, task_space: { nodes: names(5) } })
  const orders = new Set<string>()
  for (let k = 1; k <= 40; k++) {
    const starts = of((await five.ok('select', '--iter', `${k}`)).assignments, 'start_node')
    expect(new Set(starts).size).toBe(5)
    orders.add(starts.join())
  }
  expect(orders.size).toBeGreaterThan(20)
  const seven = await swarm({ swarm: { n_ants: 7 }, task_space: { nodes: names(5) } })
  const starts = of((await seven.ok('select', '--iter', '1')).assignments, 'start_node')
  expect(new Set(starts.slice(0, 5)).size).toBe(5)
  expect(new Set(starts.slice(5)).size).toBe(2)
})

test('row 23: a list of start nodes is honoured, unknown ones are an error', async () => {
  const settings = (start_nodes: unknown) => ({ task_space: { nodes: names(9), start_nodes } })
  const { ok } = await swarm(settings(['n3', 'n7']))
  expect(new Set(of((await ok('select', '--iter', '1')).assignments, 'start_node'))).toEqual(new Set(['n3', 'n7']))
  for (const wrong of [['n3', 'x'], [], [7], 'some']) {
    const { fails } = await swarm(settings(wrong), { init: false })
    expect(await fails('init')).toMatchObject({ code: 'E_START_NODES', exit: 2 })
  }
})

test('row 23: only listed edges are laid out, hinted and accepted', async () => {
  const edges = [['a', 'b'], 'b::c', { from: 'c', to: 'd' }, ['b', 'a']]
  const { ok, ant, json } = await swarm({
    aco: { hints: { sources: 8 } },
    task_space: { nodes: ['a', 'b', 'c', 'd'], edges },
  })
  expect(Object.keys(json('pheromone/init.json').tau)).toEqual(['a::b', 'b::c', 'c::d'])
  const both = (key: string) => [key, key.split('::').reverse().join('::')]
  const allowed = ['a::b', 'b::c', 'c::d'].flatMap(both)
  for (const [key] of preferences((await ok('select', '--iter', '1')).assignments)) expect(allowed).toContain(key)
  ant(1, 1, { path: ['a', 'b', 'c'] })
  ant(1, 2, { path: ['a', 'c'] })
  expect((await ok('update', '--iter', '1')).rejected).toMatchObject([{ file: 'ant-1-2.json' }])
  for (const wrong of [[['a', 'x']], [['a', 'a']], 'some', [7]]) {
    const { fails } = await swarm({ task_space: { nodes: ['a', 'b'], edges: wrong } }, { init: false })
    expect(await fails('init')).toMatchObject({ code: 'E_EDGES', exit: 2 })
  }
})

test('row 24: eta steers, edges before nodes before the default, and 0 forbids', async () => {
  const eta = { nodes: { b: 3, c: 0, 'a::x': 1 }, edges: { 'd::a': 4 }, default: 1 }
  const { ok } = await swarm({
    aco: { beta: 2 },
    task_space: { nodes: ['a', 'b', 'c', 'd', 'e'], start_nodes: ['a'], eta },
  })
  const [{ edge_preferences, baseline }] = (await ok('select', '--iter', '1')).assignments
  expect(edge_preferences).toEqual({ 'a::d': 0.6154, 'a::b': 0.3462, 'a::e': 0.03846 })
  expect(baseline).toEqual({ a: 0 })
  const { fails } = await swarm({ task_space: { nodes: ['a', 'b'], eta: { nodes: { a: -1 } } } }, { init: false })
  expect(await fails('init')).toMatchObject({ code: 'E_CONFIG_VALUE', exit: 2 })
})

test('row 24: every matrix type works, elite_keep counts, an unknown type is an error', async () => {
  const settings = (matrix_type: string) => ({
    swarm: { elite_keep: 2 },
    aco: { matrix_type },
    task_space: { nodes: names(70), start_nodes: ['n0'] },
  })
  for (const type of ['edge_weighted_sparse', 'node_weighted', 'full_dense']) {
    const { ok, ant, scores, json } = await swarm(settings(type))
    for (const i of [1, 2, 3]) ant(1, i, { path: [`n${i}`, `n${i + 10}`] })
    scores(1, { 1: 0.9, 2: 0.8, 3: 0.7 })
    await ok('update', '--iter', '1')
    expect(Object.keys(json('pheromone/current.json').tau)).toHaveLength(type === 'full_dense' ? 2415 : 3)
    expect((await ok('report')).top_k).toHaveLength(2)
    const [{ edge_preferences }] = (await ok('select', '--iter', '2')).assignments
    const strongest = Object.keys(edge_preferences).slice(0, 2).sort()
    if (type === 'node_weighted') expect(strongest).toEqual(['n0::n1', 'n0::n11'])
    else expect(new Set(Object.values(edge_preferences)).size).toBe(1)
  }
  const { fails } = await swarm(settings('sparse'), { init: false })
  expect(await fails('init')).toMatchObject({ code: 'E_CONFIG_VALUE', exit: 2 })
})

test('row 25: the seed fixes the assignments; select sees the state before its iteration', async () => {
  const { ok, ant } = await swarm({ task_space: { nodes: names(40) } })
  const select = async (...more: string[]) => (await ok('select', '--iter', '1', ...more)).assignments
  const first = await select()
  expect(await select()).toEqual(first)
  expect(await select('--seed', 'test')).toEqual(first)
  expect(await select('--seed', 'other')).not.toEqual(first)
  ant(1, 1, { path: ['n1', 'n2'] })
  await ok('update', '--iter', '1')
  expect(await select()).toEqual(first)
})

test('row 25: without a seed init draws one and records it; reports tell it', async () => {
  const seeds = new Set<string>()
  for (let i = 0; i < 3; i++) {
    const { ok, json } = await swarm({}, { init: false })
    const { seed } = await ok('init')
    expect((await ok('init')).seed).toBe(seed)
    expect(json('task-space.json').seed).toBe(seed)
    expect((await ok('select', '--iter', '1')).seed).toBe(seed)
    expect((await ok('report')).seed).toBe(seed)
    seeds.add(seed)
  }
  expect(seeds.size).toBe(3)
})

test('row 26: hints are shares of all neighbours, in four digits; baseline tells what is not listed', async () => {
  const nodes = names(100).map(name => name.padEnd(33, 'x'))
  const { ok } = await swarm({ aco: { gamma: 1, hints: { sources: 8 } }, task_space: { nodes } })
  const { assignments } = await ok('select', '--iter', '1')
  for (const { edge_preferences, baseline, start_node } of assignments) {
    const own = Object.entries(edge_preferences).filter(([key]) => key.startsWith(`${start_node}::`))
    const sum = own.reduce((all, [, value]) => all + Number(value), 0)
    expect(sum + (99 - own.length) * baseline[start_node]).toBeCloseTo(1, 2)
    for (const value of Object.values(edge_preferences))
      expect(`${value}`.replace(/^0\.0*/, '').length).toBeLessThanOrEqual(4)
  }
  expect(JSON.stringify(assignments[0]).length).toBeLessThanOrEqual(6_400)
})

test.each(['0', '-1', '01', '1.5', 'x', '', '99999999999999999999'])(
  'row 27: --iter %j is a usage error',
  async value => {
    const { fails } = await swarm()
    expect(await fails('select', '--iter', value)).toMatchObject({ code: 'E_USAGE', exit: 2 })
    expect(await fails('update', `--iter=${value}`)).toMatchObject({ code: 'E_USAGE', exit: 2 })
  },
)

test('row 27: a select far ahead of the last iteration warns', async () => {
  const { ok } = await swarm()
  expect((await ok('select', '--iter', '99')).warnings).toMatchObject([{ code: 'W_HISTORY_GAP' }])
})

test('row 28: names with :: do not collide, hint keys are as the ant reads them, double names are dropped', async () => {
  const nodes = ['a', 'a::b', 'b', 'b::c', 'c', ':d', 'e:', 'a']
  const { ok, ant, json, run } = await swarm({ swarm: { n_ants: 7 }, task_space: { nodes } }, { init: false })
  const { n_edges, warnings } = await ok('init', '--seed', 's')
  expect(n_edges).toBe(21)
  expect(warnings).toMatchObject([{ code: 'W_DUP_NODE' }])
  expect(Object.keys(json('pheromone/init.json').tau)).toHaveLength(21)
  const { assignments } = (await run('select', '--iter', '1')).output
  const keys = new Set(preferences(assignments).map(([key]) => key))
  const expected = nodes.slice(0, 7).flatMap((a, i, all) => all.flatMap((b, j) => (i === j ? [] : `${a}::${b}`)))
  expect(keys).toEqual(new Set(expected))
  ant(1, 1, { path: ['a', 'b::c'] })
  await ok('update', '--iter', '1')
  const touched = Object.entries(json('pheromone/current.json').tau).filter(([, tau]) => tau !== 0.8)
  expect(touched).toHaveLength(1)
})
