import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Printed, type Settings, type Swarm, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** What `init` settles stays settled: later changes are told, and change nothing until the next `init`. */

const SETTINGS = {
  swarm: { seed: 7, n_ants: 3 },
  aco: { gamma: 1, rho: 0.3 },
  task_space: { nodes: ['a', 'b', 'c', 'd'], edges: ['a::b', 'b::c', 'c::d', 'd::a'], eta: { nodes: { b: 2 } } },
} satisfies Settings

const READERS = [
  ['converged'],
  ['report'],
  ['status'],
  ['select', '--iter', '2'],
  ['explain', '--iter', '2'],
  ['replay'],
]

/** A session with an iteration. */
async function begun(settings: Settings = SETTINGS): Promise<Swarm> {
  const session = await swarm(settings, { init: false })
  await session.ok('init')
  session.ant(1, 1, { path: ['a', 'b', 'c'] })
  await session.ok('update', '--iter', '1')
  return session
}

const without = ({ warnings: _, ...output }: Printed) => output

const reading = async ({ ok }: Swarm) => {
  const printed: Printed[] = []
  for (const argv of READERS) printed.push(without(await ok(...argv)))
  return printed
}

const { swarm: ants, aco, task_space: space } = SETTINGS

test.each<[string, Settings]>([
  ['aco.alpha', { aco: { ...aco, alpha: 3 } }],
  ['aco.beta', { aco: { ...aco, beta: 1 } }],
  ['aco.gamma', { aco: { ...aco, gamma: 0 } }],
  ['aco.rho', { aco: { ...aco, rho: 0.9 } }],
  ['aco.q', { aco: { ...aco, q: 5 } }],
  ['aco.tau_init', { aco: { ...aco, tau_init: 3 } }],
  ['aco.tau_min', { aco: { ...aco, tau_min: 0.9 } }],
  ['aco.tau_max', { aco: { ...aco, tau_max: 1.1 } }],
  ['aco.node_deposit', { aco: { ...aco, node_deposit: 2 } }],
  ['aco.matrix_type', { aco: { ...aco, matrix_type: 'node_weighted' } }],
  ['swarm.seed', { swarm: { ...ants, seed: 8 } }],
  ['swarm.seed', { swarm: { n_ants: 3 } }],
  ['task_space.max_path_length', { task_space: { ...space, max_path_length: 3 } }],
  ['task_space.nodes', { task_space: { ...space, nodes: ['a', 'b', 'c', 'd', 'e'] } }],
  ['task_space.nodes', { task_space: { ...space, nodes: ['b', 'a', 'c', 'd'] } }],
  ['task_space.nodes', { task_space: { ...space, nodes: 'auto_discover_from: *.md' } }],
  ['task_space.nodes', { task_space: { ...space, nodes: 5 } }],
  ['task_space.nodes', { task_space: { ...space, nodes: null } }],
  ['task_space.start_nodes', { task_space: { ...space, start_nodes: ['a'] } }],
  ['task_space.start_nodes', { task_space: { ...space, start_nodes: 'weighted' } }],
  ['task_space.edges', { task_space: { ...space, edges: 'complete' } }],
  ['task_space.edges', { task_space: { ...space, edges: ['a::b', 'a::gone'] } }],
  ['task_space.eta', { task_space: { ...space, eta: { nodes: { b: 3 } } } }],
  ['task_space.eta', { task_space: { nodes: space.nodes, edges: space.edges } }],
])('%s is frozen: a later change is told and changes nothing', async (setting, change) => {
  const session = await begun()
  const before = await reading(session)
  session.write('swarm-config.json', { ...SETTINGS, ...change })
  expect(await reading(session)).toEqual(before)
  for (const argv of READERS)
    expect((await session.ok(...argv)).warnings, argv.join(' ')).toMatchObject([
      { code: 'W_FROZEN', settings: [{ setting }], message: expect.stringContaining('init --force') },
    ])
  const files = session.state()
  expect((await session.ok('update', '--iter', '1')).warnings).toMatchObject([{ code: 'W_FROZEN' }])
  expect(session.state()).toEqual(files)
})

test.each<[string, Settings]>([
  ['the number of ants', { swarm: { ...ants, n_ants: 9, elite_keep: 1, max_iterations: 9 } }],
  ['hints', { aco: { ...aco, hints: { sources: 3 } } }],
  ['stop criteria', { convergence: { target_score: { value: 0.2 } } }],
  ['scoring', { scoring: { self_score_discount: 1 } }],
  ['validation', { validation: 'strict' }],
  ['a default that is written out', { aco: { ...aco, alpha: 1, tau_max: 10, matrix_type: null } }],
  ['a comment', { task_space: { ...space, _why: 1, eta: { ...space.eta, _why: 'known' } } }],
  ['another way of writing', { task_space: { ...space, edges: [['a', 'b'], { from: 'c', to: 'b' }, 'c::d', 'd::a'] } }],
  ['a node that is named twice', { task_space: { ...space, nodes: [...space.nodes, 'a'], start_nodes: null } }],
])('%s may change during a search', async (_, change) => {
  const session = await begun()
  session.write('swarm-config.json', { ...SETTINGS, ...change })
  for (const argv of READERS) expect(await session.ok(...argv), argv.join(' ')).not.toHaveProperty('warnings')
})

test('what changes the search does so at once: hints, ants', async () => {
  const session = await begun()
  session.write('swarm-config.json', { ...SETTINGS, swarm: { ...ants, n_ants: 5 } })
  expect((await session.ok('select', '--iter', '2')).n_assignments).toBe(5)
})

test('several changes are one warning, with short values', async () => {
  const session = await begun()
  session.write('swarm-config.json', { ...SETTINGS, aco: { rho: 0.5 }, task_space: { nodes: ['x'] } })
  const { warnings } = await session.ok('status')
  expect(warnings).toHaveLength(1)
  expect(warnings[0].settings).toEqual([
    { setting: 'aco.gamma', recorded: 1, configured: 0 },
    { setting: 'aco.rho', recorded: 0.3, configured: 0.5 },
    { setting: 'task_space.nodes' },
    { setting: 'task_space.edges' },
    { setting: 'task_space.eta' },
  ])
})

test('before the first update init takes a change over, and says that it would', async () => {
  const session = await swarm(SETTINGS, { init: false })
  await session.ok('init')
  session.write('swarm-config.json', { ...SETTINGS, aco: { rho: 0.5 } })
  const [warning] = (await session.ok('select', '--iter', '1')).warnings
  expect(warning.message).toMatch(/aco\.gamma, aco\.rho: .*“init” takes them over/)
  await session.ok('init')
  expect(await session.ok('select', '--iter', '1')).not.toHaveProperty('warnings')
})

test('a seed from the command line is no change of the configuration', async () => {
  const session = await swarm(SETTINGS, { init: false })
  await session.ok('init', '--seed', 'other')
  expect(await session.ok('status')).toMatchObject({ seed: 'other' })
  expect(await session.ok('status')).not.toHaveProperty('warnings')
})

test('a pattern is frozen, what it finds later is not asked', async () => {
  const folder = temporaryFolder()
  for (const name of ['a.md', 'b.md']) writeFileSync(join(folder, name), '')
  const pattern = `${folder}/*.md`
  const session = await swarm({ task_space: { auto_discover_from: pattern } }, { init: false })
  await session.ok('init')
  writeFileSync(join(folder, 'c.md'), '')
  expect(await session.ok('status')).not.toHaveProperty('warnings')
  session.write('swarm-config.json', { task_space: { nodes: `auto_discover_from: ${pattern}` } })
  expect(await session.ok('status')).not.toHaveProperty('warnings')
  session.write('swarm-config.json', { task_space: { auto_discover_from: `${folder}/*.ts` } })
  expect((await session.ok('status')).warnings).toMatchObject([{ settings: [{ setting: 'task_space.nodes' }] }])
})

/** Edits that a task-space.json may meet with. */
const EDITS: [string, (file: Printed) => void][] = [
  ['a node more', file => file.nodes.push('z')],
  ['a node less', file => file.nodes.pop()],
  ['another order', file => file.nodes.reverse()],
  ['another length', file => (file.max_path_length = 4)],
  ['another seed', file => (file.seed = '9')],
  ['other starts', file => (file.start_nodes = ['a'])],
  ['other edges', file => (file.edges = ['a::b', 'b::c'])],
  ['another heuristic', file => (file.eta.nodes.b = 5)],
]

test.each(EDITS)('task-space.json with %s is told, and init puts back what it wrote', async (_, edit) => {
  const session = await begun({ ...SETTINGS, task_space: { nodes: space.nodes, eta: space.eta } })
  const before = session.state()
  const file = session.json('task-space.json')
  edit(file)
  session.write('task-space.json', file)
  for (const argv of [...READERS, ['update', '--iter', '1']])
    expect(codesOf(await session.ok(...argv)), argv.join(' ')).toContain('W_SPACE_CHANGED')
  expect(await session.ok('init')).toMatchObject({ restored: true, n_nodes: 4, seed: '7' })
  expect(session.text('task-space.json')).toBe(before['task-space.json'])
  await session.ok('update', '--iter', '1')
  await session.ok('replay', '--write')
  expect(session.state()).toEqual(before)
})

const codesOf = (output: Printed): string[] => (output.warnings ?? []).map(({ code }: { code: string }) => code)

test('task-space.json that is only written otherwise is the same', async () => {
  const session = await begun()
  session.write('task-space.json', JSON.stringify(session.json('task-space.json')))
  for (const argv of READERS) expect(await session.ok(...argv)).not.toHaveProperty('warnings')
})

const COMMANDS = [...READERS, ['update', '--iter', '1'], ['replay', '--write']]

test.each([
  ['missing', undefined],
  ['torn', '{"nodes": ['],
  ['null', 'null'],
  ['without nodes', '{"nodes": []}'],
  ['of numbers', '{"nodes": [1, 2]}'],
  ['with edges of nowhere', '{"nodes": ["a", "b"], "edges": ["a::x"]}'],
  ['with a length of nothing', '{"nodes": ["a", "b"], "max_path_length": 0}'],
])('task-space.json that is %s: every command says what to do, and init does it', async (_, content) => {
  const session = await begun()
  const before = session.state()
  if (content === undefined) rmSync(join(session.path, 'task-space.json'))
  else session.write('task-space.json', content)
  const said = new Set<string>()
  for (const argv of COMMANDS) {
    const { code, message, exit } = await session.fails(...argv)
    expect({ code, exit }, argv.join(' ')).toEqual({ code: 'E_NOT_INITIALIZED', exit: 1 })
    said.add(message)
  }
  expect([...said]).toEqual([expect.stringMatching(/^task-space\.json .*“init” .*“init --force” archives/)])
  expect(await session.ok('init')).toMatchObject({ restored: true, seed: '7' })
  expect(session.state()).toEqual(before)
  expect((await session.fails('init')).code).toBe('E_ALREADY_INITIALIZED')
})

test('task-space.json is not put back when the configuration gives another one', async () => {
  const session = await begun()
  session.drop('task-space.json')
  session.write('swarm-config.json', { ...SETTINGS, task_space: { nodes: ['a', 'b', 'c'] } })
  const before = session.state()
  expect(await session.fails('init')).toMatchObject({
    code: 'E_ALREADY_INITIALIZED',
    message: expect.stringContaining('swarm-config.json no longer gives the task space'),
  })
  expect(session.state()).toEqual(before)
  const { archived } = await session.ok('init', '--force')
  expect(session.json('task-space.json').nodes).toEqual(['a', 'b', 'c'])
  expect(session.json(`${archived}/trails/1.jsonl`)).toMatchObject({ ant_id: 'ANT-1-1' })
})

test('a session that never began says so, init.json or not', async () => {
  const session = await swarm(SETTINGS, { init: false })
  expect(await session.ok('status')).toMatchObject({ initialized: false })
  expect((await session.fails('report')).message).toMatch(/run “init” first$/)
  await session.ok('init', '--seed', 'kept')
  session.drop('task-space.json')
  expect((await session.fails('report')).message).toMatch(/run “init” first$/)
  // Without swarm.seed the seed that was drawn is kept, wherever it is still written.
  session.write('swarm-config.json', { task_space: space })
  expect((await session.ok('init')).seed).toBe('kept')
})

test('without init.json its settings are taken from the newest state, and told', async () => {
  const session = await begun()
  const before = await reading(session)
  session.drop('pheromone/init.json')
  session.write('swarm-config.json', { ...SETTINGS, aco: { ...aco, rho: 0.9 } })
  const { warnings } = await session.ok('select', '--iter', '2')
  expect(warnings).toMatchObject([{ code: 'W_SNAPSHOT_BAD', file: 'pheromone/init.json' }, { code: 'W_FROZEN' }])
  expect((await reading(session)).slice(0, -1)).toEqual(before.slice(0, -1))
})

test('a session of another controller, which records less, is compared as far as it goes', async () => {
  const session = await begun({ ...SETTINGS, task_space: { nodes: space.nodes } })
  for (const file of ['init', 'current']) {
    const { metadata, ...rest } = session.json(`pheromone/${file}.json`)
    const { gamma, node_deposit, frozen, ...others } = metadata
    session.write(`pheromone/${file}.json`, { ...rest, metadata: others })
  }
  const { nodes, n_nodes, max_path_length, start_nodes } = session.json('task-space.json')
  session.write('task-space.json', { nodes, n_nodes, max_path_length, start_nodes, seed: '7' })
  expect(await session.ok('status')).not.toHaveProperty('warnings')
  session.write('swarm-config.json', { ...SETTINGS, aco: { gamma: 2, rho: 0.4 }, task_space: { nodes: space.nodes } })
  expect((await session.ok('status')).warnings).toMatchObject([{ settings: [{ setting: 'aco.rho' }] }])
})

test('odd names in every part of the task space are the same after init', async () => {
  const nodes = ['__proto__', 'x::y', ':z', '😀', '\uffee', 'a\ud800', '10', '9', 'a%3Ab']
  const eta = {
    nodes: { 'a\ud800': 2, '😀': 0.5, '10': 3, '9': 4 },
    edges: { '9::10': 0, 'x::y:::z': 1.5 },
    default: 1e-9,
  }
  const edges = nodes.slice(1).map((node, i) => [nodes[i], node].map(name => name?.replace('\ud800', '\ufffd')))
  for (const more of [{}, { edges }, { start_nodes: ['9', '10', '__proto__', '9'] }]) {
    const { ok } = await swarm({ task_space: { nodes, eta, ...more } })
    expect(await ok('status')).not.toHaveProperty('warnings')
  }
})
