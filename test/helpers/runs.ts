/**
 * How often a property is tried, and with which seed: a random one, which fast-check prints when it fails, or the one in
 * `FC_SEED`, so that what lands does not depend on luck.
 */
export const runs = (numRuns: number): { numRuns: number; seed?: number } => {
  const seed = process.env['FC_SEED']
  return seed ? { numRuns, seed: Number(seed) } : { numRuns }
}
