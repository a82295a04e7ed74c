import type { Document, Fence, Span } from '../../core/types.ts'
import { type Literal, type LiteralEntry, readJsLiteral } from '../../markdown/literal.ts'
import { contractsOf } from './contract.ts'
import { entryOf, type ResultSchema, valuesOf } from './schema.ts'
import { companionsOf } from './scope.ts'

/** The tool that a worker of a fan-out reports with. */
const REPORT = 'report_agent_job_result'

/**
 * A result as a document shows it to workers.
 *
 * `call` ones are the argument of `report_agent_job_result(…)`, `block` ones follow a mention of the tool, `output`
 * ones follow a line in a worker's instruction that begins with OUTPUT (输出).
 */
export interface Payload {
  form: 'call' | 'block' | 'output'
  literal: Literal & { kind: 'object' }
}

/** A line that names a file speaks of what is written there. */
const FILE = /[\w}>*]\.(?:json|jsonl|ndjson|md|csv|ya?ml|toml)\b/
const OUTPUT = /^[ \t>]*(?:(?:[-*#]+|\d+[.)])[ \t]+)?\**(?:OUTPUT|Output|输出)(?![\w-])[^{\n]*/gm

/** The object that begins at an offset. */
function objectAt(document: Document, offset: number, end: number): Payload['literal'] | undefined {
  if (document.text[offset] !== '{') return undefined
  const read = readJsLiteral(document.text.slice(0, end), offset)
  return 'error' in read || read.value.kind !== 'object' ? undefined : read.value
}

const fenceAt = (fences: readonly Fence[], offset: number) =>
  fences.find(({ body }) => body.start <= offset && offset < body.end)

const known = new WeakMap<Document, Payload[]>()

/** What a document shows of results, in order; each object once. Read once, however many rules ask. */
export function payloadsOf(document: Document): Payload[] {
  const payloads = known.get(document) ?? (document.text.includes(REPORT) ? payloadsIn(document) : [])
  known.set(document, payloads)
  return payloads
}

function payloadsIn(document: Document): Payload[] {
  const { text, fences, meta, lines } = document
  const found = new Map<number, Payload>()
  const add = (form: Payload['form'], literal: Payload['literal'] | undefined) => {
    if (literal?.entries.length && !found.has(literal.span.start)) found.set(literal.span.start, { form, literal })
  }
  for (const { body } of fences) {
    const content = text.slice(body.start, body.end)
    if (!content.includes(REPORT)) continue
    for (const match of content.matchAll(OUTPUT)) {
      if (FILE.test(match[0])) continue
      const end = body.start + match.index + match[0].length
      const gap = /^(?:[ \t\r>]*\n)+[ \t>]*/.exec(text.slice(end, body.end))?.[0].length ?? 0
      add('output', objectAt(document, end + gap, body.end))
    }
  }
  for (let at = text.indexOf(REPORT, meta.span.end); at >= 0; at = text.indexOf(REPORT, at + 1)) {
    const line = lines.span(lines.index(at))
    if (FILE.test(text.slice(line.start, line.end))) continue
    const end = at + REPORT.length
    const fence = fenceAt(fences, at)
    const call = /^\s*\(\s*(?=\{)/.exec(text.slice(end, end + 40))
    if (call) {
      const args = objectAt(document, end + call[0].length, fence?.body.end ?? line.end + 2_000)
      const result = entryOf(args, 'result')?.value
      add('call', result?.kind === 'object' ? result : args)
      continue
    }
    // The rest of the line may say “with:”; then comes the object, in a fence of its own below prose.
    const rest = /^[^{\n]*/.exec(text.slice(end, line.end))![0]
    const start = end + rest.length
    if (text[start] === '{') {
      add('block', objectAt(document, start, fence?.body.end ?? line.end))
      continue
    }
    if (!/[:：][\s`*]*$/.test(rest)) continue
    const below = fence ? undefined : fences.find(({ span }) => span.start >= line.end)
    const from = below ? below.body.start : line.end
    const isNext = below ? text.slice(line.end, below.span.start).trim() === '' : fence !== undefined
    const gap = /^[\s>]*/.exec(text.slice(from, from + 2_000))![0].length
    if (isNext) add('block', objectAt(document, from + gap, (below ?? fence)!.body.end))
  }
  return [...found.values()].sort((a, b) => a.literal.span.start - b.literal.span.start)
}

/** A result schema and the file that it stands in. */
export interface PlacedSchema {
  schema: ResultSchema
  document: Document
}

/** The schemas that hold for a document: its own, else those of the other files of its skill. */
export function schemasFor(document: Document): PlacedSchema[] {
  const [own, ...others] = companionsOf(document).map(file =>
    contractsOf(file).schemas.map(schema => ({ schema, document: file })),
  )
  return own!.length ? own! : others.flat()
}

/** Names that a payload and a schema share. */
export const sharedNames = ({ literal }: Payload, { fields }: ResultSchema): string[] =>
  literal.entries.map(({ key }) => key).filter(key => fields.some(({ name }) => name === key))

/** A choice that an example offers: `"a" | "b"`, `"a|b"`, `"<a|b>"`; `undefined` where it is text. */
export function choiceOf({ value }: LiteralEntry): { values: string[]; span: Span } | undefined {
  const written = value.kind === 'string' ? value.value : value.kind === 'hole' ? value.text : undefined
  const values =
    written === undefined ? valuesOf(value)?.map(option => option.value) : written.replace(/^<(.*)>$/, '$1').split('|')
  if (!values || values.length < 2) return undefined
  const words = values.map(text => text.trim())
  return words.every(word => /^[\w./-]*$/.test(word)) ? { values: words, span: value.span } : undefined
}
