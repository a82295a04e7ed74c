import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ResultStatus } from '../../core/contract.ts'
import { ioFault, lookAt } from '../aco/access.ts'
import { syncFolder } from '../aco/files.ts'
import { isObject, parseJson } from '../aco/text.ts'
import { homeOf, makeFolder } from './files.ts'
import type { RunOptions } from './options.ts'
import { bytesAt, linesOf, openFile } from './read.ts'

/**
 * The journal of a folder’s tables (`.wave/journal.jsonl`): one JSON object a line, only ever added to, each line on the
 * disk before what it tells is relied on.
 */

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

const pathOf = (table: string) => join(homeOf(table), 'journal.jsonl')

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

/** What is known of a row. */
export interface Past {
  attempts: number
  /** Where its last result stands in the journal, while it counts. */
  end?: { start: number; end: number; result_status: ResultStatus }
  /** The attempt that has not ended. */
  open?: { attempt: number; folder: string; pid?: number; start?: string | undefined }
}

export interface Tokens {
  input: number
  output: number
}

/** What the journal tells. */
export interface History {
  rows: Map<string, Past>
  /** The last run of each wave file, by the file’s name, and whether its results were written. */
  runs: Map<string, RunEvent & { isDone: boolean; at: string }>
  /** The last run of all. */
  last?: RunEvent & { isDone: boolean; at: string }
  /** Wave files that were merged and not made again: the hash of each. */
  merged: Map<string, string | undefined>
  /** Wave files by the names of results that were merged. */
  mergedResults: Map<string, string>
  tokens: Tokens
  /** Tokens of rows by wave file, while their results count. */
  waveTokens: Map<string, Tokens>
  /** The whole event of a row’s last result. */
  endOf(past: Past): End
}

/** Reads the journal of a table’s folder; a torn last line does not count. @throws Fault E_IO_… */
export function readJournal(table: string): History {
  const path = pathOf(table)
  const history: History = {
    rows: new Map(),
    runs: new Map(),
    merged: new Map(),
    mergedResults: new Map(),
    tokens: { input: 0, output: 0 },
    waveTokens: new Map(),
    endOf({ end }) {
      const file = openFile(path)
      try {
        return JSON.parse(bytesAt(file, end!.start, end!.end).toString('utf8')) as End
      } finally {
        closeSync(file)
      }
    },
  }
  /** Rows with a result, by wave file. */
  const ended = new Map<string, Set<string>>()
  for (const { text, start, end } of lookAt(path) ? linesOf(path) : []) {
    const event = parseJson(text)
    if (isObject(event)) tell(history, ended, event as unknown as JournalEvent & { at: string }, { start, end })
  }
  return history
}

function tell(
  history: History,
  ended: Map<string, Set<string>>,
  event: JournalEvent & { at: string },
  place: { start: number; end: number },
): void {
  const { rows, runs, merged, tokens } = history
  const rowOf = (id: string): Past => {
    const known = rows.get(id)
    if (known) return known
    const row: Past = { attempts: 0 }
    rows.set(id, row)
    return row
  }
  switch (event.type) {
    case 'next':
      merged.delete(event.wave_csv)
      break
    case 'run':
      history.last = { ...event, isDone: false }
      runs.set(event.wave_csv, history.last)
      break
    case 'done': {
      const run = runs.get(event.wave_csv)
      if (run) run.isDone = true
      break
    }
    case 'start': {
      const row = rowOf(event.id)
      row.attempts = Math.max(row.attempts, event.attempt)
      row.open = { attempt: event.attempt, folder: event.folder }
      break
    }
    case 'process': {
      const { open } = rowOf(event.id)
      if (open?.attempt === event.attempt) Object.assign(open, { pid: event.pid, start: event.start })
      break
    }
    case 'cut': {
      const row = rowOf(event.id)
      delete row.open
      if (event.unbegun) row.attempts = event.attempt - 1
      break
    }
    case 'end': {
      const row = rowOf(event.id)
      delete row.open
      // The first end counts; a second one would be a fault of this program.
      row.end ??= { ...place, result_status: event.result_status }
      for (const sum of [tokens, tokensOf(history, event.wave_csv)]) {
        sum.input += event.tokens?.input ?? 0
        sum.output += event.tokens?.output ?? 0
      }
      const ids = ended.get(event.wave_csv) ?? new Set()
      ended.set(event.wave_csv, ids.add(event.id))
      break
    }
    case 'merged':
      for (const id of ended.get(event.wave_csv) ?? []) delete rowOf(id).end
      ended.delete(event.wave_csv)
      history.waveTokens.delete(event.wave_csv)
      runs.delete(event.wave_csv)
      if (history.last?.wave_csv === event.wave_csv) delete history.last
      merged.set(event.wave_csv, event.sha256)
      history.mergedResults.set(event.results, event.wave_csv)
      break
    case 'retry':
      for (const id of event.ids) delete rowOf(id).end
      break
  }
}

/** Tokens of a wave’s rows. */
export function tokensOf({ waveTokens }: History, name: string): Tokens {
  const known = waveTokens.get(name)
  if (known) return known
  const none = { input: 0, output: 0 }
  waveTokens.set(name, none)
  return none
}

/** How wave files are called in the journal. */
export const nameOf = (waveCsv: string): string => basename(waveCsv)
