import { rmSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { CONTRACT, table, tables, waveDoing } from '../helpers/wave.ts'

vi.setConfig({ testTimeout: 60_000 })
vi.stubEnv('WAVE_GRACE_MS', '300')

test('every way to end leaves exactly one result', async () => {
  const acts: [string, string, string, string][] = [
    ['ok', 'completed', '', ''],
    ['status=blocked', 'blocked', '', 'blocked!'],
    ['none', 'failed', 'the worker ended without a result (exit code 3, cannot read)', '='],
    ['bad', 'failed', 'the result does not fit: /pages must be integer (#/properties/pages/type)', '='],
    ['extra', 'failed', 'the result does not fit: /more is not allowed (#/additionalProperties)', '='],
    ['other', 'failed', 'the result is for “someone else”, not for “r5”', '='],
    ['twice', 'completed', '2 results were handed in, the first counts', ''],
    ['prose', 'completed', '', ''],
    ['exit', 'completed', 'exit code 5', ''],
    ['wait=60000', 'blocked', 'timeout: it was ended after 4 s', 'out of time'],
  ]
  const folder = waveDoing(
    acts.map(([does]) => does),
    { ends: { ...CONTRACT.ends, timeout: { as: 'blocked', error: 'out of time' } } },
  )
  const output = await folder.work(1, 1, '--max-runtime', '4', '--max-concurrency', '10')
  expect(output).toMatchObject({
    rows: 10,
    statuses: { completed: 4, blocked: 2, failed: 4 },
    not_completed: { length: 6 },
    finished_before: 0,
  })
  const rows = await folder.rows('wave-1-results.csv')
  expect(rows.map(row => [row['result_status'], row['reason'], row['error']])).toEqual(
    acts.map(([, status, reason, error]) => [status, reason, error === '=' ? reason : error]),
  )
  expect(rows[0]).toMatchObject({ id: 'r0', findings: 'read Book r0', pages: '3', verdict: 'good', attempt: '1' })
  expect(rows[6]).toMatchObject({ findings: 'read Book r6' })
  expect(folder.ran().sort()).toEqual(rows.map(({ id }) => id))
})

test('finished rows never run again, whatever is called', async () => {
  const folder = waveDoing(['ok', 'bad'])
  await folder.work(1, 1)
  const results = folder.text('wave-1-results.csv')
  expect(await folder.work(1, 1)).toMatchObject({ finished_before: 2, statuses: { completed: 1, failed: 1 } })
  expect(folder.text('wave-1-results.csv')).toBe(results)
  folder.write('tasks.csv', table([{ id: 'r0' }, { id: 'r1', does: 'bad' }]))
  expect(await folder.run(0, 'resume', '--csv', 'tasks.csv')).toMatchObject({ resumed: false })
  expect(folder.ran().sort()).toEqual(['r0', 'r1'])
  expect(await folder.run(0, 'status', '--csv', 'tasks.csv')).toMatchObject({ next_step: 'merge' })
  expect((await folder.run(2, 'retry', '--csv', 'tasks.csv', '--failed')).code).toBe('E_NOT_MERGED')
  rmSync(folder.at('wave-1-results.csv'))
  const { runs, next_step: step } = await folder.run(0, 'status', '--csv', 'tasks.csv')
  expect([runs[0].state, step]).toEqual(['given up', 'next'])
})

test('a retried row runs again, and its attempts count', async () => {
  const folder = tables({
    'tasks.csv': table([{ id: 'a' }, { id: 'b', does: 'none' }, { id: 'c', deps: 'b', wave: '2' }]),
  })
  const round = async (wave: number, exit: number) => {
    await folder.run(0, 'next', '--csv', 'tasks.csv')
    await folder.work(exit, wave)
    const attempts = await folder.column('attempt', `wave-${wave}-results.csv`)
    await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', `wave-${wave}-results.csv`)
    return attempts
  }
  expect(await round(1, 1)).toEqual(['1', '1'])
  expect(await folder.column('status')).toEqual(['completed', 'failed', 'skipped'])
  await folder.run(0, 'retry', '--csv', 'tasks.csv', '--failed')
  folder.write('tasks.csv', folder.text('tasks.csv').replace(',none,', ',ok,'))
  expect(await round(1, 0)).toEqual(['2'])
  expect(await round(2, 0)).toEqual(['1'])
  expect(await folder.column('status')).toEqual(['completed', 'completed', 'completed'])
  expect(folder.ran().sort()).toEqual(['a', 'b', 'b', 'c'])
  expect(await folder.run(0, 'status', '--csv', 'tasks.csv')).toMatchObject({ next_step: 'none', done: true })
})

test('a wave that was merged does not run again', async () => {
  const folder = tables({ 'tasks.csv': table([{ id: 'a' }]) })
  await folder.run(0, 'next', '--csv', 'tasks.csv')
  const wave = folder.text('wave-1.csv')
  await folder.work(0, 1)
  await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv')
  // As if the merge had been killed before it removed the file.
  folder.write('wave-1.csv', wave)
  expect((await folder.work(2, 1)).code).toBe('E_MERGED')
  await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv')
  expect(folder.has('wave-1.csv')).toBe(false)
})

test('results may have another name and place', async () => {
  const folder = tables({ 'tasks.csv': table([{ id: 'a' }]), 'other/x': '' })
  await folder.run(0, 'next', '--csv', 'tasks.csv')
  const results = folder.at('other/found.csv')
  await folder.work(0, 1, '--results', results)
  await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', results)
  expect([folder.has('wave-1.csv'), folder.has('other/found.csv')]).toEqual([false, false])
  const again = await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', results)
  expect(again).toMatchObject({ merged_before: true, done: true })
})

describe('nothing starts when something is wrong', () => {
  test.each<[string, object, string[], string]>([
    [
      'an unknown column',
      { instruction: 'Read {titel}.' },
      [],
      'names {titel}, which is neither a column nor a param; did you mean {title}?',
    ],
    [
      'a missing param',
      { params: ['shelf', 'lamp'] },
      [],
      'the contract reader needs shelf, lamp: give them with --params FILE',
    ],
    [
      'a param of a file that is missing',
      { params: ['shelf', 'lamp'] },
      ['--params', 'params.json'],
      'needs lamp: add',
    ],
    ['another wave', { waves: [2] }, [], 'the contract reader is for wave 2, not for wave 1'],
    ['no contract', { ends: {} }, [], '/ends lacks “completed” (#/properties/ends/required)'],
    ['no ids in the result', { required: ['findings'] }, [], '“required” lacks “id”'],
    ['no such worker', {}, ['--worker', 'codec'], 'did you mean “codex”?'],
    ['no command', {}, ['--worker', 'command'], 'needs a command line'],
    ['an open quote', {}, ['--worker', 'command', 'node "x'], 'a quote is not closed'],
    ['no such folder', {}, ['--cd', '/no/such'], 'there is no folder /no/such'],
    ['no such sandbox', {}, ['--sandbox', 'readonly'], 'did you mean “read-only”?'],
  ])('%s', async (_, contract, argv, message) => {
    const folder = waveDoing(['ok'], contract)
    folder.write('params.json', { shelf: 'left' })
    const output = await folder.run(
      2,
      'run',
      '--wave-csv',
      'wave-1.csv',
      '--contract',
      'contract.json',
      ...(argv.includes('--worker') ? argv : [...argv, '--worker', 'command', 'node']),
    )
    expect(output.message).toContain(message)
    expect(folder.ran()).toEqual([])
  })

  test.each([
    ['id,title\n1,a\n1,b\n', ':3: the id “1” stands on line 2 already'],
    ['id,title\n1\n', ':2: the row has 1 cells, the header has 2'],
    ['id,title\n,a\n', ':2: the row has no id'],
    ['title\na\n', 'the header lacks the column “id”'],
  ])('the wave’s file %j', async (text, message) => {
    const folder = tables({ 'wave-1.csv': text, 'contract.json': { ...CONTRACT, instruction: 'Read.' } })
    expect((await folder.work(2, 1)).message).toContain(message)
  })

  test('a program that is not there ends the run, and no row has failed', async () => {
    const folder = waveDoing(['ok', 'ok'])
    const output = await folder.work(1, 1, '--worker', 'command', 'no-such-program')
    expect(output).toMatchObject({
      code: 'E_WORKER',
      message: 'cannot start “no-such-program”: it does not exist (ENOENT)',
    })
    await folder.work(0, 1)
    expect(await folder.column('attempt', 'wave-1-results.csv')).toEqual(['1', '1'])
  })
})

test('a worker that is ended has not completed, whatever its contract says', async () => {
  const folder = waveDoing(['wait=60000'], { ends: { ...CONTRACT.ends, timeout: { as: 'completed', error: 'late' } } })
  await folder.work(1, 1, '--max-runtime', '2')
  expect(await folder.rows('wave-1-results.csv')).toMatchObject([{ result_status: 'failed', error: 'late' }])
})
