import { expect, test } from 'vitest'
import { MAX_TOKENS } from '../../src/runtime/aco/trail.ts'
import { type Settings, type Swarm, swarm } from '../helpers/swarm.ts'

/** The bill of a search is in its log: whatever else is lost, it stays the same. */

const ALL: Settings = {
  convergence: { stagnation: false, entropy_floor: false, target_score: false, budget_tokens: { max: 1e15 } },
}

const totals = async ({ ok }: Swarm) => [
  (await ok('converged')).metrics.total_tokens_used,
  (await ok('report')).total_tokens_used,
]

/** Three iterations with all that costs: ants, rejected artifacts, artifacts that do not tell, and scorers. */
async function searched(): Promise<Swarm> {
  const session = await swarm(ALL)
  for (const k of [1, 2, 3]) {
    session.ant(k, 1, { cost_tokens: 100 * k })
    session.ant(k, 2, { path: ['c', 'd'], cost_tokens: undefined })
    session.ant(k, 3, { path: ['nowhere'], cost_tokens: 10 })
    session.ant(k, 4, { path: ['nowhere'], cost_tokens: 'many' })
    session.write(`artifacts/ant-${k}-5.json`, '{')
    await session.ok('update', '--iter', `${k}`, '--extra-tokens', `${k}`)
  }
  return session
}

const SNAPSHOTS = ['history/1.json', 'history/2.json', 'history/3.json', 'current.json'].map(
  name => `pheromone/${name}`,
)

test('extra tokens and those of rejected artifacts survive the loss of every snapshot', async () => {
  const session = await searched()
  const before = session.state()
  expect(await totals(session)).toEqual([636, 636])
  for (const path of SNAPSHOTS) session.drop(path)
  expect(await totals(session)).toEqual([636, 636])
  await session.ok('replay', '--write')
  expect(session.state()).toEqual(before)
  expect(session.json('pheromone/history/2.json').stats).toMatchObject({
    tokens_used: 100 + 10 + 1 + 200 + 10 + 2,
    tokens_iter: 212,
    tokens_missing: 4,
    tokens_missing_iter: 2,
  })
})

test('a lost snapshot of the middle does not change what a later update counts', async () => {
  const session = await searched()
  session.drop('pheromone/history/2.json')
  session.ant(4, 1)
  expect(await session.ok('update', '--iter', '4')).toMatchObject({ tokens_used: 736, tokens_missing: 0 })
})

test('extra tokens are kept by an update without them, and replaced by one with them', async () => {
  const session = await searched()
  const before = session.state()
  expect(await session.ok('update', '--iter', '2')).toMatchObject({ tokens_used: 323, replayed: [3] })
  expect(session.state()).toEqual(before)
  await session.ok('update', '--iter', '2', '--extra-tokens', '1000')
  expect(await totals(session)).toEqual([1634, 1634])
  await session.ok('update', '--iter', '2', '--extra-tokens', '1000')
  expect(await totals(session)).toEqual([1634, 1634])
  await session.ok('update', '--iter', '2', '--extra-tokens', '0')
  expect(await totals(session)).toEqual([634, 634])
})

test('the log stays one of ants: a line each, what else was paid for is beside the first', async () => {
  const { text } = await searched()
  const lines = text('trails/2.jsonl').trim().split('\n')
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({
      ant_id: 'ANT-2-1',
      cost_tokens: 200,
      other_tokens: { extra: 2, rejected: 10, missing: 1 },
    }),
    expect.not.objectContaining({ other_tokens: expect.anything() }),
  ])
})

test('a log that says nothing of it, as other controllers write it, is added up from its ants or its snapshot', async () => {
  const session = await searched()
  for (const k of [1, 2, 3])
    session.write(`trails/${k}.jsonl`, session.text(`trails/${k}.jsonl`).replace(/,"other_tokens":\{[^}]*\}/, ''))
  expect(await totals(session)).toEqual([636, 636])
  session.drop('pheromone/history/2.json')
  expect(await totals(session)).toEqual([624, 624])
})

test.each([1e308, MAX_TOKENS + 1, -1, 0.5, '7', true])('cost_tokens %j is told and counts as not told', async cost => {
  const { ant, ok, json, write, fails } = await swarm(ALL)
  for (const i of [1, 2, 3]) ant(1, i, { path: ['ab', 'cd', 'ef'][i - 1]!.split(''), cost_tokens: cost })
  ant(1, 4, { path: ['nowhere'], cost_tokens: cost })
  const { tokens_used, tokens_missing, warnings } = await ok('update', '--iter', '1')
  expect({ tokens_used, tokens_missing }).toEqual({ tokens_used: 0, tokens_missing: 4 })
  expect(warnings).toContainEqual({
    code: 'W_ARTIFACT',
    file: 'ant-1-1.json',
    message: expect.stringContaining('cost_tokens'),
  })
  expect(JSON.stringify([json('pheromone/current.json'), await ok('converged'), await ok('report')])).not.toMatch(
    /(?:tokens\w*|next)":null/,
  )
  write('swarm-config.json', { ...json('swarm-config.json'), validation: 'strict' })
  expect((await fails('update', '--iter', '1')).code).toBe('E_NO_VALID_ARTIFACTS')
})

test('cost_tokens that is null, or not there, is no fault', async () => {
  const { ant, ok } = await swarm()
  ant(1, 1, { cost_tokens: null })
  ant(1, 2, { path: ['c', 'd'], cost_tokens: undefined })
  expect(await ok('update', '--iter', '1')).not.toHaveProperty('warnings')
})

test('the greatest counts there are add up to numbers, in words too', async () => {
  const { ant, ok } = await swarm({ convergence: { budget_tokens: { max: 0, assume_per_ant: MAX_TOKENS } } })
  for (let i = 1; i <= 20; i++) ant(1, i, { path: ['a', 'b'], cost_tokens: i % 2 ? MAX_TOKENS : undefined })
  await ok('update', '--iter', '1', '--extra-tokens', `${MAX_TOKENS}`)
  const { metrics, reason } = await ok('converged')
  expect(metrics).toMatchObject({ total_tokens_used: 21e12, projected_total_after_next: 42e12 })
  expect(reason).toContain('21000000000000 tokens of at most 0')
})

test.each(['1e3', '-1', '', '1000000000001', '9'.repeat(400)])('--extra-tokens %s is refused', async extra => {
  const { ant, fails } = await swarm()
  ant(1, 1)
  expect(await fails('update', '--iter', '1', `--extra-tokens=${extra}`)).toMatchObject({ code: 'E_USAGE', exit: 2 })
})

test.each([
  ['tokens of a line', { cost_tokens: 1e308 }],
  ['other tokens of a line', { other_tokens: { extra: 1e308, rejected: -1, missing: null } }],
  ['other tokens as a list', { other_tokens: [1, 2] }],
])('%s that are none do not spoil the sum', async (_, fields) => {
  const { ant, ok, text, write } = await swarm(ALL)
  ant(1, 1)
  await ok('update', '--iter', '1')
  write('trails/1.jsonl', `${JSON.stringify({ ...JSON.parse(text('trails/1.jsonl')), ...fields })}\n`)
  const { metrics } = await ok('converged')
  expect([0, 100]).toContain(metrics.total_tokens_used)
  expect(metrics.projected_total_after_next).toBe(2 * metrics.total_tokens_used)
})
