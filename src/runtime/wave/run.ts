import { randomUUID } from 'node:crypto'
import { Fault, type Warning } from '../aco/fault.ts'
import type { Call, Outcome } from './call.ts'
import { counts } from './check.ts'
import { withTable } from './files.ts'
import { type History, readJournal, tokensOf } from './history.ts'
import { nameOf, openJournal } from './journal.ts'
import { endLeftovers } from './leftovers.ts'
import { type RunOptions, runOptions } from './options.ts'
import { pool, stopper, withSignals } from './pool.ts'
import { prepare } from './prepare.ts'
import { progressOf } from './progress.ts'
import { hashOf } from './read.ts'
import { writeCodexResults, writeResults } from './results.ts'
import { rowRunner } from './row.ts'
import { openWave, type WaveRow } from './wave-file.ts'

/** Rows that are named one by one when they did not complete, at most. */
const MOST_NAMED = 20

/** `run`: one worker for each row of a wave’s file, one result for each. */
export async function run({ args, warnings }: Call): Promise<Outcome> {
  const options = runOptions(args, warnings)
  return withTable(options.wave_csv, () => carryOut(options, args.values.has('--json'), warnings))
}

/** Runs a wave, or goes on with it: rows that have a result never run again. The lock must be held. @throws Fault */
export async function carryOut(options: RunOptions, json: boolean, warnings: Warning[]): Promise<Outcome> {
  const { wave_csv: path, results, codex_columns: codex } = options
  const name = nameOf(path)
  const history = readJournal(path)
  if (history.merged.has(name) && history.merged.get(name) === hashOf(path)) {
    const help = 'run “merge” again, which removes it, or “next” for the rows that are to run'
    throw new Fault('E_MERGED', `the results of ${name} are in the table already: ${help}`, 2, { path })
  }
  const journal = openJournal(path)
  await endLeftovers(path, history, journal, warnings)
  const { ids, jobFor } = await prepare(options, warnings)
  const job = history.runs.get(name)?.job_id ?? randomUUID()
  journal.add({ type: 'run', wave_csv: name, job_id: job, options })
  const before = ids.filter(id => history.rows.get(id)?.end).length
  const stop = stopper()
  const progress = progressOf(ids.length, before, json)
  const runRow = rowRunner(options, jobFor, journal, progress, stop)
  const { rows } = await openWave(path, codex)
  try {
    await withSignals(stop, () =>
      pool(rows, options.max_concurrency, stop, row => {
        const past = history.rows.get(row.id)
        return past?.end ? undefined : runRow(row, (past?.attempts ?? 0) + 1)
      }),
    )
  } finally {
    progress.close()
  }
  const after = readJournal(path)
  if (stop.isAsked) {
    const done = ids.filter(id => after.rows.get(id)?.end).length
    const message = `stopped with ${done} of ${ids.length} rows finished; “resume” goes on`
    throw new Fault('E_INTERRUPTED', message, 1, { finished: done, rows: ids.length })
  }
  const endOf = ({ id }: WaveRow) => {
    const past = after.rows.get(id)!
    return { end: after.endOf(past), attempts: past.attempts }
  }
  const wave = await openWave(path, codex)
  if (codex) await writeCodexResults(results, wave, job, endOf)
  else await writeResults(results, wave, options.contract, endOf)
  journal.add({ type: 'done', wave_csv: name, results })
  return summary(options, ids, after, before)
}

function summary(options: RunOptions, ids: readonly string[], after: History, before: number): Outcome {
  const statuses = ids.map(id => after.rows.get(id)!.end!.result_status)
  const open = ids.filter((_, i) => statuses[i] !== 'completed')
  const named = open.slice(0, MOST_NAMED).map(id => {
    const { result_status, reason, error, attempt } = after.endOf(after.rows.get(id)!)
    return { id, result_status, reason: reason || error, attempt }
  })
  const output = {
    wave_csv: options.wave_csv,
    results: options.results,
    rows: ids.length,
    statuses: counts(statuses),
    not_completed: named,
    ...(open.length > named.length ? { not_completed_more: open.length - named.length } : {}),
    finished_before: before,
    tokens: tokensOf(after, nameOf(options.wave_csv)),
  }
  return { output, exit: open.length ? 1 : 0 }
}
