import type { Document, Span } from '../../core/types.ts'
import { type Literal, type LiteralEntry, readJsLiteral, toValue } from '../../markdown/literal.ts'
import { readTemplateJson } from '../../markdown/template-json.ts'
import type { SpawnUse } from './spawn.ts'
import { argumentOf } from './spawn.ts'
import { lineBefore } from './text.ts'

/** A result field of a schema. */
export interface SchemaField {
  name: string
  keySpan: Span
  /** What describes the field. */
  literal: Literal
  type?: string
  /** Allowed values with where they stand. */
  values?: { value: string; span: Span }[]
  maxLength?: number
  description?: string
}

/**
 * The shape of a worker's result, as a document writes it.
 *
 * `strict` ones are JSON Schemas (`type`, `properties`, `required`); others only list fields. `call` schemas stand in
 * the call, `fence` ones under a label, `const` ones behind a name.
 */
export interface ResultSchema {
  from: 'call' | 'fence' | 'const'
  strict: boolean
  /** Parts of a JSON Schema that are missing. */
  missing: ('type' | 'properties' | 'required')[]
  literal: Literal & { kind: 'object' }
  span: Span
  /** The argument's or the constant's name. */
  keySpan?: Span
  name?: string
  fields: SchemaField[]
  required: { name: string; span: Span }[]
  requiredSpan?: Span
  /** The call that passes it. */
  use?: SpawnUse
}

/** An entry of an object literal by its key. */
export const entryOf = (literal: Literal | undefined, key: string): LiteralEntry | undefined =>
  literal?.kind === 'object' ? literal.entries.find(candidate => candidate.key === key) : undefined

/** Values of `["a", "b"]`, `[a|b]`, `"a|b"` or `"a" | "b"`. */
export function valuesOf(literal: Literal): { value: string; span: Span }[] | undefined {
  switch (literal.kind) {
    case 'string': {
      if (!literal.value.includes('|')) return [{ value: literal.value, span: literal.span }]
      return literal.value.split('|').map(value => ({ value: value.trim(), span: literal.span }))
    }
    case 'name':
      return [{ value: literal.name, span: literal.span }]
    case 'array':
      return literal.items.flatMap(item => valuesOf(item) ?? [])
    case 'union':
      return literal.options.flatMap(item => valuesOf(item) ?? [])
    default:
      return undefined
  }
}

function fieldOf({ key, keySpan, value }: LiteralEntry, strict: boolean): SchemaField {
  const field: SchemaField = { name: key, keySpan, literal: value }
  if (!strict) {
    const values =
      value.kind === 'array' || value.kind === 'union' || value.kind === 'string' ? valuesOf(value) : undefined
    if (values && values.length > 1) field.values = values
    return field
  }
  const type = entryOf(value, 'type')?.value
  if (type?.kind === 'string') field.type = type.value
  const allowed = entryOf(value, 'enum')?.value
  if (allowed) field.values = valuesOf(allowed) ?? []
  const length = entryOf(value, 'maxLength')?.value
  if (length?.kind === 'number') field.maxLength = length.value
  const description = entryOf(value, 'description')?.value
  if (description && typeof toValue(description) === 'string') field.description = toValue(description) as string
  return field
}

/** Strings and comments that end. */
const WHOLE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\//g

/** Whether a quote somewhere in a literal is never closed, so that what was read after it is not what its author wrote. */
const isBroken = (text: string, { span }: Literal): boolean =>
  /["'`\\]/.test(text.slice(span.start, span.end).replace(WHOLE, ''))

/** Says of all parts of a literal that more may be in them than was read. */
function open(literal: Literal) {
  if (literal.kind !== 'object' && literal.kind !== 'array') return
  literal.open = true
  for (const part of literal.kind === 'object' ? literal.entries.map(({ value }) => value) : literal.items) open(part)
}

/** The name that an item of `required` is. */
function nameIn(literal: Literal): { name: string; span: Span }[] {
  if (literal.kind === 'string') return [{ name: literal.value, span: literal.span }]
  return literal.kind === 'name' ? [{ name: literal.name, span: literal.span }] : []
}

/** Reads an object literal as a schema. */
export function schemaFrom(
  literal: Literal & { kind: 'object' },
  from: ResultSchema['from'],
  more: Partial<Pick<ResultSchema, 'keySpan' | 'name' | 'use'>> = {},
): ResultSchema {
  const type = entryOf(literal, 'type')?.value
  const properties = entryOf(literal, 'properties')?.value
  const required = entryOf(literal, 'required')?.value
  const missing: ResultSchema['missing'] = []
  if (!(type?.kind === 'string' && type.value === 'object')) missing.push('type')
  if (properties?.kind !== 'object') missing.push('properties')
  if (required?.kind !== 'array') missing.push('required')
  const isSchema = properties?.kind === 'object'
  const entries = properties?.kind === 'object' ? properties.entries : literal.entries
  return {
    from,
    strict: missing.length === 0,
    missing,
    literal,
    span: literal.span,
    fields: entries.map(item => fieldOf(item, isSchema)),
    required: required?.kind === 'array' ? required.items.flatMap(nameIn) : [],
    ...(required ? { requiredSpan: required.span } : {}),
    ...more,
  }
}

const LABEL = /output[\s_-]?schema|result[\s_-]schema|输出(?:模式|结构|架构)|结果(?:模式|结构)/i
/** Labels of what is no schema but a result that follows one. */
const INSTANCE =
  /\b(?:match(?:es|ing)?|conform(?:s|ing)?|examples?|samples?|instances?|e\.g\.)(?!\w)|符合|遵循|示例|例如|样例/i
const DECLARED =
  /(?:^|\n)[ \t]*(?:(?:export\s+)?(?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)|([A-Z][A-Z0-9_]*SCHEMA))[ \t]*=[ \t]*(?=\{)/g
/** The tool that a worker of a fan-out reports with. */
const REPORT = 'report_agent_job_result'

/** Names that calls, and prose around the argument’s name, give their schemas. */
function namesOf(document: Document, uses: readonly SpawnUse[]): Set<string> {
  const names = new Set<string>()
  for (const use of uses) {
    const value = argumentOf(use, 'output_schema')?.value
    if (value?.kind === 'name') names.add(value.name)
  }
  for (const [, name] of document.text.matchAll(/output_schema\b[^\n]{0,80}?\b([A-Z][A-Z0-9_]*SCHEMA)\b/g))
    names.add(name!)
  return names
}

/**
 * All result schemas of a document, in order.
 *
 * Those in calls; declared ones that a call or the word `output_schema` names, or that have `result_status`; fences
 * below a label that says so. A fence without `result_status` counts only where workers are started or told to report.
 */
export function schemasOf(document: Document, uses: readonly SpawnUse[]): ResultSchema[] {
  const { text, fences } = document
  const schemas: ResultSchema[] = []
  for (const use of uses) {
    const argument = argumentOf(use, 'output_schema')
    if (use.form === 'call' && !use.negated && argument?.value.kind === 'object')
      schemas.push(schemaFrom(argument.value, 'call', { keySpan: argument.keySpan, use }))
  }
  const names = namesOf(document, uses)
  const isFanOut = uses.some(({ negated }) => !negated) || text.includes(REPORT)
  for (const fence of fences) {
    const { body, lang } = fence
    if (!/^(?:|json|jsonc|json5|js|javascript|ts|typescript)$/.test(lang)) continue
    const content = text.slice(body.start, body.end)
    for (const match of content.matchAll(DECLARED)) {
      const name = (match[1] ?? match[2])!
      const read = readJsLiteral(text.slice(0, body.end), body.start + match.index + match[0].length)
      if ('error' in read || read.value.kind !== 'object') continue
      const schema = schemaFrom(read.value, 'const', { name })
      if (names.has(name) || (/SCHEMA$/i.test(name) && hasStatus(schema))) schemas.push(schema)
    }
    if (!content.trimStart().startsWith('{')) continue
    const read = readTemplateJson(text, body.start, body.end)
    if ('error' in read || read.value.kind !== 'object') continue
    const before = lineBefore(document, fence.span.start)
    const schema = schemaFrom(read.value, 'fence', before ? { keySpan: before.span } : {})
    const isSchema = entryOf(read.value, 'properties')?.value.kind === 'object'
    const isLabelled = before !== undefined && LABEL.test(before.text) && !/^\s*[|]/.test(before.text)
    const isLabelledSchema = isLabelled && (isSchema || !INSTANCE.test(before.text))
    if ((isSchema || isLabelledSchema) && hasStatus(schema)) schemas.push(schema)
    else if (isLabelledSchema && isFanOut && (isSchema || schema.fields.some(({ name }) => name === 'id')))
      schemas.push(schema)
  }
  for (const { literal } of schemas) if (isBroken(text, literal)) open(literal)
  return schemas.sort((a, b) => a.span.start - b.span.start)
}

const hasStatus = ({ fields }: ResultSchema) => fields.some(({ name }) => name === 'result_status')
