import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MaestroError } from '../core/error.ts'
import type { Source } from '../core/types.ts'
import { writeSource } from '../host/write.ts'

/** Signals that end a run, and the exit code that shells give for each. */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

type Signal = keyof typeof SIGNAL_CODES

/** What came of writing repaired files. */
export interface Repair {
  written: number
  /** Files that are as they were, with the reason. */
  failed: Map<string, MaestroError>
  /** The signal after which no further file was written. */
  signal: Signal | undefined
}

/** Writes repaired files one by one: one that cannot be written does not stop the others, a signal does. */
export async function repair(
  changed: ReadonlyMap<string, Source>,
  before: ReadonlyMap<string, Source>,
  cwd: string,
): Promise<Repair> {
  const result: Repair = { written: 0, failed: new Map(), signal: undefined }
  const stop = (signal: NodeJS.Signals) => {
    result.signal ??= signal as Signal
  }
  const signals = Object.keys(SIGNAL_CODES) as Signal[]
  for (const signal of signals) process.on(signal, stop)
  try {
    for (const [path, source] of changed) {
      try {
        writeSource(resolve(cwd, path), before.get(path)!, source)
        result.written++
      } catch (error) {
        if (!(error instanceof MaestroError)) throw error
        result.failed.set(path, error)
      }
      // Lets a signal in that came while the file was written.
      await setImmediate()
      if (result.signal) break
    }
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
  return result
}
