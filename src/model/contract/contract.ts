import type { Document } from '../../core/types.ts'
import { type WaveFilter, waveFiltersOf } from './filter.ts'
import { type MergeSentence, mergesOf } from './merge.ts'
import { type ConstantUse, constantUsesOf } from './names.ts'
import { type ResultSchema, schemasOf } from './schema.ts'
import { type SpawnUse, spawnUsesOf } from './spawn.ts'
import { type ColumnList, type CsvFence, columnListsOf, csvFencesOf } from './table.ts'
import { type Termination, terminationsOf } from './termination.ts'

/** Everything a document says of its fan-outs, read on first use. */
export interface Contracts {
  readonly uses: readonly SpawnUse[]
  readonly schemas: readonly ResultSchema[]
  readonly terminations: readonly Termination[]
  readonly csv: readonly CsvFence[]
  readonly columns: readonly ColumnList[]
  readonly merges: readonly MergeSentence[]
  readonly filters: readonly WaveFilter[]
  readonly constants: readonly ConstantUse[]
}

const known = new WeakMap<Document, Contracts>()

/** The contracts of a document; read once, however many rules ask. */
export function contractsOf(document: Document): Contracts {
  const found = known.get(document)
  if (found) return found
  const contracts: Contracts = lazily<Contracts>({
    uses: () => spawnUsesOf(document),
    schemas: () => schemasOf(document, contracts.uses),
    terminations: () => terminationsOf(document),
    csv: () => csvFencesOf(document),
    columns: () => columnListsOf(document),
    merges: () => mergesOf(document),
    filters: () => waveFiltersOf(document),
    constants: () => constantUsesOf(document, contracts.uses),
  })
  known.set(document, contracts)
  return contracts
}

/** An object whose properties are computed on first use. */
function lazily<T extends object>(makers: { [Key in keyof T]: () => T[Key] }): T {
  const made = {} as T
  for (const key of Object.keys(makers) as (keyof T)[]) {
    Object.defineProperty(made, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = makers[key]()
        Object.defineProperty(made, key, { enumerable: true, value })
        return value
      },
    })
  }
  return made
}
