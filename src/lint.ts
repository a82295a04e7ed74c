import { fixUntilStable } from './core/fix.ts'
import { lint, type Settings, type Timer } from './core/lint.ts'
import type { AnyRule } from './core/rule.ts'
import type { Diagnostic, Pack, Source } from './core/types.ts'
import type { MarkdownParser } from './markdown/parser.ts'
import type { LayoutOptions } from './model/layout.ts'
import { type Files, type ParseCache, packsOf } from './model/packs.ts'
import { platforms } from './platforms/index.gen.ts'
import { rules as builtIn } from './rules/index.gen.ts'

/** What a lint needs besides the files. */
export interface Job {
  settings: Settings
  parser: MarkdownParser
  layout?: LayoutOptions
  rules?: readonly AnyRule[]
  timer?: Timer
}

/** Texts in, findings out: seats files in packs, parses them and runs the rules. */
export function lintFiles(
  files: Files,
  job: Job,
  cache: ParseCache = new WeakMap(),
): { packs: Pack[]; diagnostics: Diagnostic[]; hidden: Diagnostic[] } {
  const packs = packsOf(files, job.parser, job.layout, cache)
  return { packs, ...lint(packs, job.rules ?? builtIn, platforms, job.settings, job.timer) }
}

/** Lints, applies fixes and lints again until nothing changes. `only` says which findings may be repaired. */
export function fixFiles(
  files: Files,
  job: Job,
  allowUnsafe: boolean,
  only: (diagnostic: Diagnostic) => boolean = () => true,
): ReturnType<typeof fixUntilStable> {
  const cache: ParseCache = new WeakMap()
  const diagnose = (sources: readonly Source[]) => lintFiles({ ...files, sources }, job, cache).diagnostics.filter(only)
  return fixUntilStable(files.sources, diagnose, allowUnsafe)
}
