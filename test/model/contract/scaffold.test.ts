import { describe, expect, test } from 'vitest'
import { parseWithSatteri } from '../../../src/markdown/satteri.ts'
import { contractsOf } from '../../../src/model/contract/contract.ts'
import { CLAUSE_ORDER, contractLine, outcomesOf, terminationContract } from '../../../src/model/contract/scaffold.ts'
import { packsOf } from '../../../src/model/packs.ts'

const terminationsIn = (lines: readonly string[]) => {
  const source = { path: '.codex/skills/x/SKILL.md', text: ['# X', '', '```', ...lines, '```', ''].join('\n') }
  const document = packsOf({ sources: [source], unread: [] }, parseWithSatteri)[0]!.documents[0]!
  return contractsOf(document).terminations
}

describe.each([false, true])('a contract of our own wording, in Chinese: %s', chinese => {
  test('is read back with every clause', () => {
    const [found] = terminationsIn(terminationContract(['completed', 'failed', 'blocked'], chinese))
    expect([...found!.clauses.keys()].sort()).toEqual([...CLAUSE_ORDER].sort())
    expect(found!.owned).toEqual(['tasks.csv', 'wave-*.csv', 'results.csv'])
    expect(found!.statuses.map(({ value }) => value)).toEqual(['completed', 'failed', 'blocked', 'failed'])
  })

  test('says nothing of “blocked” where no worker may report it', () => {
    const [found] = terminationsIn(terminationContract(['done', 'error'], chinese))
    expect(found!.clauses.has('blocked')).toBe(false)
    expect(found!.statuses.map(({ value }) => value)).toEqual(['done', 'error', 'error'])
  })

  const dialects = ['→', '->', '=>', ':', '：'].flatMap(arrow =>
    ['', '- ', '  - ', '> ', '* '].flatMap(lead => [true, false].map(path => ({ chinese, arrow, lead, path }))),
  )
  test.each(dialects)('each line is read back as its clause: %o', dialect => {
    for (const clause of CLAUSE_ORDER) {
      const base = chinese ? '成功 → 完成\n失败 → 上报\n恰好一次 report_agent_job_result' : ''
      const rest = base || 'Success → x\nFailure → y\nreport_agent_job_result EXACTLY ONCE'
      const line = contractLine(clause, dialect, outcomesOf([]))
      const [found] = terminationsIn([...rest.split('\n'), line])
      expect(found!.clauses.has(clause), line).toBe(true)
    }
  })
})

test.each([
  [[], 'completed', 'failed'],
  [['completed', 'failed', 'pass'], 'completed', 'failed'],
  [['pass', 'fail', 'warning'], 'pass', 'fail'],
  [['approve', 'reject'], undefined, undefined],
])('statuses %j stand for success %s and failure %s', (values, success, failure) => {
  expect(outcomesOf(values as string[])).toEqual({
    ...(success === undefined ? {} : { success }),
    ...(failure === undefined ? {} : { failure }),
  })
})
