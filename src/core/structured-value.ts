import { DEPTH_LIMIT, definitionOf, isKeywords, type JsonSchema, namesIn, own, typeOf, typesOf } from './json-schema.ts'

/**
 * A result in the structured form as the schema itself wants it: without the nulls that stand for absent properties.
 *
 * Where the schema offers a choice (`anyOf`), the first part that the value fits says which properties are optional.
 */
export function fromStructured(value: unknown, schema: JsonSchema): unknown {
  const strip = (inner: unknown, source: unknown): unknown => {
    const target = resolve(source, schema)
    const parts = own(target, 'anyOf')
    if (Array.isArray(parts)) {
      const part = parts.find(candidate => fits(inner, candidate, schema))
      return part === undefined ? inner : strip(inner, part)
    }
    if (Array.isArray(inner)) return inner.map(item => strip(item, own(target, 'items')))
    if (!isKeywords(inner)) return inner
    const required = namesIn(own(target, 'required'))
    const kept = Object.entries(inner).filter(([name, held]) => held !== null || required.includes(name))
    return Object.fromEntries(kept.map(([name, held]) => [name, strip(held, own(own(target, 'properties'), name))]))
  }
  return strip(value, schema)
}

/** What references lead to. */
function resolve(schema: unknown, root: JsonSchema): unknown {
  let target = schema
  for (let step = 0; step < DEPTH_LIMIT && own(target, '$ref') !== undefined; step++) {
    const definition = definitionOf(own(target, '$ref'))
    target = definition && own(own(root, definition.home), definition.name)
  }
  return target
}

/** Whether a value in the structured form has the shape of a part: types, fixed values, properties. */
function fits(value: unknown, schema: unknown, root: JsonSchema): boolean {
  const target = resolve(schema, root)
  if (!isKeywords(target)) return false
  const { anyOf, items } = target
  if (Array.isArray(anyOf) && !anyOf.some(part => fits(value, part, root))) return false
  const types = typesOf(target)
  const type = typeOf(value)
  if (types.length && !types.includes(type) && !(types.includes('integer') && Number.isInteger(value))) return false
  const values = 'const' in target ? [target['const']] : target['enum']
  if (Array.isArray(values) && !values.some(known => JSON.stringify(known) === JSON.stringify(value))) return false
  if (Array.isArray(value)) return value.every(item => fits(item, items, root))
  if (!isKeywords(value)) return true
  const required = namesIn(target['required'])
  return (
    required.every(name => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, held]) => {
      const property = own(target['properties'], name)
      return property !== undefined && ((held === null && !required.includes(name)) || fits(held, property, root))
    })
  )
}
