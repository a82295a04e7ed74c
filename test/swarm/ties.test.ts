import { expect, test } from 'vitest'
import { swarm } from '../helpers/swarm.ts'

test('a state that is rebuilt from the trails gives the hints of its snapshot, ties included', async () => {
  // Code points and UTF-16 units order these two kinds of names differently.
  const nodes = Array.from({ length: 60 }, (_, i) => (i % 2 ? `\u{1f600}${i}` : `\uff5e${i}`))
  const { ant, ok, drop } = await swarm({
    swarm: { seed: 'x' },
    aco: { gamma: 1, hints: { sources: 8 } },
    task_space: { nodes },
  })
  for (const k of [1, 2]) {
    for (const i of [1, 2, 3, 4, 5])
      ant(k, i, { path: [0, 1, 2, 3, 4].map(step => nodes[(359 - step * 7 * i - 3 * k) % 60]), self_score: 0.5 })
    await ok('update', '--iter', String(k))
  }
  const { assignments } = await ok('select', '--iter', '3')
  for (const k of [2, 1]) {
    drop(`pheromone/history/${k}.json`)
    expect((await ok('select', '--iter', '3')).assignments).toEqual(assignments)
  }
})
