import type { Arguments } from './arguments.ts'
import type { Warning } from './fault.ts'

/** The result of a command: printed as one JSON object. */
export type Output = Record<string, unknown>

/** A command that is to be run. */
export interface Call {
  args: Arguments
  /** The session’s folder; empty when none is given. */
  folder: string
  runDir: string | undefined
  /** The time that is written to files (ISO 8601). */
  now: string
  /** What the command gets over is told here. */
  warnings: Warning[]
}
