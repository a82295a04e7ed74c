import type { Document } from '../core/types.ts'
import { hasWaveTable } from '../model/contract/agent-fan-out.ts'
import { contractsOf } from '../model/contract/contract.ts'
import type { WaveFilter } from '../model/contract/filter.ts'
import type { MergeSentence } from '../model/contract/merge.ts'
import type { ColumnList, CsvFence } from '../model/contract/table.ts'
import { lineBefore } from '../model/contract/text.ts'
import { type Sketch, sketch } from './sketch.ts'
import type { Place } from './types.ts'
import { type Worker, workersOf } from './workers.ts'

/** A wave as the documents of a skill speak of it. */
interface Wave {
  /** `1`, `N`; empty where workers are started and no wave is named. */
  name: string
  filters: { filter: WaveFilter; place: Place }[]
  workers: Worker[]
}

interface Merge {
  merge: MergeSentence
  place: Place
}

const TABLE = 'table'

/**
 * Draws how a table is worked off: the table, the waves that are taken from it, who works on the rows and what comes
 * back. Nothing where a skill starts no workers and speaks of no wave.
 */
export function drawWaves(documents: readonly Document[]): Sketch | undefined {
  const hasWaves = hasWaveTable(documents)
  const waves = new Map<string, Wave>()
  const waveOf = (name: string): Wave => {
    const known = waves.get(name) ?? { name, filters: [], workers: [] }
    waves.set(name, known)
    return known
  }
  const merges = new Map<Worker | undefined, Merge[]>()
  for (const document of documents) {
    const { path } = document
    const { filters, merges: sentences } = contractsOf(document)
    const workers = workersOf(document, documents, hasWaves)
    let current: Wave | undefined
    let worker: Worker | undefined
    const events = [
      ...filters.map(filter => ({ at: filter.span.start, filter })),
      ...workers.map(own => ({ at: own.span.start, worker: own })),
      ...sentences.filter(({ isInstruction }) => isInstruction).map(merge => ({ at: merge.span.start, merge })),
    ].sort((a, b) => a.at - b.at)
    for (const event of events) {
      if ('filter' in event) {
        const { filter } = event
        current = waveOf(filter.wave.replace(/[{}]/g, ''))
        current.filters.push({ filter, place: { path, span: filter.span } })
      } else if ('worker' in event) {
        worker = event.worker
        current = worker.wave === undefined ? (current ?? waveOf('')) : waveOf(worker.wave)
        current.workers.push(worker)
      } else {
        const known = merges.get(worker) ?? []
        known.push({ merge: event.merge, place: { path, span: event.merge.span } })
        merges.set(worker, known)
      }
    }
  }
  const all = [...waves.values()]
  const isWorked = all.some(({ workers }) => workers.length > 0)
  const shown = all.filter(
    ({ name, workers, filters }) =>
      workers.length > 0 || (filters.some(({ filter }) => filter.isFilter) && !(isWorked && /\D/.test(name))),
  )
  return shown.length ? draw(documents, shown, merges) : undefined
}

function draw(documents: readonly Document[], waves: readonly Wave[], merges: Map<Worker | undefined, Merge[]>) {
  const group = sketch('waves', 'Waves', [])
  drawTable(documents, group)
  let last: string | undefined
  for (const { name, filters, workers } of waves) {
    const own = group.node(`wave ${name}`, 'wave', name ? `Wave ${name}` : 'Fan-out')
    const label = filters.some(({ filter }) => filter.pending) ? 'pending rows' : 'rows of any status'
    if (!filters.length) group.edge(TABLE, own, { label: name ? 'rows' : 'every row' })
    for (const { place } of filters) group.edge(TABLE, own, { label, place })
    if (last) group.edge(last, own, { label: 'then', line: 'passing' })
    last = own
    for (const worker of workers) {
      const [first, ...more] = worker.places
      const key = group.node(`worker ${worker.key}`, 'worker', worker.label, { notes: worker.notes, place: first! })
      for (const place of more) group.node(key, 'worker', '', { place })
      group.edge(own, key, { label: 'one worker per row' })
      drawMerge(key, worker, merges, group)
    }
  }
  return group
}

/** The arrow back into the table: what is said behind the worker, else what holds for all, else the command. */
function drawMerge(key: string, worker: Worker, merges: Map<Worker | undefined, Merge[]>, group: Sketch): void {
  const lists = [merges.get(worker) ?? [], merges.get(undefined) ?? []]
  const tells = ({ merge }: Merge) => merge.maps || merge.copies.length > 0
  const own = lists.find(list => list.some(tells)) ?? lists.find(list => list.length) ?? []
  for (const { merge, place } of own) group.edge(key, TABLE, { label: mergeLabel(merge), place })
  if (!own.length && worker.mergedBy)
    group.edge(key, TABLE, { label: worker.mergedBy.label, place: worker.mergedBy.place })
}

function mergeLabel({ maps, copies }: MergeSentence): string {
  const names = copies.map(({ name, to }) => (to ? `${name} → ${to.name}` : name))
  const parts = [...(maps ? ['result_status → status'] : []), ...(names.length ? [`copies ${names.join(', ')}`] : [])]
  return `merge: ${parts.join('; ') || 'into the table'}`
}

/** The table, with its columns by what they are for. */
function drawTable(documents: readonly Document[], group: Sketch): void {
  const all = documents.map(document => ({ document, contracts: contractsOf(document) }))
  const fences = all.flatMap(({ document, contracts }) => contracts.csv.map(fence => ({ document, fence })))
  const master = fences.find(({ fence }) => isMaster(fence)) ?? fences.find(({ fence }) => fence.header)
  const lists = all.flatMap(({ document, contracts }) => contracts.columns.map(list => ({ document, list })))
  group.node(TABLE, 'table', nameOf(documents, master), {
    notes: columnNotes(
      lists.map(({ list }) => list),
      master?.fence,
    ),
  })
  const places: Place[] = [
    ...fences.map(({ document, fence }) => ({ path: document.path, span: fence.fence.span })),
    ...lists.map(({ document, list }) => ({ path: document.path, span: list.span })),
  ]
  for (const place of places) group.node(TABLE, 'table', '', { place })
}

const isMaster = ({ header }: CsvFence) => header?.some(({ value }) => value.trim() === 'wave') ?? false

function nameOf(documents: readonly Document[], master: { document: Document; fence: CsvFence } | undefined): string {
  const above = master && lineBefore(master.document, master.fence.fence.span.start)?.text
  const named = /[\w.-]+\.csv\b/.exec(above ?? '')?.[0]
  if (named) return named
  return documents.some(({ text }) => text.includes('tasks.csv')) ? 'tasks.csv' : 'the table'
}

function columnNotes(lists: readonly ColumnList[], master: CsvFence | undefined): string[] {
  const columns = new Map(lists.flatMap(list => list.columns).map(column => [column.name, column.phase] as const))
  for (const { value } of master?.header ?? []) if (!columns.has(value.trim())) columns.set(value.trim(), undefined)
  const notes: string[] = []
  for (const phase of ['input', 'computed', 'output', 'lifecycle', undefined] as const) {
    const names = [...columns].filter(([, own]) => own === phase).map(([name]) => name)
    if (names.length) notes.push(`${phase ?? (notes.length ? 'others' : 'columns')}: ${names.join(', ')}`)
  }
  return notes
}
