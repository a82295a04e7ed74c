import type { Place } from '../../core/types.ts'
import type { Way } from './islands.ts'

/** Other places that a finding names: where each state of a way is declared, at most this many. */
const PLACES = 6

/** A way as findings print it: `S_PARSE → S_PLAN → S_SHIP`; of a long one the states behind the first are left out. */
export function wayText({ nodes, omitted }: Way): string {
  const names = nodes.map(({ name }) => name)
  if (omitted) names.splice(1, 0, `… ${omitted} more …`)
  return names.join(' → ')
}

/** The states of a way, but for one, as related places. */
export function wayPlaces({ nodes }: Way, except: string): { at: Place; text: string }[] {
  const seen = new Set([except])
  const places: { at: Place; text: string }[] = []
  for (const [index, { name, span }] of nodes.entries()) {
    if (seen.has(name) || places.length === PLACES) continue
    seen.add(name)
    places.push({ at: span, text: index === 0 ? `The way begins at “${name}”.` : `It goes through “${name}”.` })
  }
  return places
}
