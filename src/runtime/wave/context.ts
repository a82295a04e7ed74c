import { hasEnded } from './graph.ts'
import type { Master } from './master.ts'
import type { Task } from './tasks.ts'

/** Texts that are kept, at most: rows of a wave often share what they are given. */
const KEPT = 1000

/**
 * What a row is given of earlier rows: for each one that has ended its id, status and title, then its fields, a line
 * each.
 */
export function contextReader(tasks: readonly Task[], fields: readonly string[], master: Master) {
  const kept = new Map<number, string>()
  const textOf = (place: number) => {
    const known = kept.get(place)
    if (known !== undefined) return known
    const task = tasks[place]!
    const cells = master.cells(task)
    const title = cells['title'] ? ` · ${cells['title']}` : ''
    const lines = fields.flatMap(name => (cells[name] ? [`${name}: ${cells[name]}`] : []))
    const text = [`[${task.id}] ${task.status}${title}`, ...lines].join('\n')
    if (kept.size >= KEPT) kept.clear()
    kept.set(place, text)
    return text
  }
  return ({ context }: Task): string =>
    context
      .filter(place => hasEnded(tasks[place]!.status))
      .map(textOf)
      .join('\n\n')
}
