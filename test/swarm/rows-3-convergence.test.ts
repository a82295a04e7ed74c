import { expect, test } from 'vitest'
import { type Settings, type Swarm, swarm } from '../helpers/swarm.ts'

/** Divergences of the known controller in convergence and report; here they are absent. */

/** Criteria that are off unless a test sets them. */
const OFF = { stagnation: false, entropy_floor: false, target_score: false, budget_tokens: false, max_iterations: 1000 }
const only = (criteria: Settings): Settings => ({ convergence: { ...OFF, ...criteria } })

/** A session with one ant per iteration of these verified scores. */
async function scored(scores: readonly number[], settings: Settings): Promise<Swarm> {
  const session = await swarm(settings)
  for (const [i, score] of scores.entries()) {
    session.ant(i + 1, 1)
    session.scores(i + 1, { 1: score })
    await session.ok('update', '--iter', `${i + 1}`)
  }
  return session
}

/** What stops after each iteration. */
async function stops(scores: readonly number[], settings: Settings): Promise<string[][]> {
  const found: string[][] = []
  for (let i = 1; i <= scores.length; i++)
    found.push((await (await scored(scores.slice(0, i), settings)).ok('converged')).triggered_by)
  return found
}

test('row 29: tokens are added up, over rejected artifacts too, and end the search', async () => {
  const { ant, ok } = await swarm(only({ budget_tokens: { max: 450 } }))
  ant(1, 1, { cost_tokens: 100 })
  ant(1, 2, { path: ['nowhere'], cost_tokens: 50 })
  ant(1, 3, { path: ['c', 'd'], cost_tokens: 'many' })
  expect(await ok('update', '--iter', '1', '--extra-tokens', '7')).toMatchObject({
    tokens_used: 157,
    tokens_missing: 1,
  })
  const metrics = { total_tokens_used: 157, projected_total_after_next: 314, iterations_completed: 1, mean_score: 0.25 }
  expect(await ok('converged')).toMatchObject({ converged: false, triggered_by: [], metrics })
  ant(2, 1, { cost_tokens: 300 })
  await ok('update', '--iter', '2')
  expect(await ok('converged')).toMatchObject({ converged: true, triggered_by: ['budget_tokens'] })
  expect((await ok('report')).total_tokens_used).toBe(457)
})

test('row 29: what artifacts do not tell can be priced', async () => {
  const { ant, ok } = await swarm(only({ budget_tokens: { max: 450, assume_per_ant: 400 } }))
  ant(1, 1, { cost_tokens: undefined })
  ant(1, 2, { path: ['c', 'd'], cost_tokens: 100 })
  await ok('update', '--iter', '1')
  expect(await ok('converged')).toMatchObject({ metrics: { total_tokens_used: 500 }, triggered_by: ['budget_tokens'] })
})

test('row 30: iterations are ordered by number, beyond the ninth too', async () => {
  const stagnation = only({ stagnation: { patience: 2, min_delta: 0.01 } })
  const flat = Array.from({ length: 9 }, () => 0.1)
  const rising = await scored([...flat, 0.2, 0.3, 0.4], stagnation)
  expect((await rising.ok('converged')).converged).toBe(false)
  const steps = Array.from({ length: 10 }, (_, i) => i / 20)
  const still = await scored([...steps, 0.45, 0.45], stagnation)
  expect((await still.ok('converged')).triggered_by).toEqual(['stagnation'])
  const curve = (await still.ok('report')).convergence_curve.map(({ iteration }: { iteration: number }) => iteration)
  expect(curve).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('row 31: stagnation looks at the best so far', async () => {
  const scores = [0.7, 0.5, 0.65, 0.4, 0.6, 0.45]
  const best = await stops(scores, only({ stagnation: { patience: 2 } }))
  expect(best.map(({ length }) => length > 0)).toEqual([false, false, true, true, true, true])
  const each = await stops(scores, only({ stagnation: { patience: 2, metric: 'iteration_best' } }))
  expect(each.every(({ length }) => length === 0)).toBe(true)
})

test('row 32: iterations since the last change are not capped, and patience 0 does not stop at once', async () => {
  const still = await scored([0.5, 0.5, 0.5, 0.5, 0.5], only({ stagnation: { patience: 2 } }))
  expect((await still.ok('converged')).metrics.iterations_since_best_change).toBe(4)
  const impatient = await stops([0.1, 0.5, 0.5], only({ stagnation: { patience: 0 } }))
  expect(impatient).toEqual([[], [], ['stagnation']])
})

test('row 33: one path keeps log2(L−1) bits, which the normalised floor takes into account', async () => {
  const settings = (mode: string) => ({
    task_space: { nodes: Array.from({ length: 20 }, (_, i) => `n${i}`), max_path_length: 5 },
    aco: { rho: 0.9 },
    ...only({ entropy_floor: { threshold: 0.5, mode } }),
  })
  const converged = async (mode: string) => {
    const session = await swarm(settings(mode))
    for (const k of [1, 2, 3, 4]) {
      session.ant(k, 1, { path: ['n0', 'n1', 'n2', 'n3', 'n4'], self_score: 1 })
      await session.ok('update', '--iter', `${k}`)
    }
    return session.ok('converged')
  }
  const raw = await converged('raw')
  expect(raw).toMatchObject({ converged: false, metrics: { entropy: 2 } })
  expect((await converged('normalized')).triggered_by).toEqual(['entropy_floor'])
})

test('row 33: a space without choice has no normalised entropy, and does not stop', async () => {
  const settings = { task_space: { nodes: ['a', 'b'] }, ...only({ entropy_floor: { mode: 'normalized' } }) }
  expect((await (await scored([0.5], settings)).ok('converged')).converged).toBe(false)
  const three = { task_space: { nodes: ['a', 'b', 'c'] }, ...only({ entropy_floor: { mode: 'normalized' } }) }
  expect((await (await scored([0.1], three)).ok('converged')).converged).toBe(false)
})

test('row 34: target_score is reached by verified scores; a fallback score says what it is', async () => {
  const verified = await scored([0.96], only({ target_score: true }))
  expect(await verified.ok('converged')).toMatchObject({
    triggered_by: ['target_score'],
    metrics: { best_score: 0.96 },
  })
  const { ant, ok, text } = await swarm(only({ target_score: { value: 0.5 } }))
  ant(1, 1, { self_score: 1 })
  await ok('update', '--iter', '1')
  expect(JSON.parse(text('trails/1.jsonl'))).toMatchObject({ verified_score: 0.5, source: 'fallback_self' })
  expect((await ok('converged')).triggered_by).toEqual(['target_score'])
})

test('row 35: entropy is over active edges', async () => {
  const { ant, ok, json } = await swarm({ aco: { rho: 0.9, tau_min: 0.1 }, ...only({}) })
  ant(1, 1, { path: ['a', 'b', 'c'], self_score: 1 })
  await ok('update', '--iter', '1')
  // 13 of 15 edges have fallen to the floor.
  expect(json('pheromone/current.json').stats).toMatchObject({ n_edges_active: 2, entropy: 1, entropy_normalized: 1 })
})

test('row 36: swarm.max_iterations counts, convergence may be null, wrong types are named', async () => {
  const swarmOnly = await stops([0.1, 0.2, 0.3], { swarm: { max_iterations: 3 }, convergence: { stagnation: false } })
  expect(swarmOnly).toEqual([[], [], ['max_iterations']])
  const nothing = await scored([0.1, 0.2, 0.3, 0.4, 0.5], { convergence: null })
  expect((await nothing.ok('converged')).triggered_by).toEqual(['max_iterations'])
  const { write, fails } = await swarm()
  for (const [path, convergence] of [
    ['convergence', []],
    ['convergence.stagnation', { stagnation: 'on' }],
    ['convergence.stagnation.patience', { stagnation: { patience: '2' } }],
    ['convergence.target_score.value', { target_score: { value: 2 } }],
    ['convergence.max_iterations', { max_iterations: 0 }],
    ['convergence.entropy_floor.enabled', { entropy_floor: { enabled: 'yes' } }],
  ] as const) {
    write('swarm-config.json', { task_space: { nodes: ['a'] }, convergence })
    expect(await fails('converged')).toMatchObject({ code: 'E_CONFIG_VALUE', exit: 2, details: { path } })
  }
})

test('row 37: the best paths are distinct, stray files do no harm', async () => {
  const { ant, ok, scores, write } = await swarm()
  for (const k of [1, 2]) {
    ant(k, 1, { path: ['a', 'b'] })
    ant(k, 2, { path: ['c', 'd'] })
    scores(k, { 1: 0.9, 2: 0.5 + k / 10 })
    await ok('update', '--iter', `${k}`)
  }
  for (const stray of [
    'pheromone/history/backup.json',
    'pheromone/history/3.json.bak',
    'trails/x.jsonl',
    'trails/.1.swp',
  ])
    write(stray, '{')
  const { top_k } = await ok('report')
  expect(top_k.map(({ path, iteration }: { path: string[]; iteration: number }) => [path.join(), iteration])).toEqual([
    ['a,b', 1],
    ['c,d', 2],
  ])
  expect((await ok('converged')).iteration).toBe(2)
})

test.each([
  ['content', { type: 'string', summary: 'short', content: 'x'.repeat(3e6) }],
  ['summary', { type: 'string', summary: 'y'.repeat(3e6), content: 'x' }],
  ['many keys', Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, i]))],
  ['a text', 'z'.repeat(3e6)],
  ['a list', Array.from({ length: 300_000 }, (_, i) => i)],
])('row 37: a huge candidate solution is cut in the printed report, not in best.json: %s', async (_, solution) => {
  const { ant, ok, json } = await swarm()
  const evidence = Array.from({ length: 20_000 }, (_, i) => `src/file-${i}.ts:1`)
  ant(1, 1, { candidate_solution: solution, evidence })
  await ok('update', '--iter', '1')
  expect(json('best.json')).toMatchObject({ candidate_solution: solution, evidence })
  const report = await ok('report')
  expect(JSON.stringify(report).length).toBeLessThan(40_000)
  const { candidate_solution } = report.best
  expect(candidate_solution.content_artifact).toBe('artifacts/ant-1-*.json')
  expect(candidate_solution.content_bytes).toBeGreaterThan(500_000)
  expect(report.best.evidence[0]).toBe('src/file-0.ts:1')
})
