import { describe, expect, it } from 'vitest'
import { readTemplateJson } from '../../src/markdown/template-json.ts'
import { show } from '../helpers/literals.ts'

const template = (text: string) => {
  const result = readTemplateJson(text, 0, text.length)
  return 'error' in result ? result : show(result.value)
}

describe('readTemplateJson', () => {
  it.each([
    ['{ "k": <k>, "score": <float>, "note": <one-line text> }', '{k: <k>, score: <float>, note: <one-line text>}'],
    ['{ "<ant_id>": 1, <id>: 2 }', '{<ant_id>: 1, <id>: 2}'],
    ['{ "list": <list of <id>> }', '{list: <list of <id>>}'],
    ['{ "path": <dir>/out.json, "range": <a>|<b> }', '{path: ?, range: (<a> | <b>)}'],
    ['[1, 2, ...]', '[1, 2, …]'],
    ['[...]', '[…]'],
    ['{ "a": 1, ... }', '{a: 1, …}'],
    ['{\n  "a": 1,\n  ...\n  "z": 2\n}', '{a: 1, z: 2, …}'],
    ['{ "a": ... }', '{a: ...}'],
    ['{ ...same as above, "b": 1 }', '{b: 1, …}'],
    ['{ <the fields of wave 1>, "b": 1 }', '{b: 1, …}'],
    ['{ "a": "x" | "y" | null }', '{a: ("x" | "y" | null)}'],
    ['{ status: completed|failed, kind: a-b | c.d }', '{status: (completed | failed), kind: (a-b | c.d)}'],
    ['{ "a": "x" | ... }', '{a: ("x" | ...)}'],
    ["{ 'a': 'b', c: \"d\", }", '{a: "b", c: "d"}'],
    ['{ // first\n  "a": 1, /* x, } */ "b": [1, 2,], // last\n}', '{a: 1, b: [1, 2]}'],
    ['{ "url": https://example.com/a, "b": 1 }', '{url: ?, b: 1}'],
    ['{ a?: string; b: number[] }', '{a: string, b: ?}'],
    ['{ "a": 2024-01-01, "b": 5m, "c": 0.5, "d": 1e3 }', '{a: 2024-01-01, b: 5m, c: 0.5, d: 1000}'],
    ['{ "a": string (optional), "b": 1 }', '{a: ?, b: 1}'],
    ['{ "a": {placeholder} }', '{a: {placeholder}}'],
    ['{ /* same as wave 1 */ }', '{}'],
    ['"text"', '"text"'],
    [' { "a": 1 } ; // end', '{a: 1}'],
    ['{ "a": 1, "a": 2 }', '{a: 1, a: 2}'],
    ['{ "__proto__": 1 }', '{__proto__: 1}'],
  ])('reads %s', (text, expected) => {
    expect(template(text)).toBe(expected)
  })

  it.each([
    ['', 'missing value', 0],
    ['{ "a": }', 'missing value', 7],
    ['{ "a" }', 'missing colon', 6],
    ['{ "a": 1 "b": 2 }', 'missing comma', 9],
    ['{ "a": 1\n  "b": 2 }', 'missing comma', 11],
    ['{ "a": "b }', 'unclosed string', 7],
    ['{ "a": [1, 2 }', 'missing comma', 13],
    ['{ "a": <k }', 'unclosed placeholder', 7],
    ['{ "a": 1', 'unclosed bracket', 0],
    ['{{name}}', 'unexpected “{”', 1],
    ['{ 😀: 1 }', 'unexpected “😀”', 2],
    ['{} {}', 'text after the value', 3],
    ['"a": 1', 'text after the value', 3],
  ])('tells why it cannot read %j', (text, error, at) => {
    expect(readTemplateJson(text, 0, text.length)).toEqual({ error, at })
  })

  it('reads a stretch of a text, offsets those of the whole', () => {
    const text = '```json\n{ "a": <k> }\n```'
    expect(readTemplateJson(text, 8, 21)).toEqual({
      value: {
        kind: 'object',
        span: { start: 8, end: 20 },
        entries: [
          {
            key: 'a',
            keySpan: { start: 10, end: 13 },
            value: { kind: 'hole', span: { start: 15, end: 18 }, text: '<k>' },
            shorthand: false,
          },
        ],
      },
    })
  })
})
