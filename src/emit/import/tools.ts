import type { NeutralTool, Platform } from '../../core/platform.ts'
import type { Document } from '../../core/types.ts'
import { toolListOf } from '../../model/allowed-tools.ts'
import { neutralOf } from '../../model/vocabulary.ts'
import type { Context } from './context.ts'
import type { Note } from './types.ts'

/** What the home client grants for a neutral tool. */
const grantedFor = (neutral: NeutralTool, { id, neutral: names }: Platform): string[] => {
  const name = names[neutral]
  return name === null ? [] : id === 'claude' && neutral === 'plan' ? [name, 'TaskUpdate'] : [name]
}

/**
 * The neutral tools of a frontmatter key, each once, with what is lost of it.
 *
 * A tool that is limited to some uses (`Bash(git:*)`) is left out of a skill: to grant all of it would be more than the
 * author did. An agent’s list is all that it has, so there the tool stays.
 */
export function neutralTools(
  document: Document,
  key: string,
  context: Context,
): { tools: string[]; notes: Omit<Note, 'path'>[] } | undefined {
  const { home, setup } = context
  const list = toolListOf(document, key)
  if (!list) return undefined
  const isAgent = document.kind === 'agent'
  const tools: NeutralTool[] = []
  const notes: Omit<Note, 'path'>[] = []
  for (const { name, args, span } of list.entries) {
    const owner = Object.hasOwn(home.tools, name) ? home : setup.platforms.claude
    const neutral = Object.hasOwn(owner.tools, name) ? neutralOf(name, owner) : undefined
    const tell = (what: string, why: string) => notes.push({ kind: 'lost', span, what, why })
    if (!neutral) {
      tell(`“${name}” of “${key}”`, 'no neutral name stands for it')
      continue
    }
    const isWhole = args === undefined || /^\*(?::\*)?$/.test(args.trim())
    if (!isWhole && !isAgent) {
      tell(
        `“${name}(${args})” of “${key}”`,
        `sources grant a tool whole or not at all; add “${neutral}” to “tools” to grant all of it`,
      )
      continue
    }
    if (!isWhole) tell(`“(${args})” of “${name}”`, 'sources grant a tool whole or not at all')
    const granted = grantedFor(neutral, owner)
    // A former tool has a successor; another one of the kind would be more than was granted.
    if (!granted.includes(name) && !granted.includes(owner.tools[name]?.instead ?? ''))
      tell(`“${name}” of “${key}”`, `no neutral name stands for it: “${neutral}” grants ${granted.join(' and ')}`)
    else if (!tools.includes(neutral)) tools.push(neutral)
  }
  return { tools, notes }
}
