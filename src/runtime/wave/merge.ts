import { dirname, join } from 'node:path'
import { lookAt } from '../aco/access.ts'
import { Fault, type Warning } from '../aco/fault.ts'
import { usage } from './arguments.ts'
import type { Call, Outcome } from './call.ts'
import { standing } from './check.ts'
import { readContract } from './contracts.ts'
import { removeFile, withTable } from './files.ts'
import { canRun, cascade } from './graph.ts'
import { type HandedIn, openResults, waveFileOf } from './handed-in.ts'
import { type History, readJournal } from './history.ts'
import { nameOf, openJournal } from './journal.ts'
import { type Change, rewrite, skippedCells } from './master.ts'
import { exists, hashOf, keepApart } from './read.ts'
import { readSoundTasks, type Task, type Tasks } from './tasks.ts'
import { openWave } from './wave-file.ts'

/** Columns that say what a row is and when it runs: no result changes them. */
const KEPT = new Set(['id', 'wave', 'status', 'deps', 'deps_mode', 'context_from', 'prev_context'])

const NO_RESULT = 'the worker handed in no result'

/** `merge`: puts the results of a wave into the table, and removes the wave’s files once that is safe. */
export async function merge({ args: { values }, warnings }: Call): Promise<Outcome> {
  const path = exists(values.get('--csv')!)
  const results = values.get('--results')!
  keepApart('--results', results, path)
  const contractPath = values.get('--contract')
  const contract = contractPath === undefined ? undefined : readContract(contractPath)
  const renamed = renamesIn(values.get('--map'))
  return withTable(path, async () => {
    const history = readJournal(path)
    const waveFile = waveFileFor(path, results, history)
    if (!lookAt(results)) return mergedBefore(path, results, waveFile, history)
    const table = await readSoundTasks(path)
    const given = await openResults(results, contract, warnings)
    try {
      const output = await apply(table, given, waveFile, renamed, warnings)
      openJournal(path).add({
        type: 'merged',
        wave_csv: nameOf(waveFile ?? results),
        results: nameOf(results),
        sha256: waveFile && lookAt(waveFile) ? hashOf(waveFile) : undefined,
      })
      if (waveFile) removeFile(waveFile)
      removeFile(results)
      return { output: { csv: path, results, ...output } }
    } finally {
      given.close()
    }
  })
}

/** The file of the wave that results are of: as its run was told, or by the name of the results. */
function waveFileFor(path: string, results: string, { runs, mergedResults }: History): string | undefined {
  const run = [...runs.values()].find(({ options }) => nameOf(options.results) === nameOf(results))
  const name = run?.wave_csv ?? mergedResults.get(nameOf(results))
  return name === undefined || name === nameOf(results) ? waveFileOf(results) : join(dirname(path), name)
}

/** When the results are gone because they were merged, what is left of the wave goes too. @throws Fault E_FILE */
async function mergedBefore(
  path: string,
  results: string,
  waveFile: string | undefined,
  { merged }: History,
): Promise<Outcome> {
  const name = nameOf(waveFile ?? results)
  if (!merged.has(name)) throw new Fault('E_FILE', `there are no results ${results}`, 2, { path: results })
  if (waveFile && lookAt(waveFile) && merged.get(name) === hashOf(waveFile)) removeFile(waveFile)
  const { tasks } = await readSoundTasks(path)
  return { output: { csv: path, results, merged: 0, merged_before: true, ...next(tasks) } }
}

/** `findings=result_findings,…`: columns with the fields that they take. @throws Fault E_USAGE */
function renamesIn(text: string | undefined): Map<string, string> {
  const pairs = (text ?? '').split(',').filter(pair => pair.trim() !== '')
  return new Map(
    pairs.map(pair => {
      const match = /^\s*([^=]+?)\s*=\s*([^=]+?)\s*$/.exec(pair)
      if (!match) throw usage(`--map takes column=field pairs, not “${pair}”`)
      return [match[1]!, match[2]!]
    }),
  )
}

async function apply(
  table: Tasks,
  given: HandedIn,
  waveFile: string | undefined,
  renamed: ReadonlyMap<string, string>,
  warnings: Warning[],
) {
  const { tasks, places, header } = table
  const columns = header
    .filter(name => !KEPT.has(name))
    .map(name => ({
      name,
      field: renamed.get(name) ?? (([...renamed.values()] as string[]).includes(name) ? '' : name),
    }))
  for (const [column, field] of renamed) {
    if (!header.includes(column)) throw usage(`--map names the column “${column}”, which the table does not have`)
    if (given.fields.length && !given.fields.includes(field))
      throw usage(`--map names the field “${field}”, which no result has`)
  }
  const taken = new Set<number>()
  let kept = 0
  let missing = 0
  const take = (id: string) => {
    const place = places.get(id)
    if (place === undefined) {
      warnings.push({ code: 'W_UNKNOWN_ID', message: `a result is for “${id}”, which is no row`, id })
      return
    }
    const task = tasks[place]!
    if (task.status !== 'pending') {
      kept++
      return
    }
    taken.add(place)
    const found = given.has(id) ? given.of(id) : undefined
    if (!found) missing++
    else if (found.note) warnings.push({ code: 'W_RESULT', message: `“${id}”: ${found.note}`, id })
    task.status = found?.status ?? 'failed'
  }
  for (const id of given.ids()) take(id)
  if (waveFile && lookAt(waveFile))
    for await (const { id } of (await openWave(waveFile, false)).rows) if (!given.has(id)) take(id)
  const skipped = cascade(tasks)
  const changeOf = (place: number): Change => {
    const cause = skipped.get(place)
    return cause ? skippedCells(cause) : changeFor(tasks[place]!, given, columns)
  }
  const changed = [...taken, ...skipped.keys()].sort((a, b) => a - b)
  const statuses: Record<string, number> = {}
  for (const place of taken) statuses[tasks[place]!.status] = (statuses[tasks[place]!.status] ?? 0) + 1
  await rewrite(table, changed, changeOf)
  return { merged: taken.size, kept, missing, results_by_status: statuses, skipped: skipped.size, ...next(tasks) }
}

/** The cells of a row by its result; fields that the result lacks become empty. */
function changeFor({ id, status }: Task, given: HandedIn, columns: readonly { name: string; field: string }[]): Change {
  const isGiven = given.has(id)
  const { fields, note } = isGiven ? given.of(id) : { fields: { error: NO_RESULT }, note: undefined }
  const own: Record<string, string> = fields
  const entries = columns.flatMap(({ name, field }) => {
    if (Object.hasOwn(own, field)) return [[name, own[field]!]]
    if (name === 'reason' && note) return [[name, note]]
    return given.fields.includes(field) ? [[name, '']] : []
  })
  return { ...Object.fromEntries(entries), status }
}

/** What is to be done next. */
export function next(tasks: readonly Task[]) {
  const pending = tasks.filter(({ status }) => status === 'pending')
  const ready = pending.filter(task => task.wave !== undefined && canRun(task, tasks))
  const waves = ready.map(({ wave }) => wave!)
  return {
    ...standing(tasks),
    pending: pending.length,
    next_wave: waves.length ? waves.reduce((a, b) => Math.min(a, b)) : null,
    done: !pending.length,
  }
}
