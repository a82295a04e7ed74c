import { namesOf, type Problem, shuffled, unvisited } from './problem.ts'
import type { Random } from './random.ts'

/** burma14 of TSPLIB (Reinelt, public): latitude and longitude of 14 towns as degrees.minutes. */
const BURMA: readonly (readonly [number, number])[] = [
  [16.47, 96.1],
  [16.47, 94.44],
  [20.09, 92.54],
  [22.39, 93.37],
  [25.23, 97.24],
  [22.0, 96.05],
  [20.47, 97.02],
  [17.2, 96.29],
  [16.3, 97.38],
  [14.05, 98.12],
  [16.53, 97.38],
  [21.52, 95.59],
  [19.41, 97.13],
  [20.09, 94.55],
]
const BURMA_OPTIMUM = 3323

/** Distance of two places in km as TSPLIB 95 defines its GEO weights (its pi is 3.141592). */
function geoDistance(a: readonly [number, number], b: readonly [number, number]): number {
  const radians = (value: number) => {
    const degrees = Math.trunc(value)
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: TSPLIB’s own pi; the true one gives other distances.
    return (3.141592 * (degrees + (5 * (value - degrees)) / 3)) / 180
  }
  const [latA, lonA, latB, lonB] = [radians(a[0]), radians(a[1]), radians(b[0]), radians(b[1])]
  const q1 = Math.cos(lonA - lonB)
  const q2 = Math.cos(latA - latB)
  const q3 = Math.cos(latA + latB)
  return Math.trunc(6378.388 * Math.acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1)
}

/** Length of a round tour of burma14, towns in the order of TSPLIB. */
export const burmaLength = (towns: readonly number[]): number =>
  towns.reduce((sum, town, at) => sum + geoDistance(BURMA[town]!, BURMA[towns[(at + 1) % towns.length]!]!), 0)

/** burma14: a round tour through all towns, relabelled; score = optimum ÷ length. */
export function tour(random: Random): Problem {
  const n = BURMA.length
  const towns = shuffled(n, random)
  const perKilometre = 0.0053
  return {
    name: 'burma14',
    nodes: namesOf(n),
    length: n,
    next: unvisited(n),
    gain: (path, node) => -perKilometre * geoDistance(BURMA[towns[path.at(-1)!]!]!, BURMA[towns[node]!]!),
    score: path => (path.length < n ? 0 : BURMA_OPTIMUM / burmaLength(path.map(node => towns[node]!))),
  }
}
