import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { findConfig, loadConfig } from '../config/load.ts'
import { type Resolved, resolveConfig } from '../config/resolve.ts'
import { applyBaseline, type Baseline, baselineOf } from '../core/baseline.ts'
import { MaestroError } from '../core/error.ts'
import { isActive } from '../core/lint.ts'
import type { Result } from '../core/reporter.ts'
import type { Diagnostic, Source } from '../core/types.ts'
import { VERSION } from '../core/version.gen.ts'
import { type Discovery, discover } from '../host/discover.ts'
import { decode } from '../host/read.ts'
import { writeSource, writeText } from '../host/write.ts'
import { fixFiles, type Job, lintFiles } from '../lint.ts'
import { loadParser } from '../markdown/parser.ts'
import { type ReporterId, reporters } from '../reporters/index.gen.ts'
import { rules } from '../rules/index.gen.ts'
import type { Io } from './io.ts'
import type { LintOptions } from './options.ts'
import { stopwatch } from './stats.ts'

const DEFAULT_BASELINE = 'maestro-baseline.json'

/** Lints as the options say: discover, parse, check, repair, report. Gives the exit code. */
export async function runLint(options: LintOptions, io: Io): Promise<number> {
  const watch = stopwatch()
  const resolved = await watch.phase('config', () => configFor(options, io.cwd))
  const layout = {
    isGenerator: resolved.isGenerator,
    ...(resolved.agentsFolder ? { agentsFolder: resolved.agentsFolder } : {}),
  }
  const paths = options.stdinFilename === undefined ? options.paths : [options.stdinFilename]
  if (options.stdinFilename !== undefined && options.paths.length)
    throw new MaestroError('bad-option', '“--stdin-filename” takes no further paths.')
  const found = await watch.phase('read', async () => {
    const discovery = discover(io.cwd, paths, resolved.isIgnored, layout)
    if (options.stdinFilename !== undefined) await replaceByStdin(discovery, options.stdinFilename, io)
    return discovery
  })
  tellStrays(found, options, io)
  const { parser } = await watch.phase('load parser', () => loadParser(resolved.parser))
  const job: Job = { settings: resolved.settings, parser, layout, timer: watch.rule }
  const isWanted = ({ path, related }: Diagnostic) =>
    found.isWanted(path) || related.some(other => found.isWanted(other.path))

  const changed = new Map<string, Source>()
  let current = found.sources
  if (options.fix !== 'none') {
    const isOurs = (diagnostic: Diagnostic) => found.isWanted(diagnostic.path)
    const allowUnsafe = options.fix === 'unsafe' || options.allowUnsafe
    const fixes = await watch.phase('fix', () => fixFiles(found, job, allowUnsafe, isOurs))
    for (const [path, source] of fixes.changed) if (found.isWanted(path)) changed.set(path, source)
    if (options.fix === 'preview') return preview(found, changed, io)
    // Not merged over the old source: a mark that was removed is a key that is gone.
    current = found.sources.map(source => ({ ...(changed.get(source.path) ?? source), full: source.full }))
  }
  const { diagnostics, hidden } = await watch.phase('lint', () => lintFiles({ ...found, sources: current }, job))
  const texts = new Map(current.map(({ path, text }) => [path, text]))
  const judged = judge(diagnostics.filter(isWanted), resolved, options, texts, io)
  if (options.stdinFilename === undefined) {
    const before = new Map(found.sources.map(source => [source.path, source]))
    for (const [path, source] of changed) writeSource(resolve(io.cwd, path), before.get(path)!, source)
  } else if (options.fix !== 'none') io.out(current.find(({ path }) => found.isWanted(path))?.text ?? '')

  const shown = options.quiet ? judged.fresh.filter(({ severity }) => severity === 'error') : judged.fresh
  const count = (level: string) => judged.fresh.filter(({ severity }) => severity === level).length
  const result: Result = {
    diagnostics: shown,
    summary: {
      files: found.count,
      errors: count('error'),
      warnings: count('warn'),
      infos: count('info'),
      fixable: shown.filter(({ fix }) => fix?.safe).length,
      suppressed: hidden.filter(isWanted).length,
      baselined: judged.accepted,
    },
    texts,
    rules: new Map(rules.filter(rule => isActive(rule, resolved.settings)).map(rule => [rule.id, rule])),
    version: VERSION,
  }
  const report = print(result, options, io)
  if (options.stdinFilename !== undefined && options.fix !== 'none') io.err(report)
  else io.out(report)
  if (options.stats) io.err(watch.report(found.count))
  return result.summary.errors > 0 || result.summary.warnings > options.maxWarnings ? 1 : 0
}

async function configFor(options: LintOptions, cwd: string): Promise<Resolved> {
  const file = options.noConfig ? undefined : options.config ? resolve(cwd, options.config) : findConfig(cwd)
  const config = file ? await loadConfig(file) : {}
  const { profile, rules: severities, targets, baseline } = options
  const flags = { rules: severities, targets, ...(profile ? { profile } : {}), ...(baseline ? { baseline } : {}) }
  return resolveConfig(config, file, flags, cwd)
}

/** Puts the text from standard input in the place of a file's. */
async function replaceByStdin(found: Discovery, filename: string, io: Io): Promise<void> {
  const full = resolve(io.cwd, filename).replaceAll('\\', '/')
  const index = found.sources.findIndex(source => source.full === full)
  if (index < 0) throw new MaestroError('bad-option', `“${filename}” belongs to no pack.`, 'Name a file of a skill.')
  const { path } = found.sources[index]!
  found.sources[index] = { ...decode(path, await io.stdin()), full }
}

/** Says what was not checked; a run over folders that finds no pack at all could not do its work. */
function tellStrays(found: Discovery, options: LintOptions, io: Io): void {
  if (found.strays.length) {
    const shown = found.strays.slice(0, 3).join(', ') + (found.strays.length > 3 ? ', …' : '')
    const files = found.strays.length === 1 ? '1 file belongs' : `${found.strays.length} files belong`
    io.err(`Not checked: ${files} to no pack (${shown}).\n`)
  } else if (!found.count)
    throw new MaestroError(
      'no-pack',
      `No pack was found in ${options.paths.length ? options.paths.map(path => `“${path}”`).join(', ') : 'this folder'}.`,
      'A pack is a folder .claude, .codex, .agy or .agents, or a folder of skills that hold a SKILL.md.',
    )
}

/** Applies the baseline, or writes it. */
function judge(
  diagnostics: Diagnostic[],
  resolved: Resolved,
  options: LintOptions,
  texts: ReadonlyMap<string, string>,
  io: Io,
): { fresh: Diagnostic[]; accepted: number } {
  const textOf = (path: string) => texts.get(path) ?? ''
  const file = resolved.baseline ?? (options.updateBaseline ? resolve(io.cwd, DEFAULT_BASELINE) : undefined)
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

async function preview(found: Discovery, changed: ReadonlyMap<string, Source>, io: Io): Promise<number> {
  const { createTwoFilesPatch } = await import('diff')
  for (const before of found.sources) {
    const after = changed.get(before.path)
    if (!after) continue
    const raw = (source: Source) => (source.bom ? '\uFEFF' : '') + source.text
    io.out(createTwoFilesPatch(before.path, before.path, raw(before), raw(after)).replace(/^=+\n/, ''))
  }
  io.err(`${changed.size} ${changed.size === 1 ? 'file' : 'files'} would change.\n`)
  return changed.size ? 1 : 0
}

function print(result: Result, { format }: LintOptions, io: Io): string {
  const id: ReporterId = format ?? (io.env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'pretty')
  const wantsColor = io.env['FORCE_COLOR'] ? io.env['FORCE_COLOR'] !== '0' : io.isTty && !io.env['NO_COLOR']
  return reporters[id].print(result, { color: wantsColor, width: io.width })
}
