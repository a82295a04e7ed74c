import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/runtime/aco/config.ts'
import { layOutSpace } from '../../src/runtime/aco/space.ts'
import { type Printed, swarm } from '../helpers/swarm.ts'
import { everything } from '../helpers/swarm-config.ts'

/** What is written and means nothing is told, with what was likely meant. */

const NODES = { nodes: ['a', 'b', 'c', 'd', 'e', 'f'] }

test.each<[string, object, string, string | undefined]>([
  ['a section', { swram: {} }, 'swram', 'swarm'],
  ['a setting', { aco: { gama: 1 } }, 'aco.gama', 'aco.gamma'],
  ['a setting of hints', { aco: { hints: { topk: 1 } } }, 'aco.hints.topk', 'aco.hints.top_k'],
  ['a criterion', { convergence: { budget_token: {} } }, 'convergence.budget_token', 'convergence.budget_tokens'],
  [
    'a setting of a criterion',
    { convergence: { stagnation: { patient: 3 } } },
    'convergence.stagnation.patient',
    'convergence.stagnation.patience',
  ],
  ['the heuristic', { task_space: { ...NODES, eta: { node: {} } } }, 'task_space.eta.node', 'task_space.eta.nodes'],
  ['a setting in the wrong section', { swarm: { rho: 0.3 } }, 'swarm.rho', 'aco.rho'],
  ['a setting without its section', { n_ants: 3 }, 'n_ants', 'swarm.n_ants'],
  ['something else', { color: 'red' }, 'color', undefined],
  ['a path in a section', { aco: { 'x.y': 0.3 } }, 'aco.x.y', undefined],
  ['a word of the language', { constructor: 1 }, 'constructor', undefined],
  [
    'something else in a long section',
    { convergence: { stagnation: { x: 1 } } },
    'convergence.stagnation.x',
    undefined,
  ],
])('an unknown key of the configuration is told by every command that reads it: %s', async (_, given, key, near) => {
  const { ok, path, write } = await swarm({ ...given }, { init: false })
  const hint = near ? `; did you mean “${near}”?` : ''
  const told = [{ code: 'W_CONFIG_KEY', key, message: `${key} is no setting and has no effect${hint}` }]
  expect((await ok('init')).warnings).toEqual(told)
  for (const argv of [['status'], ['converged'], ['report'], ['select', '--iter', '1']])
    expect((await ok(...argv)).warnings, argv.join(' ')).toEqual(told)
  write('other.json', { task_space: NODES, ...given })
  const simulate = [
    'simulate',
    '--config',
    join(path, 'other.json'),
    '--seeds',
    '1',
    '--ants',
    '1',
    '--iterations',
    '1',
  ]
  expect((await ok(...simulate)).warnings).toEqual(told)
})

test('a setting that is written as one key is told where it belongs', async () => {
  const { ok } = await swarm({ 'aco.hints.top_k': 3, aco: { 'hints.sources': 2 } }, { init: false })
  const told = (path: string, key: string) => ({
    message: `${path} is no setting and has no effect as one key; “${key}” belongs into the object “aco.hints”`,
  })
  expect((await ok('init')).warnings).toMatchObject([
    told('aco.hints.top_k', 'top_k'),
    told('aco.hints.sources', 'sources'),
  ])
})

test('every known key, comments, a schema for editors and words for ants are told nothing', async () => {
  const { eta } = everything['task_space'] as { eta: object }
  const { ok } = await swarm(
    {
      ...everything,
      $schema: 'config.schema.json',
      _note: 1,
      aco: { _note: 1, hints: { _note: 1 } },
      task_space: {
        ...NODES,
        edges: ['a::b'],
        eta: { ...eta, _note: 1, nodes: { _note: 'x' }, edges: { '_n::ote': [] } },
      },
      ant_prompt: { tone: 'dry', objective: 'find it' },
      convergence: { stagnation: { _note: 1 }, entropy_floor: false, budget_tokens: null },
    },
    { init: false },
  )
  expect(await ok('init')).not.toHaveProperty('warnings')
  expect(await ok('status')).not.toHaveProperty('warnings')
})

test('a great many unknown keys are a few warnings, however long they are', async () => {
  const { ok } = await swarm(
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}${'y'.repeat(2_000)}`, 1])),
    {
      init: false,
    },
  )
  const { warnings } = await ok('init')
  expect(warnings).toHaveLength(11)
  expect(warnings[10]).toEqual({ code: 'W_CONFIG_KEY', message: 'and 490 more' })
  expect(JSON.stringify(warnings).length).toBeLessThan(10_000)
})

test('a heuristic for what there is not is told', async () => {
  const eta = { nodes: { parsr: 2, cache: 1 }, edges: { 'cache::parsr': 2, 'cache-parser': 2, 'cache::parser': 3 } }
  const { ok } = await swarm({ task_space: { nodes: ['parser', 'cache', 'queue'], eta } }, { init: false })
  expect((await ok('init')).warnings.map(({ message }: Printed) => message)).toEqual([
    'task_space.eta.nodes: “parsr” is no node; did you mean “parser”?',
    'task_space.eta.edges: “cache::parsr” is no edge “a::b” of known nodes',
    'task_space.eta.edges: “cache-parser” is no edge “a::b” of known nodes',
  ])
  expect(await ok('status')).not.toHaveProperty('warnings')
})

test('names of the heuristic that begin with _ are comments unless there is such a node', async () => {
  const nodes = ['__init__.py', 'main.py', '_private.py']
  const eta = {
    _why: 'known',
    nodes: { '__init__.py': 0, _why: 'no node' },
    edges: { '__init__.py::main.py': 3, '_private.py::__init__.py': 2, '_a::b': 'none' },
  }
  const space = layOutSpace({ eta }, nodes, 3, 's')
  expect([...space.eta!.nodes]).toEqual([['__init__.py', 0]])
  expect([...space.eta!.edges].sort()).toEqual([
    ['__init__.py::_private.py', 2],
    ['__init__.py::main.py', 3],
  ])
  expect(() => layOutSpace({ eta: { nodes: { '__init__.py': 'high' } } }, nodes, 3, 's')).toThrow(/__init__\.py/)
  const { ok } = await swarm({
    swarm: { n_ants: 1 },
    task_space: { nodes, start_nodes: ['main.py'], eta: { nodes: eta.nodes } },
  })
  const [assignment] = (await ok('select', '--iter', '1')).assignments
  expect(assignment.edge_preferences).toEqual({ 'main.py::_private.py': 1 })
})

test('readConfig alone still passes over what it does not know', () => {
  expect(readConfig({ swram: 1 }).nAnts).toBe(5)
})

test('an ant in the scores file that there is not is told, with the one that was likely meant', async () => {
  const { ant, ok, write } = await swarm({ scoring: { mode: 'llm' } })
  ant(1, 1)
  ant(1, 2, { path: ['c', 'd'] })
  ant(1, 3, { path: ['nowhere'] })
  const scores = { 'ANT-1-1': 0.5, 'ant-1-2': 0.9, 'ANT-1-3': 0.1, 'ANT-7-7': 0.4, _calibrated: 'yes' }
  write('scores/iter-1-scores.json', { iteration: 1, scores })
  const { warnings } = await ok('update', '--iter', '1')
  const message = 'scores/iter-1-scores.json scores an ant that has no artifact in iteration 1'
  expect(warnings.filter(({ code }: Printed) => code === 'W_SCORE_ID')).toEqual([
    { code: 'W_SCORE_ID', ant_id: 'ant-1-2', message: `${message}; did you mean “ANT-1-2”?` },
    { code: 'W_SCORE_ID', ant_id: 'ANT-7-7', message },
  ])
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'W_SCORE_MISSING', ant_id: 'ANT-1-2' }))
})

test('a scores file of strangers does not flood the output', async () => {
  const { ant, ok, write } = await swarm()
  ant(1, 1)
  const scores = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`S${i}${'x'.repeat(500)}`, 'bad']))
  write('scores/iter-1-scores.json', { iteration: 1, scores: { ...scores, 'ANT-1-1': 0.5 } })
  const { warnings, best_score } = await ok('update', '--iter', '1')
  expect(warnings).toHaveLength(11)
  expect(best_score).toBe(0.5)
})
