import { lookAt } from '../aco/access.ts'
import { Fault } from '../aco/fault.ts'
import { usage } from './arguments.ts'
import type { Call, Outcome } from './call.ts'
import { withTable } from './files.ts'
import { reopen } from './graph.ts'
import { readJournal } from './history.ts'
import { openJournal } from './journal.ts'
import { rewrite } from './master.ts'
import { next } from './merge.ts'
import { exists } from './read.ts'
import { idsIn, readSoundTasks } from './tasks.ts'

/** Old results must not meet rows that are pending again. @throws Fault E_NOT_MERGED (exit 2) */
function checkMerged(path: string): void {
  for (const { isDone, options } of readJournal(path).runs.values())
    if (isDone && lookAt(options.results)) {
      const { results } = options
      throw new Fault('E_NOT_MERGED', `${results} is not merged yet: run “merge” first`, 2, { path: results })
    }
}

/** `retry`: rows that ended badly become pending again, with those that were skipped because of them. */
export async function retry({ args: { values }, warnings }: Call): Promise<Outcome> {
  const path = exists(values.get('--csv')!)
  const wanted = new Set(['failed', 'blocked'].filter(status => values.has(`--${status}`)))
  const ids = idsIn(values.get('--id') ?? '')
  if (!wanted.size && !ids.length) throw usage('retry needs --failed, --blocked or --id')
  return withTable(path, async () => {
    checkMerged(path)
    const table = await readSoundTasks(path)
    const { tasks, places } = table
    const unknown = ids.filter(id => !places.has(id))
    if (unknown.length) throw usage(`--id names ${unknown.join(', ')}, which is no row of ${path}`)
    const chosen = new Set(ids.map(id => places.get(id)!).filter(place => tasks[place]!.status !== 'pending'))
    for (const [place, { status }] of tasks.entries()) if (wanted.has(status)) chosen.add(place)
    const retried = [...chosen].sort((a, b) => a - b)
    const named = (list: readonly number[]) => list.map(place => tasks[place]!.id)
    for (const id of named(retried.filter(place => tasks[place]!.status === 'completed')))
      warnings.push({ code: 'W_COMPLETED', message: `“${id}” was completed and runs again`, id })
    const reopened = reopen(tasks, retried).sort((a, b) => a - b)
    if (retried.length) openJournal(path).add({ type: 'retry', ids: named(retried) })
    const all = [...retried, ...reopened].sort((a, b) => a - b)
    await rewrite(table, all, () => ({ status: 'pending', error: '' }))
    return { output: { csv: path, retried: named(retried), reopened: named(reopened), ...next(tasks) } }
  })
}
