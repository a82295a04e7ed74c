import { expect, test } from 'vitest'
import { aco } from '../../src/runtime/aco/cli.ts'
import { type Printed, type Swarm, swarm } from '../helpers/swarm.ts'

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
