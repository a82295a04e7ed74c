import type { Document } from '../../core/types.ts'
import { contractsOf } from './contract.ts'
import type { SchemaField } from './schema.ts'
import { companionsOf } from './scope.ts'

/** A `result_status` field with its allowed values, and where it is written. */
export interface StatusField {
  in: Document
  field: SchemaField & { values: NonNullable<SchemaField['values']> }
}

function fieldsOf(document: Document): StatusField[] {
  return contractsOf(document).schemas.flatMap(({ fields }) =>
    fields.flatMap(field =>
      field.name === 'result_status' && field.values?.length
        ? [{ in: document, field: { ...field, values: field.values } }]
        : [],
    ),
  )
}

/** Values of an outcome that a schema calls `status`, as loose ones do: what `result_status` is about to be. */
export function formerStatusesOf(document: Document): string[] {
  return contractsOf(document).schemas.flatMap(({ strict, fields }) =>
    strict
      ? []
      : fields.filter(({ name }) => name === 'status').flatMap(({ values = [] }) => values.map(({ value }) => value)),
  )
}

/** The statuses that workers of a document may report: as its own schemas say, else those of its skill. */
export function statusFieldsOf(document: Document): StatusField[] {
  const [own, ...others] = companionsOf(document).map(fieldsOf)
  return own!.length ? own! : others.flat()
}
