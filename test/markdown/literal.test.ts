import { describe, expect, it } from 'vitest'
import { readJsLiteral, toValue } from '../../src/markdown/literal.ts'
import { readTemplateJson } from '../../src/markdown/template-json.ts'
import { show } from '../helpers/literals.ts'

const js = (text: string, offset = 0) => {
  const result = readJsLiteral(text, offset)
  return 'error' in result ? result : show(result.value)
}

describe('readJsLiteral', () => {
  it.each([
    ['{}', '{}'],
    ['[]', '[]'],
    ['{ a: 1, "b": -2.5, \'c\': true, 4: null }', '{a: 1, b: -2.5, c: true, 4: null}'],
    ['{ csv_path, id_column:"id", }', '{csv_path, id_column: "id"}'],
    ['{ a: { b: [{ c: [] }] } }', '{a: {b: [{c: []}]}}'],
    ['{ a: 1, // one, "two" }\n  b: 2 /* } */ }', '{a: 1, b: 2}'],
    ["{ a: 'it\\'s', b: \"line\\n\" }", '{a: "it\'s", b: "line\\n"}'],
    [
      '{ a: `plain`, b: `${x}/out`, c: `a\n  ${f({ y: "}" })} b` }',
      '{a: "plain", b: t"${x}/out", c: t"a\\n  ${f({ y: \\"}\\" })} b"}',
    ],
    ['{ text: RULES + " and " + `more` }', '{text: (RULES + " and " + "more")}'],
    ['{ text: base.rules + (a + b) }', '{text: (base.rules + (a + b))}'],
    ['{ ...defaults, a: 1 }', '{a: 1, …}'],
    ['{ [key]: 1, a: 2 }', '{a: 2, …}'],
    ['[...list, 1, , 2]', '[1, 2, …]'],
    ['{ status: ["done"|"failed"] }', '{status: [("done" | "failed")]}'],
    ['{ status: [done|failed|blocked] }', '{status: [(done | failed | blocked)]}'],
    [
      '{ a: build(x, { y: 1 }), b: x ? 1 : 2, c: () => 1, d: n - 1, e: !x, f: x[0] }',
      '{a: ?, b: ?, c: ?, d: ?, e: ?, f: ?}',
    ],
    ['{ run() { return 1 }, a: 10n, b: 3_600 }', '{run: ?, a: ?, b: 3600}'],
    ['{ "中文": "值", 名: 1, "😀": "🎉" }', '{中文: "值", 名: 1, 😀: "🎉"}'],
    ['{ a: "\\u4e2d\\x41\\u{1F600}" }', '{a: "中A😀"}'],
    ['"a" + B, c', '("a" + B)'],
    ['NAME) and more', 'NAME'],
    ['  // first\n  { a: 1 }', '{a: 1}'],
    ['-1', '-1'],
    ['undefined', 'undefined'],
  ])('reads %s', (text, expected) => {
    expect(js(text)).toBe(expected)
  })

  it.each([
    ['{ max_runtime_seconds: 3600, ... }', '{max_runtime_seconds: 3600, …}'],
    ['{ a: 1, … }', '{a: 1, …}'],
    ['{ a: <k>, b }', '{a: <k>, b}'],
    ['{ a: f(x, y), ... }', '{a: ?, …}'],
    ['{ a: "x" + Y, b: `${p}/\\n${q}`, ... }', '{a: ("x" + Y), b: t"${p}/\\n${q}", …}'],
    ['{ a: 60 * 1000, b: x || y, c: a ? b : c, ... }', '{a: ?, b: ?, c: ?, …}'],
    ['{ id, status: [completed|failed], findings, … }', '{id, status: [(completed | failed)], findings, …}'],
    ['[{ a: 1 }, ...]', '[{a: 1}, …]'],
  ])('reads what is not quite JavaScript: %s', (text, expected) => {
    expect(js(text)).toBe(expected)
  })

  it('stops at the bracket that closes the literal, whatever follows', () => {
    for (const tail of ['', ')', '` and more', "'s text", '(x)', '.map(x)', ' ]', '\n| a |', ' 然后', '"']) {
      const text = `spawn({ a: [1] }${tail}`
      expect(readJsLiteral(text, 6)).toMatchObject({ value: { kind: 'object' }, end: 16 })
    }
  })

  it('gives offsets of the whole text, in UTF-16 units', () => {
    const text = '😀 call({ id, "k": [`a`, b.c + 1] })'
    const result = readJsLiteral(text, text.indexOf('{'))
    if ('error' in result || result.value.kind !== 'object') throw new Error('no object')
    const at = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
    expect(result.end).toBe(text.indexOf(')'))
    expect(at(result.value.span)).toBe('{ id, "k": [`a`, b.c + 1] }')
    expect(result.value.entries.map(entry => [at(entry.keySpan), at(entry.value.span), entry.shorthand])).toEqual([
      ['id', 'id', true],
      ['"k"', '[`a`, b.c + 1]', false],
    ])
  })

  it.each([
    ['', 'missing value', 0],
    ['{ a: 1', 'unclosed bracket', 0],
    ['{ a: [1 }', 'unmatched bracket', 8],
    ['{ a: `b }', 'unclosed string', 5],
    ['{ a: 1 b: 2 }', 'missing comma', 7],
    [')', 'missing value', 0],
  ])('tells why it cannot read %j', (text, error, at) => {
    expect(readJsLiteral(text, 0)).toEqual({ error, at })
  })
})

describe('toValue', () => {
  it('gives what is constant', () => {
    const result = readJsLiteral('{ a: [1, null], b: "x" + `y`, c: X, d: `${z}`, e: "p" | "q", f: f() }', 0)
    if ('error' in result) throw new Error(result.error)
    expect(toValue(result.value)).toStrictEqual({
      a: [1, null],
      b: 'xy',
      c: undefined,
      d: undefined,
      e: undefined,
      f: undefined,
    })
  })
})

describe('hostile input', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it('is read up to 200 levels and no deeper', () => {
    expect(readJsLiteral(nested(200), 0)).toHaveProperty('value')
    expect(readTemplateJson(nested(200), 0, 400)).toHaveProperty('value')
    const fault = { error: 'nesting deeper than 200', at: 200 }
    expect(readJsLiteral(nested(201), 0)).toEqual(fault)
    expect(readTemplateJson(nested(201), 0, 402)).toEqual(fault)
    expect(readJsLiteral(`x${'('.repeat(10_000)}`, 0)).toEqual({ ...fault, at: 201 })
    expect(readTemplateJson(`{ a: ${'{ a: '.repeat(10_000)}`, 0, 50_000)).toHaveProperty('error')
  })

  it.each([
    '[',
    '{a:',
    '"',
    "'",
    '`',
    '`${',
    '`${`}',
    '<',
    '<a',
    '[<,',
    '/*',
    '/',
    '//',
    '\\',
    '\\"',
    '...',
    '…',
    'a|',
    'a+',
    '-',
    '!',
    '(',
    'a.',
    '1',
    '1e',
    '{a:1,',
    '[1]',
    'x=>',
    '/(',
    ' ',
    '\n',
    'a?b:',
    '\\\'"',
  ])('is read in linear time: %s', unit => {
    for (const text of [unit, `[${unit}`, `{ a: ${unit}`].map(start => start + unit.repeat(100_000 / unit.length))) {
      readJsLiteral(text, 0)
      readTemplateJson(text, 0, text.length)
    }
  })
})
