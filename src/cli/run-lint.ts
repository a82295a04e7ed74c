import { resolve } from 'node:path'
import { findConfig, loadConfig } from '../config/load.ts'
import { type Resolved, resolveConfig } from '../config/resolve.ts'
import { plural } from '../core/counts.ts'
import { MaestroError } from '../core/error.ts'
import { isActive } from '../core/lint.ts'
import type { Result } from '../core/reporter.ts'
import type { Diagnostic, Source } from '../core/types.ts'
import { VERSION } from '../core/version.gen.ts'
import { type Discovery, discover } from '../host/discover.ts'
import { listRoots } from '../host/roots.ts'
import { fixFiles, type Job, lintFiles } from '../lint.ts'
import { loadParser } from '../markdown/parser.ts'
import { type ReporterId, reporters } from '../reporters/index.gen.ts'
import { rules } from '../rules/index.gen.ts'
import { judge } from './baseline.ts'
import { type Io, tell } from './io.ts'
import type { LintOptions } from './options.ts'
import { type Repair, repair, SIGNAL_CODES } from './repair.ts'
import { stopwatch } from './stats.ts'
import { discoverStdin } from './stdin.ts'

/** Lints as the options say: discover, parse, check, repair, report. Gives the exit code. */
export async function runLint(options: LintOptions, io: Io): Promise<number> {
  const watch = stopwatch()
  const resolved = await watch.phase('config', () => configFor(options, io.cwd))
  const layout = {
    isGenerator: resolved.isGenerator,
    ...(resolved.agentsFolder ? { agentsFolder: resolved.agentsFolder } : {}),
  }
  if (options.stdinFilename !== undefined && options.paths.length)
    throw new MaestroError('bad-option', '“--stdin-filename” takes no further paths.')
  const found = await watch.phase('read', () =>
    options.stdinFilename === undefined
      ? discover(io.cwd, options.paths, resolved.isIgnored, layout)
      : discoverStdin(options, resolved.isIgnored, layout, io),
  )
  tellStrays(found, options, io)
  const { parser } = await watch.phase('load parser', () => loadParser(resolved.parser))
  const roots = listRoots(resolved.referenceRoots)
  const references = { roots, clis: resolved.settings.references?.clis ?? {} }
  const job: Job = { settings: { ...resolved.settings, references }, parser, layout, timer: watch.rule }
  const isWanted = ({ path, related }: Diagnostic) =>
    found.isWanted(path) || related.some(other => found.isWanted(other.path))

  const changed = new Map<string, Source>()
  let fixed = 0
  if (options.fix !== 'none') {
    const isOurs = ({ path, fix }: Diagnostic) =>
      found.mayRepair(path) && (!fix || fix.edits.every(edit => found.mayRepair(edit.path)))
    const allowUnsafe = options.fix === 'unsafe' || options.allowUnsafe
    const fixes = await watch.phase('fix', () => fixFiles(found, job, allowUnsafe, isOurs))
    for (const [path, source] of fixes.changed) changed.set(path, source)
    fixed = fixes.fixed
    if (options.fix === 'preview') return preview(found, changed, io)
  }
  const lintNow = () => {
    const sources = repaired(found, changed)
    return watch.phase('lint', () => ({ sources, ...lintFiles({ ...found, sources }, job) }))
  }
  let { sources: current, diagnostics, hidden } = await lintNow()
  const judgeNow = () => {
    const texts = new Map(current.map(({ path, text }) => [path, text]))
    const textOf = (path: string) => texts.get(path) ?? ''
    return { texts, ...judge(diagnostics.filter(isWanted), resolved.baseline, options, textOf, found.isWanted, io) }
  }
  let judged = judgeNow()
  let failed: Repair['failed'] = new Map()
  if (options.stdinFilename !== undefined) {
    if (options.fix !== 'none') io.out(whole(current.find(({ path }) => found.isWanted(path))))
  } else if (changed.size) {
    const before = new Map(found.sources.map(source => [source.path, source]))
    const done = await repair(changed, before, io.cwd)
    failed = done.failed
    for (const error of failed.values()) tell(io, error)
    if (done.signal) {
      io.err(`Stopped: ${done.written} of ${plural(changed.size, 'file')} repaired.\n`)
      return SIGNAL_CODES[done.signal]
    }
    if (failed.size) io.err(`Repaired ${done.written} of ${plural(changed.size, 'file')}.\n`)
    else io.err(`Repaired ${plural(fixed, 'finding')} in ${plural(changed.size, 'file')}.\n`)
    if (failed.size) {
      // The report is of what is on disk.
      for (const path of failed.keys()) changed.delete(path)
      ;({ sources: current, diagnostics, hidden } = await lintNow())
      judged = judgeNow()
    }
  }

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
    texts: judged.texts,
    rules: new Map(rules.filter(rule => isActive(rule, resolved.settings)).map(rule => [rule.id, rule])),
    version: VERSION,
  }
  const report = print(result, options, io)
  if (options.stdinFilename !== undefined && options.fix !== 'none') io.err(report)
  else io.out(report)
  if (options.stats) io.err(watch.report(found.count))
  if (failed.size) return 2
  return result.summary.errors > 0 || result.summary.warnings > options.maxWarnings ? 1 : 0
}

async function configFor(options: LintOptions, cwd: string): Promise<Resolved> {
  const file = options.noConfig ? undefined : options.config ? resolve(cwd, options.config) : findConfig(cwd)
  const config = file ? await loadConfig(file) : {}
  const { profile, rules: severities, targets, baseline } = options
  const flags = { rules: severities, targets, ...(profile ? { profile } : {}), ...(baseline ? { baseline } : {}) }
  return resolveConfig(config, file, flags, cwd)
}

/** The sources after repair, under every path that leads to a repaired file. */
const repaired = ({ sources, twins }: Discovery, changed: ReadonlyMap<string, Source>) =>
  sources.map(source => {
    const next = changed.get(twins.get(source.path)?.[0] ?? source.path) ?? changed.get(source.path)
    // Not merged over the old source: a mark that was removed is a key that is gone.
    return next ? { ...next, path: source.path, full: source.full } : source
  })

/** A file's text with its mark. */
const whole = (source?: Source) => (source ? (source.bom ? '\uFEFF' : '') + source.text : '')

/** Says what was not checked; a run over folders that finds no pack at all could not do its work. */
function tellStrays(found: Discovery, options: LintOptions, io: Io): void {
  if (found.strays.length) {
    const shown = found.strays.slice(0, 3).join(', ') + (found.strays.length > 3 ? ', …' : '')
    const files = found.strays.length === 1 ? '1 file belongs' : `${found.strays.length} files belong`
    io.err(`Not checked: ${files} to no pack (${shown}).\n`)
  }
  if (found.ignored.length)
    io.err(`Not checked: ${found.ignored.slice(0, 3).join(', ')}, ignored by the configuration.\n`)
  if (!found.count && !found.strays.length && !found.ignored.length)
    throw new MaestroError(
      'no-pack',
      `No pack was found in ${options.paths.length ? options.paths.map(path => `“${path}”`).join(', ') : 'this folder'}.`,
      'A pack is a folder .claude, .codex, .agy or .agents, or a folder of skills that hold a SKILL.md.',
    )
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
