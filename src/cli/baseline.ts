import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { applyBaseline, type Baseline, baselineOf } from '../core/baseline.ts'
import { plural } from '../core/counts.ts'
import { MaestroError } from '../core/error.ts'
import type { Diagnostic } from '../core/types.ts'
import { slashed } from '../host/walk.ts'
import { writeText } from '../host/write.ts'
import type { Io } from './io.ts'
import type { LintOptions } from './options.ts'

const DEFAULT_BASELINE = 'maestro-baseline.json'

/**
 * Applies the baseline, or writes it: entries of paths that this run did not look at stay.
 *
 * Paths in the file are relative to its folder, so that it holds from every working directory.
 * @throws MaestroError `bad-baseline` when the file that was named is missing or is no baseline.
 */
export function judge(
  diagnostics: Diagnostic[],
  given: string | undefined,
  options: LintOptions,
  textOf: (path: string) => string,
  isWanted: (path: string) => boolean,
  io: Io,
): { fresh: Diagnostic[]; accepted: number } {
  const file = given ?? (options.updateBaseline ? resolve(io.cwd, DEFAULT_BASELINE) : undefined)
  if (!file) return { fresh: diagnostics, accepted: 0 }
  const name = slashed(relative(io.cwd, file))
  const base = dirname(file)
  const inBaseline = (path: string) => slashed(relative(base, resolve(io.cwd, path)))
  const fromBaseline = (path: string) => slashed(relative(io.cwd, resolve(base, path)))
  if (!existsSync(file) && !options.updateBaseline)
    throw new MaestroError('bad-baseline', `There is no baseline “${name}”.`, 'Make it with --update-baseline.')
  const known: Baseline = existsSync(file) ? readBaseline(file, name) : { version: 1, entries: [] }
  if (!options.updateBaseline) {
    const entries = known.entries.map(entry => ({ ...entry, path: fromBaseline(entry.path) }))
    const { fresh, accepted } = applyBaseline(diagnostics, { version: 1, entries }, textOf)
    return { fresh, accepted: accepted.length }
  }
  const elsewhere = known.entries.filter(({ path }) => !isWanted(fromBaseline(path)) && existsSync(resolve(base, path)))
  const today = baselineOf(diagnostics, textOf).entries.map(entry => ({ ...entry, path: inBaseline(entry.path) }))
  const entries = [...elsewhere, ...today].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  writeText(file, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`)
  io.err(`${name}: ${plural(diagnostics.length, 'finding')} accepted.\n`)
  return { fresh: [], accepted: diagnostics.length }
}

function readBaseline(file: string, name: string): Baseline {
  if (statSync(file).isDirectory())
    throw new MaestroError('bad-baseline', `“${name || '.'}” is a folder, not a baseline.`)
  let text: string
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new MaestroError('bad-baseline', `“${name}” cannot be read (${code}).`, undefined, cause)
  }
  try {
    const baseline = JSON.parse(text) as Baseline
    const isEntry = (entry: unknown) =>
      typeof entry === 'object' &&
      entry !== null &&
      ['path', 'rule', 'mark'].every(key => typeof (entry as Record<string, unknown>)[key] === 'string') &&
      Number.isInteger((entry as Record<string, unknown>)['count'])
    if (baseline.version === 1 && Array.isArray(baseline.entries) && baseline.entries.every(isEntry)) return baseline
  } catch {
    // Told below, like any other file that is no baseline.
  }
  throw new MaestroError('bad-baseline', `“${name}” is not a baseline.`, 'Delete it and run with --update-baseline.')
}
