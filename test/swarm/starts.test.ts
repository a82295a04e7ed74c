import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/runtime/aco/config.ts'
import { fieldOf } from '../../src/runtime/aco/field.ts'
import { drawByWeight, type Random, randomFrom } from '../../src/runtime/aco/random.ts'
import { layOutSpace } from '../../src/runtime/aco/space.ts'
import { startsFor } from '../../src/runtime/aco/starts.ts'
import { initialState } from '../../src/runtime/aco/state.ts'
import { runs } from '../helpers/runs.ts'

/** Starts as they are described: a list of weights that is drawn from one by one. */
function startsPlainly(pool: readonly number[], weightOf: (node: number) => number, count: number, random: Random) {
  const starts: number[] = []
  let left: number[] = []
  while (starts.length < count) {
    if (!left.length) left = [...pool]
    const at = drawByWeight(left.map(weightOf), random)
    starts.push(left[at]!)
    left[at] = left.at(-1)!
    left.pop()
  }
  return starts
}

const given = fc.record({
  n: fc.integer({ min: 1, max: 40 }),
  starts: fc.array(fc.nat(39), { maxLength: 20 }),
  tau: fc.array(fc.tuple(fc.nat(39), fc.constantFrom(0, 0.01, 0.3, 1, 7.5)), { maxLength: 40 }),
  fallback: fc.constantFrom(0, 0.01, 0.64, 1),
  gamma: fc.constantFrom(0, 1),
  count: fc.integer({ min: 1, max: 60 }),
  seed: fc.string({ maxLength: 4 }),
})

test('starts are drawn as from a list of weights', () => {
  fc.assert(
    fc.property(given, ({ n, starts, tau, fallback, gamma, count, seed }) => {
      const names = Array.from({ length: n }, (_, i) => `n${i}`)
      const listed = [...new Set(starts.map(i => names[i % n]!))]
      const config = readConfig({ aco: { gamma } })
      const space = { ...layOutSpace({ start_nodes: listed.length ? listed : 'weighted' }, names, 5, 's') }
      const nodeTau = new Map(tau.map(([i, value]) => [names[i % n]!, value]))
      const field = fieldOf(space, config, { ...initialState(space, config), nodeTau, nodeTauDefault: fallback })
      const weightOf = (node: number) => {
        const value = nodeTau.get(names[node]!) ?? fallback
        return gamma > 0 ? value * value : value
      }
      const pool = space.starts.map(name => space.index.get(name)!)
      const isWeighted = space.weighted || gamma > 0
      const expected = startsPlainly(pool, isWeighted ? weightOf : () => 1, count, randomFrom(seed))
      expect(startsFor(field, count, randomFrom(seed))).toEqual(expected)
    }),
    runs(process.env['FULL'] ? 20_000 : 2_000),
  )
})
