import { dirname, join } from 'node:path'
import { STANDARD_FIELDS } from '../../core/contract.ts'
import { lookAt } from '../aco/access.ts'
import type { Warning } from '../aco/fault.ts'
import { wholeNumber } from './arguments.ts'
import type { Call, Outcome } from './call.ts'
import { checkGraph, counts } from './check.ts'
import { contextReader } from './context.ts'
import { contractsAt } from './contracts.ts'
import { cellOf, writtenAs } from './csv.ts'
import { removeFile, withTable, writeFile } from './files.ts'
import { canRun, cascade } from './graph.ts'
import { readJournal } from './history.ts'
import { nameOf, openJournal } from './journal.ts'
import { rewrite, skippedCells, withMaster } from './master.ts'
import { problems, tableFault } from './problem.ts'
import { exists, keepApart } from './read.ts'
import { readTasks, type Tasks } from './tasks.ts'

/** What a wave’s file leaves out: where a row stands, and what its worker is to find. */
const LIFECYCLE = ['status', ...STANDARD_FIELDS.filter(name => name !== 'id')]

/** `next`: the file of the next wave. */
export async function next({ args: { values }, warnings }: Call): Promise<Outcome> {
  const path = exists(values.get('--csv')!)
  const contract = values.get('--contract')
  const results = (contract === undefined ? [] : contractsAt(contract)).flatMap(({ result = {} }) =>
    Object.keys(result),
  )
  const fields = values
    .get('--fields')
    ?.split(',')
    .map(name => name.trim())
  return withTable(path, async () => {
    const found = problems()
    const table = await readTasks(path, found)
    checkGraph(table.tasks, found, warnings)
    for (const name of fields ?? [])
      if (!table.header.includes(name)) found.tell('unknown-field', `--fields names “${name}”, which is no column`)
    if (found.count) throw tableFault(path, found)
    const skipped = cascade(table.tasks)
    if (skipped.size) {
      await rewrite(
        table,
        [...skipped.keys()].sort((a, b) => a - b),
        place => skippedCells(skipped.get(place)!),
      )
      return write(await reread(table), skipped.size)
    }
    return write(table, 0)
  })

  async function write(table: Tasks, skipped: number): Promise<Outcome> {
    const { tasks, header } = table
    const pending = tasks.filter(({ status }) => status === 'pending')
    const ready = pending.filter(task => task.wave !== undefined && canRun(task, tasks))
    const wave = wholeNumber(values, '--wave') ?? ready.reduce((least, { wave }) => Math.min(least, wave!), Infinity)
    const rows = ready.filter(task => task.wave === wave)
    const output = {
      csv: path,
      rows: rows.length,
      pending: pending.length,
      waiting: pending.length - ready.length,
      skipped,
      waves: counts(pending.map(task => task.wave!)),
    }
    // A wave that is asked for gets its file, so that `run` and `merge` find it.
    if (!Number.isFinite(wave)) return { output: { ...output, wave: null, wave_csv: null, done: !pending.length } }
    const file = join(dirname(path), `wave-${wave}.csv`)
    keepApart('next', file, path)
    clearOld(file, warnings)
    const gathered = fields ?? [...new Set(['findings', ...results])].filter(name => header.includes(name))
    const left = new Set([...LIFECYCLE, ...results])
    const columns = header.flatMap((name, i) => (left.has(name) || name === 'prev_context' ? [] : [{ name, i }]))
    const at = header.includes('prev_context')
      ? columns.filter(({ i }) => i < header.indexOf('prev_context')).length
      : columns.length
    await withMaster(table, master =>
      writeFile(file, writer => {
        const contextOf = contextReader(tasks, gathered, master)
        writer.write(
          `${columns
            .map(({ name }) => cellOf(name))
            .toSpliced(at, 0, 'prev_context')
            .join(',')}\n`,
        )
        for (const task of rows) {
          const written = master.written(task)
          const cells = columns.map(({ i }) => written[i]!)
          writer.write(`${cells.toSpliced(at, 0, writtenAs(contextOf(task))).join(',')}\n`, 'latin1')
        }
      }),
    )
    openJournal(path).add({ type: 'next', wave_csv: nameOf(file), rows: rows.length })
    return { output: { ...output, wave, wave_csv: file, fields: gathered, done: !pending.length } }
  }
}

/** Results of an earlier wave of the same number: merged ones must not be merged again, others are told of. */
function clearOld(file: string, warnings: Warning[]): void {
  const { merged, runs } = readJournal(file)
  const name = nameOf(file)
  for (const results of ['csv', 'jsonl'].map(kind => file.replace(/\.csv$/, `-results.${kind}`)))
    if (lookAt(results)) {
      if (merged.has(name)) removeFile(results)
      else if (runs.get(name)?.isDone ?? true)
        warnings.push({ code: 'W_NOT_MERGED', message: `${results} is not merged yet` })
    }
}

/** The table after it was written: its rows lie elsewhere. */
const reread = ({ path }: Tasks): Promise<Tasks> => readTasks(path, problems())
