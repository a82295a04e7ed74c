import { nearest } from '../core/nearest.ts'
import type { Platform } from '../core/platform.ts'
import type { PlatformId, Span } from '../core/types.ts'
import type { Literal, LiteralEntry } from '../markdown/literal.ts'
import { excerpt } from './excerpt.ts'

/** A key of an agent of Codex, or its value, for which Codex drops the file. */
export type KeyFault = { at: Span; key: string } & (
  | { kind: 'unknown'; instead: string; sure: boolean }
  | { kind: 'type'; want: string; example: string }
  | { kind: 'blank' }
  | { kind: 'nickname'; name: string; reason: string }
)

const TEXTS: ReadonlySet<string> = new Set([
  ...['name', 'description', 'developer_instructions', 'model', 'model_reasoning_effort', 'sandbox_mode'],
])

const SANDBOXES: readonly string[] = ['read-only', 'workspace-write', 'danger-full-access']

const DROPS = 'Codex drops the whole file for'

/** Why a key is none of an agent’s, what to do, and whether that is sure; `undefined` for keys that Codex knows. */
function unknownKey(
  key: string,
  value: Literal,
  platform: Platform,
  platforms: Readonly<Record<PlatformId, Platform>>,
) {
  const { read, ignored } = platform.frontmatter.agent
  // A table of this name turns tools of Codex on; a list is Claude Code’s.
  const isTable = key === 'tools' && value.kind === 'object'
  if (read.includes(key) || key.startsWith('experimental_') || isTable) return undefined
  const known = Object.hasOwn(ignored, key) ? ignored[key] : undefined
  if (known) return { instead: known.instead.replace(/\.$/, ''), sure: true }
  const meant = nearest(key, read)
  if (meant) return { instead: `Write “${meant}”: ${DROPS} a key that it does not know`, sure: true }
  const other = Object.values(platforms).find(({ frontmatter }) => frontmatter.agent.read.includes(key))
  if (other) return { instead: `Remove it: it is ${other.title}’s, and ${DROPS} it`, sure: true }
  return { instead: `Remove it, or check that config.toml has it: ${DROPS} a key that it does not know`, sure: false }
}

/** Nicknames that Codex does not take: other characters, or a name twice. */
function nicknameFaults(items: readonly Literal[]): KeyFault[] {
  const seen = new Set<string>()
  return items.flatMap((item): KeyFault[] => {
    const name = item.kind === 'string' ? item.value.trim() : ''
    const isRepeated = seen.has(name)
    seen.add(name)
    if (!isRepeated && /^[A-Za-z0-9 _-]+$/.test(name)) return []
    const reason = isRepeated ? 'it is there already' : 'Codex takes no other characters than those below'
    return [{ kind: 'nickname', at: item.span, key: 'nickname_candidates', name: excerpt(name), reason }]
  })
}

function valueFaults(key: string, value: Literal, isRequired: boolean): KeyFault[] {
  const at = value.span
  if (TEXTS.has(key) && value.kind !== 'string')
    return [{ kind: 'type', at, key, want: 'text', example: 'it in quotes' }]
  if (isRequired && value.kind === 'string' && !value.value.trim()) return [{ kind: 'blank', at, key }]
  if (key === 'sandbox_mode' && value.kind === 'string' && !SANDBOXES.includes(value.value)) {
    const example = '“read-only” or “workspace-write”'
    return [{ kind: 'type', at, key, want: 'sandbox that Codex has', example }]
  }
  if (key !== 'nickname_candidates') return []
  if (value.kind === 'array' && value.items.length) return nicknameFaults(value.items)
  return [{ kind: 'type', at, key, want: 'list with a name in it', example: '[ "Ada" ]' }]
}

/** What is wrong with the top-level keys of an agent, in order. */
export function keyFaultsOf(
  entries: readonly LiteralEntry[],
  platform: Platform,
  platforms: Readonly<Record<PlatformId, Platform>>,
): KeyFault[] {
  const { required } = platform.frontmatter.agent
  return entries.flatMap(({ key, keySpan, value }): KeyFault[] => {
    const unknown = unknownKey(key, value, platform, platforms)
    if (unknown) return [{ kind: 'unknown', at: keySpan, key: excerpt(key), ...unknown }]
    return valueFaults(key, value, required.includes(key))
  })
}
