import { closeSync, fstatSync } from 'node:fs'
import { join } from 'node:path'
import { type Contract, timeoutOf } from '../../core/contract.ts'
import { lookAt } from '../aco/access.ts'
import type { Ended } from './attempt.ts'
import type { End } from './journal.ts'
import { bytesAt, openFile } from './read.ts'
import { firstFault, inWords } from './schema.ts'
import type { Job } from './worker.ts'

/** What a row’s result is in the end, by what its worker left. */
export type Verdict = Pick<End, 'result_status' | 'result' | 'reason' | 'error' | 'tokens'>

const failed = (reason: string): Verdict => ({ result_status: 'failed', result: null, reason, error: reason })

/** Checks the objects that were handed in for a row: the first counts. */
export function judge(
  results: readonly Record<string, unknown>[],
  schema: object,
  ids: readonly string[],
): Verdict | undefined {
  const [first] = results
  if (!first) return undefined
  const misfit = firstFault(first, schema)
  const more = results.length > 1 ? `${results.length} results were handed in, the first counts` : ''
  if (misfit) return failed(together(`the result does not fit: ${inWords(misfit)}`, more))
  if (!ids.includes(String(first['id'])))
    return failed(together(`the result is for “${String(first['id'])}”, not for “${ids[0]}”`, more))
  const status = first['result_status'] as Verdict['result_status']
  return { result_status: status, result: first, reason: more, error: String(first['error'] ?? '') }
}

const together = (...parts: string[]) => parts.filter(Boolean).join('; ')

/** The verdict on an attempt that has ended by itself or out of time. */
export function verdictOn(ended: Ended, job: Job, contract: Contract, ids: readonly string[]): Verdict {
  const { reply, isLate, code, signal } = ended
  const tokens = reply.tokens ? { tokens: reply.tokens } : {}
  if (isLate) {
    const { status, error } = timeoutOf(contract)
    const reason = `timeout: it was ended after ${job.seconds} s`
    // “completed” is what a worker may say that hands in what it has; this one has handed in nothing.
    const ended = status === 'completed' ? 'failed' : status
    return { result_status: ended, result: null, reason, error, ...tokens }
  }
  const verdict = judge(reply.results, job.schema, ids)
  const exit = signal ? `signal ${signal}` : code ? `exit code ${code}` : ''
  if (verdict) return { ...verdict, reason: together(verdict.reason, exit), ...tokens }
  const why = [exit, reply.message ?? lastLine(join(job.folder, 'stderr'))].filter(Boolean).join(', ')
  return { ...failed(`the worker ended without a result${why ? ` (${why})` : ''}`), ...tokens }
}

/** The last line of a file, cut to what can be read at a glance. */
function lastLine(path: string): string {
  if (!lookAt(path)) return ''
  const file = openFile(path)
  try {
    const { size } = fstatSync(file)
    const text = bytesAt(file, Math.max(0, size - 4096), size).toString('utf8')
    return text.trimEnd().split('\n').at(-1)!.trim().slice(0, 300)
  } finally {
    closeSync(file)
  }
}
