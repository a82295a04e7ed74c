import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt, type Stop } from './attempt.ts'
import { homeOf } from './files.ts'
import { type Journal, nameOf } from './journal.ts'
import type { RunOptions } from './options.ts'
import { verdictOn } from './outcome.ts'
import type { Progress } from './progress.ts'
import type { WaveRow } from './wave-file.ts'
import { type Job, WORKERS } from './worker.ts'

/** The folder of a row’s attempts: ids may hold anything, and file systems may not tell A from a. */
function folderOf(id: string): string {
  const readable = id
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 40)
  return `${readable}-${createHash('sha256').update(id).digest('hex').slice(0, 10)}`
}

/** Runs the worker of a row and writes down how it went. */
export function rowRunner(
  { wave_csv: path, worker }: RunOptions,
  jobFor: (row: WaveRow, folder: string) => Job,
  journal: Journal,
  progress: Progress,
  stop: Stop,
) {
  return async (row: WaveRow, number: number): Promise<void> => {
    const { id } = row
    const folder = join('attempts', folderOf(id), String(number))
    const job = jobFor(row, join(homeOf(path), folder))
    mkdirSync(job.folder, { recursive: true })
    writeFileSync(job.promptFile, job.prompt)
    const begun = new Date().toISOString()
    journal.add({ type: 'start', wave_csv: nameOf(path), id, attempt: number, folder })
    progress.started(id, number)
    let isBegun = false
    const ended = await attempt(WORKERS[worker], job, stop, (pid, start) => {
      isBegun = true
      journal.add({ type: 'process', id, attempt: number, pid, start })
    }).catch(error => {
      journal.add({ type: 'cut', id, attempt: number, ...(isBegun ? {} : { unbegun: true }) })
      throw error
    })
    if (ended.isCut) {
      journal.add({ type: 'cut', id, attempt: number })
      return
    }
    const verdict = verdictOn(ended, job, job.contract, [id, row.source])
    journal.add({
      type: 'end',
      wave_csv: nameOf(path),
      id,
      attempt: number,
      ...verdict,
      started_at: begun,
      finished_at: new Date().toISOString(),
    })
    progress.ended(id, verdict.result_status, verdict.reason)
  }
}
