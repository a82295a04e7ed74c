import { sha256 } from './sha256.ts'

/** A stream of random numbers that a seed fixes. */
export interface Random {
  /** Uniform in [0, 1), 53 bits. */
  next(): number
  /** Uniform integer in [0, n). */
  below(n: number): number
}

/**
 * A generator seeded by the SHA-256 of a text: sfc32 (Chris Doty-Humphrey, PractRand), integer arithmetic only, so that
 * every engine draws the same numbers.
 */
export function randomFrom(seed: string): Random {
  let [a, b, c] = Array.from(sha256(seed), swapped) as [number, number, number]
  let counter = 1
  const unit = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 12; i++) unit()
  const next = () => ((unit() >>> 5) * 67108864 + (unit() >>> 6)) / 9007199254740992
  return { next, below: n => Math.floor(next() * n) }
}

/** A word read from its last byte on. */
const swapped = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)

/** A text of hexadecimal digits that nobody has drawn before; `digits` up to 13 at a time. */
export function unseeded(digits: number): string {
  let text = ''
  while (text.length < digits) text += Math.random().toString(16).slice(2, 14).padEnd(12, '0')
  return text.slice(0, digits)
}

/** Draws an index by weight; uniformly when all weights are 0. */
export function drawByWeight(weights: readonly number[], random: Random): number {
  let total = 0
  for (const weight of weights) total += weight
  if (!(total > 0)) return random.below(weights.length)
  let left = random.next() * total
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i]!
    if (left < 0) return i
  }
  return weights.length - 1
}
