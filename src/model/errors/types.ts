import type { Section, Span } from '../../core/types.ts'

/** A cell of a table row. */
export interface ErrorCell {
  text: string
  span: Span
}

/** Which columns a table has, by index; told by its head, the code column also by what stands in it. */
export interface ErrorColumns {
  code?: number
  severity?: number
  condition?: number
  recovery?: number
}

/** A row of a table of error codes. */
export interface ErrorRow {
  span: Span
  cells: readonly ErrorCell[]
}

/** A table that defines error codes, or one of an error section that names none. */
export interface ErrorTable {
  span: Span
  head: readonly ErrorCell[]
  columns: ErrorColumns
  rows: readonly ErrorRow[]
  /** Whether it has a column of codes; without one it defines none. */
  hasCodes: boolean
  /** The error section around it, where there is one: `<error_codes>` or a heading. */
  part?: 'tag' | 'heading'
}

/** A code that a document defines. */
export interface ErrorDefinition {
  code: string
  /** Where the code stands; a code of a range (`E001–E003`) has the range’s span. */
  span: Span
  form: 'table' | 'row' | 'list' | 'heading' | 'prose'
  /**
   * Whether it says what the code means; one that only adds to it (a table of retries, a list item outside of an error
   * section) is none.
   */
  isMain: boolean
  severity?: string
  severitySpan?: Span
  condition?: string
  recovery?: string
  /** The recovery cell, also where it is empty. */
  recoverySpan?: Span
  table?: ErrorTable
  row?: ErrorRow
  /** The section around it: `error_codes`, `appendix`, … */
  section?: Section
  /** Definitions of one mode do not define a code twice; a document with several modes has several numbers. */
  mode: string
}

/** A place that names codes. */
export interface ErrorReference {
  /** As written: `E003`, `E004/E005`, `E001–E006`. */
  text: string
  span: Span
  /** All codes meant, with where each stands; those inside a range have the range’s span. */
  codes: readonly { code: string; span: Span }[]
  /** `raise` for `raise E003`, `error` for `ERROR(E003)`, `range`, `list` for `E004/E005`, else `bare`. */
  form: 'bare' | 'raise' | 'error' | 'range' | 'list'
  where: 'prose' | 'fence'
  /** Whether the line gives them to another program or skill: “`ralph next` returns E007”. */
  isForeign: boolean
}

/** A sentence that takes codes over from elsewhere: “E001–E006 apply”, 适用 E001–E006, “error codes of x apply”. */
export interface ErrorInheritance {
  span: Span
  /** The codes named; none stands for all of the owner’s. */
  codes: readonly string[]
  /** Names of skills on the line: `maestro-next` of `$maestro-next`, `/maestro-next` or `` `maestro-next` ``. */
  owners: readonly string[]
}

/** What a document says of error codes. */
export interface ErrorCodes {
  definitions: readonly ErrorDefinition[]
  references: readonly ErrorReference[]
  tables: readonly ErrorTable[]
  inherited: readonly ErrorInheritance[]
}
