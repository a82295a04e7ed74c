import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Contract, contractIn } from '../../src/core/contract.ts'
import { plainSchema } from '../../src/runtime/wave/prompt.ts'
import { objectsIn, tokensIn } from '../../src/runtime/wave/reply.ts'
import { type Job, WORKERS } from '../../src/runtime/wave/worker.ts'
import { wordsOf } from '../../src/runtime/wave/workers/command.ts'
import { temporaryFolder } from '../helpers/swarm.ts'
import { CONTRACT } from '../helpers/wave.ts'

describe('objects in a text', () => {
  test.each([
    ['', []],
    ['no result', []],
    ['{"a":1}', [{ a: 1 }]],
    [' \n{"a":{"b":"}"}}\n', [{ a: { b: '}' } }]],
    ['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['Done:\n```json\n{"a": "{\\"x\\"}"}\n```\nSee {this}.', [{ a: '{"x"}' }]],
    ['{ not json } {"a":1}', [{ a: 1 }]],
    ['{"a":1', []],
    ['{"open": [ {"a":1}', [{ a: 1 }]],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['"{}"', [{}]],
    ['[1]', []],
    ['{}', [{}]],
  ])('%j', (text, objects) => {
    expect(objectsIn(text)).toEqual(objects)
  })

  test('hostile texts take no time', () => {
    const begun = performance.now()
    for (const text of ['{"'.repeat(300_000), '{'.repeat(600_000), '{"a":'.repeat(100_000), '{""}'.repeat(100_000)])
      objectsIn(text)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})

test.each([
  [undefined, undefined],
  [{}, undefined],
  [
    { input_tokens: 5, cached_input_tokens: 4, output_tokens: 2 },
    { input: 5, output: 2 },
  ],
  [
    { input_tokens: 5, cache_read_input_tokens: 10, output_tokens: 2 },
    { input: 15, output: 2 },
  ],
  [{ prompt_tokens: 3 }, { input: 3, output: 0 }],
  [{ input_tokens: 'many' }, undefined],
])('tokens of %j', (usage, tokens) => {
  expect(tokensIn(usage)).toEqual(tokens)
})

test.each([
  ['node worker.mjs --x', ['node', 'worker.mjs', '--x']],
  [`sh -c 'echo "$HOME"; {id}'`, ['sh', '-c', 'echo "$HOME"; {id}']],
  ['"a b" c\\ d ""', ['a b', 'c d', '']],
  ['"say \\"x\\" \\n"', ['say "x" \\n']],
  ['a$(b) `c` *', ['a$(b)', '`c`', '*']],
  ['', []],
  ["it's", undefined],
])('words of %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

const schema = plainSchema(CONTRACT as Contract)

const job = (more: Partial<Job> = {}): Job => ({
  contract: contractIn(CONTRACT as Contract, 1),
  schema,
  schemaFile: '/s/schema.json',
  strictFile: '/s/strict.json',
  cwd: '/work',
  model: undefined,
  sandbox: undefined,
  words: [],
  prompt: 'Read $(touch x).',
  promptFile: '/a/prompt.md',
  row: { id: 'a', title: '$(touch x)' },
  folder: '/a',
  seconds: 60,
  ...more,
})

describe('command lines', () => {
  test('codex', () => {
    expect(WORKERS.codex.call(job())).toEqual({
      argv: 'codex exec --json --output-schema /s/strict.json -o /a/last-message -C /work -s workspace-write --skip-git-repo-check -'.split(
        ' ',
      ),
      stdin: 'Read $(touch x).',
    })
    const reading = job({ contract: { ...CONTRACT, writes: 'none' } as Contract, model: 'm', words: ['-c', 'a=b'] })
    expect(WORKERS.codex.call(reading).argv.join(' ')).toContain('-s read-only --skip-git-repo-check -m m -c a=b -')
    expect(WORKERS.codex.call(job({ sandbox: 'danger-full-access' })).argv).toContain('danger-full-access')
  })

  test('claude', () => {
    const { argv, stdin, without } = WORKERS.claude.call(job({ model: 'm' }))
    expect(argv.slice(0, 5)).toEqual(['claude', '-p', '--output-format', 'json', '--json-schema'])
    expect(JSON.parse(argv[5]!)).toEqual(schema)
    expect(argv.slice(6)).toEqual(['--disallowedTools', 'Agent', '--permission-mode', 'acceptEdits', '--model', 'm'])
    expect([stdin, without]).toEqual(['Read $(touch x).', ['CLAUDECODE']])
  })

  test('agy: the prompt is the last argument, or in a file', () => {
    expect(WORKERS.agy.call(job())).toEqual({
      argv: [
        ...'agy --output-format json --json-schema /s/schema.json --print-timeout 60s --add-dir /work'.split(' '),
        ...['--mode', 'accept-edits', '-p', 'Read $(touch x).'],
      ],
    })
    for (const prompt of ['ä'.repeat(50_001), 'a\0b']) {
      const { argv } = WORKERS.agy.call(job({ prompt }))
      expect(argv.slice(-2)).toEqual(['-p', 'Read the whole file /a/prompt.md and do what it says: it is your task.'])
      expect(argv.join(' ')).toContain('--add-dir /work --add-dir /a')
    }
  })

  test('command', () => {
    expect(WORKERS.command.call(job({ words: ['node', 'x.mjs'] }))).toEqual({
      argv: ['node', 'x.mjs'],
      stdin: '{"id":"a","title":"$(touch x)"}\n',
    })
  })
})

const A = { id: 'a', result_status: 'completed', findings: 'x' }
const lines = (...events: object[]) => events.map(event => JSON.stringify(event)).join('\n')
const said = (text: string) => ({ type: 'item.completed', item: { type: 'agent_message', text } })
const DID = { type: 'item.completed', item: { type: 'command_execution' } }

describe('replies', () => {
  test.each<[keyof typeof WORKERS, Record<string, string>, object]>([
    ['command', { stdout: 'log\n{"id":"a"}\n' }, { results: [{ id: 'a' }] }],
    ['codex', {}, { results: [] }],
    ['codex', { 'last-message': JSON.stringify({ ...A, pages: null, error: null }) }, { results: [A] }],
    [
      'codex',
      {
        stdout: lines(
          said(JSON.stringify({ ...A, findings: 'before' })),
          DID,
          { type: 'item.completed', item: { type: 'reasoning', text: '' } },
          said(JSON.stringify({ ...A, verdict: null })),
          { type: 'turn.completed', usage: { input_tokens: 3, output_tokens: 1 } },
          { type: 'turn.completed', usage: { input_tokens: 4, output_tokens: 1 } },
        ),
        'last-message': 'not this one',
      },
      { results: [A], tokens: { input: 7, output: 2 } },
    ],
    ['codex', { stdout: lines(said(JSON.stringify(A)), said(JSON.stringify(A))) }, { results: [A, A] }],
    [
      'codex',
      { stdout: lines({ type: 'turn.failed', error: { message: 'no quota' } }) },
      { results: [], message: 'no quota' },
    ],
    [
      'claude',
      {
        stdout: JSON.stringify({
          type: 'result',
          result: 'done',
          structured_output: A,
          usage: { input_tokens: 1, output_tokens: 2 },
        }),
      },
      { results: [A], tokens: { input: 1, output: 2 } },
    ],
    [
      'claude',
      { stdout: JSON.stringify({ result: `${JSON.stringify(A)} ${JSON.stringify(A)}` }) },
      { results: [A, A] },
    ],
    [
      'claude',
      { stdout: JSON.stringify([{ type: 'system' }, { type: 'result', result: JSON.stringify(A) }]) },
      { results: [A] },
    ],
    [
      'claude',
      { stdout: JSON.stringify({ result: 'Not logged in', is_error: true }) },
      { results: [], message: 'Not logged in' },
    ],
    ['claude', { stdout: 'Error: no such option' }, { results: [] }],
    ['agy', { stdout: JSON.stringify({ status: 'SUCCESS', response: JSON.stringify(A) }) }, { results: [A] }],
    [
      'agy',
      { stdout: JSON.stringify({ status: 'ERROR', error: 'auto-denied' }) },
      { results: [], message: 'auto-denied' },
    ],
    ['agy', { stdout: JSON.stringify({ response: '', structured_output: A }) }, { results: [A] }],
  ])('%s %#', (worker, files, reply) => {
    const folder = temporaryFolder('reply-')
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    expect(WORKERS[worker].read(job({ folder }))).toEqual(reply)
  })
})
