import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Contract, type ResultField, resultSchema } from '../../src/core/contract.ts'
import { contractSchema } from '../../src/core/contract-schema.ts'
import { firstFault } from '../../src/runtime/wave/schema.ts'
import { CONTRACT } from '../helpers/wave.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true })
const isContract = ajv.compile(contractSchema)

describe('where a value does not fit', () => {
  const schema = resultSchema(CONTRACT as Contract)
  const good = { id: 'a', result_status: 'completed', findings: 'x' }
  test.each([
    [good, undefined],
    [{ ...good, pages: 3, verdict: 'good', error: '' }, undefined],
    [{ ...good, findings: '😀'.repeat(500) }, undefined],
    [{ ...good, findings: 'x'.repeat(501) }, '/findings #/properties/findings/maxLength'],
    [{ ...good, pages: 1.5 }, '/pages #/properties/pages/type'],
    [{ ...good, verdict: 'so-so' }, '/verdict #/properties/verdict/enum'],
    [{ ...good, 'a/b': 1 }, '/a~1b #/additionalProperties'],
    [{ id: 'a', findings: '' }, ' #/required'],
    [{ ...good, id: 7 }, '/id #/properties/id/type'],
    [[], ' #/type'],
  ])('%#', (value, place) => {
    const found = firstFault(value, schema)
    expect(found && `${found.path} ${found.schemaPath}`).toBe(place)
  })
})

const name = fc.constantFrom(
  'id',
  'result_status',
  'findings',
  'a',
  'b',
  'error',
  'result',
  'ends',
  'waves',
  'toString',
)
const scalar = fc.oneof(fc.constantFrom<unknown>('', 'a', 'abc', '😀', 1, 1.5, -2, 0, true, null, 'completed', 'all'))
const field: fc.Memo<ResultField> = fc.memo(depth =>
  fc.oneof(
    fc.record(
      {
        type: fc.constantFrom<ResultField['type']>(
          'string',
          'integer',
          'number',
          'boolean',
          ['string', 'null'],
          'array',
        ),
        enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
        maxLength: fc.integer({ min: 1, max: 2 }),
        pattern: fc.constantFrom('^a', 'b+$', '^.$'),
      },
      { requiredKeys: [] },
    ),
    ...(depth > 1
      ? [
          fc.record({ items: field(depth - 1) }),
          fc.record({ properties: fc.dictionary(name, field(depth - 1), { maxKeys: 3 }) }),
        ]
      : []),
  ),
)
const value = fc.letrec<{ any: unknown }>(tie => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 4 }),
  ),
})).any

test('results fit as Ajv says', () =>
  fc.assert(
    fc.property(fc.dictionary(name, field(3), { maxKeys: 4 }), fc.array(value, { maxLength: 5 }), (result, values) => {
      const schema = resultSchema({ ...CONTRACT, result } as Contract)
      const test = ajv.compile(schema)
      const like = { id: 'a', result_status: 'completed', findings: 'x' }
      for (const given of [...values, ...values.map(given => ({ ...like, a: given })), like])
        expect(firstFault(given, schema) === undefined, JSON.stringify({ schema, given })).toBe(test(given))
    }),
    { numRuns: 150 },
  ))

const contract = fc.record(
  {
    id: fc.constantFrom<unknown>('reader', 'Reader', '', 7),
    waves: fc.constantFrom<unknown>('all', [1, 2], [0], [], 'some'),
    params: fc.constantFrom<unknown>(['a'], ['a', 'a'], ['1'], []),
    instruction: fc.constantFrom<unknown>('do', ''),
    result: fc.dictionary(fc.constantFrom('a', 'b-c', '_d'), fc.oneof(field(2), value), { maxKeys: 2 }),
    required: fc.constantFrom<unknown>(['id'], ['id', 'id'], 'id'),
    statuses: fc.constantFrom<unknown>(['completed'], ['done'], []),
    findings: fc.constantFrom<unknown>({ maxLength: 5 }, { maxLength: 0 }, {}),
    ends: fc.constantFrom<unknown>(
      { completed: 'x' },
      { completed: [{ when: 'x', set: { a: 1 } }] },
      { completed: [{ set: {} }] },
      { failed: 'x' },
      { completed: 'x', timeout: { as: 'blocked' } },
      { completed: '' },
    ),
    reads: fc.constantFrom<unknown>('a', ['a'], [], ''),
    limits: fc.constantFrom<unknown>({ max_concurrency: 64 }, { max_concurrency: 65 }, { max_runtime_seconds: 1.5 }),
    per_wave: fc.constantFrom<unknown>({ 2: { instruction: 'x' } }, { x: {} }, { 1: { other: 1 } }),
    other: fc.constant(1),
  },
  { requiredKeys: ['id', 'instruction', 'ends'] },
)

test('contracts fit as Ajv says', () =>
  fc.assert(
    fc.property(fc.oneof(contract, value), given => {
      expect(firstFault(given, contractSchema) === undefined, JSON.stringify(given)).toBe(isContract(given))
    }),
    { numRuns: 400 },
  ))
