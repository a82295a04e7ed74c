import { closeSync, fstatSync } from 'node:fs'
import { saidBy, writtenAs, writtenCells } from './csv.ts'
import { writeFile } from './files.ts'
import { openFile, piecesOf } from './read.ts'
import type { Task, Tasks } from './tasks.ts'

/** The texts of the master table, read row by row where they are needed, and its rewriting. */

/** An open master table. */
export interface Master {
  /** The cells of a row by column. */
  cells(task: Task): Record<string, string>
  /** The cells of a row as they are written, a character a byte. */
  written(task: Task): string[]
}

/** Opens the master for reading single rows while `work` runs. */
export async function withMaster<T>({ path, header }: Tasks, work: (master: Master) => T | Promise<T>): Promise<T> {
  const file = openFile(path)
  const pieceAt = piecesOf(file)
  const written = ({ start, end }: Task) => writtenCells(pieceAt(start, end)).written
  const cells = (task: Task) => Object.fromEntries(written(task).map((cell, i) => [header[i]!, saidBy(cell)]))
  try {
    return await work({ cells, written })
  } finally {
    closeSync(file)
  }
}

/** New cells of a row by column; columns that the table does not have are left out. */
export type Change = Readonly<Record<string, string>>

/**
 * Writes the master with the cells that change; all other bytes stay as they are. Gives the number of rows that differ.
 *
 * Nothing is written when no cell differs.
 */
export async function rewrite(
  { path, header, tasks }: Tasks,
  places: readonly number[],
  changeOf: (place: number) => Change,
): Promise<number> {
  const file = openFile(path)
  const pieceAt = piecesOf(file)
  let changed = 0
  /** The row in its new form, a character a byte; `undefined` when it stays. */
  const rowOf = (place: number) => {
    const { start, end } = tasks[place]!
    const { written, lineEnd } = writtenCells(pieceAt(start, end))
    let isChanged = false
    for (const [name, value] of Object.entries(changeOf(place))) {
      const column = header.indexOf(name)
      if (column < 0 || saidBy(written[column]!) === value) continue
      written[column] = writtenAs(value)
      isChanged = true
    }
    return isChanged ? written.join(',') + lineEnd : undefined
  }
  try {
    const first = places.findIndex(place => rowOf(place) !== undefined)
    if (first < 0) return 0
    await writeFile(path, writer => {
      let done = 0
      for (const place of places.slice(first)) {
        const row = rowOf(place)
        if (row === undefined) continue
        changed++
        writer.copy(file, done, tasks[place]!.start)
        writer.write(row, 'latin1')
        done = tasks[place]!.end
      }
      writer.copy(file, done, fstatSync(file).size)
    })
    return changed
  } finally {
    closeSync(file)
  }
}

/** What a row that can no longer run says. */
export const skippedCells = ({ id, status }: Task): Change => ({
  status: 'skipped',
  error: `skipped: it depends on ${id}, which is ${status}`,
})
