import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { applyBaseline, type Baseline, baselineOf } from '../core/baseline.ts'
import { MaestroError } from '../core/error.ts'
import type { Diagnostic } from '../core/types.ts'
import { writeText } from '../host/write.ts'
import type { Io } from './io.ts'
import type { LintOptions } from './options.ts'

const DEFAULT_BASELINE = 'maestro-baseline.json'

/** Applies the baseline, or writes it. */
export function judge(
  diagnostics: Diagnostic[],
  given: string | undefined,
  options: LintOptions,
  texts: ReadonlyMap<string, string>,
  io: Io,
): { fresh: Diagnostic[]; accepted: number } {
  const textOf = (path: string) => texts.get(path) ?? ''
  const file = given ?? (options.updateBaseline ? resolve(io.cwd, DEFAULT_BASELINE) : undefined)
  if (!file) return { fresh: diagnostics, accepted: 0 }
  const name = relative(io.cwd, file)
  const known: Baseline = existsSync(file) ? readBaseline(file, name) : { version: 1, entries: [] }
  if (!options.updateBaseline) {
    if (options.baseline && !existsSync(file))
      throw new MaestroError('bad-baseline', `There is no baseline “${name}”.`, 'Make it with --update-baseline.')
    const { fresh, accepted } = applyBaseline(diagnostics, known, textOf)
    return { fresh, accepted: accepted.length }
  }
  const elsewhere = known.entries.filter(({ path }) => !texts.has(path) && existsSync(resolve(io.cwd, path)))
  const today = baselineOf(diagnostics, textOf)
  const entries = [...elsewhere, ...today.entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  writeText(file, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`)
  io.err(`${name}: ${diagnostics.length} findings accepted.\n`)
  return { fresh: [], accepted: diagnostics.length }
}

function readBaseline(file: string, name: string): Baseline {
  try {
    const baseline = JSON.parse(readFileSync(file, 'utf8')) as Baseline
    const isEntry = (entry: unknown) =>
      typeof entry === 'object' && entry !== null && 'mark' in entry && 'count' in entry
    if (baseline.version === 1 && Array.isArray(baseline.entries) && baseline.entries.every(isEntry)) return baseline
  } catch {
    // Told below, like any other file that is no baseline.
  }
  throw new MaestroError('bad-baseline', `“${name}” is not a baseline.`, 'Delete it and run with --update-baseline.')
}
