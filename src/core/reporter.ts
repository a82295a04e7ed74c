import type { AnyRule } from './rule.ts'
import type { Diagnostic } from './types.ts'

/** What a run found, as the findings JSON counts it (docs/findings.md). */
export interface Summary {
  files: number
  errors: number
  warnings: number
  infos: number
  fixable: number
  suppressed: number
  baselined: number
}

/** What a reporter prints. */
export interface Result {
  diagnostics: readonly Diagnostic[]
  summary: Summary
  /** Texts of the files that diagnostics speak of, by path. */
  texts: ReadonlyMap<string, string>
  /** The rules that ran, by id. */
  rules: ReadonlyMap<string, AnyRule>
  /** The tool's version. */
  version: string
}

/** How a reporter prints. */
export interface Look {
  color: boolean
  /** Columns of the terminal; 100 where there is none. */
  width: number
}

/** An output format. */
export interface Reporter {
  id: string
  summary: string
  print(result: Result, look: Look): string
}

/** Declares a reporter. */
export function defineReporter(reporter: Reporter): Reporter {
  return reporter
}
