import {
  DEPTH_LIMIT,
  definitionOf,
  isKeywords,
  type JsonSchema,
  type Keywords,
  NUMBER_LIMITS,
  namesIn,
  own,
  TEXT_LIMITS,
  TYPES,
  typesOf,
} from './json-schema.ts'

export { fromStructured } from './structured-value.ts'

/** A keyword that strict structured output does not take. `changes` tells whether the form accepts other values for it. */
export interface DroppedKeyword {
  /** Keys from the root, the keyword last. */
  path: readonly string[]
  keyword: string
  changes: boolean
}

/** Why a schema has no form for strict structured output. */
export interface StructuredFault {
  /** Keys from the root to the keyword, or to the schema that lacks it. */
  path: readonly string[]
  keyword: string
  /** A sentence. */
  reason: string
  /** A sentence. */
  help: string
}

/** A schema for strict structured output; of use only where there are no faults. */
export interface StructuredForm {
  schema: Keywords
  dropped: DroppedKeyword[]
  faults: StructuredFault[]
}

const TAKEN = new Set(['type', 'enum', 'const', 'title', 'description', 'properties', 'required', 'items', 'anyOf'])
/** Kept by default; whether a model's server takes them differs from model to model. */
const LIMITS: ReadonlySet<string> = new Set([...TEXT_LIMITS, ...NUMBER_LIMITS, 'minItems', 'maxItems'])
/** Constraints that no server takes. The result is checked against the original schema, so nothing wrong gets through. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  ...['uniqueItems', 'contains', 'minContains', 'maxContains', 'unevaluatedItems'],
  ...['minProperties', 'maxProperties', 'propertyNames'],
])
const REFUSED: Readonly<Record<string, string>> = {
  allOf: 'Write the properties of all its parts into one object.',
  oneOf: 'Use “anyOf”, or an enum that says which case it is.',
  not: 'Say what is allowed instead.',
  if: 'Describe the condition in words, and check it when the result is back.',
  dependentRequired: 'Describe the condition in words, and check it when the result is back.',
  dependentSchemas: 'Describe the condition in words, and check it when the result is back.',
  dependencies: 'Describe the condition in words, and check it when the result is back.',
  patternProperties: 'Use an array of objects with a name and a value.',
  prefixItems: 'Use an object with one property per place.',
  $dynamicRef: 'Name the schema with “$ref”.',
  $recursiveRef: 'Name the schema with “$ref”.',
}

/** The same schema, or null. */
function nullable(schema: Keywords): Keywords {
  if ('$ref' in schema || 'anyOf' in schema) return { anyOf: [schema, { type: 'null' }] }
  const { const: only, ...rest } = schema
  const values = 'const' in schema ? [only] : schema['enum']
  const types = [...new Set([...[schema['type']].flat(), 'null'])]
  return {
    ...rest,
    type: types.length > 1 ? types : types[0],
    ...(Array.isArray(values) ? { enum: values.includes(null) ? values : [...values, null] } : {}),
  }
}

/**
 * The form of a result schema that strict structured output takes (`codex exec --output-schema`, OpenAI's guide).
 *
 * Every object is closed and demands all its properties; a property that was optional may be null. Whatever the schema
 * accepts once all its objects are closed, the form accepts with null for what is absent, and nothing else: `maxLength`,
 * `pattern` and the like stay, and what has to go is in `dropped`. With `portable` they go too, as some servers refuse
 * them. A schema without a type counts as one of the type that its keywords speak of. Nothing is ever fetched.
 */
export function structuredForm(schema: JsonSchema, { portable = false }: { portable?: boolean } = {}): StructuredForm {
  const dropped: DroppedKeyword[] = []
  const faults: StructuredFault[] = []
  const definitions: Record<string, Record<string, Keywords>> = {}
  const open: string[] = []
  let depth = 0

  const refuse = (path: readonly string[], keyword: string, reason: string, help: string): Keywords => {
    faults.push({ path, keyword, reason, help })
    return {}
  }

  const referred = (ref: unknown, path: readonly string[]): Keywords => {
    const place = [...path, '$ref']
    if (typeof ref !== 'string' || !ref.startsWith('#'))
      return refuse(
        place,
        '$ref',
        'A “$ref” to another document is never fetched.',
        'Write the schema into “$defs” here.',
      )
    const loop = () =>
      refuse(place, '$ref', 'A “$ref” leads back to itself.', 'Limit the depth: write out the levels that are needed.')
    if (ref === '#') return loop()
    const target = definitionOf(ref)
    const found = target && own(own(schema, target.home), target.name)
    if (!target || found === undefined)
      return refuse(place, '$ref', 'A “$ref” does not lead to a schema in “$defs”.', 'Put the schema there.')
    const known = (definitions[target.home] ??= Object.create(null) as Record<string, Keywords>)
    if (open.includes(ref)) return loop()
    if (!known[target.name]) {
      open.push(ref)
      known[target.name] = formOf(found, [target.home, target.name])
      open.pop()
    }
    return { $ref: ref }
  }

  const objectOf = (source: Keywords, path: readonly string[]): Keywords => {
    const properties = isKeywords(source['properties']) ? source['properties'] : {}
    const required = namesIn(source['required'])
    const more = source['additionalProperties']
    if (isKeywords(more) || (more !== false && !Object.keys(properties).length))
      refuse(
        isKeywords(more) ? [...path, 'additionalProperties'] : path,
        'additionalProperties',
        'An object whose keys are not known beforehand is not accepted.',
        'Name its properties, or use an array of objects with a name and a value.',
      )
    if (more === true)
      dropped.push({ path: [...path, 'additionalProperties'], keyword: 'additionalProperties', changes: true })
    for (const name of required)
      if (!Object.hasOwn(properties, name))
        refuse([...path, 'required'], 'required', `“${name}” is required and is no property.`, 'Declare it.')
    const entries = Object.entries(properties).map(([name, property]): [string, Keywords] => {
      const form = formOf(property, [...path, 'properties', name])
      return [name, required.includes(name) ? form : nullable(form)]
    })
    return { properties: Object.fromEntries(entries), required: Object.keys(properties), additionalProperties: false }
  }

  const formOf = (source: unknown, path: readonly string[]): Keywords => {
    if (!isKeywords(source)) return refuse(path, 'type', 'A schema must name a type.', 'Write “type”.')
    if (depth >= DEPTH_LIMIT) return refuse(path, 'type', 'The schema is nested too deep.', 'Make it flatter.')
    depth++
    const form = keywordsOf(source, path)
    depth--
    return form
  }

  const keywordsOf = (source: Keywords, path: readonly string[]): Keywords => {
    const kept: Record<string, unknown> = {}
    const isReference = '$ref' in source
    for (const [keyword, value] of Object.entries(source)) {
      const place = [...path, keyword]
      const help = Object.hasOwn(REFUSED, keyword) ? REFUSED[keyword] : undefined
      const isLimit = LIMITS.has(keyword)
      if (help) refuse(place, keyword, `“${keyword}” is not accepted.`, help)
      else if (keyword === '$ref' || keyword === '$defs' || keyword === 'definitions') continue
      else if (isReference && (isLimit || (TAKEN.has(keyword) && !/^(?:title|description)$/.test(keyword))))
        refuse(place, keyword, `“${keyword}” is not accepted beside “$ref”.`, 'Write the schema out here.')
      else if (isReference) dropped.push({ path: place, keyword, changes: false })
      else if (TAKEN.has(keyword) || (isLimit && !portable)) kept[keyword] = value
      else if (keyword !== 'additionalProperties')
        dropped.push({ path: place, keyword, changes: isLimit || CONSTRAINTS.has(keyword) })
    }
    if (isReference) return referred(source['$ref'], path)
    const { properties: _, required: __, items, anyOf, ...form } = kept
    if (Array.isArray(anyOf)) form['anyOf'] = anyOf.map((part, at) => formOf(part, [...path, 'anyOf', String(at)]))
    const types = typesOf(source)
    const unknown = types.find(type => !TYPES.has(type))
    if (unknown !== undefined || (!types.length && !anyOf))
      return refuse(path, 'type', 'A schema must name a type.', 'Write “type”.')
    if (types.length) form['type'] = types.length === 1 ? types[0] : types
    if (types.includes('array')) {
      if (items === undefined) refuse(path, 'items', 'An array must say what it holds.', 'Add “items”.')
      else form['items'] = formOf(items, [...path, 'items'])
    }
    return types.includes('object') ? { ...form, ...objectOf(source, path) } : form
  }

  const isObject =
    isKeywords(schema) && !('$ref' in schema) && !('anyOf' in schema) && typesOf(schema).join() === 'object'
  if (!isObject)
    refuse(
      [],
      'type',
      'The schema of a result must be an object.',
      'Put type “object” at the top, without “anyOf” or “$ref”.',
    )
  const form = isObject ? formOf(schema, []) : {}
  return { schema: { ...form, ...definitions }, dropped, faults }
}
