import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeholdersIn } from '../../src/core/contract.ts'
import { render, unknownIn } from '../../src/runtime/wave/template.ts'

const VALUES: Record<string, string> = { id: 't1', title: '{id} {{x}} $& $1', 'two words': 'tw', empty: '' }
const lookup = (name: string) => (Object.hasOwn(VALUES, name) ? VALUES[name] : undefined)

test.each([
  ['Do {id}.', 'Do t1.'],
  ['{title}', '{id} {{x}} $& $1'],
  ['{{id}}', '{id}'],
  ['{{{id}}}', '{t1}'],
  ['{two words}|{empty}|', 'tw||'],
  ['{ id }', '{ id }'],
  ['{"a": 1, "b": {"c": 2}}', '{"a": 1, "b": {"c": 2}}'],
  ['{"a":{{"b":1}}}', '{"a":{"b":1}}'],
  ['${id} \\{id}', '${id} \\{id}'],
  ['{unknown}', '{unknown}'],
  ['{toString}', '{toString}'],
  ['{id', '{id'],
  ['}} { }', '} { }'],
])('%s', (template, text) => {
  expect(render(template, lookup)).toBe(text)
})

test('names without a value are told once', () => {
  expect(unknownIn('{a} {id} {b} {a} {{c}} {"d"} ${e}', name => name === 'id')).toEqual(['a', 'b'])
})

test('a value is never looked at again', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('{a}', '{b}', '{{', '}}', ' text ', '{', '$')),
      fc.string(),
      (parts, value) => {
        const template = parts.join('')
        const once = render(template, name => (name === 'a' ? value : name === 'b' ? '{a}' : undefined))
        const marked = render(template, name => (name === 'a' ? '«' : name === 'b' ? '»' : undefined))
        expect(once).toBe(marked.replace(/[«»]/g, mark => (mark === '«' ? value : '{a}')))
      },
    ),
  ))

test('the compiler sees the same names', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom('{a}', '{b_1}', ' x ', '${a}', '\\{b}', '{{c}}', '{"d": 1}', '\n')), parts => {
      const template = parts.join(' ')
      const names = new Set(placeholdersIn(template).map(({ name }) => name))
      expect(unknownIn(template, () => false)).toEqual([...names])
    }),
  ))
