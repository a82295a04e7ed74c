import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FULL } from '../helpers/runs.ts'
import { artifact, BUNDLE, spawnBundle, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** Divergences of the known controller in its configuration and as a process; here they are absent. */

const names = (n: number) => Array.from({ length: n }, (_, i) => `n${i}`)

test.each([
  ['E_NODES', { task_space: { nodes: [] } }],
  ['E_NODES', { task_space: { nodes: [{ name: 'a' }] } }],
  ['E_NODES', { task_space: { nodes: ['a', ''] } }],
  ['E_NODES', { task_space: {} }],
  ['E_CONFIG_VALUE', { swarm: { n_ants: 0 } }],
  ['E_CONFIG_VALUE', { swarm: { n_ants: -2 } }],
  ['E_CONFIG_VALUE', { swarm: { n_ants: 100_000 } }],
  ['E_CONFIG_VALUE', { swarm: { n_ants: 2.5 } }],
  ['E_CONFIG_VALUE', { aco: { rho: 1.5 } }],
  ['E_CONFIG_VALUE', { aco: { rho: -1 } }],
  ['E_CONFIG_VALUE', { aco: { rho: '0.2' } }],
  ['E_CONFIG_VALUE', { aco: { tau_min: 2, tau_max: 1 } }],
  ['E_CONFIG_VALUE', { aco: { tau_init: 0 } }],
  ['E_CONFIG_VALUE', { aco: { alpha: 51 } }],
  ['E_CONFIG_VALUE', { aco: [] }],
  ['E_CONFIG_VALUE', { task_space: { nodes: ['a'], max_path_length: 0 } }],
  ['E_CONFIG_VALUE', []],
  ['E_CONFIG_JSON', '{"swarm": '],
  ['E_CONFIG_JSON', Buffer.from([0xff, 0x7b])],
])('row 46: a wrong configuration is named, exits with 2 and leaves nothing: %s %j', async (code, settings) => {
  const { write, spawn, run, path } = await swarm({}, { init: false })
  const isPlain = typeof settings === 'string' || Array.isArray(settings) || Buffer.isBuffer(settings)
  write('swarm-config.json', isPlain ? settings : { task_space: { nodes: ['a', 'b'] }, ...settings })
  // With FULL=1 as a process.
  const result = FULL ? await spawn(['init']) : await run('init')
  const exit = 'exit' in result ? result.exit : result.code
  expect({ exit, code: result.output.code }).toEqual({ exit: 2, code })
  expect(readdirSync(path)).toEqual(['swarm-config.json'])
})

test('row 46: null means the default, and usage errors are JSON too', async () => {
  const { ok } = await swarm({ aco: { rho: null, tau_min: null }, swarm: null, scoring: null })
  await ok('select', '--iter', '1')
  for (const argv of [
    [],
    ['nothing'],
    ['--session'],
    ['select'],
    ['init', '--what', 'x'],
    ['report', 'more'],
    ['converged'],
  ]) {
    const { code, output } = await spawnBundle(argv)
    expect({ argv, code, error: output?.code }).toEqual({ argv, code: 2, error: 'E_USAGE' })
  }
  const help = await spawnBundle(['--help'])
  expect({ code: help.code, status: help.output.status }).toEqual({ code: 0, status: 'ok' })
})

test('row 47: init --config, discovery in both forms, what is pinned and what is not', async () => {
  const cwd = temporaryFolder()
  for (const path of [
    'src/b.ts',
    'src/a.ts',
    'src/deep/c.ts',
    'src/.hidden/d.ts',
    'node_modules/e/f.ts',
    'src/x.ts/g.md',
  ]) {
    mkdirSync(join(cwd, path, '..'), { recursive: true })
    writeFileSync(join(cwd, path), '')
  }
  const found = ['src/a.ts', 'src/b.ts', 'src/deep/c.ts']
  for (const task_space of [{ nodes: "auto_discover_from: '**/*.ts'" }, { auto_discover_from: 'src/**/*.ts' }]) {
    const { path, json } = await swarm({}, { init: false })
    writeFileSync(join(cwd, 'mine.json'), JSON.stringify({ task_space }))
    const { output } = await spawnBundle(['init', '--session', path, '--config', 'mine.json'], { cwd })
    expect(output).toMatchObject({ status: 'ok', n_nodes: 3 })
    expect(json('task-space.json').nodes).toEqual(found)
    expect(json('swarm-config.json')).toEqual({ task_space })
  }
  const { fails, write, ok } = await swarm(
    { task_space: { nodes: 'auto_discover_from: nowhere/*.ts' } },
    { init: false },
  )
  expect(await fails('init')).toMatchObject({ code: 'E_NODES', exit: 2 })
  write('swarm-config.json', { task_space: { nodes: names(9), max_path_length: 3 } })
  await ok('init')
  write('swarm-config.json', { swarm: { n_ants: 7 }, task_space: { nodes: ['z'], max_path_length: 8 } })
  const { assignments } = await ok('select', '--iter', '1')
  expect(assignments).toHaveLength(7)
  expect(assignments[0].max_path_length).toBe(3)
})

test('row 48: the one file alone runs the whole protocol, and writes nothing beside itself', async () => {
  const folder = temporaryFolder()
  copyFileSync(BUNDLE, join(folder, 'aco.mjs'))
  mkdirSync(join(folder, 's/artifacts'), { recursive: true })
  const scoring = { mode: 'script', script_path: 'rule.py' }
  writeFileSync(join(folder, 's/swarm-config.json'), JSON.stringify({ task_space: { nodes: ['a', 'b'] }, scoring }))
  writeFileSync(join(folder, 's/rule.py'), 'def score(ant): return 0.5\n')
  writeFileSync(join(folder, 's/artifacts/ant-1-1.json'), JSON.stringify(artifact(1, 1)))
  for (const argv of [['init'], ['select', '--iter', '1'], ['update', '--iter', '1'], ['converged'], ['report']]) {
    const { code } = await spawnBundle([...argv, '--session', 's'], { cwd: folder, script: 'aco.mjs' })
    expect(code).toBe(0)
  }
  expect(readdirSync(folder).sort()).toEqual(['aco.mjs', 's'])
  expect(existsSync(join(folder, 's/__pycache__'))).toBe(false)
})
