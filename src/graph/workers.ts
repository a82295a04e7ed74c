import { STANDARD_FIELDS } from '../core/contract.ts'
import type { Document, Span } from '../core/types.ts'
import type { Literal } from '../markdown/literal.ts'
import { agentFanOutOf } from '../model/contract/agent-fan-out.ts'
import { contractsOf } from '../model/contract/contract.ts'
import type { ResultSchema } from '../model/contract/schema.ts'
import { valuesOf } from '../model/contract/schema.ts'
import { argumentOf, type SpawnUse } from '../model/contract/spawn.ts'
import { type WaveRun, waveRunsOf } from '../model/contract/wave-run.ts'
import type { Place } from './types.ts'

/** Who works on the rows of a wave. */
export interface Worker {
  /** Tells workers apart; equal for those that are one node. */
  key: string
  label: string
  /** What it returns, how it may end, its limits. */
  notes: readonly string[]
  /** The wave it is for, where the place that starts it says so. */
  wave?: string
  /** Where it is started. */
  span: Span
  places: readonly Place[]
  /** The command that merges its results. */
  mergedBy?: { label: string; place: Place }
}

/** The workers that a document starts for the rows of a table, in order. */
export function workersOf(document: Document, documents: readonly Document[], hasWaves: boolean): Worker[] {
  const { uses, schemas } = contractsOf(document)
  const calls = uses.filter(({ form, negated }) => form !== 'prose' && !negated)
  const workers = [
    ...calls.map((use, index) => byCall(document, use, schemas, calls[index + 1]?.span.start)),
    ...waveRunsOf(document).map(run => byRuntime(document, run, documents)),
  ]
  if (workers.length) return workers.sort((a, b) => a.span.start - b.span.start)
  const agents = agentFanOutOf(document, hasWaves)
  const said = agents?.table ? agents : hasWaves ? proseUse(document, documents) : undefined
  if (!said) return []
  const place = { path: document.path, span: said.span }
  const schema = schemas[0]
  return [
    {
      key: `${document.path} ${said.tool}`,
      label: said.tool,
      notes: schema ? notesOf(schema) : [],
      span: said.span,
      places: [place, ...(schema ? [{ path: document.path, span: schema.span }] : [])],
    },
  ]
}

/** The first mention of the fan-out tool, where no file of the skill writes a call out. */
function proseUse(document: Document, documents: readonly Document[]): { span: Span; tool: string } | undefined {
  const isWritten = documents.some(other => contractsOf(other).uses.some(({ form }) => form === 'call'))
  const mentions = documents.find(other => contractsOf(other).uses.some(isMeant))
  if (isWritten || mentions !== document) return undefined
  const { span } = contractsOf(document).uses.find(isMeant)!
  return { span, tool: document.text.slice(span.start, span.end) }
}

const isMeant = ({ form, negated }: SpawnUse) => form === 'prose' && !negated

function byCall(document: Document, use: SpawnUse, schemas: readonly ResultSchema[], next = Number.MAX_VALUE): Worker {
  const { path } = document
  const { filters } = contractsOf(document)
  const inside = filters.find(({ span }) => use.whole.start <= span.start && span.end <= use.whole.end)
  const file = wordsIn(document, argumentOf(use, 'csv_path')?.value)
  const wave = inside?.wave.replace(/[{}]/g, '') ?? waveIn(file)
  const names = namesIn(argumentOf(use, 'instruction')?.value)
  const schema = schemaFor(use, schemas, next)
  const limits = limitsNote(
    wordsIn(document, argumentOf(use, 'max_concurrency', 'max_workers')?.value),
    wordsIn(document, argumentOf(use, 'max_runtime_seconds')?.value),
  )
  return {
    key: `${path} ${use.span.start}`,
    label: names.map(name => name.replace(/_(?:INSTRUCTIONS?|PROMPT)$/, '')).join(' + ') || 'worker',
    notes: [...(schema ? notesOf(schema) : []), ...limits],
    ...(wave === undefined ? {} : { wave }),
    span: use.span,
    places: [{ path, span: use.whole }, ...(schema ? [{ path, span: schema.span }] : [])],
  }
}

/** The schema of a call: its own, the one it names, the next one below it, else the last one above. */
function schemaFor(use: SpawnUse, schemas: readonly ResultSchema[], next: number): ResultSchema | undefined {
  const argument = argumentOf(use, 'output_schema')?.value
  const name = argument?.kind === 'name' ? argument.name : undefined
  return (
    schemas.find(schema => schema.use === use) ??
    schemas.find(schema => schema.name !== undefined && schema.name === name) ??
    schemas.find(({ span, from }) => from === 'fence' && span.start > use.span.start && span.start < next) ??
    schemas.findLast(({ span, from }) => from === 'fence' && span.start < use.span.start)
  )
}

function byRuntime(document: Document, { span, contract }: WaveRun, documents: readonly Document[]): Worker {
  const { path, text, skill } = document
  const command = commandFrom(text, span.end)
  const name = contract?.text.slice(contract.text.lastIndexOf('/') + 1).replace(/\.json$/, '')
  const files = skill?.files ?? documents
  const data = name === undefined ? undefined : files.find(file => file.inner.endsWith(`/contracts/${name}.json`))
  const wave = waveIn(/--wave-csv[= ](\S+)/.exec(command)?.[1] ?? '')
  const merge = /\bwave\.mjs["']?[ \t]+merge\b/.exec(text.slice(span.end))
  const mergeAt = merge && span.end + merge.index
  return {
    key: `${path} ${name ?? span.start}`,
    label: name ?? 'worker',
    notes: [
      ...(data ? contractNotes(data.text) : []),
      ...limitsNote(/--max-concurrency[= ](\S+)/.exec(command)?.[1], /--max-runtime[= ](\S+)/.exec(command)?.[1]),
    ],
    ...(wave === undefined ? {} : { wave }),
    span,
    places: [{ path, span }, ...(data ? [{ path: data.path, span: { start: 0, end: data.text.length } }] : [])],
    ...(mergeAt === null
      ? {}
      : {
          mergedBy: {
            label: 'wave.mjs merge',
            place: { path, span: { start: mergeAt, end: mergeAt + merge![0].length } },
          },
        }),
  }
}

/** A command line from an offset on, lines that a backslash continues included. */
const commandFrom = (text: string, offset: number): string =>
  /^(?:[^\\\n]|\\[\s\S])*/.exec(text.slice(offset, offset + 2_000))![0]

/** `1` of `wave-1.csv`, `N` of `wave-{N}.csv` or `wave-${N}.csv`. */
const waveIn = (file: string): string | undefined => /wave-?\$?[{<]?(\w+)[}>]?\.csv/.exec(file)?.[1]

const wordsIn = ({ text }: Document, literal: Literal | undefined): string =>
  literal ? text.slice(literal.span.start, literal.span.end) : ''

const namesIn = (literal: Literal | undefined): string[] =>
  literal?.kind === 'name' ? [literal.name] : literal?.kind === 'sum' ? literal.parts.flatMap(namesIn) : []

const limitsNote = (concurrency: string | undefined, seconds: string | undefined): string[] => {
  const parts = [...(concurrency ? [`at most ${concurrency} at once`] : []), ...(seconds ? [`${seconds} s each`] : [])]
  return parts.length ? [parts.join(', ')] : []
}

const notes = (fields: readonly string[], statuses: readonly string[]): string[] => [
  `returns ${fields.join(', ')}`,
  ...(statuses.length ? [`ends ${statuses.join(' | ')}`] : []),
]

function notesOf({ fields }: ResultSchema): string[] {
  const status = fields.find(({ name }) => name === 'result_status')
  const values = status?.values ?? (status ? valuesOf(status.literal) : undefined) ?? []
  return notes(
    fields.map(({ name }) => name),
    values.map(({ value }) => value),
  )
}

/** What the file of a contract says; nothing where it is none. */
function contractNotes(text: string): string[] {
  try {
    const { result, statuses } = JSON.parse(text) as { result?: unknown; statuses?: unknown }
    const own = result && typeof result === 'object' ? Object.keys(result) : []
    const [id, status, findings, error] = STANDARD_FIELDS
    return notes([id, status, findings, ...own, error], Array.isArray(statuses) ? statuses.map(String) : [])
  } catch {
    return []
  }
}
