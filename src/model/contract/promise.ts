import type { Document } from '../../core/types.ts'
import { contractsOf } from './contract.ts'
import { outcomesIn } from './termination.ts'

/** Fields that every result has. */
export const RESULT_FIELDS = ['id', 'result_status', 'findings'] as const

/** Ways to end that a contract has to speak of. */
export const ENDS = ['success', 'failure', 'timeout'] as const

/** What some files say of a worker’s result. */
export interface ResultPromise {
  fields: Set<(typeof RESULT_FIELDS)[number]>
  ends: Set<(typeof ENDS)[number]>
}

const FAILURES = /^(?:failed|blocked|skipped)$/

/** The `contracts/<id>.json` of a wave, as data: its fields are fixed, and its `ends` say what comes back when. */
export function readContractFile({ text }: Document): ResultPromise | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { ends } = value as Record<string, unknown>
  const names = typeof ends === 'object' && ends !== null ? Object.keys(ends) : []
  const isContract = names.length > 0 || 'result' in value || 'instruction' in value
  const found: ResultPromise = { fields: new Set(isContract ? RESULT_FIELDS : []), ends: new Set() }
  if (names.some(name => name !== 'timeout' && !FAILURES.test(name))) found.ends.add('success')
  if (names.includes('failed')) found.ends.add('failure')
  // Without an entry of its own the runtime reports a worker that it ends as failed, with the error “timeout”.
  if (names.includes('timeout') || names.includes('failed')) found.ends.add('timeout')
  return found
}

/** Whether a data file is a contract of the wave runtime; its schemas lie beside it. */
export const isContractFile = ({ kind, path }: Document): boolean =>
  kind === 'data' && /(?:^|\/)contracts\/[^/]+\.json$/.test(path) && !/\.schema\.json$/.test(path)

function join(into: ResultPromise, { fields, ends }: ResultPromise) {
  for (const field of fields) into.fields.add(field)
  for (const end of ends) into.ends.add(end)
}

/**
 * What files say together of a worker’s result, read generously: fields count in schemas, code and code spans, ends in
 * any line that begins with one.
 */
export function promiseOf(files: readonly Document[]): ResultPromise {
  const promise: ResultPromise = { fields: new Set(), ends: new Set() }
  for (const file of files) {
    if (file.kind === 'data') {
      const read = isContractFile(file) ? readContractFile(file) : undefined
      if (read) join(promise, read)
      continue
    }
    const text = file.text.slice(file.meta.span.end)
    const named = contractsOf(file).schemas.flatMap(({ fields }) => fields.map(({ name }) => name))
    for (const field of RESULT_FIELDS)
      if (named.includes(field) || new RegExp(`["'\`{,]\\s*${field}\\b|\\b${field}["'\`]?\\s*:`).test(text))
        promise.fields.add(field)
    for (const end of outcomesIn(text)) if (end !== 'blocked') promise.ends.add(end)
  }
  return promise
}
