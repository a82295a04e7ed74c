import type { ModelRequest, Script } from './server.ts'
import type { Answer } from './wires.ts'

/** A table of awkward rows, the call that hands it to Codex’s own `spawn_agents_on_csv`, and a model that plays it. */

export const HEADER = ['id', 'title', 'my note', 'does'] as const

/** `does` says how the worker of a row ends. */
const ROWS: readonly (readonly [id: string, title: string, note: string, does: string])[] = [
  ['a', 'Plain', '', 'ok'],
  ['', 'No id', 'blank', 'ok'],
  ['a', 'The second of its name', '', 'ok'],
  ['a-2', 'What the second wanted', 'taken', 'ok'],
  ['a', 'The third of its name', '', 'ok'],
  ['row-2', 'What the blank one got', 'taken', 'ok'],
  [' b ', '  Spaces around  ', ' ', 'ok'],
  ['   ', 'An id of spaces', '', 'ok'],
  ['x,"y"', 'Comma, and “quotes” of "both" kinds', "it's", 'ok'],
  ['lf', 'Two\nlines\n', '\n', 'ok'],
  ['crlf', 'Two\r\nlines', '', 'ok'],
  ['', '', '', ''],
  ['', 'After a row of nothing', '', 'ok'],
  ['果园-🍎', 'cafe\u0301 – ÄÖÜ – 👩‍🌾', '\u00a0', 'ok'],
  ['braces', '{id} {{id}} {nobody} {{{id}}} }{', '{', 'ok'],
  ['=1+1', '=HYPERLINK("http://nowhere.invalid")', '@', 'ok'],
  ['../up/$(id)', '$(touch x) `touch y`; touch z && %PATH%', '\\', 'ok'],
  ['long', 'word '.repeat(2000), '\t', 'ok'],
  ['slow', 'Never ends', '', 'slow'],
  ['None', 'Not a word', '', 'nothing'],
  ['none', 'Only prose', '', 'prose'],
  ['list', 'No object', '', 'list'],
  ['twice', 'Second thoughts', '', 'twice'],
  ['last', 'The end', '', 'ok'],
]

/** The table as a file: with a byte order mark, without a last newline. */
export const inputCsv = (): string => `\uFEFF${[HEADER, ...ROWS].map(line).join('\n')}`

const line = (cells: readonly string[]) =>
  cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

export const INSTRUCTION = 'Read {title} ({id}; {my note}). Keep {{braces}}, ${HOME} and {"json": 1}.'

/** Arguments of `spawn_agents_on_csv`. */
export const CALL = {
  csv_path: 'input.csv',
  instruction: INSTRUCTION,
  id_column: 'id',
  output_csv_path: 'output.csv',
  output_schema: { type: 'object', properties: { id: { type: 'string' }, length: { type: 'integer' } } },
  max_concurrency: 4,
  max_runtime_seconds: 30,
}

export type Row = Record<(typeof HEADER)[number], string>

/** What the worker of a row hands in, in order; the keys stand in no order of theirs. */
export function handedIn({ id, title, does }: Row): unknown[] {
  const full = {
    result_status: 'completed',
    id,
    length: title.length,
    findings: `read “${title.slice(0, 60)}”`,
    error: '',
  }
  if (does === 'ok') return [full]
  if (does === 'twice') return [full, { ...full, findings: 'read it again' }]
  return does === 'list' ? [[title.length]] : []
}

/** What is known of a worker from its prompt; `undefined` for the agent that started the job. */
export function workerIn({ body }: ModelRequest): { job: string; item: string; row: Row; prompt: string } | undefined {
  const prompts = inputOf(body).flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const prompt = prompts.map(({ text }) => String(text)).find(text => /^Job ID: /m.test(text))
  if (prompt === undefined) return undefined
  const row = /^Input row \(JSON\):\n(\{\n[\s\S]*?\n\})\n/m.exec(prompt)![1]!
  const [, job, item] = /^Job ID: (.*)\nItem ID: (.*)$/m.exec(prompt)!
  return { job: job!, item: item!, row: JSON.parse(row), prompt }
}

interface Item {
  type?: string
  content?: { text?: string }[]
}
const inputOf = (body: Record<string, unknown>) => body['input'] as Item[]

/** Plays the agent that starts the job and all of its workers. */
export const playJob: Script = (request): Answer => {
  const done = inputOf(request.body).filter(({ type }) => type === 'function_call_output').length
  const worker = workerIn(request)
  if (!worker) return done ? { say: 'done' } : { call: 'spawn_agents_on_csv', args: CALL }
  if (worker.row.does === 'slow') return { hang: true }
  const result = handedIn(worker.row)[done]
  if (result === undefined) return { say: worker.row.does === 'nothing' ? '' : 'That was it.' }
  return { call: 'report_agent_job_result', args: { job_id: worker.job, item_id: worker.item, result } }
}

/** The output without what differs from run to run. */
export const plainOutput = (csv: string): string =>
  csv
    .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, 'JOB')
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, 'TIME')
