import { expect, test } from 'vitest'
import { edgesOf } from '../../src/runtime/aco/state.ts'
import { swarm } from '../helpers/swarm.ts'

/** Divergences of the known controller in state and update (its own protocol says otherwise); here they are absent. */

const AB = { path: ['a', 'b'] }

test('row 1: update is idempotent', async () => {
  const { ant, ok, state, tau } = await swarm()
  ant(1, 1, { ...AB, self_score: 0.9, self_confidence: 0.9 })
  await ok('update', '--iter', '1')
  const once = state()
  expect(tau(1, 'a::b')).toBeCloseTo(0.8 + 0.405 + 0.405, 12)
  expect(tau(1, 'c::d')).toBe(0.8)
  for (let i = 0; i < 3; i++) {
    await ok('update', '--iter', '1')
    expect(state()).toEqual(once)
  }
})

test('row 2: an earlier iteration can be updated again; the session stays at its last', async () => {
  const { ant, ok, json, run } = await swarm()
  for (const k of [1, 2, 3]) {
    ant(k, 1, AB)
    await ok('update', '--iter', `${k}`)
  }
  ant(1, 2, { path: ['c', 'd'] })
  expect(await ok('update', '--iter', '1')).toMatchObject({ iteration: 1, n_ants_processed: 2, replayed: [2, 3] })
  expect(json('pheromone/current.json').iteration).toBe(3)
  expect(json('pheromone/history/1.json').iteration).toBe(1)
  expect((await run('converged')).output.iteration).toBe(3)
})

test('row 3: the state is a function of configuration, artifacts and scores: there is a way back', async () => {
  const { ant, ok, state } = await swarm()
  for (const k of [1, 2]) {
    ant(k, 1, AB)
    await ok('update', '--iter', `${k}`)
  }
  const before = state()
  ant(1, 1, { path: ['e', 'f'], self_score: 1 })
  await ok('update', '--iter', '1')
  expect(state()).not.toEqual(before)
  ant(1, 1, AB)
  await ok('update', '--iter', '1')
  expect(state()).toEqual(before)
})

test('row 4: node pheromone evaporates like that of edges', async () => {
  const { ant, ok, tau } = await swarm({
    task_space: { nodes: ['a', 'b', 'c', 'd', 'e', 'f'], start_nodes: 'weighted' },
  })
  let [visited, other] = [1, 1]
  for (let k = 1; k <= 30; k++) {
    ant(k, 1, { path: ['a', 'e'], self_score: 1 })
    await ok('update', '--iter', `${k}`)
    visited = visited * (1 - 0.2) + 0.25 + 0.25
    other = Math.max(other * (1 - 0.2), 0.01)
    expect(tau(k, 'a')).toBeCloseTo(visited, 12)
    expect(tau(k, 'f')).toBeCloseTo(other, 12)
  }
  expect(tau(30, 'a')).toBeLessThan(2.51)
})

test('row 5: pheromone is clipped once, after the deposit', async () => {
  const { ant, ok, scores, tau } = await swarm({ aco: { rho: 0.9, tau_min: 0.3 } })
  ant(1, 1, AB)
  scores(1, { 1: 0.2 })
  await ok('update', '--iter', '1')
  expect(tau(1, 'a::b')).toBeCloseTo(0.1 + 0.2 + 0.2, 12)
  expect(tau(1, 'c::d')).toBe(0.3)
})

test('row 6: an edge counts once per path, and a step that stays is none', async () => {
  expect([...edgesOf(['a', 'b', 'a', 'b'])]).toEqual(['a::b'])
  expect([...edgesOf(['a', 'a', 'b'])]).toEqual(['a::b'])
  const { ok, tau, write, json, ant } = await swarm()
  // A trail of another controller, which took such paths.
  write(
    'trails/1.jsonl',
    `${JSON.stringify({ ant_id: 'ANT-1-1', path: ['a', 'b', 'a', 'b'], self_score: 0.5, verified_score: 0.5, source: 'verified_llm' })}\n`,
  )
  await ok('replay', '--write')
  expect(tau(1, 'a::b')).toBeCloseTo(0.8 + 0.5 + 0.5, 12)
  ant(2, 1, { path: ['a', 'a'] })
  ant(2, 2, AB)
  expect((await ok('update', '--iter', '2')).rejected).toMatchObject([{ file: 'ant-2-1.json' }])
  expect(json('pheromone/current.json').tau).not.toHaveProperty('a::a')
})

test('row 7: a suspect is flagged; from the third flag of a slot its deposit is halved, whichever way it errs', async () => {
  const { ant, ok, scores, tau, write, json } = await swarm({ aco: { rho: 0 } })
  write('swarm-config.json', { ...json('swarm-config.json'), aco: { rho: 0, tau_max: 100 } })
  let expected = 1
  for (const [k, own, verified] of [
    [1, 0.2, 0.95],
    [2, 0.9, 0.3],
    [3, 0.95, 0.4],
    [4, 0.5, 0.4],
  ] as const) {
    ant(k, 1, { ...AB, self_score: own })
    scores(k, { 1: verified })
    const isFlagged = k < 4
    const { hallucinations_flagged } = await ok('update', '--iter', `${k}`)
    expect(hallucinations_flagged).toEqual(isFlagged ? [`ANT-${k}-1`] : [])
    expected += (k === 3 ? verified / 2 : verified) + 0.95
    expect(tau(k, 'a::b')).toBeCloseTo(expected, 12)
  }
})

test('row 7: a gap of exactly .4 is no suspicion', async () => {
  const { ant, ok, scores } = await swarm()
  ant(1, 1, { ...AB, self_score: 0.41 })
  ant(1, 2, { ...AB, self_score: 0.8 })
  scores(1, { 1: 0.81, 2: 0.39 })
  expect((await ok('update', '--iter', '1')).hallucinations_flagged).toEqual(['ANT-1-2'])
})

test('row 8: trails, best, mean and report agree on the verified score, also of a repeat offender', async () => {
  const { ant, ok, scores, json, text } = await swarm()
  for (const k of [1, 2, 3]) {
    ant(k, 1, { ...AB, self_score: 1 })
    scores(k, { 1: k / 10 + 0.25 })
    await ok('update', '--iter', `${k}`)
  }
  expect(JSON.parse(text('trails/3.jsonl'))).toMatchObject({ verified_score: 0.55, hallucination_suspected: true })
  expect(json('best.json')).toMatchObject({ ant_id: 'ANT-3-1', score: 0.55 })
  const report = await ok('report')
  expect(report.best.score).toBe(0.55)
  expect(report.top_k[0].score).toBe(0.55)
  expect(report.convergence_curve[2]).toEqual({ iteration: 3, best_score: 0.55, mean_score: 0.55, best_so_far: 0.55 })
  expect((await ok('converged')).metrics).toMatchObject({ best_score: 0.55, mean_score: 0.55 })
})

test('row 9: scores that a script verified are compared with the ant’s own too', async () => {
  const { ant, ok, write } = await swarm({ scoring: { mode: 'script', script_path: 'rule.mjs' } })
  write('rule.mjs', 'export const score = () => 0.1')
  ant(1, 1, { ...AB, self_score: 0.9 })
  const { hallucinations_flagged } = await ok('update', '--iter', '1')
  expect(hallucinations_flagged).toEqual(['ANT-1-1'])
})

test('row 10: a score that is corrected downwards lowers the best', async () => {
  const { ant, ok, scores, json } = await swarm()
  ant(1, 1, AB)
  ant(1, 2, { path: ['c', 'd'] })
  scores(1, { 1: 0.9, 2: 0.5 })
  await ok('update', '--iter', '1')
  expect(json('best.json')).toMatchObject({ ant_id: 'ANT-1-1', score: 0.9 })
  scores(1, { 1: 0.15, 2: 0.5 })
  await ok('update', '--iter', '1')
  expect(json('best.json')).toMatchObject({ ant_id: 'ANT-1-2', score: 0.5, path: ['c', 'd'] })
})
