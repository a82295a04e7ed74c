import type { Keywords } from '../json-schema.ts'

/** Parts that the swarm’s JSON Schemas (2020-12) are written with: the description comes first everywhere. */

type More = Keywords

export const text = (description: string, more: More = {}): Keywords => ({ description, type: 'string', ...more })

export const number = (description: string, more: More = {}): Keywords => ({ description, type: 'number', ...more })

export const whole = (description: string, more: More = {}): Keywords => ({ description, type: 'integer', ...more })

export const flag = (description: string, more: More = {}): Keywords => ({ description, type: 'boolean', ...more })

/** Bounds of a number. */
export const upTo = (maximum: number, minimum = 0) => ({ minimum, maximum })

/** A number from 0 to 1. */
export const share = (description: string): Keywords => number(description, { minimum: 0, maximum: 1 })

export const list = (description: string, items: Keywords, more: More = {}): Keywords => ({
  description,
  type: 'array',
  items,
  ...more,
})

/** An object whose keys are names. */
export const table = (description: string, values: Keywords, more: More = {}): Keywords => ({
  description,
  type: 'object',
  additionalProperties: values,
  ...more,
})

/** An object with fixed keys, all required but the `optional` ones; `open` allows further keys. */
export function object(
  description: string,
  properties: Readonly<Record<string, Keywords>>,
  {
    optional = [],
    open = false,
    ...more
  }: { optional?: readonly string[]; open?: boolean; [key: string]: unknown } = {},
): Keywords {
  const required = Object.keys(properties).filter(key => !optional.includes(key))
  return {
    description,
    type: 'object',
    properties,
    ...(required.length ? { required } : {}),
    additionalProperties: open,
    ...more,
  }
}

/** The same schema, or null. */
export const orNull = (schema: Keywords): Keywords => ({
  ...schema,
  type: [schema['type'], 'null'].flat(),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
})

/** A setting of a configuration: null means the default, like leaving it out. */
export const setting = (schema: Keywords, byDefault?: unknown): Keywords => ({
  ...orNull(schema),
  ...(byDefault === undefined ? {} : { default: byDefault }),
})

/** A section of a configuration: every key may be left out, keys that begin with `_` are comments. */
export const section = (description: string, properties: Readonly<Record<string, Keywords>>): Keywords => ({
  description,
  type: ['object', 'null'],
  properties,
  patternProperties: COMMENTS,
  additionalProperties: false,
})

/** Keys that begin with `_` hold anything. */
export const COMMENTS: Keywords = { '^_': true }

/** A whole schema. */
export const schema = (title: string, body: Keywords): Keywords => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  ...body,
})

/** Name of a node of the task space. */
export const node = (description: string): Keywords => text(description, { minLength: 1 })

/** A walk: distinct nodes, each joined to the one before. */
export const path = (description: string): Keywords =>
  list(description, { type: 'string', minLength: 1 }, { minItems: 1, uniqueItems: true })
