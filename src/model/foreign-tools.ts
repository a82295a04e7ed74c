import type { Platform } from '../core/platform.ts'
import type { Document, PlatformId, Span } from '../core/types.ts'
import { isNegated } from '../markdown/calls.ts'
import { isTelling } from './call-faults.ts'
import { fenceAt } from './examples.ts'
import { isMapping, isSaidOf } from './other-clients.ts'
import { type WrittenCall, writtenCallsOf } from './platform-calls.ts'
import { isDrawnAt, isPast, isProse, isUnmistakable, toolUsesOf } from './tool-uses.ts'
import { ownerOf } from './vocabulary.ts'

type Platforms = Readonly<Record<PlatformId, Platform>>

/** A tool of another client that a text has the model use. */
export interface ForeignUse {
  tool: string
  owner: Platform
  /** Whether it is called, with arguments; otherwise it is named. */
  called: boolean
  /** Where: the first call, or else where it is named first. */
  span: Span
  /** All places where it is named and not called. */
  names: readonly Span[]
}

/** Names that stand for the tool wherever a text holds them. */
const PROPER = [
  ...['AskUserQuestion', 'TaskCreate', 'TaskUpdate', 'TodoWrite', 'TeamCreate', 'TeamDelete', 'SendMessage'],
  ...['EnterPlanMode', 'ExitPlanMode', 'EnterWorktree', 'ExitWorktree', 'NotebookEdit', 'MultiEdit', 'ScheduleWakeup'],
  ...['WebFetch', 'WebSearch'],
  ...['spawn_agents_on_csv', 'report_agent_job_result', 'request_user_input', 'spawn_agent', 'followup_task'],
  ...['invoke_subagent', 'define_subagent'],
]

/** Names that could be anything's, unless the text has names of the same client that could not. */
const COMMON = ['TaskList', 'TaskGet', 'TaskStop', 'TaskOutput', 'BashOutput', 'wait_agent', 'ask_question']

// What stands before a name is looked at apart: a search for plain words is far quicker.
const NAME = new RegExp(`(?:${[...PROPER, ...COMMON].join('|')})(?![\\w/]|\\.\\w|-\\w)`, 'g')
const JOINED = /[\w.$@/<-]/

/** Tools whose names are words: what their arguments look like shows that they are meant. */
const BY_ARGUMENTS: Readonly<Record<string, RegExp | null>> = {
  Agent: null,
  Task: null,
  Skill: /^\s*(?:["'`]|\{?\s*["']?skill["']?\s*[:=])/,
  Read: /^\s*(?:["'`]|\{?\s*["']?file_path["']?\s*[:=])/,
  Write: /^\s*(?:["'`]|\{?\s*["']?file_path["']?\s*[:=])/,
  Edit: /^\s*(?:["'`]|\{?\s*["']?file_path["']?\s*[:=])/,
  Bash: /^\s*(?:["'`]|\{?\s*["']?command["']?\s*[:=])/,
  Glob: /^\s*(?:["'`]|\{?\s*["']?pattern["']?\s*[:=])/,
  Grep: /^\s*(?:["'`]|\{?\s*["']?pattern["']?\s*[:=])/,
}

/** Names of tools that programs and other services have as well; running text that has one used means little. */
const ANYONES: ReadonlySet<string> = new Set([
  ...['send_message', 'web_search', 'tool_search', 'view_image', 'generate_image', 'list_agents', 'read_resource'],
  ...['get_goal', 'create_goal', 'update_goal', 'notebook_edit', 'sed_file', 'list_dir', 'run_command'],
])

/** Whether a call means the tool, and no function that is called alike. */
function isMeant({ text }: Document, call: WrittenCall, platforms: Platforms): boolean {
  const { tool, span, entries, form } = call
  if (PROPER.includes(tool) || COMMON.includes(tool))
    return form !== 'text' || /^\(\s*["'`]/.test(text.slice(span.end, span.end + 20))
  if (Object.hasOwn(BY_ARGUMENTS, tool) && BY_ARGUMENTS[tool])
    return BY_ARGUMENTS[tool].test(text.slice(span.end + 1, span.end + 60))
  const isNamed = isUnmistakable(tool) || Object.hasOwn(BY_ARGUMENTS, tool)
  const signatures = Object.values(platforms).flatMap(({ tools }) =>
    Object.hasOwn(tools, tool) ? (tools[tool]!.args ?? []) : [],
  )
  return isNamed && signatures.some(args => entries.some(({ key }) => isTelling(key, args)))
}

/** Whether the words after a name deny it: “X is not available”, “X 不可用”. */
const isDeniedAfter = ({ text }: Document, { end }: Span) =>
  /^[`*]*(?:\([^()\n]{0,40}\))?[^.;。；，,\n]{0,24}?(?:\b(?:(?:is|are|was|were|does|do)(?: not|n['’]t)|unsupported|unavailable)\b|不存在|不可用|不支持|没有|不再|未提供)/i.test(
    text.slice(end, end + 90),
  )

/** Stretches of HTML comments, which nobody tells the model. */
function commentsIn(text: string): Span[] {
  const spans: Span[] = []
  for (let start = text.indexOf('<!--'); start >= 0; ) {
    const close = text.indexOf('-->', start + 4)
    const end = close < 0 ? text.length : close + 3
    spans.push({ start, end })
    start = close < 0 ? -1 : text.indexOf('<!--', end)
  }
  return spans
}

/** Everywhere that a text names a tool by a name that is nothing else's, other clients’ and denied ones left out. */
function namesIn(document: Document, platform: Platform, platforms: Platforms): { tool: string; span: Span }[] {
  const { text, meta, lines } = document
  const comments = commentsIn(text)
  const found: { tool: string; span: Span; common: boolean }[] = []
  NAME.lastIndex = meta.span.end
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const tool = match[0]
    const span = { start: match.index, end: match.index + tool.length }
    if (JOINED.test(text[span.start - 1] ?? '')) continue
    const owner = ownerOf(tool, platform, platforms)
    if (!owner) continue
    while (comments[0] && comments[0].end <= span.start) comments.shift()
    if (comments[0] && comments[0].start <= span.start) continue
    const fence = fenceAt(document, span.start)
    if (fence && (!isProse(fence) || isDrawnAt(document, span, fence))) continue
    if (isNegated(lines, span.start) || isPast(document, span) || isDeniedAfter(document, span)) continue
    if (isSaidOf(document, { tool, span }, owner, platform)) continue
    found.push({ tool, span, common: COMMON.includes(tool) })
  }
  const isSure = found.some(({ common }) => !common)
  return found.filter(({ common }) => !common || isSure)
}

/** Places of a tool's name that are looked at for a mapping. */
const PLACES = 100

/** Whether a document, or the entry of its skill, says itself what the tool is called here. */
function isTranslated(document: Document, tool: string, owner: Platform, platform: Platform): boolean {
  const entry = document.skill?.entry
  return [document, ...(entry && entry !== document ? [entry] : [])].some(one => {
    const { text } = one
    for (let at = text.indexOf(tool), count = 0; at >= 0 && count < PLACES; count++) {
      const span = { start: at, end: at + tool.length }
      const isWord = !/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[span.end] ?? '')
      if (isWord && isMapping(one, { tool, span }, owner, platform)) return true
      at = text.indexOf(tool, span.end)
    }
    return false
  })
}

/** Tools of other clients that a document has the model use, one entry for each tool, in order of place. */
export function foreignUsesOf(document: Document, platform: Platform, platforms: Platforms): ForeignUse[] {
  const ownerFor = (tool: string) => ownerOf(tool, platform, platforms)
  const isForeign = (tool: string) => ownerFor(tool) !== undefined
  const isElsewhere = (use: { tool: string; span: Span }) =>
    isSaidOf(document, use, ownerFor(use.tool)!, platform) || isPast(document, use.span)
  const calls = writtenCallsOf(document, isForeign).filter(
    call => isMeant(document, call, platforms) && !isElsewhere(call),
  )
  const called = new Set(calls.map(({ span }) => span.start))
  const named = [
    ...namesIn(document, platform, platforms),
    ...toolUsesOf(document, isForeign).filter(({ tool, span }) => {
      const isCall = document.text.slice(span.end, span.end + 2).includes('(')
      return !isCall && isUnmistakable(tool) && !ANYONES.has(tool) && !isElsewhere({ tool, span })
    }),
  ].filter(({ span }) => !called.has(span.start))
  const uses = new Map<string, ForeignUse & { names: Span[] }>()
  for (const { tool, span } of [...calls, ...named].sort((a, b) => a.span.start - b.span.start)) {
    const isCall = called.has(span.start)
    const known = uses.get(tool)
    if (!known) uses.set(tool, { tool, owner: ownerFor(tool)!, called: isCall, span, names: isCall ? [] : [span] })
    else if (!isCall) {
      if (known.names.at(-1)?.start !== span.start) known.names.push(span)
    } else if (!known.called) uses.set(tool, { ...known, called: true, span })
  }
  return [...uses.values()]
    .filter(({ tool, owner }) => !isTranslated(document, tool, owner, platform))
    .sort((a, b) => a.span.start - b.span.start)
}
