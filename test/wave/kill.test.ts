import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JournalEvent } from '../../src/runtime/wave/journal.ts'
import { finished } from '../helpers/swarm.ts'
import { type Tables, table, tables, WAVE } from '../helpers/wave.ts'

/** Runs that are killed at any moment. A few always, 200 with FULL=1. */

const full = process.env['FULL'] !== undefined
const TRIALS = full ? 200 : 2
const ROWS = full ? 60 : 20

const ids = Array.from({ length: ROWS }, (_, i) => `r${i}`)
const worker = join(import.meta.dirname, '..', 'helpers', 'wave-worker.sh')

const begin = (folder: Tables, argv: readonly string[]) => {
  const child = spawn(process.execPath, [WAVE, ...argv], {
    cwd: folder.path,
    env: { ...process.env, WAVE_GRACE_MS: '200' },
  })
  return { child, ended: finished(child) }
}

const RUN = [
  ...['run', '--wave-csv', 'wave-1.csv', '--contract', 'contract.json', '--max-concurrency', '8'],
  ...['--worker', 'command', '--', 'sh', worker],
]

/** What the journal tells, torn lines left out. */
const eventsOf = (folder: Tables) =>
  folder
    .text('.wave/journal.jsonl')
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as JournalEvent]
      } catch {
        return []
      }
    })

async function expectWholeTable(folder: Tables) {
  expect(await folder.column('id')).toEqual(ids)
}

/** No row has two results, none began after it had one, and no two workers were at one row. */
function expectOnce(folder: Tables) {
  const ended = new Set<string>()
  const begun = new Map<string, number>()
  for (const event of eventsOf(folder)) {
    if (event.type === 'start') {
      expect(ended, `${event.id} began again`).not.toContain(event.id)
      begun.set(event.id, (begun.get(event.id) ?? 0) + 1)
    }
    if (event.type !== 'end') continue
    expect(ended, `${event.id} ended twice`).not.toContain(event.id)
    ended.add(event.id)
  }
  expect([...ended].sort()).toEqual([...ids].sort())
  for (const [id, count] of begun) expect(folder.ran().filter(other => other === id).length).toBeLessThanOrEqual(count)
  expect(folder.has('overlaps.log')).toBe(false)
}

const fresh = async () => {
  const folder = tables({ 'tasks.csv': table(ids.map(id => ({ id }))) })
  await folder.run(0, 'next', '--csv', 'tasks.csv')
  return folder
}

test(
  `kill -9 at ${TRIALS} random moments: one result a row, none runs again`,
  async () => {
    const undisturbed = await fresh()
    const start = Date.now()
    const { code, out } = await begin(undisturbed, RUN).ended
    expect(code, out).toBe(0)
    const span = Date.now() - start
    let cut = 0
    for (let i = 0; i < TRIALS; i++) {
      const folder = await fresh()
      const killed = begin(folder, RUN)
      setTimeout(() => killed.child.kill('SIGKILL'), Math.random() * span)
      await killed.ended
      await expectWholeTable(folder)
      // Some trials kill the second run as well.
      for (let again = 0; again < i % 3; again++) {
        const other = begin(folder, folder.has('.wave/journal.jsonl') && again ? ['resume', '--csv', 'tasks.csv'] : RUN)
        setTimeout(() => other.child.kill('SIGKILL'), Math.random() * span)
        await other.ended
        await expectWholeTable(folder)
      }
      const { output } = await begin(folder, ['resume', '--csv', 'tasks.csv']).ended
      const last = output.resumed === false ? await begin(folder, RUN).ended : undefined
      expect((last?.output ?? output).statuses ?? output, JSON.stringify(output)).toEqual({ completed: ROWS })
      if (folder.ran().length > ROWS) cut++
      expectOnce(folder)
      expect(await folder.column('id', 'wave-1-results.csv')).toEqual(ids)
      await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv')
      expect(await folder.column('status')).toEqual(ids.map(() => 'completed'))
    }
    if (full) console.info(`kills: in ${cut} of ${TRIALS} trials workers were cut and ran again`)
  },
  full ? 7_200_000 : 180_000,
)

test(
  'a full disk ends the run, and nothing is lost',
  async () => {
    const preload = join(import.meta.dirname, '..', 'helpers', 'fault.mjs')
    const CALLS = ROWS * 25
    for (let i = 0; i < (full ? 40 : 2); i++) {
      const folder = await fresh()
      const fault = { at: 1 + Math.floor(Math.random() * CALLS), do: 'throw', code: 'ENOSPC', half: true }
      const child = spawn(process.execPath, ['--import', preload, WAVE, ...RUN], {
        cwd: folder.path,
        env: { ...process.env, WAVE_GRACE_MS: '200', ACO_FAULT: JSON.stringify(fault), ACO_FAULT_IN: folder.path },
      })
      const { code, output } = await finished(child)
      if (code) expect([code, output.code], JSON.stringify(fault)).toEqual([1, 'E_IO_ENOSPC'])
      expect((await begin(folder, RUN).ended).code).toBe(0)
      expectOnce(folder)
    }
  },
  full ? 3_600_000 : 120_000,
)

test('Ctrl-C ends the workers and leaves a run that goes on', async () => {
  const folder = await fresh()
  const { child, ended } = begin(folder, RUN)
  await new Promise(done => child.stderr.once('data', done))
  child.kill('SIGINT')
  const { code, output } = await ended
  expect([code, output.code]).toEqual([1, 'E_INTERRUPTED'])
  expect(output.details.finished).toBeLessThan(ROWS)
  expect(folder.has('wave-1-results.csv')).toBe(false)
  expect(await folder.run(0, 'status', '--csv', 'tasks.csv')).toMatchObject({ next_step: 'resume', running: [] })
  const resumed = await folder.run(0, 'resume', '--csv', 'tasks.csv')
  expect(resumed).toMatchObject({ resumed: true, finished_before: output.details.finished })
  expectOnce(folder)
}, 60_000)

test('two runs of a table do not go on at the same time', async () => {
  const folder = await fresh()
  const { child, ended } = begin(folder, RUN)
  await new Promise(done => child.stderr.once('data', done))
  process.env['WAVE_LOCK_PATIENCE_MS'] = '50'
  try {
    expect((await folder.run(1, 'next', '--csv', 'tasks.csv')).code).toBe('E_LOCKED')
    expect(await folder.run(0, 'status', '--csv', 'tasks.csv')).toMatchObject({ busy: true, next_step: 'wait' })
  } finally {
    delete process.env['WAVE_LOCK_PATIENCE_MS']
  }
  expect((await ended).code).toBe(0)
}, 60_000)
