import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Printed, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** Divergences of the known controller in scoring; here they are absent. What rules may do: scripts.test.ts. */

const script = (script_path: string, more = {}) => ({ scoring: { mode: 'script', script_path, ...more } })
const codes = (output: Printed) => (output.warnings ?? []).map(({ code }: { code: string }) => code)
const sources = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).source)

test.each([
  ['rule.py', 'print("hello from the rule")\ndef score(ant):\n    print("scoring")\n    return 0.7\n'],
  ['rule.mjs', 'console.log("hello from the rule")\nexport function score() { console.log("scoring"); return 0.7 }\n'],
])('row 38: what a rule prints goes to stderr: %s', async (name, rule) => {
  const { ant, write, spawn } = await swarm(script(name))
  write(name, rule)
  ant(1, 1)
  const { code, output, err } = await spawn(['update', '--iter', '1'])
  expect({ code, score: output.best_score }).toEqual({ code: 0, score: 0.7 })
  expect(err).toBe('hello from the rule\nscoring\n')
})

test('row 38: a failing rule leaves one JSON object on stdout', async () => {
  const { ant, write, spawn } = await swarm(script('rule.py'))
  write('rule.py', 'def score(ant):\n    print("about to fail")\n    raise ValueError("no")\n')
  ant(1, 1)
  const { code, output } = await spawn(['update', '--iter', '1'])
  expect(code).toBe(0)
  expect(output.warnings).toMatchObject([{ code: 'W_SCRIPT_SCORE', ant_id: 'ANT-1-1', message: 'ValueError: no' }])
})

test('row 39: NaN and Infinity from a rule are no scores', async () => {
  const { ant, ok, write } = await swarm(script('rule.py'))
  write(
    'rule.py',
    'def score(ant):\n    return float({"a": "nan", "b": "inf", "c": "-inf", "d": "0.75"}[ant["path"][0]])\n',
  )
  for (const [i, node] of ['a', 'b', 'c', 'd'].entries()) ant(1, i + 1, { path: [node] })
  const output = await ok('update', '--iter', '1')
  expect(codes(output)).toEqual(['W_SCRIPT_SCORE', 'W_SCRIPT_SCORE', 'W_SCRIPT_SCORE'])
  expect(output).toMatchObject({ best_score: 0.75, mean_score: 0.375 })
})

test.each(['rule.py', 'rule.mjs'])(
  'row 39: a missing rule is an error, not another meaning of the scores: %s',
  async name => {
    const { ant, fails, state, write, ok } = await swarm(script(name))
    ant(1, 1)
    const before = state()
    expect(await fails('update', '--iter', '1')).toMatchObject({ code: 'E_SCRIPT_PATH', exit: 1 })
    expect(state()).toEqual(before)
    write('swarm-config.json', { task_space: { nodes: ['a', 'b'] }, scoring: { mode: 'script' } })
    expect(await fails('update', '--iter', '1')).toMatchObject({ code: 'E_SCRIPT_PATH' })
    // A score for every ant leaves nothing to ask a rule for.
    write('swarm-config.json', { task_space: { nodes: ['a', 'b'] }, ...script(name) })
    write('scores/iter-1-scores.json', { iteration: 1, scores: { 'ANT-1-1': 0.9 } })
    expect((await ok('update', '--iter', '1')).best_score).toBe(0.9)
  },
)

test('row 40: a rule is looked for in the session, its parents and the working directory', async () => {
  const top = temporaryFolder()
  const folder = join(top, 'team', 'session')
  mkdirSync(folder, { recursive: true })
  const { ant, ok, write } = await swarm(script('rules/rule.mjs'), { folder })
  const rule = (value: number) => `export const score = () => ${value}`
  ant(1, 1)
  for (const [place, value] of [
    ['../../rules/rule.mjs', 0.1],
    ['../rules/rule.mjs', 0.2],
    ['rules/rule.mjs', 0.3],
  ] as const) {
    write(place, rule(value))
    expect((await ok('update', '--iter', '1')).best_score).toBe(value)
  }
  write('swarm-config.json', { task_space: { nodes: ['a'] }, ...script(join(top, 'rules/rule.mjs')) })
  expect((await ok('update', '--iter', '1')).best_score).toBe(0.1)
  expect(existsSync(join(top, '__pycache__'))).toBe(false)
})

test('row 41: scores of another iteration are ignored, and those of a script are labelled so', async () => {
  const { ant, ok, scores, text } = await swarm()
  ant(1, 1)
  scores(1, { 1: 0.9 }, { iteration: 2 })
  const ignored = await ok('update', '--iter', '1')
  expect(codes(ignored)).toEqual(['W_SCORES_ITER'])
  expect(sources(text('trails/1.jsonl'))).toEqual(['fallback_self'])
  scores(1, { 1: 0.9 }, { scorer_type: 'script' })
  await ok('update', '--iter', '1')
  expect(sources(text('trails/1.jsonl'))).toEqual(['verified_script'])
  scores(1, { 1: 0.9 }, { iteration: undefined })
  await ok('update', '--iter', '1')
  expect(sources(text('trails/1.jsonl'))).toEqual(['verified_llm'])
})

test('row 41: mode llm without a score falls back and says so', async () => {
  const { ant, ok, scores, text } = await swarm({ scoring: { mode: 'llm' } })
  ant(1, 1)
  ant(1, 2, { path: ['c', 'd'] })
  scores(1, { 2: 0.6 })
  const output = await ok('update', '--iter', '1')
  expect(output.warnings).toMatchObject([{ code: 'W_SCORE_MISSING', ant_id: 'ANT-1-1' }])
  expect(sources(text('trails/1.jsonl'))).toEqual(['fallback_self', 'verified_llm'])
})

test.each([
  ['prefer_llm', 0.8],
  ['prefer_script', 0.4],
  ['mean', 0.6],
  ['min', 0.4],
])('row 41: mode hybrid, %s', async (hybrid, score) => {
  const { ant, ok, scores, write } = await swarm(script('rule.mjs', { mode: 'hybrid', hybrid }))
  write('rule.mjs', 'export const score = () => 0.4')
  ant(1, 1)
  scores(1, { 1: 0.8 })
  expect((await ok('update', '--iter', '1')).best_score).toBeCloseTo(score, 10)
})
