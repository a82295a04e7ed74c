import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { swarmSchemas } from '../../src/core/swarm-schema.ts'
import { everything, runtimeAccepts, type Tree } from '../helpers/swarm-config.ts'

const validate = new Ajv2020({ strict: true }).compile(swarmSchemas['config.schema.json'] as Tree)

const nodes = { nodes: ['a', 'b', 'c'] }
const space = (more: Tree = {}) => ({ task_space: { ...nodes, ...more } })
const aco = (settings: Tree) => ({ ...space(), aco: settings })
const swarm = (settings: Tree) => ({ ...space(), swarm: settings })
const scoring = (settings: Tree) => ({ ...space(), scoring: settings })
const stop = (convergence: Tree) => ({ ...space(), convergence })

const accepted: [string, unknown][] = [
  ['the least', space()],
  ['every key', everything],
  [
    'null everywhere',
    {
      ...space({ edges: null, eta: null, start_nodes: null, type: null }),
      swarm: null,
      aco: null,
      scoring: null,
      convergence: null,
      validation: null,
      ant_prompt: null,
    },
  ],
  ['null settings', aco({ rho: null, hints: null, matrix_type: null })],
  [
    'comments at every level',
    {
      _a: 1,
      ...space({ _b: [], eta: { _c: {}, nodes: { _d: 'x' } } }),
      aco: { _e: null, hints: { _f: 1 } },
      convergence: { _g: 1, stagnation: { _h: true } },
    },
  ],
  ['a schema for editors', { $schema: 'config.schema.json', ...space() }],
  ['a number as seed', swarm({ seed: 42.5 })],
  ['discovery in nodes', { task_space: { nodes: "auto_discover_from: 'src/core/*.ts'" } }],
  ['discovery by key', { task_space: { auto_discover_from: 'src/core/*.ts', nodes: null } }],
  ['criteria as booleans', stop({ stagnation: false, entropy_floor: true, budget_tokens: true, target_score: false })],
  ['criteria as empty objects', stop({ stagnation: {}, entropy_floor: {}, budget_tokens: {}, target_score: {} })],
  ['patience 0', stop({ stagnation: { patience: 0 } })],
  ['edges as objects', space({ edges: [{ from: 'a', to: 'b' }] })],
  ['no edges at all', space({ edges: [] })],
  ['edges as an empty object', space({ edges: {} })],
  ['bounds at their ends', aco({ alpha: 0, beta: 50, rho: 1, q: 1e6, tau_init: 1e9, tau_min: 0, tau_max: 0 })],
  ['a thousand ants', swarm({ n_ants: 1000 })],
  ['a rule', scoring({ mode: 'script', script_path: 'rule.py' })],
]

const refused: [string, unknown][] = [
  ['a list', []],
  ['nothing', null],
  ['a section that is a list', { ...space(), aco: [] }],
  ['a section that is a string', { ...space(), swarm: 'big' }],
  ['no nodes', { task_space: { max_path_length: 3 } }],
  ['no task space', { aco: {} }],
  ['an empty list of nodes', { task_space: { nodes: [] } }],
  ['objects as nodes', { task_space: { nodes: [{ name: 'a' }] } }],
  ['an empty name', { task_space: { nodes: ['a', ''] } }],
  ['discovery of nothing', { task_space: { nodes: 'auto_discover_from: ' } }],
  ['nodes as another string', { task_space: { nodes: 'all of them' } }],
  ['no ants', swarm({ n_ants: 0 })],
  ['too many ants', swarm({ n_ants: 1001 })],
  ['half an ant', swarm({ n_ants: 2.5 })],
  ['a seed that is a list', swarm({ seed: [1] })],
  ['rho above 1', aco({ rho: 1.5 })],
  ['rho below 0', aco({ rho: -0.1 })],
  ['rho as a string', aco({ rho: '0.2' })],
  ['alpha as a boolean', aco({ alpha: true })],
  ['beta above 50', aco({ beta: 51 })],
  ['tau_init 0', aco({ tau_init: 0 })],
  ['an unknown matrix', aco({ matrix_type: 'dense' })],
  ['hints as a number', aco({ hints: 8 })],
  ['no hint', aco({ hints: { top_k: 0 } })],
  ['a path of no length', space({ max_path_length: 0 })],
  ['another word for the starts', space({ start_nodes: 'all' })],
  ['an empty list of starts', space({ start_nodes: [] })],
  ['edges as a word', space({ edges: 'none' })],
  ['an edge of three nodes', space({ edges: [['a', 'b', 'c']] })],
  ['an edge without ::', space({ edges: ['a-b'] })],
  ['a negative heuristic', space({ eta: { nodes: { a: -1 } } })],
  ['a heuristic that is a number', space({ eta: 2 })],
  ['a heuristic as a string', space({ eta: { default: '1' } })],
  ['an unknown mode', scoring({ mode: 'jury' })],
  ['a rule that is a list', scoring({ script_path: ['rule.py'] })],
  ['a discount above 1', scoring({ self_score_discount: 1.1 })],
  ['no time for the rule', scoring({ timeout_s: 0 })],
  ['strict as a word', scoring({ strict: 'yes' })],
  ['an unknown mixture', scoring({ hybrid: 'max' })],
  ['a criterion as a number', stop({ stagnation: 2 })],
  ['enabled as a word', stop({ stagnation: { enabled: 'yes' } })],
  ['patience below 0', stop({ stagnation: { patience: -1 } })],
  ['an unknown metric', stop({ stagnation: { metric: 'mean' } })],
  ['an unknown entropy', stop({ entropy_floor: { mode: 'bits' } })],
  ['a target in percent', stop({ target_score: { value: 95 } })],
  ['a negative budget', stop({ budget_tokens: { max: -1 } })],
  ['no iterations', stop({ max_iterations: 0 })],
  ['validation as a boolean', { ...space(), validation: true }],
]

/** Where the two must differ, and why. */
const differing: [string, unknown, 'runtime' | 'schema'][] = [
  // JSON Schema cannot compare two values with each other.
  ['tau_min above tau_max', aco({ tau_min: 2, tau_max: 1 }), 'schema'],
  ['an unknown start', space({ start_nodes: ['z'] }), 'schema'],
  ['an edge to an unknown node', space({ edges: ['a::z'] }), 'schema'],
  ['an edge from a node to itself', space({ edges: ['a::a'] }), 'schema'],
  // What a pattern finds is known on the disk only.
  ['discovery without a hit', { task_space: { auto_discover_from: 'nowhere/*.zig' } }, 'schema'],
  // The runtime passes over keys that it does not know, so that other programs may keep theirs; an editor marks typing errors.
  ['an unknown key', { ...space(), swram: {} }, 'runtime'],
  ['an unknown setting', aco({ gama: 1 }), 'runtime'],
  // The runtime reads only what it needs; what it will not use may be anything, and the schema still tells of it.
  ['settings of a criterion that is off', stop({ stagnation: { enabled: false, patience: 'long' } }), 'runtime'],
  [
    'a maximum that another one hides',
    { ...swarm({ max_iterations: 0 }), convergence: { max_iterations: 3 } },
    'runtime',
  ],
  ['words for ants of another type', { ...space(), ant_prompt: { objective: 3 } }, 'runtime'],
  [
    'nodes of another type beside a pattern',
    { task_space: { nodes: 5, auto_discover_from: 'src/core/*.ts' } },
    'runtime',
  ],
  // Without a rule the first update fails, not init.
  ['mode script without a rule', scoring({ mode: 'script' }), 'runtime'],
]

const agreeing = [...accepted.map(item => [...item, true] as const), ...refused.map(item => [...item, false] as const)]

test.each(agreeing)('runtime and schema agree on %s', async (_, config, isGood) => {
  expect(await runtimeAccepts(config)).toBe(isGood)
  expect(validate(config), JSON.stringify(validate.errors)).toBe(isGood)
})

test.each(differing)('only one accepts %s', async (_, config, who) => {
  expect(await runtimeAccepts(config)).toBe(who === 'runtime')
  expect(validate(config)).toBe(who === 'schema')
})
