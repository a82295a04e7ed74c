import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { wave } from '../../src/runtime/wave/cli.ts'
import { type Finished, finished, temporaryFolder } from './swarm.ts'
import { allRows, CONTRACT, cell, table, WAVE } from './wave.ts'

/** What is to hold when a command that changes the table is interrupted at any moment. */

export interface Scenario {
  name: string
  /** Names of files stand for those of the folder. */
  argv: readonly string[]
  folder: string
  before: Record<string, string>
  after: Record<string, string>
}

/** The files that users see. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter(name => !name.startsWith('.'))
  return Object.fromEntries(names.sort().map(name => [name, readFileSync(join(folder, name), 'utf8')]))
}

const argvIn = (folder: string, argv: readonly string[]) =>
  argv.map(word => (/\.(?:csv|jsonl|json)$/.test(word) ? join(folder, word) : word))

async function prepared(root: string, name: string, argv: string[], files: Record<string, string>): Promise<Scenario> {
  const [folder, done] = [join(root, name), join(root, `${name} after`)]
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  cpSync(folder, done, { recursive: true })
  expect(await wave(argvIn(done, argv))).toMatchObject({ exit: 0 })
  return { name, argv, folder, before: filesOf(folder), after: filesOf(done) }
}

const ROWS = [
  { id: '1', title: 'a "quoted",\nlong title' },
  { id: '2', status: 'failed' },
  { id: '3' },
  { id: '4', wave: '2', deps: '1', context_from: '2' },
  { id: '5', wave: '2', deps: '2' },
  { id: '6', wave: '3', deps: '5' },
]
const CASCADED = ROWS.map(row => (['5', '6'].includes(row.id) ? { ...row, status: 'skipped' } : row))
const result = (id: string) => ({ id, result_status: 'completed', findings: `x, ${'y'.repeat(400)}`, pages: 2 })

/** Every command that writes a table. */
export async function scenarios(root: string): Promise<Scenario[]> {
  const wave1 = `id,title\n1,${cell(ROWS[0]!.title!)}\n3,c\n`
  const results = 'id,result_status,findings,pages\n1,failed,"a\nb",\n3,completed,c,4\n'
  const lines = ['1', '3'].map(id => JSON.stringify(result(id))).join('\n')
  return [
    await prepared(root, 'next', ['next', '--csv', 'tasks.csv'], { 'tasks.csv': table(ROWS) }),
    await prepared(root, 'merge', ['merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv'], {
      'tasks.csv': table(ROWS),
      'wave-1.csv': wave1,
      'wave-1-results.csv': results,
    }),
    await prepared(
      root,
      'merge of raw results',
      ['merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.jsonl', '--contract', 'contract.json'],
      {
        'tasks.csv': table(CASCADED, undefined, '\r\n'),
        'wave-1.csv': wave1,
        'wave-1-results.jsonl': lines,
        'contract.json': JSON.stringify(CONTRACT),
      },
    ),
    await prepared(root, 'retry', ['retry', '--csv', 'tasks.csv', '--failed'], { 'tasks.csv': table(CASCADED) }),
  ]
}

/** Starts a scenario’s command on a copy of its folder, with a fault. */
export function start(scenario: Scenario, fault: object) {
  const folder = temporaryFolder('wave-')
  cpSync(scenario.folder, folder, { recursive: true })
  const preload = join(import.meta.dirname, 'fault.mjs')
  const child = spawn(process.execPath, ['--import', preload, WAVE, ...argvIn(folder, scenario.argv)], {
    env: { ...process.env, ACO_FAULT: JSON.stringify(fault), ACO_FAULT_IN: folder },
  })
  return { folder, child, ended: finished(child) }
}

/**
 * What is to hold after an interruption: every file is as before or as after, results are there as long as the table
 * lacks them, the command can be repeated, and then everything is as if nothing had happened.
 */
export async function expectSound(scenario: Scenario, folder: string, outcome?: Finished): Promise<'before' | 'after'> {
  const { before, after, argv } = scenario
  const files = filesOf(folder)
  for (const [name, text] of Object.entries(files)) expect([before[name], after[name]], name).toContain(text)
  const side = files['tasks.csv'] === after['tasks.csv'] ? 'after' : 'before'
  expect(files['tasks.csv']).toBe((side === 'after' ? after : before)['tasks.csv'])
  expect((await allRows(join(folder, 'tasks.csv'))).rows).toHaveLength(ROWS.length)
  if (side === 'before') for (const name of Object.keys(before)) expect(files, name).toHaveProperty([name])
  if (outcome) {
    expect(outcome.output, `stdout: ${outcome.out}`).toBeTypeOf('object')
    if (outcome.code === 0) expect(files).toEqual(after)
    else expect(`${outcome.code} ${outcome.output.code}`).toMatch(/^1 E_IO_(?:ENOSPC|EIO)$/)
  }
  const again = await wave(argvIn(folder, argv))
  expect(again, JSON.stringify(again.output)).toMatchObject({ exit: 0 })
  expect(filesOf(folder)).toEqual(after)
  expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([])
  return side
}
