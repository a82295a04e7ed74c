import type { Document, Fence, Span, ToolCall } from '../../core/types.ts'
import { readJsLiteral } from '../../markdown/literal.ts'
import { toolUsesOf } from '../tool-uses.ts'
import { contractsOf } from './contract.ts'
import { partAt } from './place.ts'

/** The place where a text starts several agents at once. */
export interface AgentFanOut {
  span: Span
  tool: string
  /** Whether the agents work off rows of a table, which waits for what they return. */
  table: boolean
}

const AGENT: ReadonlySet<string> = new Set(['Agent', 'Task', 'spawn_agent', 'invoke_subagent'])

const ROW =
  /\b(?:each|every|per)\s+(?:\w+\s+){0,2}rows?\b|\brows\.(?:map|forEach)\b|\bof\s+(?:\w+\.)?(?:\w*rows|waveTasks)\b|每一?行|逐行/i
const TASK = /\b(?:each|every|per)\s+(?:\w+\s+){0,2}tasks?\b|每个?任务/i
const PARALLEL =
  /\bparallel|\bconcurrent|\bsimultaneous|\bat once\b|\bin the background\b|run_in_background["']?\s*:\s*true|并行|并发|同时/i

/** Whether files keep a table whose rows are worked off in waves. */
export const hasWaveTable = (files: readonly Document[]): boolean =>
  files.some(file => {
    if (file.kind === 'data') return false
    const { csv, columns, filters } = contractsOf(file)
    return (
      filters.length > 0 ||
      csv.some(({ header = [] }) => header.some(({ value }) => value.trim() === 'wave')) ||
      columns.some(list => list.columns.some(({ name }) => name === 'wave'))
    )
  })

/** How many agents one call of `invoke_subagent` starts. */
function startedBy({ text }: Document, call: ToolCall | undefined): number {
  const args = call?.args
  const read = args ? readJsLiteral(text.slice(0, args.end), args.start + 1) : undefined
  if (!read || 'error' in read || read.value.kind !== 'object') return 0
  const list = read.value.entries.find(({ key }) => key === 'Subagents')?.value
  return list?.kind === 'array' ? list.items.filter(({ kind }) => kind === 'object').length : 0
}

/**
 * The first place of a document that starts several agents at once.
 *
 * Packs start single agents everywhere; what counts is narrow: one call with several agents in it, one agent for each
 * row of a table (for each task, where there are waves), or several calls of one block that run in parallel in a skill
 * with waves.
 */
export function agentFanOutOf(document: Document, waves: boolean): AgentFanOut | undefined {
  const { text, fences } = document
  const uses = toolUsesOf(document, tool => AGENT.has(tool))
  if (!uses.length) return undefined
  const calls = new Map(document.calls.map(call => [call.span.start, call]))
  const fenceAt = ({ start }: Span) => fences.find(({ body }) => body.start <= start && start < body.end)
  let single: AgentFanOut | undefined
  let area: Span = { start: 0, end: 0 }
  let perRow = false
  let isParallel = false
  let last: { fence: Fence; span: Span; tool: string } | undefined
  for (const { span, tool } of uses) {
    if (span.start >= area.end) {
      area = partAt(document, span.start)
      const part = text.slice(area.start, area.end)
      perRow = (ROW.test(part) && (waves || /\.csv\b/.test(part))) || (waves && TASK.test(part))
      isParallel = waves && PARALLEL.test(part)
    }
    const fence = isParallel ? fenceAt(span) : undefined
    if (perRow) return { span, tool, table: true }
    if (fence && last?.fence === fence) return { span: last.span, tool: last.tool, table: true }
    last = fence && { fence, span, tool }
    if (!single && tool === 'invoke_subagent' && startedBy(document, calls.get(span.start)) > 1)
      single = { span, tool, table: waves }
  }
  return single
}
