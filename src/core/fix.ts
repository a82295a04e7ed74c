import { applyFixes } from './edit.ts'
import type { Diagnostic, Source } from './types.ts'

/** Rounds after which fixing stops: a fix that undoes another would go on for ever. */
const MAX_ROUNDS = 10

/**
 * Applies fixes and lints again until nothing changes, at most ten rounds.
 *
 * `diagnose` lints sources. Returns the sources after the last round, those that changed, and what is still found.
 */
export function fixUntilStable(
  sources: readonly Source[],
  diagnose: (sources: readonly Source[]) => readonly Diagnostic[],
  allowUnsafe: boolean,
): { sources: Source[]; changed: Map<string, Source>; diagnostics: readonly Diagnostic[]; fixed: number } {
  let current = [...sources]
  let diagnostics = diagnose(current)
  const changed = new Map<string, Source>()
  let fixed = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fixes = diagnostics.flatMap(({ fix }) => (fix && (fix.safe || allowUnsafe) ? [fix] : []))
    const next = applyFixes(current, fixes)
    if (!next.size) break
    for (const [path, source] of next) changed.set(path, source)
    current = current.map(source => next.get(source.path) ?? source)
    const before = diagnostics.length
    diagnostics = diagnose(current)
    fixed += Math.max(0, before - diagnostics.length)
  }
  return { sources: current, changed, diagnostics, fixed }
}
