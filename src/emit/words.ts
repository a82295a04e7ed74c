import { nearest } from '../core/nearest.ts'
import type { NeutralTool } from '../core/platform.ts'
import { SWARM_COMMANDS, SWARM_GLOBAL_FLAGS } from '../core/swarm.ts'
import type { Lowering } from './kind.ts'
import { didYouMean, type Token } from './tokens.ts'
import { dispatch, wave } from './wave.ts'
import { first, flagsFrom, hole, type Word } from './word.ts'

const NEUTRAL: readonly NeutralTool[] = [
  ...(['read', 'write', 'edit', 'shell', 'search', 'find', 'web-search', 'web-fetch'] as const),
  ...(['ask', 'agent', 'message', 'plan', 'skill'] as const),
]

const tool: Word = {
  name: 'tool',
  usage: '{{tool ask}}',
  summary:
    'the client’s name of a neutral tool, as code, or without marks with `bare` behind it; `else "words"` for clients that have none',
  expand(token, lowering) {
    const argument = first(token, lowering, this.usage)
    if (!argument) return ''
    const { platform } = lowering.target
    if (!NEUTRAL.includes(argument.text as NeutralTool)) {
      const help = didYouMean(argument.text, NEUTRAL, `Neutral names are ${NEUTRAL.join(', ')}.`)
      lowering.fault(argument.span, `There is no neutral tool “${argument.text}”.`, help)
      return ''
    }
    const name = platform.neutral[argument.text as NeutralTool]
    const isBare = token.args[1]?.text === 'bare'
    if (name) return isBare ? name : `\`${name}\``
    const [word, otherwise] = token.args.slice(isBare ? 2 : 1)
    if (word?.text === 'else' && otherwise) return otherwise.text
    lowering.fault(
      token.span,
      `${platform.title} has no tool for “${argument.text}”.`,
      `Say what to do there: “{{tool ${argument.text} else "…"}}”, or keep the passage for the others: “{{^${platform.id}}}…{{/${platform.id}}}”.`,
    )
    return ''
  },
}

const shell: Word = {
  name: 'shell',
  usage: '{{shell "git status"}}',
  summary: 'the client’s way to run a command, as code, or without marks with `bare` behind it',
  expand(token, lowering) {
    const argument = first(token, lowering, this.usage)
    const code = argument ? lowering.client.shell(argument.text) : ''
    return token.args[1]?.text === 'bare' ? code.replace(/^`|`$/g, '') : code
  },
}

const skill: Word = {
  name: 'skill',
  usage: '{{skill maestro-plan "args"}}',
  summary: 'the way to call another skill of the pack: `$name` or `/name`',
  expand(token, lowering) {
    const argument = first(token, lowering, this.usage)
    if (!argument) return ''
    if (!lowering.skills.has(argument.text)) {
      const known = [...lowering.skills]
      const meant = nearest(argument.text, known)
      const what = `There is no skill “${argument.text}” for ${lowering.target.platform.title} in this pack.`
      lowering.fault(argument.span, what, meant ? `Did you mean “${meant}”?` : 'Name one of the pack’s own skills.')
    }
    return lowering.client.skill(argument.text, token.args[1]?.text ?? '')
  },
}

const workflow: Word = {
  name: 'workflow',
  usage: '{{workflow finish-work}}',
  summary: 'a shared workflow of `_workflows/`, copied into the skill',
  expand(token, lowering) {
    const argument = first(token, lowering, this.usage)
    if (!argument) return ''
    if (!lowering.workflows.has(argument.text)) {
      const known = [...lowering.workflows]
      const help = didYouMean(argument.text, known, 'Shared workflows are the files of “_workflows/”.')
      lowering.fault(argument.span, `There is no shared workflow “${argument.text}”.`, help)
    } else lowering.brings(argument.text)
    return `@workflows/${argument.text}.md`
  },
}

const args: Word = {
  name: 'args',
  usage: '{{args}}',
  summary: 'what the user wrote after the skill’s name',
  expand: (_, { client }) => client.args,
}

const skillDir: Word = {
  name: 'skill-dir',
  usage: '{{skill-dir}}',
  summary: 'the folder of the skill, by the client’s name for it',
  expand: (_, { client }) => client.skillDir,
}

const aco: Word = {
  name: 'aco',
  usage: '{{aco select iter=k}}',
  summary: 'a command line of the swarm controller; names become holes (`--iter <k>`), `session=` another folder',
  expand(token, lowering) {
    const argument = first(token, lowering, this.usage)
    if (!argument) return ''
    lowering.needs('aco')
    const commands = Object.keys(SWARM_COMMANDS)
    const command = Object.entries(SWARM_COMMANDS).find(([name]) => name === argument.text)?.[1]
    if (!command) {
      const help = didYouMean(argument.text, commands, `Commands are ${commands.join(', ')}.`)
      lowering.fault(argument.span, `aco.mjs has no command “${argument.text}”.`, help)
      return ''
    }
    const flags = [...command.flags, ...SWARM_GLOBAL_FLAGS]
    const parts = flagsFrom(token, `aco.mjs ${argument.text}`, { ...command, flags }, {}, lowering)
    const session = hole(token.named['session']?.text ?? 'session')
    return `node ${lowering.client.skillDir}/scripts/aco.mjs ${[`--session ${session}`, argument.text, ...parts].join(' ')}`
  },
}

/** All words by name. */
export const words: readonly Word[] = [tool, shell, skill, workflow, args, skillDir, aco, wave, dispatch]

/** Expands a token; an unknown one is a fault and becomes nothing. */
export function expandWord(token: Token, lowering: Lowering, known: readonly Word[] = words): string {
  const word = known.find(({ name }) => name === token.name)
  if (word) return word.expand(token, lowering)
  const names = known.map(({ name }) => name)
  const help = didYouMean(token.name, names, `Tokens are ${names.join(', ')}; write “\\{{” for braces as such.`)
  lowering.fault(token.span, `There is no token “${token.name}”.`, help)
  return ''
}
