import { nearest } from '../core/nearest.ts'
import type { Platform } from '../core/platform.ts'
import type { Document, FileKind, PlatformId } from '../core/types.ts'
import { trustedFields } from './entries.ts'

type Platforms = Readonly<Record<PlatformId, Platform>>

/** The six keys of a skill (agentskills.io/specification). */
export const SPEC_KEYS: readonly string[] = [
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
]

/** Keys of skills, commands and agents that packs read themselves; the last three are those of sources. */
const PACK_KEYS = [
  ...SPEC_KEYS,
  'argument-hint',
  'disable-model-invocation',
  'invocation-note',
  'model',
  'auto-continue',
  'session-mode',
  'contract',
  'consumes',
  'produces',
  'version',
  'tools',
  'platforms',
  'invocation',
]

/** Keys of roles. No client reads them: the coordinator does. */
const ROLE_KEYS = [
  'role',
  'prefix',
  'inner_loop',
  'output_tag',
  'message_types',
  'additional_prefixes',
  'discuss_rounds',
  'cli_tools',
]

/** Keys that some client reads, or is known to ignore, in a kind of file, and those that packs read themselves. */
export function knownKeys(kind: FileKind, platforms: Platforms): Set<string> {
  const tables = Object.values(platforms).flatMap(({ frontmatter }) =>
    kind === 'agent' ? [frontmatter.agent] : [frontmatter.skill, frontmatter.command],
  )
  return new Set([
    ...(kind === 'role' ? ROLE_KEYS : []),
    ...PACK_KEYS,
    ...tables.flatMap(({ required, read, ignored }) => [...required, ...read, ...Object.keys(ignored)]),
  ])
}

/**
 * Keys that a skill, command or agent has to have.
 *
 * A command is named by its file; where another command of the pack has a `name`, the pack relies on it.
 */
export function requiredKeys(document: Document): readonly string[] {
  const { kind, pack } = document
  if (kind === 'skill' || kind === 'agent') return ['name', 'description']
  if (kind !== 'command') return []
  const areNamed = pack.documents.some(
    other => other !== document && other.kind === 'command' && other.meta.at('name') !== undefined,
  )
  return areNamed ? ['name', 'description'] : ['description']
}

/** The unknown key of a document that was probably meant to be a required one which is missing. */
export function misspelled(document: Document, required: string, known: ReadonlySet<string>) {
  const fields = trustedFields(document)
  if (fields.some(({ key }) => key === required)) return undefined
  return fields.find(({ key }) => !known.has(key) && nearest(key, known) === required)
}
