import type { Document, Span } from '../core/types.ts'
import { readYamlBlock, type YamlBlock, type YamlPath } from '../markdown/yaml-block.ts'

/** Something that is wrong with an `agents/openai.yaml`; spans are those of the file. */
export interface OpenaiFault {
  kind: 'invalid' | 'unknown' | 'type' | 'length' | 'path' | 'color' | 'missing' | 'prompt'
  at: Span
  /** The key with those above it: `interface.display_name`. */
  key: string
  /** What is wanted, or why it could not be read. */
  want: string
  size?: number
}

/** Keys of a mapping, with the most characters that Codex takes of a string; `null` for what is no string. */
type Shape = Readonly<Record<string, number | null>>

// The limits are those of the loader (openai/codex codex-rs/core-skills/src/loader.rs).
const NAME = 64
const TEXT = 1024

const SHAPES: Readonly<Record<string, Shape>> = {
  '': { interface: null, policy: null, dependencies: null, dynamic_context: null },
  interface: {
    display_name: NAME,
    short_description: TEXT,
    icon_small: null,
    icon_large: null,
    brand_color: null,
    default_prompt: TEXT,
  },
  policy: { allow_implicit_invocation: null, products: null },
  dependencies: { tools: null },
  'dependencies.tools': {
    type: NAME,
    value: TEXT,
    description: TEXT,
    transport: NAME,
    command: TEXT,
    url: TEXT,
  },
}

/** Known keys at a place of the file, for “did you mean”. */
export const openaiKeys = (place: string): readonly string[] => Object.keys(SHAPES[place] ?? {})

/** Whether a file is what Codex reads beside a skill. */
export const isOpenaiYaml = ({ kind, path, skill }: Document): boolean =>
  kind === 'data' && skill !== undefined && path === `${skill.dir}/agents/openai.yaml`

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A path as Codex reads it: relative, below `assets`, without a step up unless a plugin shares its own. */
function iconFault(icon: string, isPlugin: boolean): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(icon)) return 'a path relative to the skill, below “assets/”'
  const parts = icon.split(/[/\\]/).filter(part => part && part !== '.')
  if (parts.includes('..'))
    return isPlugin && parts.includes('assets') ? undefined : 'a path without “..”, below “assets/”'
  return parts[0] === 'assets' && parts.length > 1 ? undefined : 'a path below “assets/”'
}

function faultsOfMapping(yaml: YamlBlock, value: Mapping, place: string, path: YamlPath): OpenaiFault[] {
  const shape = SHAPES[place]
  if (!shape) return []
  const faults: OpenaiFault[] = []
  for (const [name, held] of Object.entries(value)) {
    const here = [...path, name]
    const key = place ? `${place}.${name}` : name
    const at = yaml.at(here)
    const limit = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (limit === undefined) faults.push({ kind: 'unknown', at: yaml.keyAt(here), key, want: '' })
    else if (held === null || limit === null) continue
    else if (typeof held !== 'string') faults.push({ kind: 'type', at, key, want: 'text in quotes' })
    else {
      const size = [...held.split(/\s+/).join(' ').trim()].length
      if (size > limit) faults.push({ kind: 'length', at, key, want: String(limit), size })
    }
  }
  return faults
}

/** Holds an `agents/openai.yaml` to what Codex’s loader takes; `name` is the skill’s. */
export function openaiFaultsOf({ text }: Document, name: string, isPlugin: boolean): OpenaiFault[] {
  const yaml = readYamlBlock(text, 0)
  const broken = yaml.faults[0]
  if (broken) return [{ kind: 'invalid', at: broken.span, key: '', want: broken.reason }]
  const top = yaml.value
  if (top === null || top === undefined) return []
  if (!isMapping(top)) return [{ kind: 'invalid', at: yaml.at([]), key: '', want: 'it is no mapping of keys' }]
  const faults = faultsOfMapping(yaml, top, '', [])
  for (const place of ['interface', 'policy', 'dependencies']) {
    const held = top[place]
    if (isMapping(held)) faults.push(...faultsOfMapping(yaml, held, place, [place]))
    else if (held !== null && held !== undefined)
      faults.push({ kind: 'type', at: yaml.at([place]), key: place, want: 'a mapping of keys' })
  }

  const face: Mapping = isMapping(top.interface) ? top.interface : {}
  for (const key of ['icon_small', 'icon_large']) {
    const icon = face[key]
    if (icon === null || icon === undefined || icon === '') continue
    const at = yaml.at(['interface', key])
    const want = typeof icon === 'string' ? iconFault(icon, isPlugin) : 'a path below “assets/”'
    if (want) faults.push({ kind: 'path', at, key: `interface.${key}`, want })
  }
  const color = face.brand_color
  if (color !== null && color !== undefined && !(typeof color === 'string' && /^#[\da-f]{6}$/i.test(color.trim())))
    faults.push({ kind: 'color', at: yaml.at(['interface', 'brand_color']), key: 'interface.brand_color', want: '' })
  const prompt = face.default_prompt
  if (typeof prompt === 'string' && prompt.trim() && !prompt.includes(`$${name}`))
    faults.push({
      kind: 'prompt',
      at: yaml.at(['interface', 'default_prompt']),
      key: 'interface.default_prompt',
      want: `$${name}`,
    })

  const policy: Mapping = isMapping(top.policy) ? top.policy : {}
  const implicit = policy.allow_implicit_invocation
  if (implicit !== null && implicit !== undefined && typeof implicit !== 'boolean')
    faults.push({
      kind: 'type',
      at: yaml.at(['policy', 'allow_implicit_invocation']),
      key: 'policy.allow_implicit_invocation',
      want: '“true” or “false” without quotes',
    })
  if (policy.products !== null && policy.products !== undefined && !Array.isArray(policy.products))
    faults.push({ kind: 'type', at: yaml.at(['policy', 'products']), key: 'policy.products', want: 'a list' })

  const tools = isMapping(top.dependencies) ? top.dependencies.tools : undefined
  if (tools !== null && tools !== undefined && !Array.isArray(tools))
    faults.push({ kind: 'type', at: yaml.at(['dependencies', 'tools']), key: 'dependencies.tools', want: 'a list' })
  for (const [index, tool] of (Array.isArray(tools) ? tools : []).entries()) {
    const path = ['dependencies', 'tools', index]
    if (!isMapping(tool)) {
      faults.push({ kind: 'type', at: yaml.at(path), key: 'dependencies.tools', want: 'a mapping of keys' })
      continue
    }
    faults.push(...faultsOfMapping(yaml, tool, 'dependencies.tools', path))
    for (const key of ['type', 'value'])
      if (tool[key] === undefined || tool[key] === null || tool[key] === '')
        faults.push({ kind: 'missing', at: yaml.at(path), key: `dependencies.tools.${key}`, want: key })
  }
  return faults.sort((a, b) => a.at.start - b.at.start)
}
