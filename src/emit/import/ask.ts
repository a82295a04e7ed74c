import { type Literal, type LiteralEntry, toValue } from '../../markdown/literal.ts'
import type { WrittenCall } from '../../model/platform-calls.ts'
import { escaped } from './escape.ts'

const entryOf = (entries: readonly LiteralEntry[], ...keys: string[]) =>
  entries.find(({ key }) => keys.includes(key))?.value

const text = (literal: Literal | undefined): string | undefined => {
  const value = literal && toValue(literal)
  return typeof value === 'string' && value.trim() ? value.replace(/\s+/g, ' ').trim() : undefined
}

const entriesOf = (literal: Literal) => (literal.kind === 'object' ? literal.entries : [])

/** An option as words: “Label” (description). */
function optionOf(literal: Literal): string | undefined {
  const own = text(literal)
  if (own) return `“${own}”`
  const label = text(entryOf(entriesOf(literal), 'label'))
  const description = text(entryOf(entriesOf(literal), 'description'))
  return label && `“${label}”${description ? ` (${description})` : ''}`
}

function questionOf(literal: Literal): string | undefined {
  if (literal.kind !== 'object' || literal.open) return undefined
  const { entries } = literal
  const question = text(entryOf(entries, 'question'))
  const options = entryOf(entries, 'options')
  if (!question || (options && (options.kind !== 'array' || options.open))) return undefined
  const told = options?.kind === 'array' ? options.items.map(optionOf) : []
  if (told.some(option => option === undefined)) return undefined
  const many = entryOf(entries, 'multiSelect', 'is_multi_select')
  const isMany = many?.kind === 'boolean' && many.value
  const choice = told.length ? ` ${isMany ? 'Any of' : 'One of'} ${told.join(', ')}.` : ''
  return `“${question}”${choice}`
}

/** The questions of a call as words; `undefined` where a part of them is not written out. */
export function questionsIn({ form, entries, open }: WrittenCall): string | undefined {
  if (form !== 'object' || open) return undefined
  const list = entryOf(entries, 'questions')
  if (list?.kind !== 'array' || list.open || !list.items.length || entries.length > 1) return undefined
  const told = list.items.map(questionOf)
  return told.some(question => question === undefined) ? undefined : escaped(told.join(' Then '))
}
