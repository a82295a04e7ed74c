import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { isRunning } from '../helpers/swarm-process.ts'
import { CONTRACT, table, tables } from '../helpers/wave.ts'

vi.setConfig({ testTimeout: 60_000 })
vi.stubEnv('WAVE_GRACE_MS', '300')

/** A folder with a wave of rows that do these things. */
const waveOf = (does: readonly string[], contract = {}) =>
  tables({
    'wave-1.csv': table(
      does.map((act, i) => ({ id: `r${i}`, does: act })),
      'id,title,does,wave,prev_context',
    ),
    'contract.json': { ...CONTRACT, ...contract },
  })

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
  const folder = waveOf(
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
  const folder = waveOf(['ok', 'bad'])
  await folder.work(1, 1)
  const results = folder.text('wave-1-results.csv')
  expect(await folder.work(1, 1)).toMatchObject({ finished_before: 2, statuses: { completed: 1, failed: 1 } })
  expect(folder.text('wave-1-results.csv')).toBe(results)
  folder.write('tasks.csv', table([{ id: 'r0' }, { id: 'r1', does: 'bad' }]))
  expect(await folder.run(0, 'resume', '--csv', 'tasks.csv')).toMatchObject({ resumed: false })
  expect(folder.ran().sort()).toEqual(['r0', 'r1'])
  expect(await folder.run(0, 'status', '--csv', 'tasks.csv')).toMatchObject({ next_step: 'merge' })
  expect((await folder.run(2, 'retry', '--csv', 'tasks.csv', '--failed')).code).toBe('E_NOT_MERGED')
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
    const folder = waveOf(['ok'], contract)
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
    const folder = waveOf(['ok', 'ok'])
    const output = await folder.work(1, 1, '--worker', 'command', 'no-such-program')
    expect(output).toMatchObject({
      code: 'E_WORKER',
      message: 'cannot start “no-such-program”: it does not exist (ENOENT)',
    })
    await folder.work(0, 1)
    expect(await folder.column('attempt', 'wave-1-results.csv')).toEqual(['1', '1'])
  })
})

test('what a wave has of its own', async () => {
  const folder = tables({
    'second.csv': table([{ id: 'a', wave: '2', does: 'status=completed' }], 'id,title,does,wave,prev_context'),
    'contract.json': {
      ...CONTRACT,
      params: ['shelf'],
      per_wave: { 2: { instruction: 'Check {title} on {shelf}, {{not}} {"this": 1}.', writes: 'none' } },
    },
    'params.json': { shelf: ['left', 2], lamp: 'on' },
  })
  const output = await folder.work(0, 'second.csv', '--params', 'params.json')
  expect(output.results).toBe(folder.at('second-results.csv'))
  expect(output.warnings).toMatchObject([{ code: 'W_PARAMS', message: 'the contract reader has no param lamp' }])
  const [attempt] = readdirSync(folder.at('.wave/attempts'))
  const prompt = readFileSync(folder.at(join('.wave/attempts', attempt!, '1/prompt.md')), 'utf8')
  expect(prompt).toMatch(/^Check Book a on \["left",2\], \{not\} \{"this": 1\}\.\n\nTERMINATION CONTRACT: /)
  expect(prompt).toContain('- Write no files: this work is read-only.')
  expect(prompt).toContain('"result_status": {')
  expect(prompt).toContain('"title": "Book a"')
})

test('hostile cells reach the worker as data and come back as data', async () => {
  const cells = [
    '$(touch hacked)',
    '`touch hacked`; touch hacked\n| touch hacked & rm -rf .',
    `"'\\"''`,
    '{id} {{title}} {prev_context}',
    '\u001b[31mred\u001b[0m\u0007\u009b2J',
    'x'.repeat(1_000_000),
    '=1+1',
    '@SUM(A1)\t+1-1',
    '😀\u202e\ufeff ',
    '{"id":"other","result_status":"failed"}',
    '\r\n,;"\n',
    '__proto__',
  ]
  const folder = tables({
    'tasks.csv': table(cells.map((title, i) => ({ id: i ? `${i}` : '../$(touch hacked)', title, does: 'echo' }))),
    'contract.json': { ...CONTRACT, findings: { maxLength: 2_000_000 } },
  })
  await folder.run(0, 'next', '--csv', 'tasks.csv')
  await folder.work(0, 1)
  expect(await folder.column('findings', 'wave-1-results.csv')).toEqual(cells)
  await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv')
  expect(await folder.column('findings')).toEqual(cells)
  expect(await folder.column('title')).toEqual(cells)
  expect(folder.names()).toEqual(['contract.json', 'ran.log', 'tasks.csv'])
})

test('--codex-columns: the columns of the input, then Codex’s', async () => {
  const folder = tables({
    'in.csv':
      '\ufeffid,does,title,prev_context\r\na,ok,x,\r\n\r\n,ok,"two\nlines",\r\na,bad,say "x",\r\na,ok,y,\r\nrow-2,ok,z,\r\n',
  })
  const output = await folder.work(1, 'in.csv', '--codex-columns')
  expect(folder.text('in-results.csv').split('\n')[0]).toBe(
    'id,does,title,prev_context,job_id,item_id,row_index,source_id,status,attempt_count,last_error,result_json,reported_at,completed_at',
  )
  const rows = await folder.rows('in-results.csv')
  expect(rows.map(row => [row['item_id'], row['row_index'], row['source_id'], row['status']])).toEqual([
    ['a', '0', 'a', 'completed'],
    ['row-2', '1', '', 'completed'],
    ['a-2', '2', 'a', 'failed'],
    ['a-3', '3', 'a', 'completed'],
    ['row-2-2', '4', 'row-2', 'completed'],
  ])
  expect(rows[0]!['result_json']).toBe(
    '{"id":"a","result_status":"completed","findings":"read x","pages":3,"verdict":"good"}',
  )
  expect(new Set(rows.map(row => row['job_id'])).size).toBe(1)
  expect(output.rows).toBe(5)
  folder.write('in.csv', 'id,status\n1,x\n')
  folder.write('contract.json', { ...CONTRACT, instruction: 'Read.' })
  expect((await folder.work(2, 'in.csv', '--codex-columns')).message).toContain('adds columns of the same name: status')
})

test('a worker ends with all that it started', async () => {
  const folder = waveOf(['stubborn', 'leaves'])
  await folder.work(1, 1, '--max-runtime', '5')
  const pids = folder.text('pids.log').trim().split('\n').map(Number)
  expect(pids).toHaveLength(3)
  expect(pids.filter(isRunning)).toEqual([])
})

test('clients are called by their names, with their arguments', async () => {
  const folder = waveOf(['ok'])
  mkdirSync(folder.at('bin'))
  const fake = `#!/usr/bin/env node
import { writeFileSync } from 'node:fs'
const argv = process.argv.slice(2)
writeFileSync('argv.json', JSON.stringify(argv))
const prompt = argv.at(-1)
if (argv.at(-2) !== '-p' || !prompt.startsWith('Read Book r0')) process.exit(2)
console.log(JSON.stringify({ status: 'SUCCESS', response: JSON.stringify({ id: 'r0', result_status: 'completed', findings: 'f' }), usage: { input_tokens: 7, output_tokens: 2 } }))
`
  writeFileSync(folder.at('bin/agy'), fake, { mode: 0o755 })
  writeFileSync(folder.at('package.json'), '{"type":"module"}')
  vi.stubEnv('PATH', `${folder.at('bin')}:${process.env['PATH']}`)
  const output = await folder.work(0, 1, '--worker', 'agy', '--model', 'm', '--', '--effort', 'low')
  expect(output.tokens).toEqual({ input: 7, output: 2 })
  expect(await folder.column('input_tokens', 'wave-1-results.csv')).toEqual(['7'])
  expect(JSON.parse(folder.text('argv.json'))).toEqual([
    ...['--output-format', 'json', '--json-schema', folder.at('.wave/reader.schema.json'), '--print-timeout', '60s'],
    ...[
      '--add-dir',
      folder.path,
      '--mode',
      'accept-edits',
      '--model',
      'm',
      '--effort',
      'low',
      '-p',
      expect.any(String),
    ],
  ])
})
