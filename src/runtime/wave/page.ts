import type { Writer } from './files.ts'
import type { History } from './history.ts'
import type { Task, Tasks } from './tasks.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, char => ENTITIES[char]!)

const STYLE = `body{font:14px system-ui;margin:2rem}table{border-collapse:collapse}td,th{padding:.2rem .6rem;text-align:left}
.s{border-radius:.3rem;padding:0 .4rem}.completed{background:#cfe8cf}.failed{background:#f3c6c6}.blocked{background:#f6dfb3}
.skipped{background:#ddd}.pending{background:#cfdcf3}@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}.s{color:#111}}`

const badge = (status: string) => `<span class="s ${status}">${status}</span>`

/** Writes the table’s state as one page without scripts or anything from elsewhere: a row each, by wave. */
export function page({ path, tasks }: Tasks, { rows }: History, writer: Writer): void {
  writer.write(`<!doctype html><meta charset="utf-8"><title>${escaped(path)}</title><style>${STYLE}</style>`)
  writer.write(`<h1>${escaped(path)}</h1><table><tr><th>wave<th>id<th>status<th>depends on<th>attempts</tr>`)
  const order = [...tasks].sort((a, b) => (a.wave ?? 0) - (b.wave ?? 0) || a.start - b.start)
  for (const task of order) writer.write(rowOf(task, tasks, rows.get(task.id)?.attempts ?? 0))
  writer.write('</table>\n')
}

function rowOf({ wave, id, status, deps, mode }: Task, tasks: readonly Task[], attempts: number): string {
  const needs = deps.map(place => escaped(tasks[place]!.id)).join(', ') + (deps.length > 1 ? ` (${mode})` : '')
  return `<tr><td>${wave ?? ''}<td>${escaped(id)}<td>${badge(status)}<td>${needs}<td>${attempts || ''}</tr>\n`
}
