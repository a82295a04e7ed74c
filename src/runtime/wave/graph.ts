import type { Problems } from './problem.ts'
import type { Status, Task } from './tasks.ts'

/** What dependencies allow: a row runs when its `deps_mode` is met, and is skipped when it can no longer be. */

const HAS_ENDED: ReadonlySet<Status> = new Set(['completed', 'failed', 'blocked', 'skipped'])

export const hasEnded = (status: Status): boolean => HAS_ENDED.has(status)

/** Whether a row’s dependencies allow that it runs. */
export function canRun({ deps, mode }: Task, tasks: readonly Task[]): boolean {
  if (!deps.length) return true
  const isCompleted = (place: number) => tasks[place]!.status === 'completed'
  if (mode === 'any') return deps.some(isCompleted)
  return mode === 'all' ? deps.every(isCompleted) : deps.every(place => hasEnded(tasks[place]!.status))
}

/** The dependency because of which a row can never run as things stand; `undefined` when it still may. */
export function hindrance({ deps, mode }: Task, tasks: readonly Task[]): Task | undefined {
  const lost = (place: number) => hasEnded(tasks[place]!.status) && tasks[place]!.status !== 'completed'
  if (mode === 'all') {
    const place = deps.find(lost)
    return place === undefined ? undefined : tasks[place]
  }
  return mode === 'any' && deps.length && deps.every(lost) ? tasks[deps[0]!] : undefined
}

/** For each row, those that depend on it. */
function dependants(tasks: readonly Task[]): number[][] {
  const lists: number[][] = tasks.map(() => [])
  for (const [place, { deps }] of tasks.entries()) for (const dep of deps) lists[dep]!.push(place)
  return lists
}

/**
 * Makes pending rows `skipped` that can never run, and those that cannot because of them, and so on; gives their places
 * with the row that each one failed for.
 */
export function cascade(tasks: readonly Task[]): Map<number, Task> {
  const skipped = new Map<number, Task>()
  const after = dependants(tasks)
  const open = tasks.flatMap(({ status, deps }, place) => (status === 'pending' && deps.length ? [place] : []))
  while (open.length) {
    const place = open.pop()!
    const task = tasks[place]!
    if (task.status !== 'pending') continue
    const cause = hindrance(task, tasks)
    if (!cause) continue
    task.status = 'skipped'
    skipped.set(place, cause)
    open.push(...after[place]!)
  }
  return skipped
}

/**
 * Makes rows pending again, and those that were skipped because of them: whose dependencies could not be met before and
 * can be now. Gives the places of the latter.
 */
export function reopen(tasks: readonly Task[], places: readonly number[]): number[] {
  const after = dependants(tasks)
  const stuck = tasks.map(task => task.status === 'skipped' && hindrance(task, tasks) !== undefined)
  for (const place of places) tasks[place]!.status = 'pending'
  const reopened: number[] = []
  const open = places.flatMap(place => after[place]!)
  while (open.length) {
    const place = open.pop()!
    const task = tasks[place]!
    if (!stuck[place] || task.status !== 'skipped' || hindrance(task, tasks)) continue
    task.status = 'pending'
    reopened.push(place)
    open.push(...after[place]!)
  }
  return reopened
}

/** Tells circles of dependencies, each once. */
export function tellCycles(tasks: readonly Task[], found: Problems): void {
  const state = new Uint8Array(tasks.length)
  for (let root = 0; root < tasks.length; root++) {
    if (state[root]) continue
    const path: { place: number; next: number }[] = [{ place: root, next: 0 }]
    state[root] = 1
    while (path.length) {
      const top = path.at(-1)!
      const dep = tasks[top.place]!.deps[top.next++]
      if (dep === undefined) {
        state[top.place] = 2
        path.pop()
      } else if (state[dep] === 1) {
        const circle = path.slice(path.findIndex(({ place }) => place === dep)).map(({ place }) => tasks[place]!.id)
        const shown = [...circle.slice(0, 10), ...(circle.length > 10 ? ['…'] : []), tasks[dep]!.id]
        const { line, id } = tasks[top.place]!
        found.tell('cycle', `dependencies run in a circle: ${shown.join(' → ')}`, { line, id, column: 'deps' })
      } else if (!state[dep]) {
        state[dep] = 1
        path.push({ place: dep, next: 0 })
      }
    }
  }
}

/** Tells rows that do not come after what they depend on or are given. */
export function tellOrder(tasks: readonly Task[], found: Problems): void {
  for (const { id, line, wave, deps, context } of tasks) {
    if (wave === undefined) continue
    const tell = (column: string, place: number) => {
      const { id: other, wave: when } = tasks[place]!
      if (when !== undefined && when >= wave)
        found.tell('wave-order', `wave ${wave} needs “${other}” (${column}), which is in wave ${when}`, {
          line,
          id,
          column,
        })
    }
    for (const place of deps) tell('deps', place)
    for (const place of context) if (!deps.includes(place)) tell('context_from', place)
  }
}
