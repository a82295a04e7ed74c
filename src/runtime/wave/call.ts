import type { Warning } from '../aco/fault.ts'
import type { Arguments } from './arguments.ts'

/** What a command gives: printed as one JSON object. */
export interface Outcome {
  output: Record<string, unknown>
  /** 1 when some rows are not completed. */
  exit?: 0 | 1
}

/** A command that is to be run. */
export interface Call {
  args: Arguments
  /** What the command gets over is told here. */
  warnings: Warning[]
}
