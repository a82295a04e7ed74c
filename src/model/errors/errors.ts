import type { Document } from '../../core/types.ts'
import { partsOf } from '../sections.ts'
import { definitionsOf } from './definitions.ts'
import { inheritedOf } from './inherited.ts'
import { referencesOf } from './references.ts'
import type { ErrorCodes } from './types.ts'

export type { ErrorCodes, ErrorDefinition } from './types.ts'

const known = new WeakMap<Document, ErrorCodes>()
const NOTHING: ErrorCodes = { definitions: [], references: [], tables: [], inherited: [] }

/**
 * The error codes of a document: where they are defined (tables, lists, headings, prose), named, and taken over from
 * elsewhere. Frontmatter and comments are passed over; in fences only `raise E003` and `ERROR(E003)` count. Computed
 * once per document.
 */
export function errorCodesOf(document: Document): ErrorCodes {
  const found = known.get(document) ?? read(document)
  known.set(document, found)
  return found
}

function read(document: Document): ErrorCodes {
  if (document.kind === 'data') return NOTHING
  const { definitions, tables } = definitionsOf(document, partsOf(document, 'error_codes'))
  return {
    definitions,
    tables,
    references: referencesOf(document, definitions),
    inherited: inheritedOf(document),
  }
}
