import { isStandard, placeholdersIn } from '../../core/contract.ts'
import { nearest } from '../../core/nearest.ts'
import type { Warning } from '../aco/fault.ts'
import type { Call, Outcome } from './call.ts'
import { contractsAt, textsOf } from './contracts.ts'
import { tellCycles, tellOrder } from './graph.ts'
import { type Problems, problems, tableFault } from './problem.ts'
import { readTasks, reservedIn, type Task } from './tasks.ts'

/** How many rows there are of each kind. */
export function counts(keys: Iterable<string | number>): Record<string, number> {
  const found: Record<string, number> = {}
  for (const key of keys) found[key] = (found[key] ?? 0) + 1
  return found
}

/** `check`: everything that can be said about a table before it is run. */
export async function check({ args, warnings }: Call): Promise<Outcome> {
  const path = args.values.get('--csv')!
  const contract = args.values.get('--contract')
  const contracts = contract === undefined ? [] : contractsAt(contract)
  const found = problems()
  const { header, tasks } = await readTasks(path, found)
  for (const name of reservedIn(header))
    found.tell('reserved-column', `results of a wave have a column “${name}” of their own`, { line: 1, column: name })
  tellCycles(tasks, found)
  tellOrder(tasks, found)
  for (const value of contracts) {
    const { id } = value
    const params = value.params ?? []
    const known = [...header, ...params, 'prev_context']
    for (const { name } of textsOf(value).flatMap(placeholdersIn))
      if (!known.includes(name)) {
        const near = nearest(name, known)
        const help = near === undefined ? '' : `; did you mean {${near}}?`
        found.tell('unknown-placeholder', `contract ${id}: {${name}} is neither a column nor a param${help}`, {
          column: name,
        })
      }
    const lost = Object.keys(value.result ?? {}).filter(name => !header.includes(name))
    if (lost.length) warnings.push(unread(id, lost))
    for (const wave of value.waves === 'all' ? [] : (value.waves ?? []))
      if (!tasks.some(task => task.wave === wave))
        warnings.push({ code: 'W_NO_WAVE', message: `contract ${id} is for wave ${wave}, which has no rows` })
  }
  if (contracts.length && !header.some(name => isStandard(name) && name !== 'id'))
    warnings.push({ code: 'W_FIELDS', message: 'the table has no column “findings”: what workers find is not kept' })
  if (found.count) throw tableFault(path, found)
  return { output: { csv: path, rows: tasks.length, ...standing(tasks) } }
}

const unread = (id: string, names: readonly string[]): Warning => ({
  code: 'W_FIELDS',
  message: `contract ${id}: no column takes ${names.join(', ')}`,
  fields: names,
})

/** How far the rows are. */
export const standing = (tasks: readonly Task[]) => ({
  statuses: counts(tasks.map(({ status }) => status)),
  waves: counts(tasks.flatMap(({ wave }) => wave ?? [])),
})

/** What keeps a table from being worked on; the order of waves is only told. */
export function checkGraph(tasks: readonly Task[], found: Problems, warnings: Warning[]): void {
  tellCycles(tasks, found)
  const order = problems()
  tellOrder(tasks, order)
  warnings.push(...order.list.map(({ message, line }) => ({ code: 'W_WAVE_ORDER', message, line })))
}
