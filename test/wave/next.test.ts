import { describe, expect, test } from 'vitest'
import { table, tables } from '../helpers/wave.ts'

describe('next', () => {
  const rows = [
    { id: '1', status: 'completed', findings: 'a, "b"', pages: '3', error: '' },
    { id: '2', status: 'failed', findings: '', error: 'x' },
    { id: '3', wave: '2', deps: '1', context_from: '1;2;4', title: 'Say "hi"\nthen' },
    { id: '4', wave: '2', deps: '1;2', deps_mode: 'settled' },
    { id: '5', wave: '3', deps: '3' },
  ]

  test('writes runnable rows with what they are given', async () => {
    const folder = tables({ 'tasks.csv': table(rows) })
    const output = await folder.run(0, 'next', '--csv', 'tasks.csv', '--contract', 'contract.json')
    expect(output).toMatchObject({ wave: 2, rows: 2, pending: 3, waiting: 1, skipped: 0, done: false })
    expect(folder.text('wave-2.csv')).toBe(
      `id,title,does,deps,deps_mode,context_from,wave,prev_context
3,"Say ""hi""\nthen",,1,,1;2;4,2,"[1] completed · Book 1
findings: a, ""b""
pages: 3

[2] failed · Book 2"
4,Book 4,,1;2,settled,,2,
`,
    )
    const text = folder.text('wave-2.csv')
    await folder.run(0, 'next', '--csv', 'tasks.csv', '--contract', 'contract.json')
    expect(folder.text('wave-2.csv')).toBe(text)
  })

  test('fields are those that are asked for', async () => {
    const folder = tables({ 'tasks.csv': table(rows) })
    await folder.run(0, 'next', '--csv', 'tasks.csv', '--fields', 'error,does')
    expect((await folder.rows('wave-2.csv'))[0]!['prev_context']).toBe(
      '[1] completed · Book 1\n\n[2] failed · Book 2\nerror: x',
    )
    const { message } = await folder.run(2, 'next', '--csv', 'tasks.csv', '--fields', 'mood')
    expect(message).toContain('--fields names “mood”')
  })

  test('a column for the context stays where it is', async () => {
    const folder = tables({ 'tasks.csv': table([{ id: '1' }], 'id,prev_context,wave,status') })
    await folder.run(0, 'next', '--csv', 'tasks.csv')
    expect(folder.text('wave-1.csv')).toBe('id,prev_context,wave\n1,,1\n')
  })

  test('rows that can never run are skipped', async () => {
    const folder = tables({
      'tasks.csv': table([
        { id: '1', status: 'failed' },
        { id: '2', deps: '1', wave: '2' },
        { id: '3', deps: '2', wave: '3' },
      ]),
    })
    expect(await folder.run(0, 'next', '--csv', 'tasks.csv')).toMatchObject({ wave: null, skipped: 2, done: true })
    expect(await folder.column('status')).toEqual(['failed', 'skipped', 'skipped'])
    expect((await folder.column('error'))[2]).toBe('skipped: it depends on 2, which is skipped')
  })

  test('nothing is written where nothing is to do, unless a wave is asked for', async () => {
    const folder = tables({ 'tasks.csv': table([{ id: '1', status: 'completed' }]) })
    expect(await folder.run(0, 'next', '--csv', 'tasks.csv')).toMatchObject({ wave_csv: null, done: true })
    await folder.run(0, 'next', '--csv', 'tasks.csv', '--wave', '7')
    expect(await folder.rows('wave-7.csv')).toEqual([])
    await folder.work(0, 7)
    await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'wave-7-results.csv')
    expect(folder.names()).toEqual(['contract.json', 'tasks.csv'])
  })

  test('the order of waves is told, and does not keep rows from running', async () => {
    const folder = tables({ 'tasks.csv': table([{ id: '1' }, { id: '2', deps: '1' }]) })
    const { rows, warnings } = await folder.run(0, 'next', '--csv', 'tasks.csv')
    expect([rows, warnings[0].code]).toEqual([1, 'W_WAVE_ORDER'])
  })
})
