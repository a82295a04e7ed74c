import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { MaestroError } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import type { MaestroConfig } from './config.ts'
import { configSchema } from './schema.ts'

/**
 * Checks a loaded value against the schema of configurations.
 *
 * @throws MaestroError `bad-config` that names the place, what is wrong there and what was probably meant.
 */
export function checkConfig(value: unknown, file: string): MaestroConfig {
  const validate = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(configSchema())
  if (validate(value)) return value as MaestroConfig
  const errors = validate.errors ?? []
  const worst = errors.find(error => error.keyword === 'additionalProperties') ?? deepest(errors)
  throw new MaestroError('bad-config', `“${file}” is not a valid configuration: ${explain(worst)}`)
}

/** The error that lies deepest in the value is the one that a user can point at. */
const deepest = (errors: readonly ErrorObject[]) =>
  [...errors]
    .filter(error => error.keyword !== 'anyOf')
    .sort((a, b) => b.instancePath.split('/').length - a.instancePath.split('/').length)[0] ?? errors[0]!

/** A value in a message; what may be cyclic or long by its kind alone. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value)
}

function explain(error: ErrorObject): string {
  const place =
    error.instancePath
      .split('/')
      .slice(1)
      .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .join(' → ') || 'the top level'
  if (error.keyword === 'additionalProperties') {
    const { additionalProperty: name } = error.params as { additionalProperty: string }
    const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
    const meant = nearest(name, known)
    return `${place} has no “${name}”.${meant ? ` Did you mean “${meant}”?` : ''}`
  }
  if (error.keyword === 'enum') {
    const { allowedValues } = error.params as { allowedValues: unknown[] }
    return `${place} is ${shown(error.data)}, expected one of ${allowedValues.join(', ')}.`
  }
  return `${place} ${error.message ?? 'is wrong'}.`
}
