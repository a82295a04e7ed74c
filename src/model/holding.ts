import type { Span } from '../core/types.ts'

/** How many nested places are looked through. */
const DEPTH = 60

/** The last of some places, ordered by where they begin, that holds an offset: the innermost of nested ones. */
export function lastHolding<T>(places: readonly T[], spanOf: (place: T) => Span, offset: number): T | undefined {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spanOf(places[middle]!).start <= offset) low = middle + 1
    else high = middle
  }
  for (let index = low - 1; index >= Math.max(0, low - DEPTH); index--)
    if (offset < spanOf(places[index]!).end) return places[index]
  return undefined
}
