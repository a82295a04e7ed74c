/** Below this many milliseconds the clock and the collector of garbage say more than the code. */
const FLOOR = 10

/**
 * How much longer work takes on sixteen times the input: about 16 for linear work, 256 for quadratic.
 *
 * `make` builds an input of a size, which is not timed. The best of three runs counts, small and large by turns, as other
 * work on the machine slows both.
 */
export function growth<T>(size: number, make: (size: number) => T, work: (input: T) => void): number {
  const inputs = [make(size), make(size * 16)] as const
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number]
  for (let run = 0; run < 3; run++)
    for (const at of [0, 1] as const) {
      const start = performance.now()
      work(inputs[at])
      best[at] = Math.min(best[at], performance.now() - start)
    }
  return best[1] / Math.max(best[0], FLOOR)
}

/** What tells linear from quadratic: see {@link growth}. */
export const LINEAR = 64
