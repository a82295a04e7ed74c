import { SWARM_COMMANDS, SWARM_EXITS, SWARM_GLOBAL_FLAGS, type SwarmCommandName } from '../../core/swarm.ts'
import { Fault } from './fault.ts'
import { meant } from './unknown.ts'

/** A command line: options may stand before or after the command, `--name=value` works, `--` ends them. */
export interface Arguments {
  command: SwarmCommandName | 'help' | 'version'
  values: ReadonlyMap<string, string>
  /** Further words (files of `validate`). */
  words: string[]
}

/** Flags without a value. */
const SWITCHES: ReadonlySet<string> = new Set(['--help', '--version', '--force', '--write'])

/** Flags whose value is a whole number from 1 on. */
const COUNTS = ['--iter', '--seeds', '--ants', '--iterations']

/** Flags that end everything else, by the words that mean the same. */
const INSTEAD: Readonly<Record<string, string>> = { '-h': '--help', '-v': '--version' }

const usage = (message: string, details?: unknown) => new Fault('E_USAGE', message, 2, details)

/** Reads a command line. @throws Fault E_USAGE (exit 2). */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, words } = wordsOf(argv)
  if (values.has('--help') || words[0] === 'help') return { command: 'help', values, words }
  if (values.has('--version')) return { command: 'version', values, words }
  const [name, ...rest] = words
  const commands = Object.keys(SWARM_COMMANDS)
  if (name === undefined) throw usage('no command', { commands })
  if (!Object.hasOwn(SWARM_COMMANDS, name))
    throw usage(`there is no command “${name}”${meant(name, commands)}`, { commands })
  const command = name as SwarmCommandName
  const { flags, required } = SWARM_COMMANDS[command]
  const options = [...SWARM_GLOBAL_FLAGS, ...flags] as string[]
  for (const flag of values.keys())
    if (!options.includes(flag)) throw usage(`${command} has no option ${flag}${meant(flag, options)}`, { options })
  for (const flag of required) if (!values.has(flag)) throw usage(`${command} needs ${flag}`)
  for (const flag of COUNTS) if (values.has(flag)) wholeNumber(values, flag)
  const needsSession = !(command === 'simulate' || command === 'validate')
  if (needsSession && !values.get('--session')) throw usage(`${command} needs --session`)
  if (rest.length && command !== 'validate') throw usage(`${command} takes no further words: ${rest.join(' ')}`)
  return { command, values, words: rest }
}

/** Options by name, each at most once, and the other words. @throws Fault E_USAGE (exit 2). */
function wordsOf(argv: readonly string[]) {
  const values = new Map<string, string>()
  const words: string[] = []
  for (let i = 0; i < argv.length; i++) {
    const word = INSTEAD[argv[i]!] ?? argv[i]!
    if (word === '--') return { values, words: [...words, ...argv.slice(i + 1)] }
    if (!word.startsWith('--')) {
      words.push(word)
      continue
    }
    const cut = word.indexOf('=')
    const name = cut < 0 ? word : word.slice(0, cut)
    const isSwitch = SWITCHES.has(name)
    const next = argv[i + 1]
    if (isSwitch && cut >= 0) throw usage(`${name} takes no value`)
    if (values.has(name) && name !== '--help' && name !== '--version') throw usage(`${name} is given twice`)
    if (isSwitch) values.set(name, 'true')
    else if (cut >= 0) values.set(name, word.slice(cut + 1))
    else if (next === undefined || next.startsWith('--')) throw usage(`${name} has no value`)
    else {
      values.set(name, next)
      i++
    }
  }
  return { values, words }
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
  options: SWARM_GLOBAL_FLAGS,
  commands: Object.fromEntries(
    Object.entries(SWARM_COMMANDS).map(([name, { summary, flags, required }]) => [name, { summary, flags, required }]),
  ),
  exit: SWARM_EXITS,
})
