import type { Document } from '../../core/types.ts'
import { errorCodesOf } from '../errors/errors.ts'
import { partsOf } from '../sections.ts'
import type { Reading } from './compare.ts'

/** The error codes that a document defines. */
export function codesOf(document: Document): Reading | undefined {
  const { definitions, inherited } = errorCodesOf(document)
  const main = definitions.filter(({ isMain }) => isMain)
  const [first] = main
  if (!first) return undefined
  const parts = main.map(({ code, span }) => ({ name: code, span }))
  const [section] = partsOf(document, 'error_codes')
  return { parts, at: section?.at ?? first.span, open: inherited.length > 0 }
}
