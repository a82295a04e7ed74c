import type { Document, Span } from '../../core/types.ts'
import { isDeclared } from './declared.ts'
import type { Change, Difference, Side } from './difference.ts'
import type { Pair, Variant } from './variants.ts'

/** One thing of a construct: a field, a gate, a state, a code. */
export interface Part {
  name: string
  span: Span
  /** What else has to agree, as told to a reader; parts without it agree by name. */
  detail?: string
}

/** A construct as one file has it. */
export interface Reading {
  parts: readonly Part[]
  /** Where the construct begins. */
  at: Span
  /** Whether it may have more parts than were read: an ellipsis, a part that is inherited. */
  open?: boolean
  /** Whether it is one also without parts: a hint without flags. */
  mayBeEmpty?: boolean
  /** Whether it has a part under another spelling of a name. */
  takes?(name: string): boolean
}

/** Reads a construct from a file; `undefined` where the file has none. */
export type Read = (document: Document) => Reading | undefined

type Compared = Pick<Difference, 'lacks' | 'adds' | 'changes'> & { source: Side; mirror: Side }

/**
 * Compares a construct that both files of a pair have, part by part and in no order; `undefined` where they agree.
 *
 * Parts that are declared to differ are left out. A part that stands in another file of the other variant is not
 * lacking there.
 */
export function compare({ source, mirror }: Pair, variant: Variant, read: Read): Compared | undefined {
  const [left, right] = [readOnce(read, source), readOnce(read, mirror)]
  if (!left || !right) return undefined
  const own = (document: Document, { parts }: Reading) =>
    distinct(parts.filter(({ span }) => !isDeclared(document, span)))
  const [ours, theirs] = [own(source, left), own(mirror, right)]
  const isThere = (document: Document, reading: Reading, parts: readonly Part[]) =>
    parts.length > 0 || (reading.mayBeEmpty && !isDeclared(document, reading.at))
  if (!isThere(source, left, ours) || !isThere(mirror, right, theirs)) return undefined

  const isIn = ({ parts, takes }: Reading) => {
    const names = new Set(parts.map(({ name }) => name))
    return ({ name }: Part) => names.has(name) || takes?.(name) === true
  }
  const without = (parts: readonly Part[], other: Reading, files: readonly Document[], but: Document) => {
    const isOther = isIn(other)
    const missing = other.open ? [] : parts.filter(part => !isOther(part))
    if (!missing.length) return []
    const others = files.flatMap(file => (file === but || file.generator ? [] : (readOnce(read, file)?.parts ?? [])))
    const names = new Set(others.map(({ name }) => name))
    return missing.filter(({ name }) => !names.has(name))
  }
  const lacks = without(ours, right, variant.mirror.files, mirror)
  const adds = without(theirs, left, variant.source.files, source)
  const byName = new Map(theirs.map(part => [part.name, part]))
  const changed = ours.flatMap(part => {
    const other = byName.get(part.name)
    const isSame = part.detail === undefined || other?.detail === undefined || part.detail === other.detail
    return other && !isSame ? [[part, other] as const] : []
  })
  if (!lacks.length && !adds.length && !changed.length) return undefined
  const changes = changed.map(([a, b]): Change => ({ name: a.name, source: a.detail!, mirror: b.detail! }))
  const [change] = changed
  return {
    lacks: lacks.map(({ name }) => name),
    adds: adds.map(({ name }) => name),
    changes,
    source: { document: source, at: change?.[0].span ?? lacks[0]?.span ?? left.at },
    mirror: { document: mirror, at: change?.[1].span ?? adds[0]?.span ?? right.at },
  }
}

const known = new WeakMap<Read, WeakMap<Document, { reading: Reading | undefined }>>()

function readOnce(read: Read, document: Document): Reading | undefined {
  const own = known.get(read) ?? new WeakMap<Document, { reading: Reading | undefined }>()
  known.set(read, own)
  const found = own.get(document) ?? { reading: read(document) }
  own.set(document, found)
  return found.reading
}

/** Parts of one name as one, the first. */
function distinct(parts: readonly Part[]): Part[] {
  const found = new Map<string, Part>()
  for (const part of parts) if (!found.has(part.name)) found.set(part.name, part)
  return [...found.values()]
}
