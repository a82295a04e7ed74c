import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canRun, cascade, hindrance, reopen, tellCycles, tellOrder } from '../../src/runtime/wave/graph.ts'
import { problems } from '../../src/runtime/wave/problem.ts'
import type { Mode, Status, Task } from '../../src/runtime/wave/tasks.ts'

const task = (
  id: string,
  { deps = [], mode = 'all', status = 'pending', wave = 1, context = [] }: Partial<Task> = {},
): Task => ({ id, line: Number(id) + 2, start: 0, end: 0, wave, status, mode, deps, context })

/** A row after others of these statuses. */
const after = (mode: Mode, ...statuses: Status[]): Task[] => [
  ...statuses.map((status, i) => task(`${i}`, { status })),
  task(`${statuses.length}`, { mode, deps: statuses.map((_, i) => i) }),
]

describe('what dependencies allow', () => {
  test.each<[Mode, Status[], 'runs' | 'waits' | 'never']>([
    ['all', [], 'runs'],
    ['any', [], 'runs'],
    ['settled', [], 'runs'],
    ['all', ['completed', 'completed'], 'runs'],
    ['all', ['completed', 'pending'], 'waits'],
    ['all', ['pending', 'failed'], 'never'],
    ['all', ['completed', 'blocked'], 'never'],
    ['all', ['skipped'], 'never'],
    ['any', ['failed', 'completed'], 'runs'],
    ['any', ['pending', 'completed'], 'runs'],
    ['any', ['failed', 'pending'], 'waits'],
    ['any', ['failed', 'skipped'], 'never'],
    ['settled', ['failed', 'completed'], 'runs'],
    ['settled', ['failed', 'blocked', 'skipped'], 'runs'],
    ['settled', ['failed', 'pending'], 'waits'],
  ])('%s of %j: %s', (mode, statuses, outcome) => {
    const tasks = after(mode, ...statuses)
    const last = tasks.at(-1)!
    expect(canRun(last, tasks) ? 'runs' : hindrance(last, tasks) ? 'never' : 'waits').toBe(outcome)
  })
})

/** Rows that depend on earlier ones. */
const graph = fc
  .array(
    fc.record({
      deps: fc.array(fc.nat(), { maxLength: 3 }),
      mode: fc.constantFrom<Mode>('all', 'any', 'settled'),
      status: fc.constantFrom<Status>('pending', 'pending', 'completed', 'failed', 'blocked'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map(rows =>
    rows.map(({ deps, mode, status }, i) =>
      task(`${i}`, { deps: i ? [...new Set(deps.map(dep => dep % i))] : [], mode, status }),
    ),
  )
const copy = (tasks: readonly Task[]) => tasks.map(each => ({ ...each }))
const statuses = (tasks: readonly Task[]) => tasks.map(({ status }) => status)

test('the cascade skips what the rule of one row skips, again and again', () =>
  fc.assert(
    fc.property(graph, tasks => {
      const naive = copy(tasks)
      for (const row of naive) if (row.status === 'pending' && hindrance(row, naive)) row.status = 'skipped'
      const skipped = cascade(tasks)
      expect(statuses(tasks)).toEqual(statuses(naive))
      expect([...skipped.keys()].sort((a, b) => a - b)).toEqual(
        naive.flatMap(({ status }, i) => (status === 'skipped' ? [i] : [])),
      )
      expect(cascade(tasks).size).toBe(0)
    }),
  ))

test('a retry undoes the cascade as far as it reaches', () =>
  fc.assert(
    fc.property(graph, tasks => {
      const before = copy(tasks)
      cascade(tasks)
      const failed = tasks.flatMap(({ status }, i) => (['failed', 'blocked'].includes(status) ? [i] : []))
      const reopened = reopen(tasks, failed)
      expect(statuses(tasks)).toEqual(
        before.map(({ status }) => (['failed', 'blocked'].includes(status) ? 'pending' : status)),
      )
      expect(new Set(reopened).size).toBe(reopened.length)
    }),
  ))

test('a row that skipped itself stays as it is when another is retried', () => {
  const tasks = [
    task('0', { status: 'completed' }),
    task('1', { status: 'failed' }),
    task('2', { deps: [0, 1], mode: 'any', status: 'skipped' }),
  ]
  expect(reopen(tasks, [1])).toEqual([])
  expect(statuses(tasks)).toEqual(['completed', 'pending', 'skipped'])
})

test.each([
  [[[1], [2], [0]], ['dependencies run in a circle: 0 → 1 → 2 → 0']],
  [[[0]], ['dependencies run in a circle: 0 → 0']],
  [
    [[1], [0], [3], [2]],
    ['dependencies run in a circle: 0 → 1 → 0', 'dependencies run in a circle: 2 → 3 → 2'],
  ],
  [[[], [0], [0, 1]], []],
])('circles of %j', (deps, messages) => {
  const found = problems()
  tellCycles(
    deps.map((own, i) => task(`${i}`, { deps: own })),
    found,
  )
  expect(found.list.map(({ message }) => message)).toEqual(messages)
})

test('a circle of 100,000 rows is told in a line', () => {
  const found = problems()
  tellCycles(
    Array.from({ length: 100_000 }, (_, i) => task(`${i}`, { deps: [(i + 1) % 100_000] })),
    found,
  )
  expect(found.list[0]!.message).toMatch(/^dependencies run in a circle: 0 → 1 → .* → 9 → … → 0$/)
})

test('rows come after what they need', () => {
  const found = problems()
  tellOrder(
    [task('0', { wave: 2 }), task('1', { deps: [0], context: [0] }), task('2', { wave: 2, context: [0] })],
    found,
  )
  expect(found.list.map(({ message }) => message)).toEqual([
    'wave 1 needs “0” (deps), which is in wave 2',
    'wave 2 needs “0” (context_from), which is in wave 2',
  ])
})
