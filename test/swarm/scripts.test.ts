import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { BUNDLE, type Printed, type Swarm, swarm } from '../helpers/swarm.ts'
import { isRunning } from '../helpers/swarm-process.ts'

/** What scoring rules may do: print, loop, end, raise, return anything, fork. The update goes on, nothing is left running. */

const codes = (output: Printed) => [...new Set((output.warnings ?? []).map(({ code }: { code: string }) => code))]

async function withRule(name: string, rule: string | undefined, scoring = {}): Promise<Swarm> {
  const session = await swarm({ scoring: { mode: 'script', script_path: name, timeout_s: 10, ...scoring } })
  if (rule !== undefined) session.write(name, rule.replaceAll('$PIDS', join(session.path, 'artifacts/pids')))
  for (const [i, node] of ['a', 'b', 'c'].entries()) session.ant(1, i + 1, { path: [node] })
  return session
}

/** Pids that a rule wrote down. */
const pids = ({ path }: Swarm): number[] =>
  existsSync(join(path, 'artifacts/pids'))
    ? readFileSync(join(path, 'artifacts/pids'), 'utf8').trim().split('\n').map(Number)
    : []

/** Waits until none of them runs; some milliseconds, since a kill takes its time. */
const allGone = (session: Swarm, timeout = 2_000) =>
  vi.waitFor(() => expect(pids(session).filter(isRunning)).toEqual([]), { timeout, interval: 20 })

/** The whole batch fails: what the rule does, how it is told. */
const FAILING: readonly (readonly [string, string, string, 'SCRIPT_TIMEOUT' | 'SCRIPT_FAILED'])[] = [
  ['loops', 'rule.py', 'def score(ant):\n    while True: pass\n', 'SCRIPT_TIMEOUT'],
  ['loops', 'rule.mjs', 'export function score() { for (;;); }', 'SCRIPT_TIMEOUT'],
  ['loops when read', 'rule.py', 'while True: pass\n', 'SCRIPT_TIMEOUT'],
  ['loops when read', 'rule.mjs', 'for (;;);', 'SCRIPT_TIMEOUT'],
  ['never answers', 'rule.mjs', 'export const score = () => new Promise(() => {})', 'SCRIPT_TIMEOUT'],
  ['sleeps in C', 'rule.py', 'import re\ndef score(ant):\n    re.match(r"(a+)+$", "a" * 64 + "b")\n', 'SCRIPT_TIMEOUT'],
  ['ends the process', 'rule.py', 'import os\ndef score(ant):\n    os._exit(0)\n', 'SCRIPT_FAILED'],
  ['ends the process', 'rule.mjs', 'export function score() { process.exit(0) }', 'SCRIPT_FAILED'],
  ['ends when read', 'rule.py', 'import sys\nsys.exit(0)\n', 'SCRIPT_FAILED'],
  ['ends when read', 'rule.mjs', 'process.exit(0)', 'SCRIPT_FAILED'],
  ['kills itself', 'rule.py', 'import os\ndef score(ant):\n    os.kill(os.getpid(), 9)\n', 'SCRIPT_FAILED'],
  [
    'kills itself',
    'rule.mjs',
    'export const score = () => { process.kill(process.pid, 9); for (;;); }',
    'SCRIPT_FAILED',
  ],
  ['does not parse', 'rule.py', 'def score(ant:\n', 'SCRIPT_FAILED'],
  ['does not parse', 'rule.mjs', 'export function score( {', 'SCRIPT_FAILED'],
  ['has no score', 'rule.py', 'x = 1\n', 'SCRIPT_FAILED'],
  ['has no score', 'rule.mjs', 'export const x = 1', 'SCRIPT_FAILED'],
  ['raises when read', 'rule.py', 'raise ValueError("no")\n', 'SCRIPT_FAILED'],
  ['raises when read', 'rule.mjs', 'throw new Error("no")', 'SCRIPT_FAILED'],
  [
    'throws later',
    'rule.mjs',
    'export function score() { setTimeout(() => { throw new Error("no") }); return new Promise(() => {}) }',
    'SCRIPT_FAILED',
  ],
]

describe.each(FAILING.map(item => [...item, item] as const))('a rule that %s (%s)', (_, name, rule, code, item) => {
  const timeout_s = code === 'SCRIPT_TIMEOUT' ? 0.5 : 10

  // Each kind once; the rest runs in the full test.
  test.skipIf(!process.env['FULL'] && FAILING.indexOf(item) % 3 > 0)(
    'the ants fall back, with a warning',
    async () => {
      const session = await withRule(name, rule, { timeout_s })
      const output = await session.ok('update', '--iter', '1')
      expect(codes(output)).toEqual([`W_${code}`])
      expect(output).toMatchObject({ n_ants_processed: 3, mean_score: 0.25 })
    },
    15_000,
  )

  test.skipIf(!process.env['FULL'] && FAILING.indexOf(item) % 5 > 0)(
    'strict: the update fails and changes nothing',
    async () => {
      const session = await withRule(name, rule, { timeout_s, strict: true })
      const before = session.state()
      expect(await session.fails('update', '--iter', '1')).toMatchObject({ code: `E_${code}`, exit: 1 })
      expect(session.state()).toEqual(before)
    },
    15_000,
  )
})

/** What a rule gives for one ant each, in Python and in JavaScript. */
const ODD = [
  ['None', 'null'],
  ['True', 'true'],
  ['"0.9"', '"0.9"'],
  ['[1]', '[1]'],
  ['float("nan")', 'NaN'],
  ['1e999', '1e999'],
  ['1/0', 'nothing.at.all'],
  ['exit(3)', 'undefined'],
  ['10 ** 400', '-Infinity'],
  ['0.5', '0.5'],
] as const

const oddRules = [
  [
    'rule.py',
    `def score(ant):\n    return eval(${JSON.stringify(ODD.map(([python]) => python))}[ant["cost_tokens"]])\n`,
  ],
  [
    'rule.mjs',
    `export const score = async ant => [${ODD.map(([, js]) => `() => ${js}`).join(', ')}][ant.cost_tokens]()`,
  ],
] as const

test.each(oddRules)('what is no number scores nothing, for that ant alone: %s', async (name, rule) => {
  const session = await withRule(name, rule)
  for (const i of ODD.keys()) session.ant(1, i + 1, { path: ['abcdef'[i % 6]], cost_tokens: i })
  const output = await session.ok('update', '--iter', '1')
  const told = output.warnings.map(({ code, ant_id }: Printed) => `${code} ${ant_id}`)
  expect(told).toEqual(ODD.slice(0, -1).map((_, i) => `W_SCRIPT_SCORE ANT-1-${i + 1}`))
  expect(output).toMatchObject({ best_score: 0.5, mean_score: 0.275 })
  const strict = await withRule(name, rule, { strict: true })
  expect(await strict.fails('update', '--iter', '1')).toMatchObject({ code: 'E_SCRIPT_FAILED', exit: 1 })
})

test('scores are clipped to 0 … 1; whole numbers and decimals count', async () => {
  const rule =
    'from decimal import Decimal\ndef score(ant):\n    return {"a": 85, "b": -3, "c": Decimal("0.5")}[ant["path"][0]]\n'
  const session = await withRule('rule.py', rule)
  expect(await session.ok('update', '--iter', '1')).toMatchObject({ best_score: 1, mean_score: 0.5 })
})

test('what a rule asks for on its input is not the artifacts; any text and depth reaches it', async () => {
  const rule = (read: string, path: string) => `${read}\n${path}`
  const deep = JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`)
  for (const [name, text] of [
    ['rule.py', rule('import sys\ndef score(ant):', '    sys.stdin.read()\n    return len(ant["notes"]) / 10\n')],
    ['rule.mjs', rule("import { readSync } from 'node:fs'", 'export const score = ant => [...ant.notes].length / 10')],
  ] as const) {
    const session = await withRule(name, text)
    const notes = 'a\u2028b\u0085\r\n😀'
    for (const i of [1, 2, 3]) session.ant(1, i, { path: ['abc'[i - 1]!], notes, deep })
    const output = await session.ok('update', '--iter', '1')
    expect(output).toMatchObject({ best_score: 0.7, mean_score: 0.7 })
    expect(codes(output)).toEqual([])
  }
})

test.each([
  [
    'rule.py',
    'import os, subprocess, time\ndef note(pid): open("$PIDS", "a").write("%d\\n" % pid)\ndef score(ant):\n    note(os.getpid()); note(os.getppid()); note(subprocess.Popen(["sleep", "100"]).pid)\n    if os.fork() == 0:\n        note(os.getpid())\n        while True: pass\n    return 0.5\n',
  ],
  [
    'rule.mjs',
    "import { spawn } from 'node:child_process'\nimport { appendFileSync } from 'node:fs'\nexport function score() {\n  for (const pid of [process.pid, spawn('sleep', ['100']).pid]) appendFileSync('$PIDS', `${pid}\\n`)\n  return 0.5\n}\n",
  ],
])(
  'processes that a rule starts end with the update: %s',
  async (name, rule) => {
    const session = await withRule(name, rule, { timeout_s: 10 })
    const output = await session.ok('update', '--iter', '1')
    expect(output.best_score).toBe(0.5)
    expect(pids(session).length).toBeGreaterThanOrEqual(6)
    await allGone(session)
  },
  20_000,
)

test('a rule that loops is gone after its time, with what it started', async () => {
  const rule =
    'import os, subprocess\nopen("$PIDS", "a").write("%d\\n%d\\n" % (os.getpid(), subprocess.Popen(["sleep", "100"]).pid))\nwhile True: pass\n'
  const session = await withRule('rule.py', rule, { timeout_s: 5 })
  await session.ok('update', '--iter', '1')
  expect(pids(session)).toHaveLength(2)
  await allGone(session)
}, 40_000)

test.each([
  ['rule.py', 'import os\nopen("$PIDS", "a").write("%d\\n%d\\n" % (os.getpid(), os.getppid()))\nwhile True: pass\n'],
  [
    'rule.py',
    'import os, re\nopen("$PIDS", "a").write("%d\\n%d\\n" % (os.getpid(), os.getppid()))\nre.match(r"(a+)+$", "a" * 64 + "b")\n',
  ],
  ['rule.mjs', "import { appendFileSync } from 'node:fs'\nappendFileSync('$PIDS', `${process.pid}\\n`)\nfor (;;);\n"],
])(
  'killed while its rule loops, the controller leaves no orphan: %s',
  async (name, rule) => {
    const session = await withRule(name, rule, { timeout_s: 60 })
    const before = session.state()
    const child = spawn(process.execPath, [BUNDLE, '--session', session.path, 'update', '--iter', '1'])
    await vi.waitFor(() => expect(pids(session).length).toBeGreaterThan(0), { timeout: 10_000, interval: 20 })
    const ended = new Promise(done => child.on('exit', done))
    child.kill('SIGKILL')
    await ended
    await allGone(session, 3_000)
    const { 'pheromone/.lock': lock, ...after } = session.state()
    expect(after).toEqual(before)
    expect(JSON.parse(lock!).pid).toBe(child.pid)
    session.write(name, name.endsWith('py') ? 'def score(ant): return 1\n' : 'export const score = () => 1')
    expect((await session.ok('update', '--iter', '1')).best_score).toBe(1)
  },
  30_000,
)

test('without Python a Python rule falls back, or fails under strict', async () => {
  const PATH = '/nowhere'
  const session = await withRule('rule.py', 'def score(ant): return 1\n')
  const { code, output } = await session.spawn(['update', '--iter', '1'], {
    env: { PATH, ACO_PYTHON: '/nowhere/python' },
  })
  expect({ code, codes: codes(output) }).toEqual({ code: 0, codes: ['W_SCRIPT_FAILED'] })
  const strict = await withRule('rule.py', 'def score(ant): return 1\n', { strict: true })
  const failed = await strict.spawn(['update', '--iter', '1'], { env: { PATH, ACO_PYTHON: '' } })
  expect({ code: failed.code, error: failed.output.code }).toEqual({ code: 1, error: 'E_SCRIPT_FAILED' })
})
