/** A JSON Schema (draft 2020-12) as parsed JSON. */
export type JsonSchema = boolean | Keywords

/** A schema that is not just `true` or `false`. */
export interface Keywords {
  readonly [keyword: string]: unknown
}

/** Schemas nested deeper, and longer chains of references, are nobody’s result. */
export const DEPTH_LIMIT = 100

export const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
])
export const TEXT_LIMITS: readonly string[] = ['minLength', 'maxLength', 'pattern', 'format']
export const NUMBER_LIMITS: readonly string[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]

export const isKeywords = (value: unknown): value is Keywords =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A keyword of a schema, never one that objects inherit. */
export const own = (schema: unknown, key: string): unknown =>
  isKeywords(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined

/** The type of a value; whole numbers are `number`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The types of a schema, told by what else it says where it does not name one. */
export function typesOf(schema: Keywords): string[] {
  if (schema['type'] !== undefined) return [schema['type']].flat().map(String)
  const values = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : undefined
  if (values) return [...new Set(values.map(typeOf))]
  if ('properties' in schema) return ['object']
  if ('items' in schema) return ['array']
  if (TEXT_LIMITS.some(limit => limit in schema)) return ['string']
  return NUMBER_LIMITS.some(limit => limit in schema) ? ['number'] : []
}

/** The names that a list of names holds. */
export const namesIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter(name => typeof name === 'string') : []

/** The schema below `$defs` (or `definitions`, as it was called) that a reference means. */
export function definitionOf(ref: unknown): { home: string; name: string } | undefined {
  const match = typeof ref === 'string' ? /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) : null
  return match ? { home: match[1]!, name: match[2]!.replaceAll('~1', '/').replaceAll('~0', '~') } : undefined
}
