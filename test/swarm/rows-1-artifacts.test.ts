import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { artifact, swarm } from '../helpers/swarm.ts'

/** Divergences of the known controller in what it takes for an artifact or a score; here they are absent. */

const json = JSON.stringify

test('row 11: of two artifacts with one ant_id the second is rejected; path and score stay together', async () => {
  const { ant, ok, scores, json: read } = await swarm()
  ant(1, 1, { path: ['a', 'b'] })
  ant(1, 2, { path: ['c', 'd'], ant_id: 'ANT-1-1', self_score: 1 })
  scores(1, { 1: 0.7 })
  const { rejected, n_ants_processed } = await ok('update', '--iter', '1')
  expect(n_ants_processed).toBe(1)
  expect(rejected).toMatchObject([{ file: 'ant-1-2.json', ant_id: 'ANT-1-1' }])
  expect(read('best.json')).toMatchObject({
    path: ['a', 'b'],
    score: 0.7,
    candidate_solution: { summary: 'by ANT-1-1' },
  })
})

test('row 12: iteration, file name and schema version are checked', async () => {
  const { ant, ok, write, json: read } = await swarm()
  ant(1, 1)
  ant(1, 2, { iteration: 2 })
  ant(1, 3, { iteration: '1' })
  ant(1, 4, { ant_id: 'ANT-1-9', path: ['c', 'd'] })
  ant(1, 5, { schema_version: '2.0', path: ['e', 'f'] })
  const { rejected, warnings, n_ants_processed } = await ok('update', '--iter', '1')
  expect(rejected.map(({ file }: { file: string }) => file)).toEqual(['ant-1-2.json', 'ant-1-3.json'])
  expect(n_ants_processed).toBe(3)
  const told = (file: string) => warnings.filter((item: { file?: string }) => item.file === file)
  expect(told('ant-1-4.json')).toMatchObject([{ code: 'W_ARTIFACT', message: expect.stringContaining('ANT-1-4') }])
  expect(told('ant-1-5.json')).toMatchObject([{ message: 'schema_version is not "1.0"' }])
  write('swarm-config.json', { ...read('swarm-config.json'), validation: 'strict' })
  expect((await ok('update', '--iter', '1')).n_ants_processed).toBe(1)
})

test('row 13: NaN in a score loses that value, never the run', async () => {
  const { ant, ok, write, json: read } = await swarm()
  const odd = [
    ['self_confidence', 'NaN'],
    ['self_score', 'NaN'],
    ['self_score', 'Infinity'],
    ['self_score', '1e308'],
    ['self_score', '85'],
    ['self_confidence', '50'],
    ['self_score', '-0.1'],
  ] as const
  odd.forEach(([key, value], i) => {
    write(`artifacts/ant-1-${i + 1}.json`, json(artifact(1, i + 1, { [key]: '@' })).replace('"@"', value))
  })
  ant(1, 8)
  ant(1, 9, { path: ['c', 'd'], notes: 'NaN', cost_tokens: 5 })
  write(
    'scores/iter-1-scores.json',
    '{"iteration": 1, "scores": {"ANT-1-8": {"verified_score": NaN}, "ANT-1-9": -Infinity}}',
  )
  const first = await ok('update', '--iter', '1')
  expect(first.rejected).toHaveLength(odd.length)
  expect(first).toMatchObject({ n_ants_processed: 2, best_score: 0.25 })
  expect(first.warnings.filter(({ code }: { code: string }) => code === 'W_SCORE_BAD')).toHaveLength(2)
  expect(read('best.json').score).toBe(0.25)
  ant(2, 1, { self_score: 0.8 })
  expect((await ok('update', '--iter', '2')).best_score).toBe(0.4)
})

test('row 14: init on a session with iterations is refused and changes nothing; --force moves them away', async () => {
  const { ant, ok, fails, state, json: read, path } = await swarm()
  ant(1, 1)
  await ok('update', '--iter', '1')
  const before = state()
  expect(await fails('init')).toMatchObject({ code: 'E_ALREADY_INITIALIZED', exit: 1 })
  expect(state()).toEqual(before)
  const { archived } = await ok('init', '--force', '--seed', 'other')
  const after = state()
  expect(Object.keys(after).filter(name => !name.startsWith('archive/'))).toEqual([
    'pheromone/current.json',
    'pheromone/init.json',
    'task-space.json',
  ])
  for (const [name, text] of Object.entries(before))
    if (name !== 'best.json') expect(after[`${archived}/${name}`], name).toBe(text)
  expect(read(`${archived}/best.json`)).toMatchObject({ ant_id: 'ANT-1-1' })
  expect(existsSync(join(path, 'artifacts/ant-1-1.json'))).toBe(false)
  expect(read(`${archived}/artifacts/ant-1-1.json`)).toEqual(artifact(1, 1))
  expect((await ok('status')).iterations).toEqual([])
})

test('row 15: delta is what the iteration added to the best score, also after the ninth', async () => {
  const { ant, ok, scores } = await swarm()
  const best = [0.1, 0.2, 0.2, 0.25, 0.25, 0.25, 0.3, 0.3, 0.35, 0.5, 0.6]
  for (const [i, score] of best.entries()) {
    ant(i + 1, 1)
    scores(i + 1, { 1: score })
    const { delta, best_score } = await ok('update', '--iter', `${i + 1}`)
    expect(delta).toBeCloseTo(score - (best[i - 1] ?? 0), 10)
    expect(best_score).toBe(score)
  }
})

const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['no ant_id', json({ ...artifact(1, 1), ant_id: undefined })],
  ['a list', '[]'],
  ['null', 'null'],
  ['score as text', json(artifact(1, 1, { self_score: '0.5' }))],
  ['score null', json(artifact(1, 1, { self_score: null }))],
  ['confidence as text', json(artifact(1, 1, { self_confidence: 'high' }))],
  ['path of objects', json({ ...artifact(1, 1), path: [{ node: 'a' }, { node: 'b' }] })],
  ['path of lists', json({ ...artifact(1, 1), path: [['a'], ['b']] })],
  ['path as text', json({ ...artifact(1, 1), path: 'a,b' })],
  ['ant_id a number', json(artifact(1, 1, { ant_id: 7 }))],
  ['ant_id too long', json(artifact(1, 1, { ant_id: 'A'.repeat(1_000) }))],
  ['a bad byte', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ['nested deeply', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['cut short', json(artifact(1, 1)).slice(0, 80)],
  ['empty', ''],
]

test.each(HOSTILE)('row 16: a broken artifact is rejected alone: %s', async (_, content) => {
  const { ant, ok, write } = await swarm()
  write('artifacts/ant-1-1.json', content)
  ant(1, 2)
  const { n_ants_processed, rejected } = await ok('update', '--iter', '1')
  expect(n_ants_processed).toBe(1)
  expect(rejected).toMatchObject([{ file: 'ant-1-1.json' }])
})

test('row 16: UTF-16, dangling links, folders and tokens of broken artifacts do no harm', async () => {
  const { ant, ok, write, path } = await swarm()
  write('artifacts/ant-1-1.json', Buffer.from(`\ufeff${json(artifact(1, 1))}`, 'utf16le'))
  symlinkSync(join(path, 'nowhere'), join(path, 'artifacts/ant-1-2.json'))
  symlinkSync('ant-1-3.json', join(path, 'artifacts/ant-1-3.json'))
  write('artifacts/ant-1-4.json/x', 'a folder')
  ant(1, 5, { self_score: 'x', cost_tokens: 50 })
  const { n_ants_processed, rejected, tokens_used } = await ok('update', '--iter', '1')
  expect(n_ants_processed).toBe(1)
  expect(rejected.map(({ file }: { file: string }) => file)).toEqual([
    'ant-1-2.json',
    'ant-1-3.json',
    'ant-1-4.json',
    'ant-1-5.json',
  ])
  expect(tokens_used).toBe(150)
})

test.each([
  ['text', '"0.7"'],
  ['null', 'null'],
  ['no verified_score', '{"rationale": "good"}'],
  ['a list', '[0.7]'],
])('row 16: a broken score is ignored alone: %s', async (_, entry) => {
  const { ant, ok, write } = await swarm()
  ant(1, 1)
  ant(1, 2, { path: ['c', 'd'] })
  write('scores/iter-1-scores.json', `{"iteration": 1, "scores": {"ANT-1-1": ${entry}, "ANT-1-2": 0.9}}`)
  const { warnings, best_score, mean_score } = await ok('update', '--iter', '1')
  expect(warnings).toMatchObject([{ code: 'W_SCORE_BAD', ant_id: 'ANT-1-1' }])
  expect({ best_score, mean_score }).toEqual({ best_score: 0.9, mean_score: 0.575 })
})

test.each(['[]', '{"scores": []}', '{"iteration": 1, "sco', ''])(
  'row 16: scores that are none are an error: %j',
  async content => {
    const { ant, fails, write, state } = await swarm()
    ant(1, 1)
    write('scores/iter-1-scores.json', content)
    const before = state()
    expect(await fails('update', '--iter', '1')).toMatchObject({ code: 'E_SCORES_JSON', exit: 1 })
    expect(state()).toEqual(before)
  },
)

test('row 17: without a valid artifact update fails and changes nothing', async () => {
  const { ant, fails, state } = await swarm()
  const before = state()
  expect(await fails('update', '--iter', '1')).toMatchObject({ code: 'E_NO_ARTIFACTS', exit: 1 })
  ant(1, 1, { path: ['nowhere'] })
  const failed = await fails('update', '--iter', '1')
  expect(failed).toMatchObject({
    code: 'E_NO_VALID_ARTIFACTS',
    exit: 1,
    details: { rejected: [{ file: 'ant-1-1.json' }] },
  })
  expect(state()).toEqual(before)
})

test('row 18: the best path so far is paid once more in each iteration, its own included', async () => {
  const { ant, ok, scores, tau } = await swarm()
  ant(1, 1, { path: ['a', 'b'] })
  ant(1, 2, { path: ['c', 'd'] })
  scores(1, { 1: 0.6, 2: 0.4 })
  await ok('update', '--iter', '1')
  expect([tau(1, 'a::b'), tau(1, 'c::d')]).toEqual([0.8 + 0.6 + 0.6, 0.8 + 0.4])
  ant(2, 1, { path: ['c', 'd'] })
  scores(2, { 1: 0.3 })
  const { elite_updated } = await ok('update', '--iter', '2')
  expect(elite_updated).toBe(false)
  expect(tau(2, 'a::b')).toBeCloseTo(2 * 0.8 + 0.6, 12)
  expect(tau(2, 'c::d')).toBeCloseTo(1.2 * 0.8 + 0.3, 12)
})

test('row 19: true is no number', async () => {
  const { ant, ok, write } = await swarm()
  ant(1, 1, { self_score: true })
  ant(1, 2, { self_confidence: true })
  ant(1, 3)
  write('scores/iter-1-scores.json', { iteration: 1, scores: { 'ANT-1-3': { verified_score: true } } })
  expect(await ok('update', '--iter', '1')).toMatchObject({ n_ants_processed: 1, best_score: 0.25 })
})
