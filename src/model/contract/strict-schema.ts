import type { Document } from '../../core/types.ts'
import { type Literal, type LiteralEntry, toValue } from '../../markdown/literal.ts'
import { entryOf, type ResultSchema, valuesOf } from './schema.ts'
import { inline, keyText, lineEndAt, styleOf } from './schema-edit.ts'

type Written = Record<string, unknown>

/** Longest result text that a merged table still shows whole. */
export const FINDINGS_LIMIT = 500

/** What every result has to say. */
export const DEMANDED = ['id', 'result_status', 'findings']
const TYPE = /^(?:string|number|integer|boolean|array|object|null)$/

/** A property’s schema, read from how a list of fields describes it. */
export function propertyOf(literal: Literal): Written {
  switch (literal.kind) {
    case 'string': {
      const values = valuesOf(literal)!.map(({ value }) => value)
      if (TYPE.test(literal.value)) return { type: literal.value }
      if (values.length > 1 && values.every(value => /^[\w./-]*$/.test(value))) return { type: 'string', enum: values }
      return literal.value && !literal.template ? { type: 'string', description: literal.value } : { type: 'string' }
    }
    case 'name':
      return { type: TYPE.test(literal.name) ? literal.name : 'string' }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'array': {
      const values = valuesOf(literal)!
      if (values.length > 1) return { type: 'string', enum: values.map(({ value }) => value) }
      const [item] = literal.items
      return { type: 'array', ...(item ? { items: propertyOf(item) } : {}) }
    }
    case 'union':
      return { type: 'string', enum: valuesOf(literal)!.map(({ value }) => value) }
    case 'object': {
      const type = entryOf(literal, 'type')?.value
      const isSchema = type?.kind === 'string' && TYPE.test(type.value)
      if (isSchema) return toValue(literal) as Written
      return { type: 'object', properties: Object.fromEntries(literal.entries.map(item => [item.key, fieldOf(item)])) }
    }
    default:
      return { type: 'string' }
  }
}

/** A shorthand is a name and says nothing of its value. */
const fieldOf = ({ value, shorthand }: LiteralEntry): Written => (shorthand ? { type: 'string' } : propertyOf(value))

/** A comment behind a field, on its line. */
function commentAfter({ text, lines }: Document, offset: number): string | undefined {
  const rest = text.slice(offset, lines.span(lines.index(offset)).end)
  return /^\s*(?:,\s*)?\/\/\s*(\S.*)$/.exec(rest)?.[1]?.trimEnd()
}

/** The JSON Schema that a list of fields means: what workers must return, as far as the list says it. */
function meant(document: Document, { literal }: ResultSchema): { properties: Written; required: string[] } {
  const isType = ({ key, value }: LiteralEntry) => key === 'type' && value.kind === 'string' && value.value === 'object'
  const entries = literal.entries.filter(item => !isType(item) && item.key !== 'required')
  const isRenamed = !entries.some(({ key }) => key === 'result_status')
  const properties = Object.fromEntries(
    entries.map((item): [string, Written] => {
      const name = item.key === 'status' && isRenamed ? 'result_status' : item.key
      const comment = commentAfter(document, item.value.span.end)
      const property: Written = { ...fieldOf(item), ...(comment ? { description: comment } : {}) }
      if (name === 'findings' && property['type'] === 'string') property['maxLength'] ??= FINDINGS_LIMIT
      if (name === 'result_status') property['enum'] ??= ['completed', 'failed', 'blocked']
      return [name, property]
    }),
  )
  return { properties, required: DEMANDED.filter(name => Object.hasOwn(properties, name)) }
}

/** The text of a strict schema in the place of a loose one: code or JSON, over several lines where it stands in a fence. */
export function strictText(document: Document, schema: ResultSchema): string {
  const { literal } = schema
  const style = styleOf(document, literal)
  const { properties, required } = meant(document, schema)
  if (!document.fences.some(({ body }) => body.start <= literal.span.start && literal.span.end <= body.end))
    return inline({ type: 'object', properties, required }, style).replaceAll('`', "'")
  const eol = lineEndAt(document, literal.span.start)
  const line = document.lines.text(document.lines.index(literal.span.start))
  const indent = eol + /^[\s>]*/.exec(line)![0]
  const step = /\t/.test(indent) ? '\t' : '  '
  const key = (name: string) => keyText(name, style)
  const fields = Object.entries(properties).map(
    ([name, value]) => `${indent}${step}${step}${key(name)}: ${inline(value, style)}`,
  )
  return [
    `{${indent}${step}${key('type')}: ${inline('object', style)},`,
    `${indent}${step}${key('properties')}: {${fields.join(',')}${indent}${step}},`,
    `${indent}${step}${key('required')}: ${inline(required, style)}${indent}}`,
  ].join('')
}

/** A whole schema of a worker that says no more than how it went, below its label, for where there is none at all. */
export function schemaBlock(eol: string): string {
  const lines = [
    '**Output schema** (what every worker returns):',
    '',
    '```json',
    '{',
    '  "type": "object",',
    '  "properties": {',
    '    "id": { "type": "string" },',
    '    "result_status": { "enum": ["completed", "blocked", "failed"], "type": "string" },',
    `    "findings": { "type": "string", "maxLength": ${FINDINGS_LIMIT} },`,
    '    "error": { "type": "string" }',
    '  },',
    '  "required": ["id", "result_status", "findings"]',
    '}',
    '```',
  ]
  return lines.join(eol)
}
