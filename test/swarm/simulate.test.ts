import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { subjectController } from '../../bench/swarm/subject.ts'
import { SWARM_COMMANDS } from '../../src/core/swarm.ts'
import { burmaLength } from '../../src/runtime/aco/burma14.ts'
import { aco } from '../../src/runtime/aco/cli.ts'
import { below, type Problem } from '../../src/runtime/aco/problem.ts'
import { PROBLEMS } from '../../src/runtime/aco/problems.ts'
import { configFor, controllerOf, search } from '../../src/runtime/aco/search.ts'
import { instanceOf, interval, searchWith } from '../../src/runtime/aco/simulate.ts'
import { BUNDLE } from '../helpers/swarm.ts'

const root = join(import.meta.dirname, '..', '..')
const template = JSON.parse(readFileSync(join(root, 'templates/swarm-config/swarm-config.json'), 'utf8'))
const verified = { ...template, scoring: { mode: 'llm' } }
const PLAIN = {
  scoring: { mode: 'llm' },
  convergence: { stagnation: false, entropy_floor: false, target_score: false },
}

/** The best score of a problem’s walks, by trying them all; `from` leaves out steps that cannot be on a best one. */
function bestScore(problem: Problem, from: (path: readonly number[], nodes: number[]) => number[]): number {
  let best = 0
  const extend = (path: readonly number[]): void => {
    if (path.length === problem.length) best = Math.max(best, problem.score(path))
    else for (const node of from(path, problem.next(path))) extend([...path, node])
  }
  for (const start of from([], [...(problem.starts ?? below(problem.nodes.length))])) extend([start])
  return best
}

test('burma14 has its published optimum', () => {
  const n = 14
  const distance = (a: number, b: number) => burmaLength([a, b]) / 2
  // Held and Karp: the shortest way through a set of towns to its last one; keys are 16 · set + last.
  let ways = new Map<number, number>([[16, 0]])
  for (let size = 1; size < n; size++) {
    const longer = new Map<number, number>()
    for (const [key, length] of ways)
      for (let town = 1; town < n; town++) {
        const [set, last] = [key >> 4, key & 15]
        if (set & (1 << town)) continue
        const next = ((set | (1 << town)) << 4) | town
        longer.set(next, Math.min(longer.get(next) ?? Infinity, length + distance(last, town)))
      }
    ways = longer
  }
  expect(Math.min(...[...ways].map(([key, length]) => length + distance(key & 15, 0)))).toBe(3323)
})

test.each(['1', '2', '3'])('score 1 is the exact optimum (seed %s)', seed => {
  const hot = instanceOf('hot60', seed)
  const value = (node: number) => hot.gain([], node)
  const hottest = below(60)
    .sort((a, b) => value(b) - value(a))
    .slice(0, 11)
  // The order within a set does not matter: only rising walks are tried.
  const sets = (path: readonly number[]) => hottest.filter(node => node > (path.at(-1) ?? -1))
  expect(bestScore(hot, sets)).toBeCloseTo(1, 12)

  const chain = instanceOf('chain30', seed)
  const worth = (path: readonly number[], node: number) => chain.gain([...path], node) > 0
  // Every jump costs a link: a walk with more than one is not tried.
  const links = (path: readonly number[], nodes: number[]) => {
    const jumps = path.slice(1).filter((node, i) => !worth(path.slice(0, i + 1), node)).length
    return nodes.filter(node => !path.length || worth(path, node) || (jumps < 1 && path.length > 1))
  }
  expect(bestScore(chain, links)).toBeCloseTo(1, 12)
})

test('the layers’ optimum is exact', () => {
  const layers = instanceOf('nk10x4', '1')
  let best = 0
  const extend = (path: readonly number[], sum: number): void => {
    if (path.length === layers.length) best = Math.max(best, sum)
    else for (const node of layers.next(path)) extend([...path, node], sum + layers.gain(path, node))
  }
  for (const start of layers.starts!) extend([start], layers.gain([], start))
  const path = [layers.starts![0]!]
  while (path.length < layers.length) path.push(layers.next(path)[0]!)
  const sum = path.reduce((all, node, at) => all + layers.gain(path.slice(0, at), node), 0)
  expect(layers.score(path)).toBeCloseTo(sum / best, 12)
})

test('the same seeds give the committed numbers', async () => {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(PROBLEMS)) {
    const row: Record<string, number[]> = {}
    for (const [setting, config] of Object.entries({ plain: PLAIN, template: verified })) {
      const { curve } = await searchWith(config, instanceOf(name, '7'), { ants: 5, iterations: 4 }, '7')
      row[setting] = curve.map(value => Number(value.toFixed(4)))
    }
    found[name] = row
  }
  expect(found).toMatchInlineSnapshot(`
    {
      "burma14": {
        "plain": [
          0.7571,
          0.7571,
          0.7571,
          0.7571,
        ],
        "template": [
          0.8248,
          0.884,
          0.884,
          0.884,
        ],
      },
      "chain30": {
        "plain": [
          0.3222,
          0.3633,
          0.3633,
          0.3633,
        ],
        "template": [
          0.3222,
          0.4639,
          0.4639,
          0.4639,
        ],
      },
      "feat40": {
        "plain": [
          0.6957,
          0.6957,
          0.6957,
          0.6957,
        ],
        "template": [
          0.6957,
          0.8136,
          0.8136,
          0.8259,
        ],
      },
      "hot300": {
        "plain": [
          0.2987,
          0.2987,
          0.2987,
          0.2987,
        ],
        "template": [
          0.2987,
          0.4858,
          0.5099,
          0.6141,
        ],
      },
      "hot60": {
        "plain": [
          0.6721,
          0.6993,
          0.6993,
          0.6993,
        ],
        "template": [
          0.6721,
          0.7217,
          0.9226,
          0.9226,
        ],
      },
      "nk10x4": {
        "plain": [
          0.8451,
          0.8451,
          0.8451,
          0.8451,
        ],
        "template": [
          0.8189,
          0.8653,
          0.8653,
          0.8653,
        ],
      },
    }
  `)
})

test.each(process.env['FULL'] ? ['hot60', 'nk10x4'] : ['nk10x4'])(
  '%s: real processes and files give the same run',
  async name => {
    const problem = instanceOf(name, '3')
    const budget = { ants: 4, iterations: 4 }
    const config = configFor(verified, problem, budget, '3')
    const subject = await subjectController([process.execPath, BUNDLE], config)
    onTestFinished(() => subject.close())
    expect(await search(problem, subject, budget, '3')).toEqual(
      await search(problem, controllerOf(config), budget, '3'),
    )
  },
)

test('scores that nobody verifies: the same run through files too', async () => {
  const problem = instanceOf('chain30', '5')
  const budget = { ants: 3, iterations: 3 }
  const config = configFor(template, problem, budget, '5')
  const subject = await subjectController([process.execPath, BUNDLE], config)
  onTestFinished(() => subject.close())
  const run = await search(problem, subject, budget, '5', { verified: false })
  expect(run).toEqual(await searchWith(template, problem, budget, '5'))
})

test('the template finds clearly more than the plain protocol', async () => {
  const gains: number[] = []
  for (let seed = 1; seed <= 12; seed++) {
    const problem = instanceOf('hot60', String(seed))
    const last = async (config: object) =>
      (await searchWith(config, problem, { ants: 5, iterations: 5 }, String(seed))).curve.at(-1)!
    gains.push((await last(verified)) - (await last(PLAIN)))
  }
  const { mean, ci95 } = interval(gains)
  expect(mean - ci95).toBeGreaterThan(0.05)
})

/** Runs `aco simulate` with a configuration in a file. */
async function simulate(config: object, ...argv: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'simulate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'c.json'), JSON.stringify(config))
  return aco(['simulate', '--config', join(folder, 'c.json'), ...argv])
}

test('simulate says what a budget finds on one’s own task space', async () => {
  const nodes = below(40).map(i => `file-${i}.ts`)
  const config = { ...verified, task_space: { nodes, max_path_length: 4 } }
  const { output, exit } = await simulate(config, '--seeds', '4', '--iterations', '3')
  expect(exit).toBe(0)
  expect(Object.keys(output)).toEqual(['status', 'command', ...SWARM_COMMANDS.simulate.output])
  expect(output).toMatchInlineSnapshot(`
    {
      "ci95": 0.0177,
      "command": "simulate",
      "curve": [
        0.5862,
        0.9183,
        0.9442,
      ],
      "evaluations": 11.3,
      "mean": 0.9442,
      "problem": "own",
      "seeds": 4,
      "status": "ok",
    }
  `)
  expect((await simulate(config, '--seeds', '4', '--iterations', '3')).output).toEqual(output)
})

test('simulate keeps edges, starts and long walks', async () => {
  const nodes = below(30).map(i => `n${i}`)
  const edges = nodes.flatMap((node, i) => [1, 2, 5].map(step => [node, nodes[(i + step) % 30]]))
  const config = { ...verified, task_space: { nodes, edges, start_nodes: ['n3', 'n4'], max_path_length: 12 } }
  const { output } = await simulate(config, '--seeds', '2')
  expect(output['problem']).toBe('own')
  expect(output['mean']).toBeGreaterThan(0.3)
  expect(output['mean']).toBeLessThanOrEqual(1)
})

test('simulate takes a measured problem, with or without a configuration', async () => {
  const { output } = await aco(['simulate', '--problem', 'nk10x4', '--seeds', '2', '--ants', '3', '--iterations', '2'])
  expect(output).toMatchObject({ problem: 'nk10x4', seeds: 2, evaluations: 6 })
  const guided = await simulate(verified, '--problem', 'burma14', '--seeds', '1', '--iterations', '1')
  expect(guided.output).toMatchObject({ problem: 'burma14', seeds: 1, ci95: 0, evaluations: 5 })
})

test('simulate refuses what it does not know', async () => {
  const code = async (...argv: string[]) => {
    const { output, exit } = await aco(['simulate', ...argv])
    return [output['code'], exit]
  }
  expect(await code()).toEqual(['E_USAGE', 2])
  expect(await code('--problem', 'toString')).toEqual(['E_USAGE', 2])
  expect(await code('--problem', 'hot60', '--seeds', '0')).toEqual(['E_USAGE', 2])
  expect(await code('--problem', 'hot60', '--ants', '5000')).toEqual(['E_CONFIG_VALUE', 2])
  expect(await code('--config', 'there-is-none.json')).toEqual(['E_CONFIG_MISSING', 2])
})

test.skipIf(!process.env['FULL'])('every gate of the benchmark is met', { timeout: 600_000 }, () => {
  const jiti = join(root, 'node_modules/jiti/lib/jiti-cli.mjs')
  const { status, stdout } = spawnSync(process.execPath, [jiti, 'bench/swarm/run.ts'], { cwd: root, encoding: 'utf8' })
  expect(status, stdout).toBe(0)
})
