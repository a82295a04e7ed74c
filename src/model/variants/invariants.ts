import type { Document } from '../../core/types.ts'
import { itemsIn } from '../items.ts'
import { partsOf } from '../sections.ts'
import { isDeclared } from './declared.ts'
import type { Change, Side } from './difference.ts'
import type { Pair } from './variants.ts'

interface Count {
  count: number
  side: Side
}

/** How many invariants a document lists; `undefined` where it lists none, or says that they differ on purpose. */
function countOf(document: Document): Count | undefined {
  const parts = partsOf(document, 'invariants')
  const [first] = parts
  if (!first || parts.some(({ at }) => isDeclared(document, at))) return undefined
  const count = parts.reduce((sum, { body }) => sum + itemsIn(document, body).length, 0)
  return count ? { count, side: { document, at: first.at } } : undefined
}

/** Compares how many invariants two files list. */
export function compareInvariants(pair: Pair): { source: Side; mirror: Side; changes: Change[] } | undefined {
  const source = countOf(pair.source)
  const mirror = source && countOf(pair.mirror)
  if (!mirror || source.count === mirror.count) return undefined
  const changes = [{ name: 'invariants', source: String(source.count), mirror: String(mirror.count) }]
  return { source: source.side, mirror: mirror.side, changes }
}
