import { definitionOf, isKeywords, own } from '../../core/json-schema.ts'

/**
 * Checks values against JSON Schema: the keywords that contracts and their results use, and no others.
 *
 * A library for all of JSON Schema would be four times the rest of the bundle; a test holds this one to Ajv.
 */

/** Where a value does not fit, first of all. */
export interface Misfit {
  /** JSON pointer into the value. */
  path: string
  /** JSON pointer into the schema, `#/…`, the keyword last. */
  schemaPath: string
  message: string
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** “/findings must have at most 500 characters”. */
export const inWords = ({ path, message, schemaPath }: Misfit): string =>
  `${path || 'the value'} ${message} (${schemaPath})`

const TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number',
  integer: value => Number.isInteger(value),
  boolean: value => typeof value === 'boolean',
  null: value => value === null,
  array: Array.isArray,
  object: isKeywords,
}

/** Whether two JSON values are the same; the order of keys does not count. */
function equal(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => equal(item, b[i]))
  if (!isKeywords(a) || !isKeywords(b)) return a === b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && equal(a[key], b[key]))
}

const list = (values: readonly unknown[]) => values.map(value => JSON.stringify(value)).join(', ')
const lengthOf = (text: string) => (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length)

/** Keywords that look at a value as a whole: a sentence where it does not fit. */
const KEYWORDS: Readonly<Record<string, (value: unknown, limit: never) => string | false>> = {
  type: (value, limit: string | readonly string[]) =>
    ![limit].flat().some(type => TESTS[type]?.(value)) && `must be ${[limit].flat().join(' or ')}`,
  enum: (value, limit: readonly unknown[]) =>
    !limit.some(known => equal(known, value)) && `must be one of ${list(limit)}`,
  const: (value, limit) => !equal(value, limit) && `must be ${list([limit])}`,
  maxLength: (value, limit: number) =>
    typeof value === 'string' && lengthOf(value) > limit && `must have at most ${limit} characters`,
  minLength: (value, limit: number) =>
    typeof value === 'string' && lengthOf(value) < limit && `must have at least ${limit} characters`,
  pattern: (value, limit: string) =>
    typeof value === 'string' && !new RegExp(limit, 'u').test(value) && `must match ${limit}`,
  minimum: (value, limit: number) => typeof value === 'number' && value < limit && `must be at least ${limit}`,
  maximum: (value, limit: number) => typeof value === 'number' && value > limit && `must be at most ${limit}`,
  minItems: (value, limit: number) =>
    Array.isArray(value) && value.length < limit && `must have at least ${limit} items`,
  uniqueItems: (value, limit: boolean) =>
    limit &&
    Array.isArray(value) &&
    value.some((item, i) => value.slice(0, i).some(other => equal(item, other))) &&
    'must not hold the same item twice',
  required: (value, limit: readonly string[]) => {
    const missing = isKeywords(value) ? limit.find(name => !Object.hasOwn(value, name)) : undefined
    return missing !== undefined && `lacks “${missing}”`
  },
}

/** The first place where a value does not fit a schema; `undefined` when it does. */
export function firstFault(value: unknown, schema: unknown, root = schema, path = '', at = '#'): Misfit | undefined {
  if (schema === false) return { path, schemaPath: at, message: 'is not allowed' }
  if (!isKeywords(schema)) return undefined
  const ref = own(schema, '$ref')
  if (ref !== undefined) {
    const target = definitionOf(ref)
    return firstFault(value, target && own(own(root, target.home), target.name), root, path, String(ref))
  }
  for (const [keyword, test] of Object.entries(KEYWORDS)) {
    if (!Object.hasOwn(schema, keyword)) continue
    const message = test(value, schema[keyword] as never)
    if (message) return { path, schemaPath: `${at}/${keyword}`, message }
  }
  return choiceFault(value, schema, root, path, at) ?? childFault(value, schema, root, path, at)
}

/** `anyOf` and `oneOf`. */
function choiceFault(value: unknown, schema: object, root: unknown, path: string, at: string): Misfit | undefined {
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = own(schema, keyword)
    if (!Array.isArray(parts)) continue
    const fitting = parts.filter((part, i) => !firstFault(value, part, root, path, `${at}/${keyword}/${i}`)).length
    if (fitting === 1 || (fitting > 1 && keyword === 'anyOf')) continue
    const description = own(schema, 'description')
    const message = typeof description === 'string' ? `must be ${description}` : 'fits none of what is allowed'
    return { path, schemaPath: `${at}/${keyword}`, message }
  }
  return undefined
}

/** What a value holds. */
function childFault(value: unknown, schema: object, root: unknown, path: string, at: string): Misfit | undefined {
  const items = own(schema, 'items')
  if (Array.isArray(value) && items !== undefined)
    for (const [i, item] of value.entries()) {
      const found = firstFault(item, items, root, `${path}/${i}`, `${at}/items`)
      if (found) return found
    }
  if (!isKeywords(value)) return undefined
  const [properties, names, more] = ['properties', 'propertyNames', 'additionalProperties'].map(key => own(schema, key))
  for (const [name, held] of Object.entries(value)) {
    const place = `${path}/${escaped(name)}`
    const known = own(properties, name)
    const found =
      (names === undefined ? undefined : firstFault(name, names, root, place, `${at}/propertyNames`)) ??
      (known !== undefined
        ? firstFault(held, known, root, place, `${at}/properties/${escaped(name)}`)
        : firstFault(held, more, root, place, `${at}/additionalProperties`))
    if (found) return found
  }
  return undefined
}
