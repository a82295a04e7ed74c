import { describe, expect, test } from 'vitest'
import { type Printed, type Swarm, swarm } from '../helpers/swarm.ts'

/** What a search has come to is asked from its log: every command gives the same answer, whatever became of the rest. */

const PATHS = ['abc', 'bcd', 'cde', 'def', 'efa']

async function searched(iterations: readonly number[], settings = {}): Promise<Swarm> {
  const session = await swarm(settings)
  for (const k of iterations) walk(session, k)
  for (const k of iterations) await session.ok('update', '--iter', `${k}`)
  return session
}

function walk({ ant, scores }: Swarm, k: number): void {
  for (const i of [1, 2]) ant(k, i, { path: PATHS[(k * 2 + i) % 5]!.split('') })
  scores(k, { 1: ((k * 7) % 10) / 10, 2: ((k * 3) % 10) / 10 })
}

const READERS = (next: number) => [
  ['converged'],
  ['report'],
  ['status'],
  ['select', '--iter', `${next}`],
  ['explain', '--iter', `${next}`],
]

/** What every reading command prints, without its warnings. */
async function reading({ ok }: Swarm, next: number): Promise<Printed[]> {
  const printed: Printed[] = []
  for (const argv of READERS(next)) {
    const { warnings: _, ...output } = await ok(...argv)
    printed.push(output)
  }
  return printed
}

const codesOf = (output: Printed): string[] => (output.warnings ?? []).map(({ code }: { code: string }) => code)

test('the loss of the newest snapshot changes no answer', async () => {
  const session = await searched([1, 2, 3])
  const before = await reading(session, 4)
  session.drop('pheromone/history/3.json')
  expect(await reading(session, 4)).toEqual(before)
  session.drop('pheromone/current.json')
  expect(await reading(session, 4)).toEqual(before)
  session.drop('pheromone/history/1.json')
  session.drop('pheromone/history/2.json')
  expect(await reading(session, 4)).toEqual(before)
})

test('no loss of snapshots, however many, changes an answer', async () => {
  const session = await searched([1, 2, 3, 4])
  const [before, files] = [await reading(session, 5), session.state()]
  const caches = [1, 2, 3, 4].map(k => `pheromone/history/${k}.json`).concat('pheromone/current.json')
  for (let lost = 1; lost < 2 ** caches.length; lost++) {
    for (const [i, path] of caches.entries()) if ((lost >> i) & 1) session.drop(path)
    expect(await reading(session, 5), `${lost}`).toEqual(before)
    for (const path of caches) session.write(path, files[path]!)
  }
})

/** Ways to spoil a state that still parses. */
const POISON: [string, (file: Printed) => void][] = [
  ['a negative pheromone', file => (file.tau['a::b'] = -1)],
  ['pheromone above tau_max', file => (file.tau['a::b'] = 10.5)],
  ['pheromone below tau_min', file => (file.tau['a::b'] = 0.001)],
  ['NaN as null', file => (file.tau['a::b'] = null)],
  ['pheromone as a text', file => (file.tau['a::b'] = '1')],
  ['1e308', file => (file.node_tau['a'] = 1e308)],
  ['a negative default', file => (file.tau_default = -0.5)],
  ['null as the default', file => (file.tau_default = null)],
  ['a default of nodes above tau_max', file => (file.node_tau_default = 99)],
  ['a node that there is not', file => (file.node_tau['nowhere'] = 1)],
  ['an edge to a node that there is not', file => (file.tau['a::nowhere'] = 1)],
  ['a key that is no edge', file => (file.tau['a-b'] = 1)],
  ['another iteration', file => (file.iteration = 1)],
  ['no iteration', file => (file.iteration = -2)],
  ['nodes as a list', file => (file.node_tau = [])],
]

test.each(POISON)('a snapshot with %s is not trusted', async (_, spoil) => {
  const session = await searched([1, 2, 3])
  const [before, files] = [await reading(session, 4), session.state()]
  const file = session.json('pheromone/history/3.json')
  spoil(file)
  session.write('pheromone/history/3.json', file)
  expect(await reading(session, 4)).toEqual(before)
  for (const argv of [['converged'], ['report'], ['status'], ['select', '--iter', '4']])
    expect((await session.ok(...argv)).warnings).toMatchObject([
      { code: 'W_SNAPSHOT_BAD', file: 'pheromone/history/3.json' },
    ])
  walk(session, 4)
  const fresh = await searched([1, 2, 3, 4])
  expect(codesOf(await session.ok('update', '--iter', '4'))).toContain('W_SNAPSHOT_BAD')
  expect(session.json('pheromone/current.json')).toEqual(fresh.json('pheromone/current.json'))
  session.drop('artifacts/ant-4-1.json')
  session.drop('artifacts/ant-4-2.json')
  expect(await session.ok('replay', '--write')).toMatchObject({ differences: ['pheromone/history/3.json'] })
  expect(session.text('pheromone/history/3.json')).toBe(files['pheromone/history/3.json'])
})

test.each([
  ['statistics', (file: Printed) => (file.stats = { entropy: -4, best_known: 7, tokens_used: 1e300, mean: null })],
  ['statistics that are none', (file: Printed) => (file.stats = 'good')],
])('%s of a snapshot are never taken over', async (_, spoil) => {
  const session = await searched([1, 2])
  const before = await reading(session, 3)
  const file = session.json('pheromone/history/2.json')
  spoil(file)
  session.write('pheromone/history/2.json', file)
  expect(await reading(session, 3)).toEqual(before)
})

test.each([
  ['negative', { tau: { 'a::b': -1 } }],
  ['a setting out of bounds', { metadata: { rho: 7 } }],
  ['without settings', { metadata: null }],
])('init.json that is %s is not trusted, told, and restored', async (_, spoil) => {
  const session = await searched([1, 2])
  const [before, files] = [await reading(session, 3), session.state()]
  for (const k of [1, 2]) session.drop(`pheromone/history/${k}.json`)
  session.write('pheromone/init.json', { ...session.json('pheromone/init.json'), ...spoil })
  expect(await reading(session, 3)).toEqual(before)
  expect(codesOf(await session.ok('select', '--iter', '3'))).toContain('W_SNAPSHOT_BAD')
  await session.ok('replay', '--write')
  expect(session.state()).toEqual(files)
})

test.each([
  ['a score in percent', { verified_score: 85 }],
  ['a negative score', { verified_score: -0.5 }],
  ['a score of null', { verified_score: null }],
  ['an unknown node', { path: ['a', 'nowhere'] }],
])('a line of a trail with %s is told and passed over', async (_, fields) => {
  const session = await searched([1, 2])
  const [first, second] = session.text('trails/2.jsonl').trim().split('\n')
  session.write('trails/2.jsonl', `${JSON.stringify({ ...JSON.parse(first!), ...fields })}\n${second}\n`)
  for (const k of [1, 2]) session.drop(`pheromone/history/${k}.json`)
  const report = await session.ok('report')
  expect(report.warnings).toMatchObject([{ code: 'W_TRAIL_LINE', message: 'trails/2.jsonl:1 is no trail' }])
  expect(report.best.score).toBe(0.7)
  expect(report.top_k.map(({ ant_id }: Printed) => ant_id)).not.toContain('ANT-2-1')
})

test('what else is odd in a line is left out of what is printed', async () => {
  const session = await searched([1])
  const [first] = session.text('trails/1.jsonl').split('\n')
  const odd = { self_score: 'high', source: 7, hallucination_suspected: 'yes' }
  session.write('trails/1.jsonl', `${JSON.stringify({ ...JSON.parse(first!), ...odd })}\n`)
  session.drop('best.json')
  const { best } = await session.ok('report')
  expect(best).toMatchObject({ score: 0.7, self_score: 0.7, source: 'fallback_self' })
})

describe('a trail that is lost while its snapshot is there', () => {
  const lost = async () => {
    const session = await searched([1, 2, 3])
    const trail = session.text('trails/2.jsonl')
    session.drop('trails/2.jsonl')
    return { session, trail }
  }

  test('is told by every command', async () => {
    const { session } = await lost()
    walk(session, 4)
    const gap = { code: 'W_HISTORY_GAP', message: expect.stringContaining('update --iter 2'), missing: [2] }
    for (const argv of [...READERS(4), ['replay'], ['update', '--iter', '4'], ['update', '--iter', '3']])
      expect((await session.ok(...argv)).warnings, argv.join(' ')).toEqual([gap])
  })

  test('leaves the pheromone as it was, also when later snapshots are rebuilt', async () => {
    const { session } = await lost()
    const kept = session.json('pheromone/history/3.json')
    expect((await session.ok('replay')).identical).toBe(true)
    await session.ok('update', '--iter', '3')
    expect(session.json('pheromone/history/3.json')).toEqual(kept)
    session.write('pheromone/history/3.json', '{')
    expect((await session.ok('replay', '--write')).differences).toEqual(['pheromone/history/3.json'])
    expect(session.json('pheromone/history/3.json')).toEqual(kept)
  })

  test('keeps a best that only best.json still tells of', async () => {
    const session = await swarm()
    for (const [i, score] of [0.3, 0.9, 0.4, 0.5].entries()) {
      session.ant(i + 1, 1, { path: ['ab', 'cd', 'ef', 'ac'][i]!.split('') })
      session.scores(i + 1, { 1: score })
    }
    for (const k of [1, 2, 3]) await session.ok('update', '--iter', `${k}`)
    const before = session.state()
    session.drop('trails/2.jsonl')
    expect((await session.ok('report')).best).toMatchObject({ ant_id: 'ANT-2-1', score: 0.9 })
    expect((await session.ok('converged')).metrics.best_score).toBe(0.9)
    expect((await session.ok('status')).best_score).toBe(0.9)
    await session.ok('update', '--iter', '3')
    const { 'trails/2.jsonl': _, ...others } = before
    expect(session.state()).toEqual(others)
    expect(await session.ok('update', '--iter', '4')).toMatchObject({ best_score: 0.9, delta: 0 })
    expect(session.json('best.json').ant_id).toBe('ANT-2-1')
  })

  test.each([
    ['empty', ''],
    ['blank', '\n\n'],
    ['garbage', 'trails\n{}\n'],
  ])('counts as lost when it is %s', async (_, content) => {
    const { session } = await lost()
    const [before, files] = [await reading(session, 4), session.state()]
    session.write('trails/2.jsonl', content)
    for (const argv of [...READERS(4), ['replay']])
      expect(codesOf(await session.ok(...argv)), argv.join(' ')).toContain(
        content.trim() ? 'W_TRAIL_LINE' : 'W_HISTORY_GAP',
      )
    // What the ants cost is unknown where only lines are left that are none.
    const pheromone = (printed: Printed[]) => printed.slice(3)
    expect(pheromone(await reading(session, 4))).toEqual(pheromone(before))
    session.write('pheromone/history/3.json', '{')
    await session.ok('replay', '--write')
    expect(session.json('pheromone/history/3.json').tau).toEqual(JSON.parse(files['pheromone/history/3.json']!).tau)
    await session.ok('update', '--iter', '2')
    expect(session.state()).toEqual((await searched([1, 2, 3])).state())
  })

  test('is restored by an update of that iteration', async () => {
    const { session, trail } = await lost()
    const fresh = await searched([1, 2, 3])
    expect(await session.ok('update', '--iter', '2')).not.toHaveProperty('warnings')
    expect(session.text('trails/2.jsonl')).toBe(trail)
    expect(session.state()).toEqual(fresh.state())
  })

  test('and its snapshot with it, is a gap', async () => {
    const { session } = await lost()
    session.drop('pheromone/history/2.json')
    for (const argv of [...READERS(4), ['replay']])
      expect((await session.ok(...argv)).warnings, argv.join(' ')).toMatchObject([
        { code: 'W_HISTORY_GAP', expected: 2 },
      ])
  })
})

test('iterations may be left out: told at once and by every command after, by the number that was expected', async () => {
  const session = await searched([1, 2, 3])
  walk(session, 9)
  const gap = {
    code: 'W_HISTORY_GAP',
    message: expect.stringMatching(/^of iteration 4 to 8 there is nothing; expected was “update --iter 4”/),
    expected: 4,
  }
  for (const argv of [['update', '--iter', '9'], ...READERS(10), ['replay'], ['update', '--iter', '9']])
    expect((await session.ok(...argv)).warnings, argv.join(' ')).toEqual([gap])
  // Pheromone evaporates once per update, not once per missing number.
  const fresh = await searched([1, 2, 3])
  for (const i of [1, 2])
    fresh.write(`artifacts/ant-4-${i}.json`, {
      ...session.json(`artifacts/ant-9-${i}.json`),
      iteration: 4,
      ant_id: `ANT-4-${i}`,
    })
  fresh.scores(4, { 1: 0.3, 2: 0.7 })
  await fresh.ok('update', '--iter', '4')
  expect(session.json('pheromone/current.json').tau).toEqual(fresh.json('pheromone/current.json').tau)
  // Before the gap nothing is missing.
  expect(await session.ok('select', '--iter', '3')).not.toHaveProperty('warnings')
})

test('select far ahead tells what is missing', async () => {
  const session = await searched([1])
  expect((await session.ok('select', '--iter', '9')).warnings).toMatchObject([{ code: 'W_HISTORY_GAP', expected: 2 }])
  expect((await session.ok('select', '--iter', '9007199254740991')).warnings).toHaveLength(1)
})

test('many gaps are one warning', async () => {
  const session = await searched([2, 4, 6, 8, 10, 12, 14])
  const { warnings } = await session.ok('report')
  expect(warnings).toMatchObject([
    { message: expect.stringMatching(/^of iteration 1, 3, 5, 7, 9, … there is nothing/), expected: 1 },
  ])
})

test('of a session that lost trails and snapshots current.json is known', async () => {
  const session = await searched([1, 2])
  const { tau } = session.json('pheromone/current.json')
  const before = (await session.ok('select', '--iter', '3')).assignments
  for (const k of [1, 2]) for (const path of [`trails/${k}.jsonl`, `pheromone/history/${k}.json`]) session.drop(path)
  expect((await session.ok('select', '--iter', '3')).assignments).toEqual(before)
  const report = await session.ok('report')
  expect(report.final_pheromone_stats.max).toBeCloseTo(Math.max(...Object.values<number>(tau)), 3)
})
