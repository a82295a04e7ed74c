import type { NeutralTool, Platform } from '../core/platform.ts'
import type { PlatformId } from '../core/types.ts'

type Platforms = Readonly<Record<PlatformId, Platform>>

/** Names of Claude Code that Codex packs list and use as words for its shell and patch tools. */
const AT_HOME_IN_CODEX: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep'])

/** Where a name can stand for several neutral tools, the one that it is most of all. */
const FIRST: readonly NeutralTool[] = ['shell', 'edit']

/** Whether a client knows a tool, today or in former versions, or its packs use the name for one of its tools. */
export const isAtHome = (tool: string, platform: Platform): boolean =>
  Object.hasOwn(platform.tools, tool) || (platform.id === 'codex' && AT_HOME_IN_CODEX.has(tool))

/**
 * The other client that a tool belongs to; `undefined` for tools at home here, unknown ones and those of MCP servers.
 *
 * A pack whose readers share no vocabulary (`.agents`) has no foreign tools.
 */
export function ownerOf(tool: string, platform: Platform, platforms: Platforms): Platform | undefined {
  if (!Object.keys(platform.tools).length || isAtHome(tool, platform)) return undefined
  return Object.values(platforms).find(other => other !== platform && Object.hasOwn(other.tools, tool))
}

/** Tools that share their neutral name with the one in the table. */
const KIN: Readonly<Record<string, NeutralTool>> = {
  ...{ TaskGet: 'plan', TaskList: 'plan', TaskUpdate: 'plan' },
  ...{ write_stdin: 'shell', shell_command: 'shell', manage_task: 'shell' },
  ...{ multi_replace_file_content: 'edit', sed_file: 'edit', NotebookEdit: 'edit', notebook_edit: 'edit' },
  ...{ followup_task: 'message', send_input: 'message', define_subagent: 'agent' },
  ...{ LS: 'find', list_dir: 'find', PowerShell: 'shell' },
}

/** The neutral name of a client's tool; a renamed or replaced tool counts as its successor. */
export function neutralOf(tool: string, owner: Platform): NeutralTool | undefined {
  if (Object.hasOwn(KIN, tool)) return KIN[tool]
  const instead = owner.tools[tool]?.instead
  const today = instead && Object.hasOwn(owner.tools, instead) ? instead : tool
  const neutral = (Object.keys(owner.neutral) as NeutralTool[]).filter(name => owner.neutral[name] === today)
  return FIRST.find(name => neutral.includes(name)) ?? neutral[0]
}

/** The tool of `platform` that does what `owner`’s tool does, through the neutral table; `undefined` without one. */
export function counterpartOf(tool: string, owner: Platform, platform: Platform): string | undefined {
  const neutral = neutralOf(tool, owner)
  return (neutral && platform.neutral[neutral]) ?? undefined
}

/**
 * Whether two clients' tools stand for one thing, so that a sentence that names one is true of the other: both are the
 * only tool for it. Starting agents and keeping a plan differ in more than the name.
 */
export function isExactCounterpart(tool: string, owner: Platform, platform: Platform): boolean {
  const neutral = neutralOf(tool, owner)
  if (!neutral || owner.neutral[neutral] !== tool || neutral === 'plan' || neutral === 'agent') return false
  const wanted = platform.neutral[neutral]
  return wanted !== null && Object.values(platform.neutral).filter(name => name === wanted).length === 1
}
