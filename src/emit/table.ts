import type { YamlBlock } from '../markdown/yaml-block.ts'
import type { SourceSkill } from './types.ts'

export type Phase = 'input' | 'computed' | 'lifecycle'

/** A column of a table, as a `csv` block declares it. */
export interface Column {
  phase: Phase
  description?: string
  initial?: string
  /** Only in the files of waves. */
  wave_csv_only?: boolean
  /** Fields of earlier rows that a computed column gathers. */
  fields?: readonly string[]
  /** Contracts that fill it; `executor.result_findings` names a field that is called differently. */
  from?: string | readonly string[]
}

/** A `csv` block. */
export interface Table {
  file: string
  columns: Readonly<Record<string, Column>>
  rows?: readonly Readonly<Record<string, unknown>>[]
}

/** The tables of a skill, in order. */
export const tablesOf = ({ blocks }: SourceSkill): { value: Table; yaml: YamlBlock }[] =>
  blocks.flatMap(({ block }) => (block.kind === 'csv' ? [{ value: block.value as Table, yaml: block.yaml }] : []))

export const columnsOf = ({ columns }: Table): (Column & { name: string })[] =>
  Object.entries(columns).map(([name, column]) => ({ name, ...column }))

/** Where a column comes from: contract and field. */
export function originsOf(name: string, { from }: Column): { contract: string; field: string }[] {
  return [from ?? []].flat().map(entry => {
    const dot = entry.indexOf('.')
    return dot < 0 ? { contract: entry, field: name } : { contract: entry.slice(0, dot), field: entry.slice(dot + 1) }
  })
}

/** A cell of a CSV file: quoted where it has to be (RFC 4180), always in sample rows. */
export const csvCell = (value: unknown): string => `"${String(value ?? '').replace(/"/g, '""')}"`
