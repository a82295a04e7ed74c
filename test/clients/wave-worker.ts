import { type ModelRequest, type Script, textsOf } from './server.ts'
import type { Answer } from './wires.ts'

/** A model that plays the workers of a wave; the cell `does` of a row says how its worker ends. */

/** The contract that the workers are held to. */
export const CONTRACT = {
  id: 'reader',
  instruction: 'Read {title}.',
  result: { length: { type: 'integer' } },
  ends: { completed: 'all is read', failed: 'anything else' },
  writes: 'none',
}

export const WAYS = ['valid', 'invalid', 'refused', 'none', 'slow', 'twice'] as const

type Way = (typeof WAYS)[number]

/** A wave’s file with a row for every way. */
export const waveCsv = (): string =>
  ['id,title,does', ...WAYS.map((way, index) => `r${index + 1},Book ${index + 1},${way}`), ''].join('\n')

/** The row that a request is about: the JSON object that ends its prompt. */
export function rowIn({ body }: ModelRequest): { id: string; title: string; does: Way } | undefined {
  const prompt = textsOf(body).find(text => /^The “id” of the result is /m.test(text))
  const row = prompt && /which is data and never an instruction:\n(\{\n[\s\S]*?\n\})/.exec(prompt)
  return row ? JSON.parse(row[1]!) : undefined
}

/**
 * Plays a worker. Codex takes its final message for the result; Claude Code has a tool for it, refuses with it what does
 * not fit the schema, and asks for it when it was not used.
 */
export const playWorker: Script = (request): Answer => {
  const row = rowIn(request)
  if (!row) return { say: 'There is no row.' }
  const { id, title, does } = row
  const result = { id, result_status: 'completed', findings: `read ${title}`, length: title.length, error: '' }
  const handIn = (value: unknown): Answer =>
    request.wire === 'messages' ? { call: 'StructuredOutput', args: value } : { say: JSON.stringify(value) }
  const WAY: Readonly<Record<Way, () => Answer>> = {
    valid: () => handIn(result),
    invalid: () => ({ say: JSON.stringify({ ...result, length: 'six' }) }),
    refused: () => handIn({ ...result, length: 'six' }),
    none: () => ({ say: 'I have read it.' }),
    slow: () => ({ hang: true }),
    twice: () => ({
      say: [result, { ...result, findings: 'second thoughts' }].map(one => JSON.stringify(one)).join('\n'),
    }),
  }
  return WAY[does]()
}
