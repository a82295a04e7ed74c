import { expect, test } from 'vitest'
import { type Printed, swarm } from '../helpers/swarm.ts'

/** What is printed is rounded, finite, and says where a score comes from. */

/** Numbers in a value, by path. */
function numbersIn(value: unknown, path = ''): [string, number | null][] {
  if (typeof value === 'number' || value === null) return [[path, value]]
  if (typeof value !== 'object') return []
  return Object.entries(value as object).flatMap(([key, item]) => numbersIn(item, `${path}/${key}`))
}

const digits = (value: number) =>
  String(value)
    .replace(/e.*$|[.-]/g, '')
    .replace(/^0+|0+$/g, '').length

test.each(['fallback', 'llm'])('no command prints more digits than it promises: mode %s', async mode => {
  const { ant, ok, scores, json, write, drop, text } = await swarm({
    aco: { gamma: 1, rho: 1 / 3 },
    scoring: { mode, self_score_discount: 1 / 7 },
    convergence: { budget_tokens: { max: 0.1, assume_per_ant: 0.1 } },
  })
  for (const k of [1, 2, 3]) {
    for (const i of [1, 2, 3]) {
      const path = ['abc', 'bdf', 'ace'][i - 1]!.split('')
      ant(k, i, { path, self_score: (i + k) / 7, self_confidence: 1 / 3, cost_tokens: undefined })
    }
    if (mode === 'llm') scores(k, { 1: 1 / 3, 2: k / 7, 3: 2 / 3 })
    const printed = [
      await ok('update', '--iter', `${k}`),
      await ok('converged'),
      await ok('report'),
      await ok('status'),
      await ok('select', '--iter', `${k + 1}`),
      await ok('explain', '--iter', `${k + 1}`),
    ]
    for (const { command, ...output } of printed)
      for (const [path, number] of numbersIn(output)) {
        expect(number, `${command}${path}`).not.toBeNull()
        expect(digits(number!), `${command}${path}: ${number}`).toBeLessThanOrEqual(5)
      }
    expect(printed[1].reason).not.toMatch(/\d\.\d{5}/)
  }
  // Files keep every bit.
  expect(digits(json('pheromone/current.json').stats.mean)).toBeGreaterThan(10)
  expect(digits(json('best.json').score)).toBeGreaterThan(10)
  // So do reports of paths that are not in best.json.
  const report = await ok('report')
  drop('best.json')
  const { candidate_solution, evidence, updated_at, ...best } = report.best
  expect((await ok('report')).best).toMatchObject(best)
  write('best.json', text('trails/1.jsonl').split('\n')[0])
  expect((await ok('report')).best).toMatchObject(best)
})

test.each([
  ['great', { alpha: 50, gamma: 50, rho: 0, q: 1e6, tau_max: 1e50 }],
  ['of infinity times nothing', { alpha: 50, gamma: 50, rho: 1, q: 1e6, tau_min: 0, tau_max: 1e50 }],
  ['small', { alpha: 50, gamma: 50, rho: 0.9, tau_min: 1e-50 }],
])('explain prints a number for every weight: %s', async (_, aco) => {
  const eta = { nodes: { c: 1e300, d: 0 } }
  const { ant, ok } = await swarm({ aco, task_space: { nodes: ['a', 'b', 'c', 'd', 'e', 'f'], eta } })
  for (const k of [1, 2]) {
    ant(k, 1, { path: ['a', 'b', 'c'], self_score: 1 })
    await ok('update', '--iter', `${k}`)
  }
  const explained = JSON.parse(JSON.stringify(await ok('explain', '--iter', '3')))
  const weights = explained.assignments.flatMap(({ sources }: Printed) =>
    sources.flatMap(({ listed }: Printed) => listed.map(({ weight }: Printed) => weight)),
  )
  expect(weights.length).toBeGreaterThan(0)
  for (const weight of weights) expect(weight).toSatisfy((item: unknown) => Number.isFinite(item) && Number(item) >= 0)
})

test('pheromone as great as it may be has statistics that are numbers', async () => {
  const { ant, ok, fails, write, json } = await swarm({ aco: { tau_min: 1e100, tau_max: 1e100, q: 1e6 } })
  ant(1, 1)
  const printed = [await ok('update', '--iter', '1'), await ok('converged'), await ok('report')]
  for (const output of [...printed, json('pheromone/current.json')])
    for (const [path, number] of numbersIn(JSON.parse(JSON.stringify(output)))) expect(number, path).not.toBeNull()
  for (const key of ['tau_min', 'tau_max']) {
    write('swarm-config.json', { task_space: { nodes: ['a'] }, aco: { [key]: 1e101, tau_max: 1e101 } })
    expect(await fails('status')).toMatchObject({ code: 'E_CONFIG_VALUE', exit: 2 })
  }
})

test.each(['hybrid', 'llm'])('mode %s without rule and without score tells that the own score counts', async mode => {
  const { ant, ok, scores } = await swarm({ scoring: { mode } })
  ant(1, 1)
  ant(1, 2, { path: ['c', 'd'] })
  scores(1, { 2: 0.6 })
  expect((await ok('update', '--iter', '1')).warnings).toEqual([
    { code: 'W_SCORE_MISSING', message: 'no verified score; the ant’s own counts', ant_id: 'ANT-1-1' },
  ])
})

test('mode hybrid whose rule gives no score tells that once', async () => {
  const { ant, ok, write } = await swarm({ scoring: { mode: 'hybrid', script_path: 'rule.mjs' } })
  write('rule.mjs', 'export const score = ({ ant_id }) => (ant_id === "ANT-1-1" ? null : 0.5)')
  ant(1, 1)
  ant(1, 2, { path: ['c', 'd'] })
  expect((await ok('update', '--iter', '1')).warnings).toMatchObject([{ code: 'W_SCRIPT_SCORE', ant_id: 'ANT-1-1' }])
})
