import { join } from 'node:path'
import type { Warning } from '../aco/fault.ts'
import { homeOf } from './files.ts'
import { endGroup, isSameGroup, processesWith } from './group.ts'
import type { History } from './history.ts'
import type { Journal } from './journal.ts'

/** Ends what a dead run left behind, and notes that those attempts were cut. */
export async function endLeftovers(
  table: string,
  { rows }: History,
  journal: Journal,
  warnings: Warning[],
): Promise<void> {
  let count = 0
  await Promise.all(
    [...rows].map(async ([id, { open }]) => {
      if (!open) return
      const { pid, start, attempt, folder } = open
      const lost = pid === undefined ? processesWith(`WAVE_ATTEMPT_DIR=${join(homeOf(table), folder)}`) : []
      const groups = pid !== undefined && isSameGroup(pid, start) ? [pid] : lost
      count += groups.length
      await Promise.all(groups.map(group => endGroup(group)))
      journal.add({ type: 'cut', id, attempt })
    }),
  )
  if (count) warnings.push({ code: 'W_LEFTOVERS', message: `${count} workers of a dead run were ended` })
}
