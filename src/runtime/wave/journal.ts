import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ResultStatus } from '../../core/contract.ts'
import { ioFault, lookAt } from '../aco/access.ts'
import { syncFolder } from '../aco/files.ts'
import { homeOf, makeFolder } from './files.ts'
import type { RunOptions } from './options.ts'
import { bytesAt, openFile } from './read.ts'

/**
 * The journal of a folder’s tables (`.wave/journal.jsonl`): one JSON object a line, only ever added to, each line on the
 * disk before what it tells is relied on.
 */

export interface Tokens {
  input: number
  output: number
}

/** How an attempt ended. */
export interface End {
  type: 'end'
  wave_csv: string
  id: string
  attempt: number
  result_status: ResultStatus
  /** What the worker returned and the schema accepted; `null` when the runtime decided. */
  result: Record<string, unknown> | null
  /** Why it did not complete, or what else is to be known. */
  reason: string
  /** What stands in the column `error` when there is no result. */
  error: string
  tokens?: Tokens
  started_at: string
  finished_at: string
}

/** An attempt that has begun; its process is told once it runs. */
export interface Start {
  type: 'start'
  wave_csv: string
  id: string
  attempt: number
  /** The attempt’s folder, within `.wave`. */
  folder: string
}

export interface Running {
  type: 'process'
  id: string
  attempt: number
  pid: number
  /** When the process started, as the system tells it. */
  start: string | undefined
}

/** A run: all that `resume` needs to go on with it. */
export interface RunEvent {
  type: 'run'
  wave_csv: string
  job_id: string
  options: RunOptions
}

export type JournalEvent =
  | End
  | Start
  | Running
  | RunEvent
  | { type: 'cut'; id: string; attempt: number; unbegun?: true }
  | { type: 'done'; wave_csv: string; results: string }
  | { type: 'merged'; wave_csv: string; results: string; sha256: string | undefined }
  | { type: 'next'; wave_csv: string; rows: number }
  | { type: 'retry'; ids: string[] }

export interface Journal {
  add(event: JournalEvent): void
}

export const pathOf = (table: string) => join(homeOf(table), 'journal.jsonl')

/** The journal of a table’s folder, for adding to it; the lock must be held. @throws Fault E_IO_… */
export function openJournal(table: string): Journal {
  const path = pathOf(table)
  let isWhole = false
  return {
    add(event) {
      try {
        if (!lookAt(path)) {
          makeFolder(homeOf(table))
          closeSync(openSync(path, 'a'))
          syncFolder(homeOf(table))
        }
        // A writer that died may have left half a line, which must not swallow the next one.
        const start = isWhole || endsWell(path) ? '' : '\n'
        const file = openSync(path, 'a')
        try {
          const bytes = Buffer.from(`${start}${JSON.stringify({ ...event, at: new Date().toISOString() })}\n`, 'utf8')
          isWhole = false
          for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
          fsyncSync(file)
          isWhole = true
        } finally {
          closeSync(file)
        }
      } catch (error) {
        throw typeof (error as NodeJS.ErrnoException).syscall === 'string'
          ? ioFault(error, `write ${path}`, path)
          : error
      }
    },
  }
}

function endsWell(path: string): boolean {
  const file = openFile(path)
  try {
    const size = lookAt(path)!.size
    return size === 0 || bytesAt(file, size - 1, size)[0] === 10
  } finally {
    closeSync(file)
  }
}

/** How wave files are called in the journal. */
export const nameOf = (waveCsv: string): string => basename(waveCsv)
