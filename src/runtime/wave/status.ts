import { dirname, join } from 'node:path'
import { lookAt } from '../aco/access.ts'
import { isHeld } from '../aco/lock.ts'
import type { Call, Outcome } from './call.ts'
import { lockOf, writeFile } from './files.ts'
import { hindrance } from './graph.ts'
import { type History, readJournal } from './history.ts'
import { next } from './merge.ts'
import { page } from './page.ts'
import { problems } from './problem.ts'
import { exists, keepApart } from './read.ts'
import { readTasks, type Task } from './tasks.ts'

/** `status`: where the table stands; changes nothing. */
export async function status({ args: { values }, warnings }: Call): Promise<Outcome> {
  const path = exists(values.get('--csv')!)
  const html = values.get('--html')
  if (html !== undefined) keepApart('--html', html, path)
  const found = problems()
  const table = await readTasks(path, found)
  const { tasks } = table
  for (const { code, message, line } of found.list)
    warnings.push({ code: 'W_TABLE', message: `line ${line}: ${message}`, problem: code })
  const history = readJournal(path)
  const isBusy = isHeld(lockOf(path))
  const runs = [...history.runs.values()].map(({ wave_csv: file, isDone, options, at }) => ({
    wave_csv: file,
    worker: options.worker,
    begun_at: at,
    results: isDone && lookAt(options.results) ? options.results : null,
    state: stateOf(
      isDone ? options.results : join(dirname(path), file),
      isDone ? 'to merge' : isBusy ? 'running' : 'to resume',
    ),
  }))
  const after = next(tasks)
  const output = {
    csv: path,
    rows: tasks.length,
    ...after,
    by_wave: byWave(tasks),
    stuck: tasks.filter(task => task.status === 'pending' && hindrance(task, tasks)).length,
    busy: isBusy,
    running: running(history),
    runs,
    tokens: history.tokens,
    problems: found.count,
    next_step: stepAfter(after, runs, isBusy),
  }
  if (html !== undefined) await writeFile(html, writer => page(table, history, writer))
  return { output: { ...output, ...(html === undefined ? {} : { html }) } }
}

/** What is still to do with a run; nothing when somebody has removed what it takes. */
const stateOf = (needed: string, state: string) => (lookAt(needed) ? state : 'given up')

function byWave(tasks: readonly Task[]): Record<string, Record<string, number>> {
  const waves: Record<string, Record<string, number>> = {}
  for (const { wave, status } of tasks) {
    const row = (waves[wave ?? ''] ??= {})
    row[status] = (row[status] ?? 0) + 1
  }
  return waves
}

/** Attempts that have begun and not ended. */
const running = ({ rows }: History) =>
  [...rows].flatMap(([id, { open }]) => (open ? [{ id, attempt: open.attempt, pid: open.pid ?? null }] : []))

/** The command that comes next. */
function stepAfter(
  { done, next_wave: wave, statuses }: ReturnType<typeof next>,
  runs: readonly { state: string }[],
  isBusy: boolean,
): string {
  if (isBusy) return 'wait'
  if (runs.some(({ state }) => state === 'to resume')) return 'resume'
  if (runs.some(({ state }) => state === 'to merge')) return 'merge'
  if (wave !== null) return 'next'
  if (statuses['failed'] || statuses['blocked']) return 'retry'
  return done ? 'none' : 'next'
}
