import type { Contract, Ends, Outcome, ResultField, ResultStatus } from '../../../core/contract.ts'
import { isStandard } from '../../../core/contract.ts'
import type { Document, Span } from '../../../core/types.ts'
import { toValue } from '../../../markdown/literal.ts'
import { contractsOf } from '../../../model/contract/contract.ts'
import { entryOf, type ResultSchema } from '../../../model/contract/schema.ts'
import type { Termination } from '../../../model/contract/termination.ts'
import type { Context } from '../context.ts'
import { type Candidate, reading } from './block.ts'
import { contractBlock } from './contract-block.ts'

const TITLE = /^\s*\**TERMINATION CONTRACT\b/i
const END =
  /^\s*(?:[-*]\s*)?\**(Success|Blocked|Failure|Failed|Skipped|Timeout)\**(?:\s+path)?\s*(?:→|->|:)\s*(.*?)(?:\s*(?:→|->)\s*(?:report\s+)?result_status\s*[=:]\s*"?(\w+)"?\s*(.*))?$/i
const STATUS: Readonly<Record<string, ResultStatus>> = {
  success: 'completed',
  blocked: 'blocked',
  failure: 'failed',
  failed: 'failed',
  skipped: 'skipped',
}
/** Sentences that the block derives, told by the clauses that the linter’s model sees in them. */
const DERIVED: readonly ('once' | 'never-continue' | 'never-silent' | 'never-omit' | 'no-write' | 'no-recursion')[] = [
  'once',
  'never-continue',
  'never-silent',
  'never-omit',
  'no-write',
  'no-recursion',
]

interface Pair {
  schema: ResultSchema
  termination: Termination
  span: Span
}

/** A result schema in a fence, with the instruction and its termination contract right below. */
function pairsIn(document: Document): Pair[] {
  const { schemas, terminations } = contractsOf(document)
  return schemas.flatMap((schema): Pair[] => {
    const own = document.fences.find(({ span }) => span.start <= schema.span.start && schema.span.end <= span.end)
    const index = own ? document.fences.indexOf(own) : -1
    const termination = terminations.find(({ fence }) => fence === document.fences[index + 1])
    if (schema.from !== 'fence' || !own || !termination) return []
    const label =
      schema.keySpan && !document.text.slice(schema.keySpan.end, own.span.start).trim() ? schema.keySpan : own.span
    return [{ schema, termination, span: { start: label.start, end: termination.span.end } }]
  })
}

const stripped = (field: unknown): ResultField => {
  const { type, ...rest } = field as ResultField
  return type === 'string' || type === undefined ? rest : { type, ...rest }
}

/** The contract that a schema and an instruction say; a reason where they do not say one. */
function contractOf(document: Document, { schema, termination, span }: Pair): Contract | { reason: string } {
  const value = toValue(schema.literal) as Record<string, unknown>
  const properties = value['properties'] as Record<string, ResultField> | undefined
  if (!schema.strict || !properties) return { reason: 'the schema lists fields and is no JSON Schema' }
  const further = Object.keys(value).find(
    key => !['$schema', 'type', 'properties', 'required', 'additionalProperties'].includes(key),
  )
  if (further || value['additionalProperties'] !== false)
    return { reason: 'the schema is not closed, or has further keys' }
  const { text } = document
  const said = text.slice(span.start, termination.fence.open.start)
  const id = /contract `([\w-]+)`/.exec(said)?.[1] ?? /\b([A-Z][A-Z0-9_]*)_INSTRUCTION\b/.exec(said)?.[1]?.toLowerCase()
  if (!id) return { reason: 'nothing says what the contract is called' }
  const lines = text.slice(termination.fence.body.start, termination.fence.body.end).split('\n')
  const title = lines.findIndex(line => TITLE.test(line))
  if (title < 1) return { reason: 'the instruction has no part “TERMINATION CONTRACT”' }
  const ends: Record<string, unknown> = {}
  const rest: Partial<Pick<Contract, 'reads' | 'writes'>> = {}
  for (const line of lines.slice(title + 1)) {
    const [, label = '', when = '', status, set = ''] = END.exec(line) ?? []
    if (/^timeout$/i.test(label)) {
      const error = /error\s*=\s*"([^"]*)"/.exec(set)?.[1]
      const first = /: (.*), then end$/.exec(when)?.[1]
      ends['timeout'] = { as: status, ...(error === undefined ? {} : { error }), ...(first ? { first } : {}) }
    } else if (label) addEnd(ends, STATUS[label.toLowerCase()]!, when, set)
    const reads = /^- Read, and add to by appending only: (.*)\.$/.exec(line)?.[1]
    if (reads) rest.reads = reads.split(', ')
    const writes =
      /^- Write only: (.*)\.$/.exec(line)?.[1] ??
      (/^- Write no files: this work is read-only\.$/.test(line) ? 'none' : undefined)
    if (writes) rest.writes = writes
  }
  const result = Object.entries(properties).filter(([name]) => !isStandard(name))
  return {
    id,
    instruction: lines.slice(0, title).join('\n').trim(),
    ...(result.length ? { result: Object.fromEntries(result.map(([name, field]) => [name, stripped(field)])) } : {}),
    required: schema.required.map(({ name }) => name),
    statuses: (properties['result_status']?.enum ?? []) as ResultStatus[],
    ...(properties['findings']?.maxLength ? { findings: { maxLength: properties['findings'].maxLength } } : {}),
    ends: ends as Ends,
    ...rest,
    ...(termination.owned.length ? { owned: termination.owned } : {}),
  }
}

/** A way to end; several under one status are outcomes. */
function addEnd(ends: Record<string, unknown>, status: ResultStatus, when: string, set: string) {
  const settings = [...set.matchAll(/,\s*(\w+)=([^,]+)/g)].map(([, name, value]) => [name!, value!.trim()] as const)
  const outcome: Outcome = { when, ...(settings.length ? { set: Object.fromEntries(settings) } : {}) }
  const known = ends[status]
  if (known === undefined && !settings.length) ends[status] = when
  else ends[status] = [...(Array.isArray(known) ? known : known === undefined ? [] : [{ when: known }]), outcome]
}

/** What a schema and its termination contract say. */
function factsOf(document: Document): unknown {
  return pairsIn(document).map(({ schema, termination }) => {
    const { $schema: _, ...value } = toValue(schema.literal) as Record<string, unknown>
    const properties = entryOf(schema.literal, 'properties')?.value
    const names = properties?.kind === 'object' ? properties.entries.map(({ key }) => key).sort() : []
    return [
      names.map(name => [name, (value['properties'] as Record<string, unknown>)[name]]),
      schema.required.map(({ name }) => name).sort(),
      [...termination.clauses.keys()].sort(),
      termination.statuses.map(status => status.value).sort(),
      [...termination.owned].sort(),
    ]
  })
}

/** Contracts of workers: a result schema, and the instruction with its termination contract below. */
export function workerContracts(document: Document, context: Context): Candidate[] {
  const read = reading(context)
  return pairsIn(document).map(
    (pair): Candidate => ({
      kind: 'contract',
      span: pair.span,
      name: 'the contract of a worker',
      write(source) {
        const own = read(source, document)
        const [found] = pairsIn(own)
        if (!found) return { reason: 'it cannot be read' }
        const contract = contractOf(own, found)
        return 'reason' in contract ? contract : contractBlock(contract)
      },
      facts: text => factsOf(read(text, document)),
      // What the block derives is said in its own words; that it is said is one of the facts.
      dropped(text) {
        const own = read(text, document)
        const [found] = pairsIn(own)
        if (!found) return text
        const { termination } = found
        const spans = DERIVED.flatMap(clause => termination.clauses.get(clause) ?? []).concat(
          termination.clauses.get('timeout') ?? [],
        )
        const said = [...spans]
          .sort((a, b) => b.start - a.start)
          .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
        return said.replace(/^\*\*[^\n]*\n|^#+[^\n]*$/gm, '')
      },
    }),
  )
}
