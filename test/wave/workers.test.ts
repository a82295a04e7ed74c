import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isRunning } from '../helpers/swarm-process.ts'
import { CONTRACT, table, tables, waveDoing } from '../helpers/wave.ts'

vi.setConfig({ testTimeout: 60_000 })
vi.stubEnv('WAVE_GRACE_MS', '300')

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
  const folder = waveDoing(['stubborn', 'leaves'])
  await folder.work(1, 1, '--max-runtime', '3')
  const pids = folder.text('pids.log').trim().split('\n').map(Number)
  expect(pids).toHaveLength(3)
  expect(pids.filter(isRunning)).toEqual([])
})

test('clients are called by their names, with their arguments', async () => {
  const folder = waveDoing(['ok'])
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
