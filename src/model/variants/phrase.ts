import type { Document, Span } from '../../core/types.ts'
import { excerpt } from '../excerpt.ts'
import { baseName } from '../layout.ts'
import type { Difference, Side } from './difference.ts'

/** Names that one sentence holds before it only counts. */
const SHOWN = 4

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map(name => `“${excerpt(name)}”`)
  return names.length > SHOWN ? `${shown.join(', ')} and ${names.length - SHOWN} more` : shown.join(', ')
}

/** In what a mirror differs, as clauses about it: `it lacks “E002”; it adds “W009”; “1” has 2 REQUIRED, not 3 REQUIRED`. */
export function clausesOf({ lacks, adds, changes }: Pick<Difference, 'lacks' | 'adds' | 'changes'>): string {
  const clauses = [
    ...(lacks.length ? [`it lacks ${listed(lacks)}`] : []),
    ...(adds.length ? [`it adds ${listed(adds)}`] : []),
    ...changes.slice(0, SHOWN).map(({ name, source, mirror }) => `“${excerpt(name)}” has ${mirror}, not ${source}`),
    ...(changes.length > SHOWN ? [`so do ${changes.length - SHOWN} more`] : []),
  ]
  return clauses.join('; ')
}

/** The client folder of a place, as written: `.claude`. */
export const folderOf = ({ document }: Side): string => baseName(document.pack.dir)

/** What a finding about a difference needs: it stands on the mirror and names the source, which `text` calls. */
export function findingOf(
  difference: Difference,
  text: string,
): {
  in: Document
  at: Span
  data: { source: string; what: string }
  related: { in: Document; at: Span; text: string }[]
} {
  const { mirror, source, blank } = difference
  const home = (mirror ?? source)!
  const others = mirror && source ? [{ in: source.document, at: source.at, text }] : []
  const silent = blank.map(({ document, at }) => ({
    in: document,
    at,
    text: 'This comment gives no reason, so it declares nothing.',
  }))
  return {
    in: home.document,
    at: home.at,
    data: { source: source ? folderOf(source) : '', what: clausesOf(difference) },
    related: [...others, ...silent],
  }
}
