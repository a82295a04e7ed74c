import { expect, test } from 'vitest'
import { readToml } from '../../src/markdown/toml.ts'

const entriesOf = (text: string) => {
  const read = readToml(text)
  if ('error' in read) return `${read.error} at ${read.at}`
  return read.value.entries.map(({ key, keySpan, value }) => {
    expect(text.slice(keySpan.start, keySpan.end).replace(/["']/g, '')).toBe(key)
    return `${key}:${value.kind}:${JSON.stringify(text.slice(value.span.start, value.span.end))}`
  })
}

test.each<[string, string[] | string]>([
  ['', []],
  ['# nothing\n', []],
  ['a = "b" # c\r\nd = [1, "x"]\r\n', ['a:string:"\\"b\\""', 'd:array:"[1, \\"x\\"]"']],
  ['a = """\nb = 1\n"""\nc = true', ['a:string:"\\"\\"\\"\\nb = 1\\n\\"\\"\\""', 'c:boolean:"true"']],
  ["'a b' = 'c'\nd.e = 2026-01-01\n", ['a b:string:"\'c\'"', 'd:other:"2026-01-01"']],
  ['[a]\nb = 1\n[c.d]\n[[e]]\n', ['a:object:"[a]\\nb = 1"', 'c:object:"[c.d]"', 'e:array:"[[e]]"']],
  ['a = { b = 1 }', ['a:object:"{ b = 1 }"']],
  ['a =', 'Unspecified values are invalid at 3'],
  ['a = 1\na = 2', 'Defining a key multiple times is invalid at 6'],
  ['a = """\nb', 'Unterminated string constant at 4'],
  ['a = "b\nc = 1', 'Unterminated string constant at 6'],
  [`a = ${'['.repeat(300)}`, 'nested too deeply at 54'],
])('%j', (text, expected) => {
  expect(entriesOf(text)).toEqual(expected)
})

test('values are plain', () => {
  const read = readToml('a = "b\\tc\\u00e9"\nn = 0x1f\nt = ["x", { y = "z" }]')
  if ('error' in read) throw new Error(read.error)
  expect(read.value.entries.map(({ value }) => ('value' in value ? value.value : value.kind))).toEqual([
    'b\tcé',
    31,
    'array',
  ])
})
