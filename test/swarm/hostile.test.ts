import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, toJson } from '../../src/runtime/aco/text.ts'
import { runs } from '../helpers/runs.ts'
import { artifact, type Swarm, swarm } from '../helpers/swarm.ts'

/** Whatever ants and scorers write: the others count, stdout is one JSON object, the exit code is as specified. */

const KEYS = [
  'schema_version',
  'ant_id',
  'iteration',
  'path',
  'self_score',
  'self_confidence',
  'evidence',
  'candidate_solution',
  'cost_tokens',
  'assignment',
  '_meta',
  '__proto__',
  'constructor',
  'toString',
]

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    '0.5',
    -1,
    2,
    1e308,
    -0,
    1e-320,
    [],
    {},
    [[]],
    ['a', 'a'],
    ['a', null],
    ['__proto__'],
    ['\ud800'],
    '\u2028',
    '\ufeff',
    '\u0000',
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(fc.constantFrom('a', 'b', 'x::y', '__proto__', 'constructor', 'c\u2028d', 'nowhere'), { maxLength: 7 }),
)

const overrides = fc.array(fc.tuple(fc.constantFrom(...KEYS), odd), { maxLength: 4 })

/** An artifact with odd values, as text. */
const oddArtifact = overrides.map(entries => {
  const fields = new Map(Object.entries(artifact(1, 2, { path: ['a', 'b'] })))
  for (const [key, value] of entries) fields.set(key, value)
  return `{${[...fields].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`
})

/** Damages a text: cuts, doubles, puts in what no JSON has. */
const damage = fc.tuple(
  fc.nat(600),
  fc.nat(40),
  fc.constantFrom('', 'NaN', '-Infinity', '\\ud800', '\u2028', '{', ']', '"', '\\', '\u0000', '1e999', '__proto__'),
)

const content = fc.oneof(
  { weight: 4, arbitrary: oddArtifact.map(text => Buffer.from(text)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(oddArtifact, damage)
      .map(([text, [at, cut, put]]) => Buffer.from(text.slice(0, at) + put + text.slice(at + cut))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(oddArtifact, fc.constantFrom('utf16le', 'latin1', 'utf8'))
      .map(([text, code]) => Buffer.from(`\ufeff${text}`, code as BufferEncoding)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.nat(3_000).map(depth => Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)) },
)

const scoresFile = fc.option(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(odd, odd, fc.constantFrom<unknown>(1, 1, 2, '1', null))
        .map(([one, two, iteration]) =>
          Buffer.from(JSON.stringify({ iteration, scores: { 'ANT-1-1': one, 'ANT-1-2': { verified_score: two } } })),
        ),
    },
    { weight: 1, arbitrary: content },
  ),
  { nil: undefined },
)

/** Runs a command and checks what has to hold for every one. */
async function checked(session: Swarm, ...argv: string[]) {
  const { output, exit } = await session.run(...argv)
  const text = toJson(output, true)
  expect(text.indexOf('\n')).toBe(text.length - 1)
  expect(parseJson(text)).toBeTypeOf('object')
  expect(text).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/)
  expect(exit).toBe(output.status === 'ok' ? 0 : /^E_(?:CONFIG|USAGE|NODES|EDGES|START)/.test(output.code) ? 2 : 1)
  return output
}

test('a thousand hostile artifacts and scores', async () => {
  const session = await swarm({ task_space: { nodes: ['a', 'b', 'x::y', '__proto__', 'constructor', 'c\u2028d'] } })
  session.ant(1, 1, { path: ['b', 'a'] })
  await fc.assert(
    fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 3 }), scoresFile, async (contents, scores) => {
      for (let i = 2; i <= 4; i++) session.drop(`artifacts/ant-1-${i}.json`)
      for (const [i, bytes] of contents.entries())
        writeFileSync(join(session.path, `artifacts/ant-1-${i + 2}.json`), bytes)
      session.drop('scores/iter-1-scores.json')
      if (scores) session.write('scores/iter-1-scores.json', scores)
      const before = session.state()
      const updated = await checked(session, 'update', '--iter', '1')
      if (updated.status === 'ok') {
        expect(updated.n_ants_processed + updated.rejected.length).toBe(contents.length + 1)
        expect(updated.rejected.map(({ file }: { file: string }) => file)).not.toContain('ant-1-1.json')
        for (const [path, text] of Object.entries(session.state()))
          for (const line of path.endsWith('.jsonl') ? text.trim().split('\n') : [text])
            expect(parseJson(line), path).toBeTypeOf('object')
        // Often enough, in every fourth run or so.
        if (contents.length === 1)
          for (const argv of [['converged'], ['report'], ['select', '--iter', '2'], ['status']])
            expect((await checked(session, ...argv)).status).toBe('ok')
      } else {
        // Only scores that are none stop an update while an artifact is valid.
        expect(updated.code).toBe('E_SCORES_JSON')
        expect(session.state()).toEqual(before)
      }
    }),
    runs(process.env['FULL'] ? 5_000 : 1_000),
  )
}, 120_000)

/** All of it with FULL=1, a tenth otherwise. */
const SHARE = process.env['FULL'] ? 1 : 0.1

test('50 MB, 200,000 levels, four million NaN and a million backslashes beside a valid artifact', async () => {
  const session = await swarm()
  const big = JSON.stringify(artifact(1, 2, { path: ['c', 'd'], self_score: 1 }))
  const write = (i: number, text: string) => session.write(`artifacts/ant-1-${i}.json`, text)
  session.ant(1, 1)
  write(2, big.replace('"content":"x"', `"content":"${'x'.repeat(50e6 * SHARE)}"`))
  write(3, `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
  write(4, `{"a": [${'NaN,'.repeat(4e6 * SHARE)}0]}`)
  write(5, JSON.stringify(artifact(1, 5, { path: ['e'], notes: `${'\\'.repeat(1e6)}\ud800` })))
  write(6, '{'.repeat(5e6 * SHARE))
  const { code, output } = await session.spawn(['update', '--iter', '1'])
  expect(code).toBe(0)
  expect(output).toMatchObject({ n_ants_processed: 3, best_score: 0.5 })
  const report = await session.spawn(['report'])
  expect({ code: report.code, path: report.output.best.path }).toEqual({ code: 0, path: ['c', 'd'] })
  expect(report.out.length).toBeLessThan(20_000)
}, 60_000)

test('a redo record that is torn or that nobody of us wrote is no record', async () => {
  const { ant, ok, state, write } = await swarm()
  ant(1, 1)
  await ok('update', '--iter', '1')
  const before = state()
  const record = JSON.stringify([
    ['best.json', '{}'],
    ['pheromone/current.json', null],
  ])
  for (const content of [
    '',
    '[1, 2]',
    '[[1, 2]]',
    '{}',
    'null',
    record.slice(0, -1),
    '[["../../x", "y"]]',
    '[["/tmp/x", "y"]]',
    '[["x", {"from": "../y"}]]',
    '[["best.json"]]',
    '[["best.json", 7]]',
    Buffer.from([0x5b, 0xff, 0x5d]),
  ]) {
    write('pheromone/.commit', content)
    for (const argv of [['converged'], ['report'], ['select', '--iter', '2'], ['status']]) await ok(...argv)
    await ok('update', '--iter', '1')
    expect(state(), `${content}`).toEqual(before)
  }
})
