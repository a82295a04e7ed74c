import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { CODEX_COLUMNS } from '../../src/core/wave.ts'
import { render } from '../../src/runtime/wave/template.ts'
import { tables } from '../helpers/wave.ts'
import { handedIn, INSTRUCTION, inputCsv, plainOutput, type Row } from './csv-job.ts'

/** Our runtime against what Codex’s own tool was seen to do (`csv.client.ts`), without the client. */

const golden = (name: string) => readFileSync(join(import.meta.dirname, '../golden/codex-csv', name), 'utf8')
const rowsOf = (csv: string) => parse(csv, { bom: true, columns: true }) as Record<string, string>[]

/** What both must have in common: not the job’s id, the times, and the words for an error. */
const common = (row: Record<string, string>) => ({
  ...row,
  job_id: '',
  last_error: row['last_error'] ? 'said' : '',
  reported_at: row['reported_at'] ? 'TIME' : '',
  completed_at: row['completed_at'] ? 'TIME' : '',
})

test('wave.mjs run --codex-columns writes what spawn_agents_on_csv wrote', { timeout: 120_000 }, async () => {
  expect(inputCsv()).toBe(golden('input.csv'))
  const rows = rowsOf(golden('input.csv')) as Row[]
  const results = rows.map(row => [JSON.stringify(row), row.does === 'slow' ? 'slow' : handedIn(row)])
  const folder = tables({
    'input.csv': inputCsv(),
    'results.json': Object.fromEntries(results),
    'contract.json': {
      id: 'reader',
      instruction: INSTRUCTION,
      result: { length: { type: 'integer' } },
      ends: { completed: 'all is read', failed: 'anything else' },
    },
  })
  const options = ['--codex-columns', '--results', 'output.csv', '--max-runtime', '6', '--cd', folder.path]
  const worker = ['--worker', 'command', '--', 'node', join(import.meta.dirname, 'csv-worker.mjs'), 'results.json']
  await folder.run(1, 'run', '--wave-csv', 'input.csv', '--contract', 'contract.json', ...options, ...worker)

  const ours = rowsOf(folder.text('output.csv'))
  const theirs = rowsOf(golden('output.csv'))
  expect(Object.keys(ours[0]!)).toEqual(Object.keys(theirs[0]!))
  expect(Object.keys(ours[0]!).slice(-CODEX_COLUMNS.length)).toEqual(CODEX_COLUMNS)
  expect(ours.map(common)).toEqual(theirs.map(common))
})

test('an instruction is filled in as Codex did', () => {
  const prompts = JSON.parse(golden('prompts.json')) as Record<string, string>
  for (const row of rowsOf(golden('output.csv'))) {
    const task = /\nTask instruction:\n([\s\S]*?)\n\nInput row \(JSON\):\n/.exec(prompts[row['item_id']!]!)![1]
    expect(render(INSTRUCTION, name => row[name])).toBe(task)
  }
})

test('what differs from run to run is left out of a recording, and nothing else', () => {
  expect(plainOutput('a,0f8fad5b-d9cb-469f-a165-70867728950e,1,2026-11-30T22:04:35+00:00,2026-11-30\n')).toBe(
    'a,JOB,1,TIME,2026-11-30\n',
  )
})

test('the recording holds every kind of row', () => {
  const rows = rowsOf(golden('output.csv'))
  expect(rows.length).toBeGreaterThanOrEqual(12)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['completed', 'failed']))
  expect(rows.map(({ item_id }) => item_id)).toEqual(
    expect.arrayContaining(['a', 'a-2', 'a-2-2', 'a-3', 'row-2', 'row-8']),
  )
  expect(Object.keys(JSON.parse(golden('prompts.json'))).sort()).toEqual(rows.map(({ item_id }) => item_id!).sort())
})
