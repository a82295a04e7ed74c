import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WAVE_COMMANDS } from '../../src/core/wave.ts'
import { table, tables } from '../helpers/wave.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/csv-waves.md'), 'utf8')

test('the table of commands is that of the code', () => {
  const [, body] = /\| command \| options \| does \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(page)!
  const shown = body!
    .trim()
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
  expect(shown.map(([, command, options, does]) => [command, options, does])).toEqual(
    Object.entries(WAVE_COMMANDS).map(([name, { flags, summary }]) => [
      `\`${name}\``,
      flags.map(flag => `\`${flag}\``).join(' '),
      summary,
    ]),
  )
})

test('every code is explained', () => {
  const folder = join(import.meta.dirname, '../../src/runtime/wave')
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const used = new Set(Array.from(code.matchAll(/'(E_[A-Z_]+)'/g), ([, name]) => name!))
  expect([...used].filter(name => !page.includes(`\`${name}\``))).toEqual([])
})

test('the drawn example happens as it is drawn', async () => {
  const header = 'id,title,does,deps,context_from,wave,status,findings,error'
  const rows = [
    { id: '1', title: 'Parse' },
    { id: '2', title: 'Print', does: 'none' },
    { id: '3', title: 'Check', deps: '1;2', context_from: '1;2', wave: '2' },
  ]
  const folder = tables({ 'tasks.csv': table(rows, header) })
  await folder.run(0, 'next', '--csv', 'tasks.csv', '--contract', 'contract.json')
  await folder.work(1, 1)
  const [columns] = folder.text('wave-1-results.csv').split('\n')
  expect(columns).toBe(
    'id,result_status,findings,pages,verdict,error,attempt,started_at,finished_at,reason,input_tokens,output_tokens',
  )
  expect(page).toContain(columns!.replace('findings,pages,verdict,', 'findings,…,'))
  await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv')
  const ended = await folder.rows()
  expect(page).toContain(ended.map(({ id, status }) => `${id} ${status}`).join(' · '))
  expect(await folder.run(0, 'retry', '--csv', 'tasks.csv', '--failed')).toMatchObject({
    retried: ['2'],
    reopened: ['3'],
  })
})
