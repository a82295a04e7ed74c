import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../src/core/json-schema.ts'
import { fromStructured, structuredForm } from '../../src/core/structured.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const places = (list: readonly { path: readonly string[] }[]) => list.map(({ path }) => path.join('/'))

test('a result schema, as packs write it', () => {
  const schema = object(
    {
      result_status: { enum: ['completed', 'failed'], type: 'string' },
      id: { type: 'string' },
      findings: { type: 'string', maxLength: 500, default: '' },
      verdict: { enum: ['pass', 'fail'], description: 'What the check found.' },
      kind: { const: 'audit' },
      files: {
        type: 'array',
        items: object({ path: { type: 'string' }, line: { type: 'integer' } }, { required: ['path'] }),
      },
    },
    { required: ['id', 'result_status', 'findings'], $schema: 'https://json-schema.org/draft/2020-12/schema' },
  )
  const form = structuredForm(schema)
  expect(form.faults).toEqual([])
  expect(form.dropped).toEqual([
    { path: ['$schema'], keyword: '$schema', changes: false },
    { path: ['properties', 'findings', 'default'], keyword: 'default', changes: false },
  ])
  expect(form.schema).toEqual({
    type: 'object',
    properties: {
      result_status: { enum: ['completed', 'failed'], type: 'string' },
      id: { type: 'string' },
      findings: { type: 'string', maxLength: 500 },
      verdict: { type: ['string', 'null'], enum: ['pass', 'fail', null], description: 'What the check found.' },
      kind: { type: ['string', 'null'], enum: ['audit', null] },
      files: {
        type: ['array', 'null'],
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, line: { type: ['integer', 'null'] } },
          required: ['path', 'line'],
          additionalProperties: false,
        },
      },
    },
    required: ['result_status', 'id', 'findings', 'verdict', 'kind', 'files'],
    additionalProperties: false,
  })
})

test('the portable form is without limits, and says which ones it lost', () => {
  const { schema, dropped, faults } = structuredForm(
    object(
      { a: { type: 'string', maxLength: 5, pattern: '^a' }, n: { type: 'integer', minimum: 1 } },
      { required: ['a', 'n'] },
    ),
    { portable: true },
  )
  expect(faults).toEqual([])
  expect(places(dropped)).toEqual(['properties/a/maxLength', 'properties/a/pattern', 'properties/n/minimum'])
  expect(dropped.every(({ changes }) => changes)).toBe(true)
  expect(schema['properties']).toEqual({ a: { type: 'string' }, n: { type: 'integer' } })
})

test('constraints that no server takes are dropped and reported', () => {
  const tags = { type: 'array', items: { type: 'string' }, uniqueItems: true }
  const { schema, dropped, faults } = structuredForm(
    object({ tags }, { required: ['tags'], additionalProperties: true }),
  )
  expect(faults).toEqual([])
  expect(dropped.filter(({ changes }) => changes).map(({ keyword }) => keyword)).toEqual([
    'additionalProperties',
    'uniqueItems',
  ])
  expect(schema['properties']).toEqual({ tags: { type: 'array', items: { type: 'string' } } })
})

describe('what has no form', () => {
  const text = { type: 'string' }
  test.each<[string, JsonSchema, string[]]>([
    ['no schema', true, ['']],
    ['an array at the top', { type: 'array', items: text }, ['']],
    ['a choice at the top', { anyOf: [object({ a: text })] }, ['']],
    ['a reference at the top', { $ref: '#/$defs/a', $defs: { a: object({ a: text }) } }, ['']],
    ['null at the top', { type: ['object', 'null'], properties: { a: text } }, ['']],
    ['parts', object({ a: text }, { allOf: [{ required: ['a'] }] }), ['allOf']],
    ['one of', object({ a: { oneOf: [text, { type: 'null' }], type: 'string' } }), ['properties/a/oneOf']],
    ['not', object({ a: { type: 'string', not: { const: 'x' } } }), ['properties/a/not']],
    ['a condition', object({ a: text }, { if: {}, else: {} }), ['if']],
    ['keys by pattern', object({ a: text }, { patternProperties: { '^x': text } }), ['patternProperties']],
    ['keys of a map', object({ a: object({}, { additionalProperties: text }) }), ['properties/a/additionalProperties']],
    ['an object that may hold anything', object({ a: { type: 'object' } }), ['properties/a']],
    ['a list of anything', object({ a: { type: 'array' } }), ['properties/a']],
    [
      'places of a list',
      object({ a: { type: 'array', items: text, prefixItems: [text] } }),
      ['properties/a/prefixItems'],
    ],
    ['no type', object({ a: { description: 'Whatever.' } }), ['properties/a']],
    ['any value', object({ a: true }), ['properties/a']],
    ['a type that is none', object({ a: { type: 'str' } }), ['properties/a']],
    ['a required property that is none', object({ a: text }, { required: ['b'] }), ['required']],
    ['a remote reference', object({ a: { $ref: 'https://example.com/a.json' } }), ['properties/a/$ref']],
    ['a file beside', object({ a: { $ref: 'common.json#/$defs/a' } }), ['properties/a/$ref']],
    ['itself', object({ a: { $ref: '#' } }), ['properties/a/$ref']],
    ['a reference to nothing', object({ a: { $ref: '#/$defs/b' } }, { $defs: {} }), ['properties/a/$ref']],
    ['an inherited name', object({ a: { $ref: '#/$defs/constructor' } }, { $defs: {} }), ['properties/a/$ref']],
    [
      'a loop',
      object(
        { a: { $ref: '#/$defs/a' } },
        { $defs: { a: object({ next: { $ref: '#/$defs/b' } }), b: object({ a: { $ref: '#/$defs/a' } }) } },
      ),
      ['$defs/b/properties/a/$ref'],
    ],
    [
      'a limit beside a reference',
      object({ a: { $ref: '#/$defs/a', maxLength: 3 } }, { $defs: { a: text } }),
      ['properties/a/maxLength'],
    ],
  ])('%s', (_, schema, expected) => {
    const { faults } = structuredForm(schema)
    expect(places(faults)).toEqual(expected)
    for (const { reason, help } of faults) expect(`${reason} ${help}`).toMatch(/^[A-Z“].*\.$/)
  })

  test('nesting without end', () => {
    let schema: JsonSchema = text
    for (let level = 0; level < 5_000; level++) schema = { type: 'array', items: schema }
    expect(structuredForm(object({ a: schema })).faults.map(({ reason }) => reason)).toEqual([
      'The schema is nested too deep.',
    ])
  })
})

test('references and choices', () => {
  const place = object({ path: { type: 'string' }, line: { type: 'integer' } }, { required: ['path'] })
  const schema = object(
    {
      at: { $ref: '#/$defs/place', description: 'Where.' },
      also: { $ref: '#/$defs/place' },
      cause: {
        anyOf: [
          { type: 'string' },
          object({ code: { type: 'string' }, note: { type: 'string' } }, { required: ['code'] }),
        ],
      },
    },
    { required: ['at'], $defs: { place, unused: { allOf: [] } } },
  )
  const { schema: form, faults, dropped } = structuredForm(schema)
  expect(faults).toEqual([])
  expect(places(dropped)).toEqual(['properties/at/description'])
  expect(form['properties']).toMatchObject({
    at: { $ref: '#/$defs/place' },
    also: { anyOf: [{ $ref: '#/$defs/place' }, { type: 'null' }] },
    cause: { anyOf: [{ anyOf: [{ type: 'string' }, { required: ['code', 'note'] }] }, { type: 'null' }] },
  })
  expect(Object.keys(form['$defs'] as object)).toEqual(['place'])
  expect(
    fromStructured({ at: { path: 'a.ts', line: null }, also: null, cause: { code: 'E1', note: null } }, schema),
  ).toEqual({ at: { path: 'a.ts' }, cause: { code: 'E1' } })
  expect(fromStructured({ at: { path: 'a.ts', line: 3 }, also: null, cause: 'x' }, schema)).toEqual({
    at: { path: 'a.ts', line: 3 },
    cause: 'x',
  })
})

test('a required null is a value', () => {
  const schema = object({ a: { type: ['string', 'null'] }, b: { type: 'string' } }, { required: ['a'] })
  expect(fromStructured({ a: null, b: null }, schema)).toEqual({ a: null })
})
