import type { FrontmatterKeys } from '../../core/platform.ts'
import type { Document, Field, FileKind } from '../../core/types.ts'
import { trustedFields } from '../entries.ts'
import { knownKeys, requiredKeys } from '../keys.ts'
import { isDeclared } from './declared.ts'
import type { ParitySetup } from './difference.ts'
import type { Pair } from './variants.ts'

/** A key that the mirror lacks, or whose value is of another type there. */
export interface FieldDifference {
  field: Field
  /** The mirror's; absent where the key is missing. */
  other?: Field
  /** What the values are, as told to a reader. */
  type: string
  otherType?: string
}

const KINDS: ReadonlySet<FileKind> = new Set(['skill', 'command', 'agent', 'role'])

/** Keys that every client has in a form or a place of its own, or that converters drop on purpose. */
const OWN_FORM: ReadonlySet<string> = new Set([
  'allowed-tools',
  'disallowed-tools',
  'tools',
  'disable-model-invocation',
  'auto-continue',
  'model',
  'skills',
  'hooks',
  // Of sources: what they say has been done when a variant stands in its folder.
  'platforms',
  'invocation',
])

/** `inner_loop` is a switch or the word `dynamic`. */
const SWITCH_OR_WORD = new Set(['inner_loop'])

function typeOf({ key, value }: Field): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (SWITCH_OR_WORD.has(key) && (typeof value === 'boolean' || value === 'dynamic')) return 'a switch'
  // YAML makes a number of a version; what matters is that both are one value.
  return typeof value === 'boolean' ? 'a switch' : 'text'
}

/** What a client reads in a kind of file; roles are read by the pack alone. */
function keysFor({ kind, pack }: Document, { platforms }: ParitySetup): FrontmatterKeys | undefined {
  return kind === 'skill' || kind === 'command' || kind === 'agent'
    ? platforms[pack.platform].frontmatter[kind]
    : undefined
}

/** Whether a mirror has to have a key at all, and in the same form. */
function isShared(key: string, { source, mirror }: Pair, setup: ParitySetup): boolean {
  if (OWN_FORM.has(key)) return false
  const [from, to] = [keysFor(source, setup), keysFor(mirror, setup)]
  if (!from || !to) return true
  return !Object.hasOwn(to.ignored, key) && (to.read.includes(key) || !from.read.includes(key))
}

/** The trusted fields of a document by key; of a key that stands twice nobody knows which one counts. */
function onceIn(document: Document): Map<string, Field> {
  const all = trustedFields(document)
  const counts = new Map<string, number>()
  for (const { key } of document.meta.fields) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Map(all.filter(({ key }) => counts.get(key) === 1).map(field => [field.key, field]))
}

/**
 * The keys of a source's frontmatter that its mirror lacks or has in another type.
 *
 * Left out: keys that the mirror's client ignores or has in a form of its own, those that no reader knows (only their
 * type is compared), and what a broken block may hold.
 */
export function compareFrontmatter(pair: Pair, setup: ParitySetup): FieldDifference[] {
  const { source, mirror } = pair
  const isBlock = ({ kind, meta }: Document) => KINDS.has(kind) && meta.state === 'closed'
  if (!isBlock(source) || !isBlock(mirror)) return []
  const fields = onceIn(mirror)
  const isSound = mirror.meta.faults.length === 0 && mirror.meta.isMap
  const isKnown = knownKeys(source.kind, setup.platforms)
  const required = requiredKeys(mirror)
  const isTwice = (key: string) => mirror.meta.fields.filter(field => field.key === key).length > 1
  return [...onceIn(source).values()].flatMap((field): FieldDifference[] => {
    const { key } = field
    if (field.value === null || field.value === '' || isTwice(key)) return []
    if (!isShared(key, pair, setup) || isDeclared(source, field.keySpan)) return []
    const other = fields.get(key)
    const type = typeOf(field)
    if (!other) {
      const isAsked = source.kind === 'role' || (isKnown.has(key) && !required.includes(key))
      return isSound && isAsked ? [{ field, type }] : []
    }
    const otherType = typeOf(other)
    return type === otherType || isDeclared(mirror, other.keySpan) ? [] : [{ field, other, type, otherType }]
  })
}
