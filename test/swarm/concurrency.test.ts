import { spawn } from 'node:child_process'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aco } from '../../src/runtime/aco/cli.ts'
import { withLock } from '../../src/runtime/aco/lock.ts'
import { finished, type Printed, type Swarm, stateOf, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** Several commands at once: as one. Much of it with FULL=1 only (`npm run test:full`). */

const full = process.env['FULL'] !== undefined
if (!full) console.info('concurrency: two writers and one round; npm run test:full has eight and many')

const WRITERS = full ? 8 : 2
const ROUNDS = full ? 12 : 1
const LIMIT = full ? 1_800_000 : 60_000

const nodes = Array.from({ length: 40 }, (_, i) => `n${i}`)

const walk = ({ ant }: Swarm, k: number, score = k / 20) => {
  for (const i of [1, 2, 3]) ant(k, i, { path: [`n${k}`, `n${k + i}`], self_score: score + i / 100 })
}

const plain = (output: Printed) => JSON.stringify(output, (key, value) => (key === 'updated_at' ? undefined : value))

/** Reads until told to stop, and gives every different thing that was read. */
function readers(folder: string, argvs: readonly string[][]) {
  let isOver = false
  const seen = argvs.map(() => new Map<string, Printed>())
  const loop = async () => {
    while (!isOver) {
      for (const [i, argv] of argvs.entries()) {
        const { output } = await aco(['--session', folder, ...argv])
        seen[i]!.set(plain(output), output)
      }
      await new Promise(done => setTimeout(done, 1))
    }
  }
  const done = loop()
  return async () => {
    isOver = true
    await done
    return seen
  }
}

test(
  `${WRITERS} updates of one iteration at once are as one, and readers see all of it or nothing`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const session = await swarm({ task_space: { nodes } })
      for (const k of [1, 2]) {
        walk(session, k)
        await session.ok('update', '--iter', `${k}`)
      }
      const argvs = [['converged'], ['report'], ['replay'], ['select', '--iter', '4']]
      const read = async () => {
        const outputs: string[] = []
        for (const argv of argvs) outputs.push(plain((await session.run(...argv)).output))
        return outputs
      }
      const before = await read()
      walk(session, 3)
      const stop = readers(session.path, argvs)
      const outcomes = await Promise.all(
        Array.from({ length: WRITERS }, () => session.spawn(['update', '--iter', '3'])),
      )
      const seen = await stop()
      expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => 0))
      const after = await read()
      for (const [i, outputs] of seen.entries())
        for (const output of outputs.keys()) expect([before[i], after[i]]).toContain(output)
      const together = session.state()
      await session.ok('update', '--iter', '3')
      expect(session.state()).toEqual(together)
      session.remove()
    }
  },
  LIMIT,
)

test(
  `${WRITERS} updates of different iterations at once end as a fresh run does, and no reader sees a mixture`,
  async () => {
    const iterations = Array.from({ length: WRITERS }, (_, i) => i + 1)
    for (let round = 0; round < ROUNDS; round++) {
      const [fresh, crowded] = [await swarm({ task_space: { nodes } }), await swarm({ task_space: { nodes } })]
      for (const session of [fresh, crowded]) for (const k of iterations) walk(session, k)
      for (const k of iterations) await fresh.ok('update', '--iter', `${k}`)
      const stop = readers(crowded.path, [['report'], ['replay']])
      const order = iterations.map(k => ({ k, at: Math.random() })).sort((a, b) => a.at - b.at)
      await Promise.all(order.map(({ k }) => crowded.spawn(['update', '--iter', `${k}`])))
      const [reports, replays] = await stop()
      for (const {
        best,
        convergence_curve: curve,
        final_pheromone_stats: stats,
        iterations_completed: n,
      } of reports!.values()) {
        const last = curve.at(-1)?.best_so_far ?? 0
        expect(curve).toHaveLength(n)
        expect({ best: Number((best?.score ?? 0).toFixed(4)), known: Number(stats.best_known.toFixed(4)) }).toEqual({
          best: last,
          known: last,
        })
        expect(stats.tokens_used).toBe(n * 300)
      }
      for (const replayed of replays!.values()) expect(replayed).toMatchObject({ status: 'ok', identical: true })
      expect(crowded.state()).toEqual(fresh.state())
      for (const session of [fresh, crowded]) session.remove()
    }
  },
  LIMIT,
)

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
    walk(session, 1)
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
  LIMIT,
)
