import { spawn } from 'node:child_process'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withLock } from '../../src/runtime/aco/lock.ts'
import { finished, type Swarm, stateOf, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** Who waits for whom, and what happens to locks of the dead. */

const full = process.env['FULL'] !== undefined

const LOCK = 'pheromone/.lock'

/** A pid that no process has any more. */
const deadPid = async () => {
  const child = spawn(process.execPath, ['-e', '0'])
  await finished(child)
  return child.pid!
}

const startOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')[19]
  } catch {
    return undefined
  }
}

describe('a lock that is there already', () => {
  const old = (session: Swarm) => utimesSync(join(session.path, LOCK), Date.now() / 1000 - 60, Date.now() / 1000 - 60)
  const record = (fields: object) =>
    JSON.stringify({ pid: process.pid, host: hostname(), time: 'then', token: 'other', ...fields })
  const withLockOf = async (content: string, isOld = false) => {
    const session = await swarm()
    session.ant(1, 1)
    session.write(LOCK, content)
    if (isOld) old(session)
    const { code, output } = await session.spawn(['update', '--iter', '1'], { env: { ACO_LOCK_PATIENCE_MS: '300' } })
    return { session, code, output }
  }

  test.each([
    ['of a dead process', async () => record({ pid: await deadPid() }), false],
    ['that is empty and old', async () => '', true],
    ['of garbage and old', async () => '\u0000{"pid": 1', true],
    ['without an owner and old', async () => '{}', true],
    ['null and old', async () => 'null', true],
  ])('is taken over: %s', async (_, content, isOld) => {
    const { session, code } = await withLockOf(await content(), isOld)
    expect(code).toBe(0)
    expect(Object.keys(session.state()).filter(path => path.includes('/.'))).toEqual([])
  })

  test.skipIf(process.platform !== 'linux').each([
    ['whose pid another process has now', async () => record({ start: '1' })],
    ['of a process that was killed and not collected', async () => record({ pid: await zombie() })],
  ])('is taken over: %s', async (_, content) => {
    expect((await withLockOf(await content())).code).toBe(0)
  })

  test.each([
    ['of a live process', record({ start: startOf(process.pid) })],
    ['of a live process, as told without its start', record({ start: undefined })],
    ['of another host', record({ host: 'elsewhere', pid: 1 })],
    ['of garbage, just written', '{"pid"'],
    ['empty, just created', ''],
  ])('is waited for: %s', async (_, content) => {
    const { session, code, output } = await withLockOf(content)
    expect({ code, error: output.code, path: output.details.path }).toEqual({ code: 1, error: 'E_LOCKED', path: LOCK })
    expect(session.text(LOCK)).toBe(content)
    expect(existsSync(join(session.path, 'trails'))).toBe(false)
    // Whoever only reads does not wait.
    await session.ok('converged')
    expect((await session.ok('status')).locked).toBe(true)
  })

  /** A process that has ended and that its parent, which sleeps, does not collect. */
  const zombie = async () => {
    const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 20'])
    parent.unref()
    const pid = await new Promise<number>(done => parent.stdout.once('data', chunk => done(Number(chunk))))
    await new Promise(done => setTimeout(done, 300))
    return pid
  }
})

test('one at a time within a process too, over a stale lock at first', async () => {
  const folder = temporaryFolder()
  await withLock(folder, () => {})
  writeFileSync(join(folder, LOCK), JSON.stringify({ pid: await deadPid(), host: hostname() }))
  let [inside, most, count] = [0, 0, 0]
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise(done => setTimeout(done, 2))
    inside--
    count++
  }
  await Promise.all(Array.from({ length: 20 }, () => withLock(folder, work)))
  expect({ most, count, left: Object.keys(stateOf(folder)) }).toEqual({ most: 1, count: 20, left: [] })
})

test.skipIf(!full)(
  'processes that are killed at random never leave two with the lock (FULL=1)',
  async () => {
    const folder = temporaryFolder()
    const jiti = join(import.meta.dirname, '../../node_modules/jiti/lib/jiti-cli.mjs')
    const contender = join(import.meta.dirname, '../helpers/lock-contender.mjs')
    const run = () => spawn(process.execPath, [jiti, contender, folder, '60'], { stdio: 'ignore' })
    let survivors = 0
    for (let round = 0; round < 10; round++) {
      const children = Array.from({ length: 6 }, run)
      const ended = children.map(child => new Promise<number | null>(done => child.on('exit', done)))
      for (const child of children.slice(0, 4)) setTimeout(() => child.kill('SIGKILL'), 500 + Math.random() * 3_000)
      survivors += (await Promise.all(ended)).filter(code => code === 0).length
    }
    expect(existsSync(join(folder, 'faults')) ? readFileSync(join(folder, 'faults'), 'utf8') : '').toBe('')
    expect(survivors).toBeGreaterThanOrEqual(20)
    await withLock(folder, () => {})
    expect(Object.keys(stateOf(folder)).filter(path => path.includes('/.'))).toEqual([])
  },
  300_000,
)
