import { describe, expect, test } from 'vitest'
import { artifact, swarm } from '../helpers/swarm.ts'

describe('two artifacts with one ant_id', () => {
  test.each([
    [1, 2],
    [2, 1],
  ])('the file that has the name counts: ant %i says that it is ant %i', async (file, id) => {
    const session = await swarm()
    session.ant(1, id, { path: ['a', 'b'], self_score: 0.4 })
    session.write(`artifacts/ant-1-${file}.json`, artifact(1, id, { path: ['e', 'f'], self_score: 1 }))
    const { rejected, n_ants_processed: n } = await session.ok('update', '--iter', '1')
    expect(n).toBe(1)
    expect(rejected).toEqual([
      {
        file: `ant-1-${file}.json`,
        ant_id: `ANT-1-${id}`,
        reason: `ant_id is that of ant-1-${id}.json`,
      },
    ])
    expect(session.json('best.json')).toMatchObject({ path: ['a', 'b'] })
  })

  test('the solution of the best path is that of the file which counts, also later', async () => {
    const session = await swarm()
    const solution = (summary: string) => ({ type: 'string', summary, content: 'x' })
    session.ant(1, 2, { self_score: 1, candidate_solution: solution('own') })
    session.write('artifacts/ant-1-1.json', artifact(1, 2, { candidate_solution: solution('stolen') }))
    await session.ok('update', '--iter', '1')
    session.ant(2, 1, { self_score: 0.1 })
    for (const drop of [[], ['best.json']]) {
      for (const path of drop) session.drop(path)
      await session.ok('update', '--iter', '2')
      expect(session.json('best.json').candidate_solution.summary).toBe('own')
    }
  })

  test('where none has the name, the first counts', async () => {
    const session = await swarm()
    session.write('artifacts/ant-1-b.json', artifact(1, 7, { path: ['a', 'b'] }))
    session.write('artifacts/ant-1-a.json', artifact(1, 7, { path: ['c', 'd'] }))
    const { rejected } = await session.ok('update', '--iter', '1')
    expect(rejected).toEqual([{ file: 'ant-1-b.json', ant_id: 'ANT-1-7', reason: 'ant_id is that of ant-1-a.json' }])
  })
})
