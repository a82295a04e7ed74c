import { SWARM_COMMANDS, SWARM_GLOBAL_FLAGS, type SwarmCommandName } from '../../core/swarm.ts'
import { Fault } from './fault.ts'

/** A command line: options may stand before or after the command, `--name=value` works. */
export interface Arguments {
  command: SwarmCommandName | 'help'
  values: ReadonlyMap<string, string>
  /** Further words (files of `validate`). */
  words: string[]
}

/** Flags without a value. */
const SWITCHES: ReadonlySet<string> = new Set(['--help', '--force', '--write'])

const usage = (message: string, details?: unknown) => new Fault('E_USAGE', message, 2, details)

/** Reads a command line. @throws Fault E_USAGE (exit 2). */
export function readArguments(argv: readonly string[]): Arguments {
  const values = new Map<string, string>()
  const words: string[] = []
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!
    if (!word.startsWith('--')) {
      words.push(word === '-h' ? 'help' : word)
      continue
    }
    const cut = word.indexOf('=')
    const name = cut < 0 ? word : word.slice(0, cut)
    if (SWITCHES.has(name)) values.set(name, 'true')
    else if (cut >= 0) values.set(name, word.slice(cut + 1))
    else if (i + 1 < argv.length) values.set(name, argv[++i]!)
    else throw usage(`${name} has no value`)
  }
  if (values.has('--help') || words[0] === 'help') return { command: 'help', values, words }
  const [name, ...rest] = words
  if (name === undefined) throw usage('no command', { commands: Object.keys(SWARM_COMMANDS) })
  if (!Object.hasOwn(SWARM_COMMANDS, name))
    throw usage(`there is no command “${name}”`, { commands: Object.keys(SWARM_COMMANDS) })
  const command = name as SwarmCommandName
  const { flags, required } = SWARM_COMMANDS[command]
  const known = new Set<string>([...SWARM_GLOBAL_FLAGS, ...flags])
  for (const flag of values.keys())
    if (!known.has(flag)) throw usage(`${command} has no option ${flag}`, { options: [...known] })
  for (const flag of required) if (!values.has(flag)) throw usage(`${command} needs ${flag}`)
  const needsSession = !(command === 'simulate' || command === 'validate')
  if (needsSession && !values.get('--session')) throw usage(`${command} needs --session`)
  if (rest.length && command !== 'validate') throw usage(`${command} takes no further words: ${rest.join(' ')}`)
  return { command, values, words: rest }
}

/** A positive whole number as an option’s value. @throws Fault E_USAGE. */
export function wholeNumber(values: ReadonlyMap<string, string>, flag: string): number {
  const text = values.get(flag) ?? ''
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw usage(`${flag} takes a whole number from 1 on`)
  return Number(text)
}

/** The usage as data: it is printed as JSON like everything else. */
export const usageAsData = () => ({
  usage: 'aco --session S [--run-dir R] COMMAND [options]',
  commands: Object.fromEntries(
    Object.entries(SWARM_COMMANDS).map(([name, { summary, flags, required }]) => [name, { summary, flags, required }]),
  ),
  exit: { 0: 'done', 1: 'runtime error', 2: 'bad configuration or usage' },
})
