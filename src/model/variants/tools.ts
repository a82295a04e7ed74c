import type { NeutralTool, Platform } from '../../core/platform.ts'
import type { Document, Span } from '../../core/types.ts'
import { toolUsesOf } from '../tool-uses.ts'
import { neutralOf } from '../vocabulary.ts'
import { isDeclared } from './declared.ts'
import type { ParitySetup, Side } from './difference.ts'
import { placeOf, type Unit, type Variant } from './variants.ts'

/** What a skill does to others than files; reading and writing is the same tool in some clients, and prose in most. */
const DEEDS: readonly NeutralTool[] = ['ask', 'agent', 'message', 'plan', 'web-search', 'web-fetch']

/** Tools that do the same as the one that a client is told to use. */
const KIN: Readonly<Record<string, NeutralTool>> = {
  spawn_agents_on_csv: 'agent',
  define_subagent: 'agent',
  followup_task: 'message',
  send_input: 'message',
  TaskUpdate: 'plan',
  TaskList: 'plan',
}

/** Words that say the same without a tool. */
const IN_WORDS: Readonly<Partial<Record<NeutralTool, RegExp>>> = {
  ask: /\bask(?:s|ing)?\b.{0,30}\b(?:user|them|plain|question)|\b(?:question|prompt)s? (?:to |for )?the user\b|询问|提问|向用户/i,
  agent: /\bwave\.mjs\b|\bsub-?agents?\b|子(?:代理|智能体)/i,
  plan: /\bplan (?:tool|board)\b|\btask (?:list|board)\b|任务(?:板|列表|清单)/i,
}

interface Deed {
  tool: string
  document: Document
  at: Span
}

const deedOf = (tool: string, platform: Platform) => (Object.hasOwn(KIN, tool) ? KIN[tool] : neutralOf(tool, platform))

const textsOf = ({ files }: Unit) => files.filter(({ kind, generator }) => kind !== 'data' && !generator)

/** What the texts of a unit have the model do with tools, by the neutral name; all uses are counted. */
function deedsOf(unit: Unit, platform: Platform): { deeds: Map<NeutralTool, Deed>; uses: number } {
  const deeds = new Map<NeutralTool, Deed>()
  let uses = 0
  for (const document of textsOf(unit))
    for (const { tool, span } of toolUsesOf(document, name => Object.hasOwn(platform.tools, name))) {
      uses++
      const deed = deedOf(tool, platform)
      if (deed && !deeds.has(deed) && !isDeclared(document, span)) deeds.set(deed, { tool, document, at: span })
    }
  return { deeds, uses }
}

/** Whether a unit names a tool for a deed anywhere, frontmatter and denials included, or says it in words. */
function speaksOf(unit: Unit, deed: NeutralTool, platform: Platform): boolean {
  const tools = Object.keys(platform.tools).filter(tool => deedOf(tool, platform) === deed)
  const named = new RegExp(`(?<![\\w.-])(?:${tools.join('|')})(?![\\w-])`)
  return textsOf(unit).some(({ text }) => (tools.length > 0 && named.test(text)) || IN_WORDS[deed]?.test(text))
}

/** A deed of one variant that the other does not do. */
export interface ToolDifference {
  /** The tool that one uses, and the one that the other client has for it. */
  used: string
  counterpart: string
  isLacking: boolean
  source: Side
  mirror: Side
}

/** Compares by meaning what two variants do with tools: where both use some, and both clients have a tool for it. */
export function compareTools({ source, mirror }: Variant, { platforms }: ParitySetup): ToolDifference[] {
  const [from, to] = [platforms[source.pack.platform], platforms[mirror.pack.platform]]
  const [ours, theirs] = [deedsOf(source, from), deedsOf(mirror, to)]
  if (!ours.uses || !theirs.uses) return []
  const sides = (own: Deed, isLacking: boolean) => {
    const side = { document: own.document, at: own.at }
    const other = isLacking ? mirror.entry : source.entry
    const place = { document: other, at: placeOf(other) }
    return isLacking ? { source: side, mirror: place } : { source: place, mirror: side }
  }
  return DEEDS.flatMap((deed): ToolDifference[] => {
    const [left, right] = [ours.deeds.get(deed), theirs.deeds.get(deed)]
    const [fromTool, toTool] = [from.neutral[deed], to.neutral[deed]]
    if (!fromTool || !toTool || Boolean(left) === Boolean(right)) return []
    if (left && !speaksOf(mirror, deed, to))
      return [{ used: left.tool, counterpart: toTool, isLacking: true, ...sides(left, true) }]
    if (right && !speaksOf(source, deed, from))
      return [{ used: right.tool, counterpart: fromTool, isLacking: false, ...sides(right, false) }]
    return []
  })
}
