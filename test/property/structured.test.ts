import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStructured, structuredForm } from '../../src/core/structured.ts'
import { runs } from '../helpers/runs.ts'

/** Result schemas of the field types that a contract may have, with values that fit, nearly fit, or do not. */

type Schema = { readonly [keyword: string]: unknown }

const names = ['id', 'result_status', 'findings', 'error', 'score', 'files', 'constructor', 'n/a', '结果']
const word = fc.constantFrom('completed', 'failed', 'blocked', '', 'a', 'b;c', 'ok', 'n/a', 'x'.repeat(9))
const described = fc.record({ description: fc.constantFrom('Paths.', '0-100') }, { requiredKeys: [] })

const text: fc.Arbitrary<Schema> = fc
  .record(
    {
      enum: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
      maxLength: fc.nat(6),
      pattern: fc.constantFrom('^[a-z]*$', '^\\d+$', '/', 'o'),
    },
    { requiredKeys: [] },
  )
  .map(limits => ({ type: 'string', ...limits }))
const plain: fc.Arbitrary<Schema> = fc.constantFrom(
  { type: 'number' },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'integer', enum: [1, 2, 3] },
  { type: ['string', 'null'] },
  { type: ['string', 'null'], enum: ['yes', null] },
  { type: ['number', 'boolean'] },
  { type: 'null' },
)

function closed(fields: Record<string, Schema>, required: readonly string[]): Schema {
  return { type: 'object', properties: fields, required, additionalProperties: false }
}

const objectOf = (field: fc.Arbitrary<Schema>, maxKeys: number): fc.Arbitrary<Schema> =>
  fc
    .dictionary(fc.constantFrom(...names), field, { maxKeys })
    .chain(fields => fc.subarray(Object.keys(fields)).map(required => closed(fields, required)))

const { field } = fc.letrec<{ field: Schema }>(tie => ({
  field: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        text,
        plain,
        tie('field').map(items => ({ type: 'array', items })),
        objectOf(tie('field'), 3),
      ),
      described,
    )
    .map(([schema, more]) => ({ ...schema, ...more })),
}))
const resultSchema = objectOf(field, 6)

const anything = fc.oneof(
  word,
  fc.integer({ min: -2, max: 4 }),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
)

/** Values for a schema: mostly such as it accepts, with a fault here and there. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  const types = [schema['type']].flat()
  const fits = fc.constantFrom(...types).chain((type): fc.Arbitrary<unknown> => {
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
    switch (type) {
      case 'string':
        return fc.oneof(word, fc.constantFrom('12', 'oo', '/'))
      case 'number':
        return fc.double({ noNaN: true })
      case 'integer':
        return fc.integer({ min: 0, max: 4 })
      case 'boolean':
        return fc.boolean()
      case 'array':
        return fc.array(valueFor(schema['items'] as Schema), { maxLength: 3 })
      case 'object':
        return recordOf(schema)
      default:
        return fc.constant(null)
    }
  })
  return fc.oneof({ weight: 12, arbitrary: fits }, { weight: 1, arbitrary: anything })
}

function recordOf(schema: Schema): fc.Arbitrary<unknown> {
  const fields = schema['properties'] as Record<string, Schema>
  const requiredKeys = schema['required'] as string[]
  const whole = fc.record(Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, valueFor(inner)])), {
    requiredKeys,
  })
  return fc.tuple(whole, fc.nat(20), fc.constantFrom(...names)).map(([value, chance, name]) => {
    if (chance === 0) return { ...value, [name]: 'more' }
    if (chance > 1) return value
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  })
}

/** Writes null for what is absent. */
function filled(value: unknown, schema: Schema | undefined): unknown {
  if (Array.isArray(value)) return value.map(item => filled(item, schema?.['items'] as Schema | undefined))
  const fields = schema?.['properties'] as Record<string, Schema> | undefined
  if (typeof value !== 'object' || value === null || !fields) return value
  const required = schema!['required'] as string[]
  const absent = Object.keys(fields).filter(name => !required.includes(name) && !Object.hasOwn(value, name))
  return Object.fromEntries([
    ...Object.entries(value).map(([name, held]) => [
      name,
      filled(held, Object.hasOwn(fields, name) ? fields[name] : undefined),
    ]),
    ...absent.map(name => [name, null]),
  ])
}

const ajv = new Ajv2020({ strict: false, ownProperties: true })
const compile = (schema: Schema) => {
  const validate = ajv.compile(schema)
  ajv.removeSchema(schema)
  return (value: unknown) => validate(value) as boolean
}

const RUNS = runs(1000)
/** Compiling two thousand schemas takes its time. */
const PATIENT = { timeout: 60_000 }

test('the form accepts exactly what the schema accepts, with null for what is absent', PATIENT, () => {
  let accepted = 0
  fc.assert(
    fc.property(
      resultSchema.chain(schema =>
        fc.tuple(fc.constant(schema), fc.array(valueFor(schema), { minLength: 1, maxLength: 8 })),
      ),
      ([schema, values]) => {
        const form = structuredForm(schema)
        expect({ faults: form.faults, dropped: form.dropped }).toEqual({ faults: [], dropped: [] })
        const isResult = compile(schema)
        const isForm = compile(form.schema)
        for (const value of values) {
          // Nulls that already stand for something absent are taken out first: they belong to the form.
          const bare = fromStructured(value, schema)
          expect(isForm(filled(bare, schema))).toBe(isResult(bare))
          if (!isResult(value)) continue
          accepted++
          expect(isForm(filled(value, schema))).toBe(true)
          expect(isResult(bare)).toBe(true)
          expect(fromStructured(filled(bare, schema), schema)).toEqual(bare)
        }
      },
    ),
    RUNS,
  )
  expect(accepted).toBeGreaterThan(RUNS.numRuns)
})

test('what the form accepts comes back as the schema accepts it, and is whole', PATIENT, () => {
  fc.assert(
    fc.property(
      resultSchema.chain(schema => {
        const form = structuredForm(schema).schema
        return fc.tuple(
          fc.constant(schema),
          fc.constant(form),
          fc.array(valueFor(form), { minLength: 1, maxLength: 8 }),
        )
      }),
      ([schema, form, values]) => {
        const isResult = compile(schema)
        const isForm = compile(form)
        for (const value of values) {
          if (!isForm(value)) continue
          const result = fromStructured(value, schema)
          expect(isResult(result)).toBe(true)
          expect(isForm(filled(result, schema))).toBe(true)
        }
      },
    ),
    RUNS,
  )
})

test('the form is one that strict output takes, portable or not', () => {
  fc.assert(
    fc.property(resultSchema, fc.boolean(), (schema, portable) => {
      const form = structuredForm(schema, { portable })
      const visit = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return
        const { type, properties, required, additionalProperties, items } = node as Schema
        expect(type).toBeDefined()
        if ([type].flat().includes('object')) {
          expect(additionalProperties).toBe(false)
          expect([...(required as string[])].sort()).toEqual(Object.keys(properties as object).sort())
          for (const inner of Object.values(properties as object)) visit(inner)
        }
        if ([type].flat().includes('array')) visit(items)
        if (portable) for (const limit of ['maxLength', 'pattern']) expect(node).not.toHaveProperty(limit)
      }
      visit(form.schema)
      const lost = JSON.stringify(schema).match(/"(?:maxLength|pattern)":/g)?.length ?? 0
      expect(form.dropped.map(({ keyword, changes }) => `${keyword} ${changes}`).sort().length).toBe(
        portable ? lost : 0,
      )
      expect(form.dropped.every(({ changes }) => changes)).toBe(true)
      expect(structuredForm(form.schema).schema).toEqual(form.schema)
    }),
    RUNS,
  )
})
