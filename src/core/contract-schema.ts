import type { Keywords } from './json-schema.ts'

const STATUS = { enum: ['completed', 'failed', 'blocked', 'skipped'] }
const text = (description: string): Keywords => ({ type: 'string', minLength: 1, description })
const texts = (description: string): Keywords => ({
  type: 'array',
  minItems: 1,
  items: { type: 'string', minLength: 1 },
  description,
})

const END: Keywords = {
  description: 'a condition, or a list of { when, set }',
  oneOf: [
    { type: 'string', minLength: 1 },
    {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['when'],
        additionalProperties: false,
        properties: { when: text('the condition'), set: { type: 'object', description: 'fields with their values' } },
      },
    },
  ],
}

const ENDS: Keywords = {
  type: 'object',
  additionalProperties: false,
  properties: {
    completed: END,
    failed: END,
    blocked: END,
    skipped: END,
    timeout: {
      type: 'object',
      additionalProperties: false,
      properties: { as: STATUS, error: text('the error of the result'), first: text('what to do before ending') },
    },
  },
}

const LIMITS: Keywords = {
  type: 'object',
  additionalProperties: false,
  properties: {
    max_concurrency: { type: 'integer', minimum: 1, maximum: 64, description: 'a number from 1 to 64' },
    max_runtime_seconds: { type: 'integer', minimum: 1, description: 'seconds, a whole number from 1' },
  },
}

const FIELD: Keywords = {
  type: 'object',
  additionalProperties: false,
  properties: {
    type: {
      description: 'a type of JSON Schema, or a list of types',
      anyOf: [{ $ref: '#/$defs/type' }, { type: 'array', minItems: 1, items: { $ref: '#/$defs/type' } }],
    },
    enum: { type: 'array', minItems: 1, description: 'a list of values' },
    maxLength: { type: 'integer', minimum: 1 },
    pattern: { type: 'string' },
    items: { $ref: '#/$defs/field' },
    properties: { type: 'object', additionalProperties: { $ref: '#/$defs/field' } },
    description: { type: 'string' },
    dropped: { const: true, description: 'true for a field that no column takes' },
  },
}

/** JSON Schema of a contract: of the block `yaml contract`, and of the file `contracts/<id>.json`. */
export const contractSchema: Keywords = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The contract of a worker',
  $defs: {
    field: FIELD,
    type: { enum: ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] },
  },
  type: 'object',
  required: ['id', 'instruction', 'ends'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    id: { type: 'string', pattern: '^[a-z][a-z0-9_-]*$', description: 'a name in lower case, such as executor' },
    waves: {
      description: '“all”, or a list of wave numbers',
      oneOf: [{ const: 'all' }, { type: 'array', minItems: 1, items: { type: 'integer', minimum: 1 } }],
    },
    params: { type: 'array', items: { type: 'string', pattern: '^[A-Za-z_]\\w*$' }, uniqueItems: true },
    instruction: text('what one worker does with its row'),
    result: {
      type: 'object',
      propertyNames: { pattern: '^[A-Za-z_]\\w*$', description: 'letters, digits and underscores' },
      additionalProperties: { $ref: '#/$defs/field' },
    },
    required: {
      type: 'array',
      items: { type: 'string' },
      uniqueItems: true,
      description: 'the whole list of required fields',
    },
    statuses: { type: 'array', minItems: 1, items: STATUS, uniqueItems: true },
    findings: {
      type: 'object',
      additionalProperties: false,
      properties: { maxLength: { type: 'integer', minimum: 1 } },
    },
    ends: { ...ENDS, required: ['completed'] },
    reads: { description: 'a file, or a list of files', oneOf: [text('a file'), texts('files')] },
    writes: text('what the worker may write; “none” for nothing'),
    owned: texts('files that workers never write'),
    limits: LIMITS,
    per_wave: {
      type: 'object',
      propertyNames: { pattern: '^[1-9]\\d*$', description: 'the number of a wave' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: { instruction: text('an instruction'), ends: ENDS, writes: text('files'), limits: LIMITS },
      },
    },
  },
}
