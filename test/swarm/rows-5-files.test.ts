import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { artifact, BUNDLE, finished, type Printed, spawnBundle, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** Divergences of the known controller in files and encoding; here they are absent. More faults: faults.test.ts. */

const names = (n: number) => Array.from({ length: n }, (_, i) => `n${i}`)

test.skipIf(process.platform === 'win32')(
  'row 42: a full disk leaves the session as it was, and every command works',
  async () => {
    const { ant, ok, state, path, fails } = await swarm({ task_space: { nodes: names(40) } })
    ant(1, 1, { path: ['n1', 'n2'] })
    const before = state()
    // No file may be longer than a kilobyte; the state is.
    const limited = [
      '-c',
      `ulimit -f 1; exec "$0" "$@"`,
      process.execPath,
      BUNDLE,
      '--session',
      path,
      'update',
      '--iter',
      '1',
    ]
    const { code, output } = await finished(spawn('bash', limited))
    expect({ code, error: output.code }).toEqual({ code: 1, error: 'E_IO_EFBIG' })
    expect(state()).toEqual(before)
    await ok('converged')
    await ok('select', '--iter', '1')
    await ok('update', '--iter', '1')
    await ok('report')
    expect(await fails('init')).toMatchObject({ code: 'E_ALREADY_INITIALIZED' })
  },
)

test.each(['best.json', 'pheromone/current.json', 'pheromone/history/2.json', 'pheromone/init.json'])(
  'row 42: a torn %s is rebuilt, and no command minds',
  async torn => {
    for (const content of ['', '{"iteration": 2, "ta', 'null', '[]', undefined]) {
      const { ant, ok, state, write, path } = await swarm()
      for (const k of [1, 2, 3]) {
        ant(k, 1, { path: ['abc'[k - 1], 'd'] })
        await ok('update', '--iter', `${k}`)
      }
      const before = state()
      if (content === undefined) rmSync(join(path, torn))
      else write(torn, content)
      for (const argv of [['converged'], ['report'], ['status'], ['select', '--iter', '3']]) await ok(...argv)
      await ok('replay', '--write')
      await ok('update', '--iter', '3')
      const { 'pheromone/init.json': was, ...others } = before
      const { 'pheromone/init.json': is, ...rebuilt } = state()
      expect(rebuilt, `${torn}: ${content}`).toEqual(others)
      if (torn !== 'pheromone/init.json') expect(is).toBe(was)
    }
  },
)

test('row 43: concurrent updates are as one', async () => {
  const { ant, ok, state, spawn: run } = await swarm()
  ant(1, 1)
  const outcomes = await Promise.all([1, 2].map(() => run(['update', '--iter', '1'])))
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
  const both = state()
  await ok('update', '--iter', '1')
  expect(state()).toEqual(both)
})

test('row 44: any session path works, and ant 2 comes before ant 10', async () => {
  const folder = join(temporaryFolder(), 'a [v1] {x} *ü')
  mkdirSync(folder)
  const { ant, ok, json, text } = await swarm({}, { folder })
  ant(1, 10, { path: ['c', 'd'] })
  ant(1, 2, { path: ['a', 'b'] })
  await ok('update', '--iter', '1')
  expect(json('best.json').ant_id).toBe('ANT-1-2')
  expect(text('trails/1.jsonl').match(/ANT-1-\d+/g)).toEqual(['ANT-1-2', 'ANT-1-10'])
})

test('row 45: names with line separators, lone surrogates and reserved words; another locale', async () => {
  const nodes = ['a\u2028b', 'c\u0085d', '__proto__', 'constructor', 'x\ud800', '😀', '\uffee', '10', '9']
  const {
    ant,
    ok,
    spawn: run,
    json,
    text,
  } = await swarm({ swarm: { n_ants: 9 }, task_space: { nodes } }, { init: false })
  const env = { LC_ALL: 'C', LANG: 'C', PYTHONIOENCODING: 'latin-1' }
  expect((await run(['init', '--seed', 's'], { env })).output).toMatchObject({ status: 'ok', n_nodes: 9 })
  ant(1, 1, { path: ['a\u2028b', '__proto__', '😀'], notes: '\udc00' })
  ant(1, 2, { path: ['constructor', 'c\u0085d', 'x\ufffd'], candidate_solution: { summary: '\ud800', '\udfff': 1 } })
  for (const argv of [['update', '--iter', '1'], ['converged'], ['report'], ['status'], ['select', '--iter', '2']]) {
    const { code, output } = await run(argv, { env })
    expect({ argv, code, status: output?.status }).toEqual({ argv, code: 0, status: 'ok' })
  }
  expect((await ok('report')).best.path).toEqual(['a\u2028b', '__proto__', '😀'])
  const { tau, node_tau } = json('pheromone/current.json')
  expect(Object.keys(tau)).toHaveLength(36)
  // Order of keys is by code point: an astral character comes last.
  expect(Object.keys(node_tau).slice(-2)).toEqual(['\uffee', '😀'])
  expect(Object.entries(node_tau).find(([name]) => name === '__proto__')![1]).not.toBe(node_tau['10'])
  for (const file of ['best.json', 'trails/1.jsonl', 'task-space.json']) expect(text(file)).not.toMatch(/\\ud[89a-f]/)
  const { assignments } = await ok('select', '--iter', '2')
  expect(new Set(assignments.map((item: Printed) => item.start_node)).size).toBe(9)
})

test('row 45: a byte order mark before the configuration or an artifact', async () => {
  const { ok, write } = await swarm({}, { init: false })
  write('swarm-config.json', `\ufeff${JSON.stringify({ task_space: { nodes: ['a', 'b'] } })}`)
  await ok('init')
  write('artifacts/ant-1-1.json', `\ufeff${JSON.stringify(artifact(1, 1))}`)
  expect((await ok('update', '--iter', '1')).n_ants_processed).toBe(1)
  const utf16 = Buffer.from(`\ufeff${JSON.stringify({ task_space: { nodes: ['é', 'b', 'c'] } })}`, 'utf16le')
  write('other.json', utf16)
  const { path } = await swarm({}, { init: false })
  const { output } = await spawnBundle(['--session', path, 'init', '--config', join(path, 'none.json')])
  expect(output).toMatchObject({ code: 'E_CONFIG_MISSING' })
})
