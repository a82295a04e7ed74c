import type { Document, Span } from '../../core/types.ts'
import { errorCodesOf } from './errors.ts'
import type { ErrorDefinition } from './types.ts'

/** How many codes a message names. */
const MANY = 8

/** Codes as a message names them: `E001, E002, E003`, cut after eight. */
export const listOf = (codes: readonly string[]): string => {
  const all = [...new Set(codes)]
  return all.length > MANY ? `${all.slice(0, MANY).join(', ')}, …` : all.join(', ')
}

/** The codes that a document defines, for a message, and where it begins to. */
export function definedIn(document: Document): { codes: string; place: { at: Span; text: string }[] } {
  const main = errorCodesOf(document).definitions.filter(({ isMain }) => isMain)
  const first = main[0]
  return {
    codes: listOf(main.map(({ code }) => code)),
    place: first ? [{ at: first.span, text: 'The error codes begin here.' }] : [],
  }
}

/** Whether a definition stands for itself and not for a range. */
export const isWritten = ({ text }: Document, { code, span }: ErrorDefinition): boolean =>
  text.slice(span.start, span.end) === code
