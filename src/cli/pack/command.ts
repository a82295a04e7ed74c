import { parseArgs } from 'node:util'
import { MaestroError } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import type { Io } from '../io.ts'

/** An option of a command, with its line of help; `value` names what it takes. */
export interface Flag {
  value?: string
  short?: string
  help: string
}

/** What was given on the command line. */
export interface Given<F extends string = string> {
  /** The values of flags that take one. */
  values: Readonly<Partial<Record<F, string>>>
  /** The flags that stand without a value. */
  on: ReadonlySet<F>
  args: readonly string[]
}

/** A command of `maestro-pack`. */
export interface PackCommand {
  name: string
  /** What follows the command's name. */
  usage: string
  summary: string
  flags: Readonly<Record<string, Flag>>
  /** Gives the exit code. */
  run(given: Given, io: Io): Promise<number>
}

/** Declares a command. */
export const defineCommand = (command: PackCommand): PackCommand => command

/** The help text of one command. */
export function commandHelp({ name, usage, summary, flags }: PackCommand): string {
  const entries = [...Object.entries(flags), ['help', { short: 'h', help: 'print this' }] as const]
  const heads = entries.map(([flag, { value, short }]: readonly [string, Flag]) => {
    const head = `${short ? `-${short}, ` : ''}--${flag}${value ? ` ${value}` : ''}`
    return head
  })
  const width = Math.max(...heads.map(head => head.length))
  const lines = entries.map(([, { help }], at) => `  ${heads[at]!.padEnd(width)}  ${help}\n`)
  return `maestro-pack ${name}${usage ? ` ${usage}` : ''}\n\n${summary}\n\n${lines.join('')}`
}

const bad = (message: string, hint?: string) => new MaestroError('bad-option', message, hint)

/** Reads the arguments of a command. @throws MaestroError `bad-option` with what was probably meant. */
export function readGiven({ name, flags }: PackCommand, argv: readonly string[]): Given {
  const options = Object.fromEntries(
    Object.entries(flags).map(([flag, { value, short }]) => [
      flag,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
    ]),
  )
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    const flag = /'(--?[\w-]+)/.exec((error as Error).message)?.[1]
    const meant = flag && nearest(flag.replace(/^-+/, ''), Object.keys(flags))
    if ((error as NodeJS.ErrnoException).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw bad(
        `“maestro-pack ${name}” has no option “${flag}”.`,
        meant ? `Did you mean “--${meant}”?` : `See maestro-pack ${name} --help.`,
      )
    throw bad(`${(error as Error).message.split(/\.\s/)[0]!.replace(/\.$/, '')}.`, `See maestro-pack ${name} --help.`)
  }
  const values: Record<string, string> = {}
  const on = new Set<string>()
  for (const [flag, value] of Object.entries(parsed.values)) {
    if (typeof value !== 'string') on.add(flag)
    else if (value) values[flag] = value
    else throw bad(`“--${flag}” is empty.`, `Write “--${flag} ${flags[flag]!.value}”, or leave it out.`)
  }
  return { values, on, args: parsed.positionals }
}
