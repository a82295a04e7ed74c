import { closeSync } from 'node:fs'
import type { ResultStatus } from '../../core/contract.ts'
import { lookAt } from '../aco/access.ts'
import { isObject, parseJson } from '../aco/text.ts'
import { type End, type JournalEvent, pathOf, type RunEvent, type Tokens } from './journal.ts'
import { bytesAt, linesOf, openFile } from './read.ts'

/** What the journal tells, when it is read from its beginning. */

/** What is known of a row. */
export interface Past {
  attempts: number
  /** Where its last result stands in the journal, while it counts. */
  end?: { start: number; end: number; result_status: ResultStatus }
  /** The attempt that has not ended. */
  open?: { attempt: number; folder: string; pid?: number; start?: string | undefined }
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

/** Reads the journal of a table’s folder; a torn line is no JSON and does not count. @throws Fault E_IO_… */
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
  for (const { text, start, end } of lookAt(path) ? linesOf(path, true) : []) {
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
