import type { Document } from '../../core/types.ts'
import { readTemplateJson } from '../../markdown/template-json.ts'
import { contractsOf } from '../contract/contract.ts'
import { RESULT_FIELDS } from '../contract/promise.ts'
import { entryOf, type ResultSchema, schemaFrom, valuesOf } from '../contract/schema.ts'
import { baseName } from '../layout.ts'
import type { Part, Reading } from './compare.ts'

/** The result fields of a file, over all of its schemas, with the values that they may have. */
export function resultFieldsOf(document: Document): Reading | undefined {
  if (document.kind === 'data') return fieldsOfFile(document)
  const { schemas } = contractsOf(document)
  const [first] = schemas
  if (!first) return undefined
  const fields = new Map<string, Part & { values: Set<string> }>()
  for (const { fields: own } of schemas)
    for (const { name, keySpan, values = [] } of own) {
      const field = fields.get(name) ?? { name, span: keySpan, values: new Set() }
      fields.set(name, field)
      for (const { value } of values) field.values.add(value)
    }
  const parts = [...fields.values()].map(({ name, span, values }) => ({ name, span, ...detailOf([...values]) }))
  return { parts, at: first.keySpan ?? firstUnit(first), open: schemas.some(isOpen) }
}

const detailOf = (values: readonly string[]): { detail?: string } =>
  values.length > 1 ? { detail: [...new Set(values)].sort().join(' | ') } : {}

const firstUnit = ({ span }: Pick<ResultSchema, 'span'>) => ({ start: span.start, end: span.start + 1 })

const isOpen = ({ literal }: ResultSchema) => {
  const properties = entryOf(literal, 'properties')?.value
  return (
    literal.open === true || (properties !== undefined && (properties.kind !== 'object' || properties.open === true))
  )
}

/** The fields of a JSON file that is a contract of the wave runtime, or a JSON Schema that is derived from none. */
function fieldsOfFile(document: Document): Reading | undefined {
  const { path, text, skill } = document
  const isContract = /(?:^|\/)contracts\/[^/]+\.json$/.test(path) && !path.endsWith('.schema.json')
  const isSchema = /[.-]schema\.json$/.test(path)
  const stem = path.replace(/(?:\.strict)?\.schema\.json$/, '.json')
  const isDerived = isSchema && stem !== path && skill?.files.some(file => file.path === stem)
  if ((!isContract && !isSchema) || isDerived || baseName(path).startsWith('.')) return undefined
  const read = readTemplateJson(text, 0, text.length)
  if ('error' in read || read.value.kind !== 'object') return undefined
  if (isSchema) {
    const schema = schemaFrom(read.value, 'fence')
    if (entryOf(read.value, 'properties')?.value.kind !== 'object') return undefined
    const parts = schema.fields.map(({ name, keySpan, values = [] }) => {
      return { name, span: keySpan, ...detailOf(values.map(({ value }) => value)) }
    })
    return { parts, at: firstUnit(schema), open: isOpen(schema) }
  }
  const statuses = entryOf(read.value, 'statuses')
  const result = entryOf(read.value, 'result')
  const own = result?.value.kind === 'object' ? result.value.entries : []
  const at = result?.keySpan ?? statuses?.keySpan ?? { start: 0, end: 1 }
  const given = [...RESULT_FIELDS, 'error'].map((name): Part => {
    const isStatus = name === 'result_status' && statuses
    const values = isStatus ? (valuesOf(statuses.value) ?? []).map(({ value }) => value) : []
    return { name, span: isStatus ? statuses.keySpan : at, ...detailOf(values) }
  })
  const parts = own.map(({ key, keySpan, value }): Part => {
    const allowed = entryOf(value, 'enum')?.value
    return { name: key, span: keySpan, ...detailOf((allowed ? (valuesOf(allowed) ?? []) : []).map(one => one.value)) }
  })
  return { parts: [...given, ...parts], at }
}
