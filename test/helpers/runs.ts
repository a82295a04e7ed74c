/** Whether everything is tried (`npm run test:full`) or a sample (`npm test`). */
export const FULL = process.env['FULL'] !== undefined

/**
 * How often a property is tried: a fifth of `numRuns`, and all of them with `FULL`. The seed is a random one, which
 * fast-check prints when it fails, or the one in `FC_SEED`, so that what lands does not depend on luck.
 */
export const runs = (numRuns: number): { numRuns: number; seed?: number } => {
  const seed = process.env['FC_SEED']
  return { numRuns: FULL ? numRuns : Math.ceil(numRuns / 5), ...(seed && { seed: Number(seed) }) }
}
