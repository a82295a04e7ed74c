import { basename } from 'node:path'
import { openTable, raggedness } from './csv.ts'
import { type Problems, problems, tableFault } from './problem.ts'

/** A row of a wave’s file. */
export interface WaveRow {
  /** What results find it by. */
  id: string
  /** The cell of the column `id`. */
  source: string
  /** Its place among the rows, from 0. */
  index: number
  wave: number | undefined
  cells: readonly string[]
  /** The cells by column: what its worker gets. */
  row: Record<string, string>
}

/** A wave’s file: its columns, and its rows as they are read. */
export interface WaveFile {
  header: readonly string[]
  rows: AsyncGenerator<WaveRow>
}

/** The wave that a file is called after: 2 for `wave-2.csv`. */
export function waveOf(path: string): number | undefined {
  const number = /^wave-([1-9]\d*)(?!\d)/.exec(basename(path))?.[1]
  return number === undefined ? undefined : Number(number)
}

/**
 * Opens a wave’s file. With `codex` ids follow Codex’s rules (a blank one is `row-N`, a second `a` is `a-2`) and quotes
 * may stand inside cells. What is wrong with its rows goes to `found`; such rows are left out.
 *
 * @throws Fault E_FILE, E_CSV, E_TABLE (exit 2)
 */
export async function openWave(path: string, codex: boolean, found: Problems = problems()): Promise<WaveFile> {
  const { header, rows } = await openTable(path, { lenient: codex })
  if (!codex && !header.includes('id')) {
    await rows.return?.()
    found.tell('missing-column', 'the header lacks the column “id”: results find their rows by it', { line: 1 })
    throw tableFault(path, found)
  }
  return { header, rows: read() }

  async function* read(): AsyncGenerator<WaveRow> {
    const idFor = codex ? codexIds() : onlyIds(found)
    const [idAt, waveAt] = [header.indexOf('id'), header.indexOf('wave')]
    const named = waveOf(path)
    let index = 0
    for await (const row of rows) {
      const { cells, line } = row
      const ragged = raggedness(row, header)
      if (ragged) found.tell('ragged', ragged, { line })
      const source = cells[idAt] ?? ''
      const id = ragged ? undefined : idFor(source, index, line)
      if (id === undefined) continue
      const wave = (cells[waveAt] ?? '').trim()
      const byColumn = Object.fromEntries(header.map((name, i) => [name, cells[i]!]))
      yield { id, source, index, wave: /^[1-9]\d*$/.test(wave) ? Number(wave) : named, cells, row: byColumn }
      index++
    }
  }
}

/** Ids as they stand; blank ones and those that stand twice are told. */
function onlyIds(found: Problems) {
  const lines = new Map<string, number>()
  return (id: string, _: number, line: number): string | undefined => {
    const before = lines.get(id)
    if (id.trim() === '') found.tell('no-id', 'the row has no id', { line, column: 'id' })
    else if (before !== undefined)
      found.tell('duplicate-id', `the id “${id}” stands on line ${before} already`, { line, id, column: 'id' })
    else {
      lines.set(id, line)
      return id
    }
    return undefined
  }
}

/** Codex’s ids: the cell, `row-N` for a blank one, and a number after an id that is taken. */
function codexIds() {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (source: string, index: number): string => {
    const base = source.trim() === '' ? `row-${index + 1}` : source
    let id = base
    for (let n = counts.get(base) ?? 1; taken.has(id); id = `${base}-${n}`) counts.set(base, ++n)
    taken.add(id)
    return id
  }
}

/** Reads a wave’s file as a whole. @throws Fault E_TABLE (exit 2) when anything is wrong with it. */
export async function checkWave(path: string, codex: boolean) {
  const found = problems()
  const { header, rows } = await openWave(path, codex, found)
  const ids: string[] = []
  const waves = new Set<number | undefined>()
  for await (const { id, wave } of rows) {
    ids.push(id)
    waves.add(wave)
  }
  if (found.count) throw tableFault(path, found)
  return { header, ids, waves: [...waves] }
}
