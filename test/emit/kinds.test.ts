import { describe, expect, test } from 'vitest'
import { compile, faultsIn, lintBundles, skill, TARGETS } from '../helpers/emit.ts'

const block = (kind: string, yaml: string) => `\`\`\`yaml ${kind}\n${yaml}\n\`\`\`\n`

const TABLE = `file: tasks.csv
columns:
  id: { phase: input }
  title: { phase: input }
  wave: { phase: computed }
  status: { phase: lifecycle, initial: pending }
  findings: { phase: lifecycle, from: reader }
  verdict: { phase: lifecycle, from: reader }
  error: { phase: lifecycle, from: reader }`

const CONTRACT = `id: reader
instruction: "Read {title}."
result:
  verdict: { enum: [good, bad] }
ends:
  completed: [ { when: it is good, set: { verdict: good } }, { when: it is not, set: { verdict: bad } } ]
  blocked: it is not there
  failed: it cannot be read`

/** One wrong thing in a block, and what is said of it; lines count from the frontmatter on (the block begins on 6). */
const table = (kind: string, cases: readonly [title: string, yaml: string, expected: string][]) =>
  describe(kind, () => {
    test.each(cases)('%s', (_, yaml, expected) => {
      const files = { 'SKILL.md': skill(block(kind, yaml)) }
      expect(faultsIn(compile(files), files)).toContain(expected)
    })
  })

table('errors', [
  ['no recovery', 'E001: { when: x }', '7:1 “E001” lacks “recovery”. | Add “recovery:”.'],
  ['a key', 'E001: { when: x, recover: y }', '7:18 “E001” has no key “recover”. | Did you mean “recovery”?'],
  [
    'no code',
    'X1: { when: x, recovery: y }',
    '7:1 “X1” cannot be a name here. | A name is a code such as E001, W002 or E_NO_INPUT.',
  ],
  [
    'a severity',
    'E001: { when: x, recovery: y, severity: eror }',
    '7:41 “E001 → severity” is “eror”. | Did you mean “error”?',
  ],
  [
    'no YAML',
    'E001: { when: a: b }',
    '7:15 The block “errors” is no valid YAML: Block collections are not allowed within flow collections. | Quote text with “: ” or “#”.',
  ],
])

table('gates', [
  ['no REQUIRED', '- { from: A, to: B }', '7:3 “0” lacks “required”. | Add “required:”.'],
  [
    'nothing blocks',
    '- { from: A, to: B, required: [x] }',
    '7:3 The gate 1 does not say what blocks it. | Add “blocked: […]”, or “blocking: false”.',
  ],
  [
    'one id twice',
    '- { id: 2, from: A, to: B, required: [x], blocked: [y] }\n- { from: B, to: C, required: [x], blocked: [y] }',
    '8:3 There are two gates “2”. | Give each gate its own id.',
  ],
])

table('states', [
  [
    'an unknown target',
    'start: S_A\nstates: { S_A: { does: x }, S_BUILD: { does: y } }\ntransitions:\n  S_A: [ { to: S_BULD } ]\n  S_BUILD: [ { to: END } ]',
    '10:16 The state “S_BULD” is not declared. | Did you mean “S_BUILD”?',
  ],
  [
    'a state without a way out',
    'start: S_A\nstates: { S_A: { does: x }, S_B: { does: y } }\ntransitions:\n  S_A: [ { to: S_B } ]',
    '8:29 Nothing leads out of S_B. | Add it under “transitions”, at least to END.',
  ],
  [
    'two ways without a condition',
    'start: S_A\nstates: { S_A: { does: x } }\ntransitions:\n  S_A: [ { to: END }, { to: ERROR(E001), when: y } ]',
    '10:10 A way out of S_A has no condition. | Add “when: …” or “otherwise: true”.',
  ],
  [
    'no target',
    'start: S_A\nstates: { S_A: { does: x } }\ntransitions:\n  S_A: [ { to: somewhere } ]',
    '10:16 “somewhere” is no target. | Write a state, “END” or “ERROR(E001)”.',
  ],
])

table('spawn', [['no brief', 'role: ant', '7:1 The block lacks “brief”. | Add “brief:”.']])

describe('contract and csv', () => {
  const both = (contract: string, csv: string) => ({
    'SKILL.md': skill(`${block('csv', csv)}\n${block('contract', contract)}`),
  })

  test('agree', () => {
    for (const target of TARGETS) {
      const files = both(CONTRACT, TABLE)
      const bundle = compile(files, target)
      expect(faultsIn(bundle, files)).toEqual([])
    }
  })

  test.each([
    [
      'a hole',
      CONTRACT.replace('{title}', '{titel}'),
      TABLE,
      '“{titel}” is neither a column of “tasks.csv” nor a param. | Did you mean “{title}”?',
    ],
    [
      'a field that no column takes',
      CONTRACT.replace('  verdict:', '  extra: {}\n  verdict:'),
      TABLE,
      'No column takes the field “extra”. | Add “from: reader” to a column of “tasks.csv”, or “dropped: true” here.',
    ],
    [
      'a column without a field',
      CONTRACT,
      TABLE.replace('verdict:', 'verdikt:'),
      'The contract “reader” has no field “verdikt”. | Did you mean “verdict”?',
    ],
    [
      'no such contract',
      CONTRACT,
      TABLE.replaceAll('from: reader', 'from: readr'),
      'There is no contract “readr”. | Did you mean “reader”?',
    ],
    [
      'rows that are not pending',
      CONTRACT,
      TABLE.replace(', initial: pending', ''),
      'New rows are not “pending”. | Add “initial: pending”, or no wave finds them.',
    ],
    [
      'an outcome with a value that cannot be',
      CONTRACT.replace('{ verdict: bad }', '{ verdict: ugly }'),
      TABLE,
      '“verdict” cannot be “ugly”. | It is one of good, bad.',
    ],
    [
      'an end that no status has',
      `${CONTRACT}\n  skipped: never`,
      TABLE,
      'The status “skipped” is not under “statuses”. | Add it there.',
    ],
    [
      'a status without an end',
      `${CONTRACT.replace('  failed: it cannot be read', '')}`,
      TABLE,
      '“ends” does not say when a worker ends as “failed”. | Add “failed: …”.',
    ],
    [
      'no id among what is required',
      `${CONTRACT}\nrequired: [result_status, findings]`,
      TABLE,
      '“required” lacks “id”. | Add it: without “id” no result finds its row.',
    ],
    [
      'a reserved column',
      CONTRACT,
      TABLE.replace('title: {', 'job_id: { phase: input }\n  title: {'),
      'The results of a wave have a column “job_id” of their own. | Call the column something else.',
    ],
    [
      'a cell of no column',
      CONTRACT,
      `${TABLE}\nrows: [ { id: "1", titel: x } ]`,
      'The row has a cell “titel”, which is no column. | Did you mean “title”?',
    ],
  ])('%s', (_, contract, csv, expected) => {
    const files = both(contract, csv)
    expect(faultsIn(compile(files), files).map(fault => fault.replace(/^\S+ /, ''))).toContain(expected)
  })

  test('the contract is one source for text and runtime', () => {
    const bundle = compile(both(CONTRACT, TABLE), TARGETS[1])
    const json = (name: string) => JSON.parse(bundle.files.get(`.codex/skills/demo/contracts/${name}`)!.text!)
    expect(json('reader.schema.json').properties.verdict).toEqual({ type: 'string', enum: ['good', 'bad'] })
    expect(json('reader.strict.schema.json').required).toEqual(['id', 'result_status', 'findings', 'verdict', 'error'])
    expect(json('reader.json').ends.completed).toHaveLength(2)
    const text = bundle.files.get('.codex/skills/demo/SKILL.md')!.text!
    expect(text).toContain('- Success → it is good → result_status=completed, verdict=good')
    expect(text).toContain('copy `findings`, `verdict`, `error`')
  })
})

test('a kind that is misspelt is asked about, other YAML is left alone', () => {
  const files = {
    'SKILL.md': skill(`${block('gate', '- x')}\n${block('kubernetes', 'a: b')}\n\`\`\`yaml\na: b\n\`\`\`\n`),
  }
  const bundle = compile(files)
  expect(faultsIn(bundle, files)).toEqual(['6:1 There is no block “gate”. | Did you mean “yaml gates”?'])
})

test('blocks in lists keep their indent, blocks behind a marker are refused', () => {
  const files = { 'SKILL.md': skill('1. Codes:\n\n   ```yaml errors\n   E001: { when: x, recovery: y }\n   ```\n') }
  const text = compile(files).files.get('.claude/skills/demo/SKILL.md')!.text!
  expect(text).toContain('\n   <error_codes>\n\n   | Code |')
  const behind = { 'SKILL.md': skill('- ```yaml errors\n  E001: { when: x, recovery: y }\n  ```\n') }
  expect(faultsIn(compile(behind), behind)).toEqual([
    '6:3 The block “errors” does not stand on a line of its own. | Begin the fence on a line of its own, not behind a list marker or a quote mark.',
  ])
})

test('passages inside blocks', () => {
  const files = {
    'SKILL.md': skill(
      block(
        'errors',
        'E001: { when: x, recovery: y }\n{{#codex}}\nE002: { when: "no {{tool ask}}", recovery: z }\n{{/codex}}',
      ),
    ),
  }
  expect(compile(files, TARGETS[0]).files.get('.claude/skills/demo/SKILL.md')!.text).not.toContain('E002')
  expect(compile(files, TARGETS[1]).files.get('.codex/skills/demo/SKILL.md')!.text).toContain(
    '| E002 | error | no `request_user_input` | z |',
  )
})

test('a block with hostile values', () => {
  for (const yaml of ['[', '- '.repeat(5_000), '? '.repeat(3_000), '&a [*a]', 'a: &a [1]\nb: [*a, *a]', '{}', '~', ''])
    for (const kind of ['contract', 'csv', 'gates', 'states', 'errors', 'spawn']) {
      const files = { 'SKILL.md': skill(block(kind, yaml)) }
      expect(compile(files).faults.length).toBeGreaterThan(0)
    }
})

test('a wave with an instruction of its own is run with that one', () => {
  const own = `${CONTRACT}\nparams: [session]\nper_wave:\n  2: { instruction: "Compare {title} in {session}" }\n`
  const body = (wave: string) =>
    `${block('csv', TABLE)}\n\n{{dispatch reader wave=${wave} concurrency=3}}\n\n${block('contract', own)}`
  const textOf = (wave: string, [id, version]: (typeof TARGETS)[number]) => {
    const files = { 'SKILL.md': skill(body(wave), 'tools: [wave]\n') }
    const bundle = compile(files, [id, version] as (typeof TARGETS)[number])
    expect(faultsIn(bundle, files)).toEqual([])
    return bundle.files.get(`.${id}/skills/demo/SKILL.md`)!.text!
  }
  expect(textOf('2', TARGETS[0])).toContain('each with READER_WAVE_2_INSTRUCTION filled in')
  expect(textOf('1', TARGETS[0])).toContain('each with READER_INSTRUCTION filled in')
  expect(textOf('N', TARGETS[0])).toContain('with READER_INSTRUCTION (READER_WAVE_2_INSTRUCTION in wave 2) filled in')
  expect(textOf('2', TARGETS[0])).toMatch(/^allowed-tools: .*\bAgent\b/m)
  expect(textOf('2', TARGETS[2])).toContain('instruction: READER_WAVE_2_INSTRUCTION')
  expect(textOf('2', TARGETS[2])).toContain('into READER_WAVE_2_INSTRUCTION before the call')
})

test('lint of what blocks become is clean', () => {
  const body = `<csv_schema>\n\n${block('csv', TABLE)}\n</csv_schema>\n\n{{dispatch reader wave=N}}\n\n${block('contract', CONTRACT)}`
  for (const target of TARGETS)
    expect(lintBundles([compile({ 'SKILL.md': skill(body, 'tools: [wave]\n') }, target)], 'recommended')).toEqual([])
})

test('a skill may be called like something that every object has', () => {
  const text = '---\nname: constructor\ndescription: Shows a thing. Use when a thing is to be shown.\n---\n\n# Thing\n'
  const bundles = TARGETS.filter(([, version]) => version !== '0.144.1').map(target =>
    compile({ 'skills/constructor/SKILL.md': text }, target),
  )
  expect(lintBundles(bundles, 'recommended')).toEqual([])
})
