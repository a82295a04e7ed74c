import { appendFileSync, truncateSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readJournal } from '../../src/runtime/wave/history.ts'
import { type JournalEvent, openJournal } from '../../src/runtime/wave/journal.ts'
import { tables } from '../helpers/wave.ts'

const start = (id: string, attempt = 1): JournalEvent => ({ type: 'start', wave_csv: 'w', id, attempt, folder: 'f' })
const end = (id: string, attempt = 1, input = 0): JournalEvent => ({
  ...{ type: 'end', wave_csv: 'w', id, attempt, result_status: 'completed', result: { id, ä: '😀' } },
  ...{ reason: '', error: '', started_at: '', finished_at: '', tokens: { input, output: 1 } },
})

test('an event counts when its line is whole, and half a line does not swallow the next', () => {
  const folder = tables()
  const [table, path] = [folder.at('tasks.csv'), folder.at('.wave/journal.jsonl')]
  const journal = openJournal(table)
  journal.add(start('a'))
  const before = Buffer.byteLength(folder.text('.wave/journal.jsonl'))
  journal.add(end('a'))
  const whole = Buffer.from(folder.text('.wave/journal.jsonl'))
  for (let length = before; length <= whole.length; length++) {
    folder.write('.wave/journal.jsonl', whole.subarray(0, length))
    const counts = length >= whole.length - 1
    expect(readJournal(table).rows.get('a')!.end !== undefined, `${length}`).toBe(counts)
    openJournal(table).add(start('b'))
    const { rows } = readJournal(table)
    expect([rows.get('a')!.end !== undefined, rows.get('b')!.attempts]).toEqual([counts, 1])
  }
  truncateSync(path, 0)
  expect(readJournal(table).rows.size).toBe(0)
})

test('what is known of a row', () => {
  const folder = tables()
  const table = folder.at('tasks.csv')
  const journal = openJournal(table)
  const past = () => readJournal(table).rows.get('a')
  expect(past()).toBeUndefined()
  journal.add(start('a'))
  journal.add({ type: 'process', id: 'a', attempt: 1, pid: 7, start: 's' })
  expect(past()).toEqual({ attempts: 1, open: { attempt: 1, folder: 'f', pid: 7, start: 's' } })
  journal.add({ type: 'cut', id: 'a', attempt: 1 })
  expect(past()).toEqual({ attempts: 1 })
  journal.add(start('a', 2))
  journal.add({ type: 'cut', id: 'a', attempt: 2, unbegun: true })
  expect(past()).toEqual({ attempts: 1 })
  journal.add(start('a', 2))
  journal.add(end('a', 2, 5))
  appendFileSync(folder.at('.wave/journal.jsonl'), 'not JSON\n[]\n{"type":"unknown"}\n')
  const history = readJournal(table)
  expect(history.endOf(history.rows.get('a')!)).toMatchObject({ attempt: 2, result: { id: 'a', ä: '😀' } })
  expect([history.tokens, history.waveTokens.get('w')]).toEqual(Array(2).fill({ input: 5, output: 1 }))
  journal.add({ type: 'retry', ids: ['a'] })
  expect(past()).toEqual({ attempts: 2 })
  journal.add(end('a', 3, 2))
  journal.add({ type: 'merged', wave_csv: 'w', results: 'r', sha256: 'x' })
  expect(past()).toEqual({ attempts: 2 })
  const merged = readJournal(table)
  expect([merged.merged.get('w'), merged.mergedResults.get('r'), merged.tokens.input]).toEqual(['x', 'w', 7])
  journal.add({ type: 'next', wave_csv: 'w', rows: 1 })
  expect(readJournal(table).merged.size).toBe(0)
})
