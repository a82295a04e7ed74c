import type { ControllerManifest } from '../core/swarm-manifest.ts'
import type { Document, Span } from '../core/types.ts'
import type { Literal } from '../markdown/literal.ts'
import { readTemplateJson } from '../markdown/template-json.ts'

type ObjectLiteral = Literal & { kind: 'object' }

/** A setting that a controller does not know, or a value that it does not take. */
export interface ConfigDrift {
  /** Dotted: `convergence.budget_tokens`. */
  path: string
  span: Span
  /** The value that is none; absent where the key itself is unknown. */
  value?: string
  /** What the controller knows there. */
  known: readonly string[]
}

/** Sections of a swarm configuration; other files of a skill have some of these words as well, hardly two of them. */
const SECTIONS = ['swarm', 'aco', 'task_space', 'scoring', 'ant_prompt', 'convergence']
/** Sections that nothing but a swarm configuration has. */
const TELLING = ['aco', 'task_space', 'convergence']

const settings = ({ entries }: ObjectLiteral) => entries.filter(({ key }) => !key.startsWith('_'))

function isConfig(literal: ObjectLiteral, known: readonly string[], isWhole: boolean): boolean {
  const found = settings(literal)
  const sections = found.filter(({ key, value }) => SECTIONS.includes(key) && value.kind === 'object')
  const isTelling = sections.some(({ key }) => TELLING.includes(key))
  return isTelling && (isWhole ? sections.length > 1 : found.every(({ key }) => known.includes(key)))
}

/**
 * The configurations of a swarm session that a document shows: the document itself when it is JSON, or fences of JSON
 * that hold sections of one.
 */
export function configsIn(document: Document): ObjectLiteral[] {
  const { text, kind, path, fences } = document
  const read = (span: Span, isWhole: boolean): ObjectLiteral[] => {
    if (!TELLING.some(word => text.slice(span.start, span.end).includes(`"${word}"`))) return []
    const found = readTemplateJson(text, span.start, span.end)
    if (!('value' in found) || found.value.kind !== 'object') return []
    return isConfig(found.value, [...SECTIONS, 'validation', '$schema'], isWhole) ? [found.value] : []
  }
  if (kind === 'data') return path.endsWith('.json') ? read({ start: 0, end: text.length }, true) : []
  return fences.filter(({ lang }) => /^(?:json[c5]?)?$/.test(lang)).flatMap(({ body }) => read(body, false))
}

/** Settings of a configuration that a controller does not read, and values that it does not take. */
export function driftOf(config: ObjectLiteral, { config: keys, values }: ControllerManifest): ConfigDrift[] {
  const found: ConfigDrift[] = []
  const walk = (object: ObjectLiteral, section: string) => {
    const known = Object.hasOwn(keys, section) ? keys[section] : undefined
    for (const { key, keySpan, value } of settings(object)) {
      if (!/^[\w$-]+$/.test(key)) continue
      const path = section ? `${section}.${key}` : key
      const taken = Object.hasOwn(values, path) ? values[path] : undefined
      if (known && !known.includes(key)) found.push({ path, span: keySpan, known })
      else if (value.kind === 'object') {
        // What is no section holds names of the user's own: `task_space.eta.nodes`.
        if (!section || Object.hasOwn(keys, path)) walk(value, path)
      } else if (taken && value.kind === 'string' && !value.template && /^[\w-]+$/.test(value.value))
        if (!taken.includes(value.value)) found.push({ path, span: value.span, value: value.value, known: taken })
    }
  }
  walk(config, '')
  return found
}
