import type { Span } from '../core/types.ts'
import type { Lowering } from './kind.ts'
import { didYouMean, type Token } from './tokens.ts'

/** A token that stands for words: what it takes and what it becomes. */
export interface Word {
  name: string
  /** As docs show it. */
  usage: string
  summary: string
  expand(token: Token, lowering: Lowering): string
}

/** `k` becomes `<k>`, a hole that whoever runs the command fills in; anything else stays as it is. */
export const hole = (value: string): string => (/^[A-Za-z_]\w*$/.test(value) ? `<${value}>` : value)

/** The first argument, or a fault. */
export function first(token: Token, { fault }: Lowering, usage: string): Token['args'][number] | undefined {
  const [argument] = token.args
  if (!argument) fault(token.span, `The token “${token.name}” lacks its argument.`, `Write “${usage}”.`)
  return argument
}

/** A command of a runtime: its flags, with and without values. */
interface Command {
  flags: readonly string[]
  required: readonly string[]
  /** Flags without a value. */
  switches?: readonly string[]
}

/** The flags of a command line from the arguments of a token; unknown and missing ones are faults. */
export function flagsFrom(
  token: Token,
  command: string,
  { flags, required, switches = [] }: Command,
  implied: Readonly<Record<string, string>>,
  lowering: Lowering,
): string[] {
  const known = (name: string, span: Span) => {
    if (flags.includes(`--${name}`)) return
    const names = flags.map(flag => flag.slice(2))
    const help = didYouMean(name, names, names.length ? `It takes ${names.join(', ')}.` : 'It takes none.')
    lowering.fault(span, `“${command}” takes no “${name}”.`, help)
  }
  const parts = Object.entries(implied).map(([name, value]) => `--${name} ${value}`)
  for (const [name, { text, span }] of Object.entries(token.named)) {
    if (name === 'session') continue
    known(name, span)
    if (switches.includes(`--${name}`)) lowering.fault(span, `“${name}” takes no value.`, `Write “${name}” alone.`)
    parts.push(`--${name} ${hole(text)}`)
  }
  for (const { text, span, quoted } of token.args.slice(1)) {
    if (!quoted) known(text, span)
    parts.push(quoted ? text : `--${text}`)
  }
  for (const flag of required) {
    const name = flag.slice(2)
    if (!(name in token.named) && !(name in implied))
      lowering.fault(token.span, `“${command}” needs ${flag}.`, `Add “${name}=…”.`)
  }
  return parts
}
