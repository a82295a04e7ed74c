import type { Document, Span } from '../../core/types.ts'
import { hasTraceOf, isDelegating, partsOf } from '../sections.ts'
import { codesOf } from './codes.ts'
import { isDeclared } from './declared.ts'
import type { Side } from './difference.ts'
import { statesIn } from './states.ts'
import { type Pair, placeOf, type Variant } from './variants.ts'

/** Sections that a reader of one variant misses in the other. */
const SECTIONS = ['invariants', 'error_codes', 'success_criteria', 'on_complete', 'state_machine'] as const

/** Where a document has a section, in whatever form. */
function sectionIn(document: Document, tag: string): Span | undefined {
  const [part] = partsOf(document, tag)
  if (part) return part.at
  if (tag === 'state_machine') return statesIn(document)?.at
  return tag === 'error_codes' ? codesOf(document)?.at : undefined
}

/** The sections of a source that no file of its mirror has. A mirror that leaves all to a workflow file has none. */
export function compareSections(
  { source, mirror }: Pair,
  variant: Variant,
): { source: Side; mirror: Side; lacks: string[] } | undefined {
  if (source.kind === 'data' || isDelegating(mirror)) return undefined
  const others = variant.mirror.files.filter(file => file.kind !== 'data' && !file.generator)
  const missing = SECTIONS.flatMap(tag => {
    const at = sectionIn(source, tag)
    if (!at || isDeclared(source, at)) return []
    const isThere = hasTraceOf(mirror, tag) || others.some(file => sectionIn(file, tag))
    return isThere ? [] : [{ tag, at }]
  })
  const [first] = missing
  if (!first) return undefined
  return {
    lacks: missing.map(({ tag }) => tag),
    source: { document: source, at: first.at },
    mirror: { document: mirror, at: placeOf(mirror) },
  }
}
