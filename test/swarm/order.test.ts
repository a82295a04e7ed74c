import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../helpers/runs.ts'
import { swarm } from '../helpers/swarm.ts'

/** The state after an iteration is a function of what is there, not of how it came to be there. */

const full = process.env['FULL'] !== undefined

const unit = fc.double({ min: 0, max: 1, noNaN: true })

test('late ants and revisions, in any order and any number, end as a fresh run does', async () => {
  const iterations = [1, 2, 3, 4]
  const step = fc.oneof(
    fc.record({ update: fc.constantFrom(...iterations) }),
    fc.record({
      ant: fc.constantFrom(...iterations),
      i: fc.integer({ min: 1, max: 3 }),
      score: unit,
      path: fc.nat(20),
    }),
  )
  const ends = fc.record({
    ants: fc.array(fc.record({ k: fc.constantFrom(...iterations), score: unit, self: unit, path: fc.nat(20) }), {
      minLength: 1,
      maxLength: 8,
    }),
    order: fc.shuffledSubarray(iterations, { minLength: 4 }),
    detours: fc.array(step, { maxLength: 8 }),
  })
  const path = (n: number) =>
    ['abcdef'[n % 6]!, 'abcdef'[(n + 1 + (n % 5)) % 6]!].filter((node, i, all) => all.indexOf(node) === i)
  await fc.assert(
    fc.asyncProperty(ends, async ({ ants, order, detours }) => {
      const present = iterations.filter(k => ants.some(ant => ant.k === k))
      const put = (session: Awaited<ReturnType<typeof swarm>>) => {
        for (const k of present) {
          const own = ants.filter(ant => ant.k === k)
          for (const [i, { self, path: n }] of own.entries()) session.ant(k, i + 1, { path: path(n), self_score: self })
          session.scores(k, Object.fromEntries(own.map(({ score }, i) => [i + 1, score])))
        }
      }
      const fresh = await swarm()
      put(fresh)
      for (const k of present) await fresh.ok('update', '--iter', `${k}`)
      const detoured = await swarm()
      for (const one of detours)
        if ('update' in one) await detoured.run('update', '--iter', `${one.update}`)
        else if (present.includes(one.ant))
          detoured.ant(one.ant, one.i, { path: path(one.path), self_score: one.score })
      // What a detour left of ants that the fresh run has not is no part of the end.
      for (const k of present)
        for (let i = ants.filter(ant => ant.k === k).length + 1; i <= 3; i++)
          detoured.drop(`artifacts/ant-${k}-${i}.json`)
      put(detoured)
      for (const k of order.filter(k => present.includes(k))) await detoured.ok('update', '--iter', `${k}`)
      expect(detoured.state()).toEqual(fresh.state())
      for (const session of [fresh, detoured]) session.remove()
    }),
    runs(full ? 300 : 25),
  )
}, 60_000)
