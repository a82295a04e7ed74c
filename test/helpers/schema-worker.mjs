#!/usr/bin/env node
/**
 * A worker for any contract: its result is what the schema asks for, text where text is asked for. A row whose id is in
 * `FAIL` (separated by commas) ends as failed; `SAMPLES` has fields for rows of a role. Files that the result names are made, below `ROOT` only.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

const row = JSON.parse(readFileSync(0, 'utf8'))
const schema = JSON.parse(readFileSync(process.env.WAVE_SCHEMA, 'utf8'))
const root = resolve(process.env.ROOT)

/** A value that a schema accepts. */
function sampleOf({ type, enum: values, items, properties, required = [], minimum, minItems = 0, pattern }, name) {
  if (values) return values[0]
  if (pattern) return ['50', 'a', 'A-1', 'M1'].find(text => new RegExp(pattern, 'u').test(text)) ?? ''
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: Math.max(minItems, items ? 1 : 0) }, () => sampleOf(items, name))
    case 'object':
      return Object.fromEntries(required.map(key => [key, sampleOf(properties[key], key)]))
    case 'null':
      return null
    default:
      return /path|file/.test(name) ? `out/${row.id}-${name}.md` : `${name} of ${row.id}`
  }
}

const samples = JSON.parse(process.env.SAMPLES ?? '{}')
const fails = (process.env.FAIL ?? '').split(',').includes(row.id)
const own = Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, sampleOf(field, name)]))
const result = fails
  ? { id: row.id, result_status: 'failed', error: 'it was told to fail', findings: '' }
  : { ...own, ...samples[row.role], id: row.id, result_status: 'completed', error: '' }
for (const value of Object.values(result).flat()) {
  if (typeof value !== 'string' || !value.startsWith('out/')) continue
  const path = resolve(root, value)
  if (!path.startsWith(root + sep)) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `What ${row.id} wrote.\n`)
}
const needed = Object.fromEntries(
  (schema.required ?? []).filter(name => !(name in result)).map(name => [name, own[name]]),
)
console.log(JSON.stringify({ ...needed, ...result }))
