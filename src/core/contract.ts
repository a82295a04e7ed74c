import type { Keywords } from './json-schema.ts'

/** A field of a result: a JSON Schema without `$ref`; `string` when it names no type. */
export interface ResultField {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  maxLength?: number
  pattern?: string
  items?: ResultField
  properties?: Readonly<Record<string, ResultField>>
  description?: string
  /** True for a field that no column of the table takes. */
  dropped?: true
}

export type ResultStatus = 'completed' | 'failed' | 'blocked' | 'skipped'

/** One way to end with several outcomes: under a condition, with fields set. */
export interface Outcome {
  when: string
  set?: Readonly<Record<string, unknown>>
}

/** How a worker that runs out of time ends. */
export interface TimeoutEnd {
  as?: ResultStatus
  error?: string
  first?: string
}

/** Every way to end; `failed` and “timeout” where `timeout` is left out. */
export interface Ends {
  completed?: string | readonly Outcome[]
  failed?: string | readonly Outcome[]
  blocked?: string | readonly Outcome[]
  skipped?: string | readonly Outcome[]
  timeout?: TimeoutEnd
}

/**
 * The contract of a worker: what it gets, what it returns, how it may end (`contracts/<id>.json`).
 *
 * One source for the text of a skill, for the runtime and for the linter.
 */
export interface Contract {
  id: string
  /** Waves it holds for; all when left out. */
  waves?: 'all' | readonly number[]
  /** Values that are known only when a wave is run: `{session}`. */
  params?: readonly string[]
  instruction: string
  result?: Readonly<Record<string, ResultField>>
  required?: readonly string[]
  statuses?: readonly ResultStatus[]
  findings?: { maxLength?: number }
  ends: Ends
  reads?: string | readonly string[]
  writes?: string
  owned?: readonly string[]
  limits?: { max_concurrency?: number; max_runtime_seconds?: number }
  per_wave?: Readonly<Record<string, Partial<Pick<Contract, 'instruction' | 'ends' | 'writes' | 'limits'>>>>
}

/** Fields that every result has, whatever its contract names. */
export const STANDARD_FIELDS = ['id', 'result_status', 'findings', 'error'] as const

const DEFAULT_STATUSES: readonly ResultStatus[] = ['completed', 'failed', 'blocked']
const DEFAULT_LIMITS = { max_concurrency: 4, max_runtime_seconds: 3600 }
const FINDINGS_LENGTH = 500

/** Files of a wave that only its coordinator writes. */
export const OWNED_FILES: readonly string[] = ['tasks.csv', 'wave-*.csv', 'results.csv']

/** The contract as it holds in one wave: `per_wave` put in the place of what it replaces. */
export function contractIn(contract: Contract, wave: number | undefined): Contract {
  const { per_wave: waves, ...rest } = contract
  const own = wave === undefined ? undefined : waves?.[String(wave)]
  if (!own) return rest
  return { ...rest, ...own, ends: { ...rest.ends, ...own.ends }, limits: { ...rest.limits, ...own.limits } }
}

export const statusesOf = ({ statuses = DEFAULT_STATUSES }: Contract): readonly ResultStatus[] => statuses
export const limitsOf = ({ limits }: Contract): Required<NonNullable<Contract['limits']>> => ({
  ...DEFAULT_LIMITS,
  ...limits,
})
export const requiredOf = ({ required = ['id', 'result_status', 'findings'] }: Contract): readonly string[] => required

/** A worker that the runtime ends: its status and error. */
export const timeoutOf = ({ ends: { timeout } }: Contract): { status: ResultStatus; error: string } => ({
  status: timeout?.as ?? 'failed',
  error: timeout?.error ?? 'timeout',
})

function fieldSchema({ type, items, properties, dropped: _, ...rest }: ResultField): Keywords {
  const schema = {
    type: type ?? (properties ? 'object' : items ? 'array' : typeOfValues(rest.enum)),
    ...rest,
    ...(items ? { items: fieldSchema(items) } : {}),
  }
  if (!properties) return schema
  const entries = Object.entries(properties).map(([name, field]) => [name, fieldSchema(field)] as const)
  return { ...schema, properties: Object.fromEntries(entries), additionalProperties: false }
}

function typeOfValues(values: readonly unknown[] | undefined): string {
  const types = new Set((values ?? ['']).map(value => (value === null ? 'null' : typeof value)))
  return types.size === 1 ? [...types][0]! : 'string'
}

/** The schema of a result: JSON Schema draft 2020-12, closed. */
export function resultSchema(contract: Contract): Keywords {
  const fields = Object.entries(contract.result ?? {}).filter(([name]) => !isStandard(name))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: { type: 'string' },
      result_status: { type: 'string', enum: [...statusesOf(contract)] },
      findings: { type: 'string', maxLength: contract.findings?.maxLength ?? FINDINGS_LENGTH },
      ...Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
      error: { type: 'string' },
    },
    required: [...requiredOf(contract)],
    additionalProperties: false,
  }
}

export const isStandard = (name: string): boolean => (STANDARD_FIELDS as readonly string[]).includes(name)

/** How a worker hands in its result: by Codex’s former tool, or as its last message. */
export type Channel = 'tool' | 'message'

const LABELS: readonly [keyof Ends & ResultStatus, string][] = [
  ['completed', 'Success'],
  ['blocked', 'Blocked'],
  ['failed', 'Failure'],
  ['skipped', 'Skipped'],
]

const settings = (set: Outcome['set']) =>
  Object.entries(set ?? {})
    .map(([name, value]) => `, ${name}=${typeof value === 'string' && value ? value : JSON.stringify(value)}`)
    .join('')

/**
 * The termination contract in words, a clause a line: every way to end, then what must never happen.
 *
 * The runtime appends it to each worker’s prompt; skills show it.
 */
export function terminationLines(contract: Contract, channel: Channel): string[] {
  const { ends, owned = OWNED_FILES, reads, writes } = contract
  const lines: string[] = []
  lines.push(
    channel === 'tool'
      ? 'TERMINATION CONTRACT: call report_agent_job_result EXACTLY ONCE, as your last act.'
      : 'TERMINATION CONTRACT: end with EXACTLY ONE JSON object as your last message, the result, with nothing after it.',
  )
  for (const [status, label] of LABELS) {
    const end = ends[status]
    if (end === undefined) continue
    const outcomes: readonly Outcome[] = typeof end === 'string' ? [{ when: end }] : end
    for (const { when, set } of outcomes) lines.push(`- ${label} → ${when} → result_status=${status}${settings(set)}`)
  }
  const { status, error } = timeoutOf(contract)
  const first = ends.timeout?.first ? `${ends.timeout.first}, then ` : ''
  lines.push(`- Timeout → your time is nearly over: ${first}end → result_status=${status}, error="${error}"`)
  lines.push(
    channel === 'tool'
      ? '- NEVER go on endlessly. NEVER end in silence. NEVER leave the report out.'
      : '- NEVER go on endlessly. NEVER end in silence. NEVER leave the result out.',
  )
  const read = typeof reads === 'string' ? reads : (reads ?? []).join(', ')
  if (read) lines.push(`- Read, and add to by appending only: ${read}.`)
  if (writes) lines.push(writes === 'none' ? '- Write no files: this work is read-only.' : `- Write only: ${writes}.`)
  lines.push(`- Do NOT write to ${owned.join(', ')}: the coordinator alone does.`)
  lines.push(
    channel === 'tool'
      ? '- Do NOT call spawn_agents_on_csv, and start no agents of your own (no recursion).'
      : '- Do NOT start agents of your own (no recursion).',
  )
  return lines
}

/** Names in single braces in an instruction: columns and params. */
export function placeholdersIn(instruction: string): { name: string; start: number }[] {
  return [...instruction.matchAll(/(?<![{\\$])\{([A-Za-z_]\w*)\}(?!\})/g)].map(match => ({
    name: match[1]!,
    start: match.index,
  }))
}

/** The name that a skill’s text gives a contract’s instruction: `executor` → `EXECUTOR_INSTRUCTION`. */
export const instructionName = (id: string): string => `${id.replace(/\W+/g, '_').toUpperCase()}_INSTRUCTION`
