import type { Document, Span, ToolCall } from '../../../core/types.ts'
import type { LiteralEntry } from '../../../markdown/literal.ts'
import { fenceAt } from '../../../model/examples.ts'
import { writtenCallsOf } from '../../../model/platform-calls.ts'
import { settle, sourceOf } from '../assemble.ts'
import { type Context, fragment, writtenAt } from '../context.ts'
import { gather } from '../gather.ts'
import { isWholeCode, leave, whyNot } from '../mentions.ts'
import type { Passage } from '../types.ts'
import { linesAround } from '../units.ts'
import type { Candidate } from './block.ts'
import { block, fence, flow } from './yaml.ts'

/** What a block begins the brief of a role with. */
const INTRO = /^You are the (\S+) of the skill \S+\. Read \S+ first and follow it\.\n/
/** What may stand around a call that is a statement of its own. */
const AROUND = /^[ \t]*[a-z]+\s+(?=(?:Agent|Task|spawn_agent|invoke_subagent)\()|;$/gm
const ROLE = /^[a-z][a-z0-9-]*$/

/** A written text; names in `${…}` become holes, as briefs have them. */
function textOf(entry: LiteralEntry | undefined): string | undefined {
  if (entry?.value.kind !== 'string') return undefined
  const { value, template } = entry.value
  // `${CLAUDE_SKILL_DIR}` is filled in by the client and no name of the call’s own.
  const text = template ? value.replace(/\$\{(?!CLAUDE_)([A-Za-z_]\w*)\}/g, '{$1}') : value
  return template && /\$\{(?!CLAUDE_)/.test(text) ? undefined : text
}

const flagOf = (entry: LiteralEntry | undefined): boolean | undefined =>
  entry?.value.kind === 'boolean' ? entry.value.value : undefined

/** The arguments of a call that starts an agent, as a block says them. */
interface Spawn {
  role: string
  name?: string
  wait: boolean
  brief: string
}

/** Reads a call; a reason where the block cannot say it. */
function readSpawn(document: Document, call: ToolCall, context: Context): Spawn | { reason: string } {
  const written = writtenAt(document, call.span.start, context)
  if (written?.form !== 'object' || written.open) return { reason: 'its arguments are not written out' }
  const { home } = context
  const at = (...keys: string[]) => written.entries.find(({ key }) => keys.includes(key))
  const known = [
    'description',
    'subagent_type',
    'agent_type',
    'name',
    'task_name',
    'prompt',
    'message',
    'run_in_background',
    'fork_turns',
  ]
  const other = written.entries.find(({ key }) => !known.includes(key))
  if (other) return { reason: `the block has no “${other.key}”` }
  const type = textOf(at('subagent_type', 'agent_type'))
  if (at('subagent_type', 'agent_type') && type !== 'general-purpose')
    return { reason: 'it starts an agent of a type of its own' }
  const brief = textOf(at('prompt', 'message'))
  const name = textOf(at('name', 'task_name'))
  if (brief === undefined || (at('name', 'task_name') && name === undefined))
    return { reason: 'its prompt is put together at run time' }
  const background = flagOf(at('run_in_background'))
  if (at('run_in_background') && background === undefined) return { reason: 'its prompt is put together at run time' }
  const roles = (document.skill?.files ?? []).flatMap(
    ({ inner }) => /\/roles\/([^/]+)\/role\.md$/.exec(inner)?.[1] ?? [],
  )
  const named = roles.filter(role => brief.includes(`roles/${role}/role.md`))
  if (roles.length && named.length !== 1) return { reason: 'its prompt does not say whose role it is' }
  const slug = (words: string | undefined) =>
    words
      ?.replace(/\{[^{}]*\}/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
  const role =
    named[0] ?? [slug(name), slug(textOf(at('description')))].find(word => word !== undefined && ROLE.test(word))
  if (!role) return { reason: 'it has no name that could be its role' }
  const told = brief.replace(INTRO, (intro, named) => (named === role && roles.length ? '' : intro))
  const inner = fragment(told, document, context)
  const settled = settle(inner, gather(inner, context, true))
  const source = sourceOf(inner, { start: 0, end: told.length }, settled, context)
  if (source === undefined) return { reason: 'its prompt says something that only one client understands' }
  const ownName = home.id === 'codex' ? undefined : name
  return {
    role,
    ...(ownName ? { name: ownName } : {}),
    wait: home.id === 'claude' ? !background : false,
    brief: source,
  }
}

/** What a call says, in a form that can be compared. */
function factsOf(text: string, document: Document, context: Context): unknown {
  const inner = fragment(text, document, context)
  const calls = writtenCallsOf(inner, tool => tool === context.home.neutral.agent)
  return calls.map(({ entries }) => {
    const at = (key: string) => textOf(entries.find(entry => entry.key === key))
    const brief = at('prompt') ?? at('message') ?? ''
    return [
      brief.replace(INTRO, '').trim(),
      at('name'),
      Boolean(flagOf(entries.find(({ key }) => key === 'run_in_background'))),
    ]
  })
}

/** A call that starts an agent: a candidate where it is alone in a code block, else for the home client alone. */
export function spawnCall(document: Document, call: ToolCall, context: Context): Candidate | Passage {
  const { text } = document
  const { span, args, tool } = call
  const at: Span = { start: span.start, end: args?.end ?? span.end }
  const lost = (why: string): Passage => leave(document, at, `a call of “${tool}”`, why, context)
  const reason = whyNot(document, span, context)
  if (reason) return lost(reason)
  const around = fenceAt(document, span.start)
  if (!around?.close || isWholeCode(document, at)) return lost('a block “yaml spawn” takes the place of a code block')
  const body = text.slice(around.body.start, around.body.end).trim().replace(AROUND, '')
  if (body !== text.slice(at.start, at.end)) return lost('more than the call stands in the code block')
  const read = readSpawn(document, call, context)
  if ('reason' in read) return lost(read.reason)
  const { role, name, wait, brief } = read
  return {
    kind: 'spawn',
    isOwn: true,
    span: linesAround(document, around.span),
    name: `the call of “${tool}”`,
    write: () =>
      fence(
        'spawn',
        [
          `role: ${role}`,
          ...(name ? [`name: ${flow(name)}`] : []),
          ...(wait ? ['wait: true'] : []),
          block('brief', brief),
        ].join('\n'),
      ),
    facts: own => factsOf(own, document, context),
    // The block gives the call a description of its own, and writes out what is the default.
    dropped: own =>
      own
        .replace(/description:\s*(["'`])(?:(?!\1).)*\1,?/, '')
        .replace(/\$\{(\w+)\}/g, '$1')
        .replace(AROUND, '')
        .replace(/^\s*```\w*|\b(?:true|false)\b/gm, ''),
  }
}
