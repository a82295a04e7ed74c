import type { Document } from '../../core/types.ts'
import { baseName } from '../layout.ts'
import { isDelegating } from '../sections.ts'
import { codesOf } from './codes.ts'
import { compare, type Read } from './compare.ts'
import { resultFieldsOf } from './contract.ts'
import { declarationsOf, reasonFor } from './declared.ts'
import type { Difference, ParityKind, ParitySetup, Side } from './difference.ts'
import { flagsOf } from './flags.ts'
import { compareFrontmatter } from './frontmatter.ts'
import { gatesIn, haveAlikeGates } from './gates.ts'
import { compareInvariants } from './invariants.ts'
import { missingSkills, orphanMirrors } from './lonely.ts'
import { compareSections } from './sections.ts'
import { statesIn } from './states.ts'
import { compareTools } from './tools.ts'
import { type Pair, placeOf, type Variant, variantsOf } from './variants.ts'

export type { Difference, ParityKind, ParitySetup, Side } from './difference.ts'

const PART_READERS: Readonly<Partial<Record<ParityKind, Read>>> = {
  contract: resultFieldsOf,
  gates: gatesIn,
  states: statesIn,
  codes: codesOf,
  flags: flagsOf,
}

/** Everything that variants are compared by. */
export const PARITY_KINDS: readonly ParityKind[] = [
  'frontmatter',
  'missing-skill',
  'orphan-mirror',
  'name-case',
  'sections',
  'contract',
  'gates',
  'states',
  'codes',
  'flags',
  'invariants',
  'tools',
]

/**
 * In what the variants of a pack's skills differ, in meaning: those whose mirror lies in this pack, and skills of this
 * pack that another client folder lacks.
 *
 * Over the pack and its siblings that is every difference once. Differences that a comment or the configuration
 * declares, with a reason, are none.
 */
export const parityOf = (pack: Document['pack'], setup: ParitySetup): Difference[] =>
  PARITY_KINDS.flatMap(kind => differencesOf(pack, kind, setup))

/** The differences of one kind. */
export function differencesOf(pack: Document['pack'], kind: ParityKind, setup: ParitySetup): Difference[] {
  if (kind === 'missing-skill') return missingSkills(pack, setup)
  if (kind === 'orphan-mirror') return orphanMirrors(pack, setup)
  const variants = variantsOf(pack, setup.variants)
  if (kind === 'name-case') return variants.flatMap(nameCase)
  return variants
    .filter(variant => !isWholeDeclared(variant, setup))
    .flatMap(variant => {
      if (kind === 'tools') return toolsOf(variant, setup)
      return variant.pairs
        .filter(({ source, mirror }) => !declarationsOf(source).whole && !declarationsOf(mirror).whole)
        .flatMap(pair => ofPair(kind, pair, variant, setup))
    })
}

const NOTHING: Pick<Difference, 'lacks' | 'adds' | 'changes'> = { lacks: [], adds: [], changes: [] }

const blankIn = (documents: readonly Document[]): Side[] =>
  [...new Set(documents)].flatMap(document => declarationsOf(document).blank.map(at => ({ document, at })))

/** Whether a skill as a whole is declared to differ: in the configuration, or at the top of either entry. */
const isWholeDeclared = ({ name, source, mirror }: Variant, { variants }: ParitySetup): boolean =>
  Boolean(reasonFor(variants, name) || declarationsOf(source.entry).whole || declarationsOf(mirror.entry).whole)

function ofPair(kind: ParityKind, pair: Pair, variant: Variant, setup: ParitySetup): Difference[] {
  const { source, mirror } = pair
  const of = (found: Partial<Difference> | undefined): Difference[] =>
    found
      ? [
          {
            kind,
            name: variant.name,
            ...NOTHING,
            ...found,
            blank: blankIn([source, mirror, variant.source.entry, variant.mirror.entry]),
          },
        ]
      : []
  if (kind === 'frontmatter')
    return compareFrontmatter(pair, setup).flatMap(({ field, other, type, otherType }) =>
      of({
        ...(other ? { changes: [{ name: field.key, source: type, mirror: otherType! }] } : { lacks: [field.key] }),
        source: { document: source, at: field.keySpan },
        mirror: { document: mirror, at: other?.keySpan ?? placeOf(mirror) },
      }),
    )
  if (kind === 'flags') return of(compare(pair, variant, flagsOf))
  // What one variant leaves to a workflow file and the other says itself cannot be compared.
  if (isDelegating(source) !== isDelegating(mirror)) return []
  if (kind === 'sections') return of(compareSections(pair, variant))
  if (kind === 'invariants') return of(compareInvariants(pair))
  if (kind === 'gates' && !haveAlikeGates(source, mirror)) return []
  const read = PART_READERS[kind]
  return read ? of(compare(pair, variant, read)) : []
}

/** A tool that the mirror lacks is told with the one that the source uses for the same. */
const toolsOf = (variant: Variant, setup: ParitySetup): Difference[] =>
  compareTools(variant, setup).map(({ used, counterpart, isLacking, source, mirror }) => ({
    kind: 'tools',
    name: variant.name,
    ...NOTHING,
    ...(isLacking ? { changes: [{ name: 'tool', source: used, mirror: counterpart }] } : { adds: [used] }),
    source,
    mirror,
    blank: blankIn([variant.source.entry, variant.mirror.entry]),
  }))

/** Names of folders and files that differ in case only. */
function nameCase({ name, source, mirror }: Variant): Difference[] {
  if ((source.kind !== 'skill' && source.kind !== 'command') || name.normalize('NFC') === mirror.name.normalize('NFC'))
    return []
  const side = (document: Document) => ({ document, at: placeOf(document) })
  const changes = [{ name: baseName(name), source: name, mirror: mirror.name }]
  return [
    { kind: 'name-case', name, ...NOTHING, changes, source: side(source.entry), mirror: side(mirror.entry), blank: [] },
  ]
}
