import { WAVE_COMMANDS, WAVE_EXITS, WAVE_GLOBAL_FLAGS, type WaveCommand } from '../../core/wave.ts'
import { Fault } from '../aco/fault.ts'
import { meant } from '../aco/unknown.ts'

export type CommandName = keyof typeof WAVE_COMMANDS

const COMMANDS: Readonly<Record<string, WaveCommand>> = WAVE_COMMANDS

/** A command line: options before or after the command, `--name=value` works, `--` ends them. */
export interface Arguments {
  command: CommandName | 'help' | 'version'
  values: ReadonlyMap<string, string>
  words: readonly string[]
}

/** Flags whose value is a whole number from 1 on. */
const COUNTS = ['--wave', '--max-concurrency', '--max-runtime']

const INSTEAD: Readonly<Record<string, string>> = { '-h': '--help', '-v': '--version' }

export const usage = (message: string, details?: unknown) => new Fault('E_USAGE', message, 2, details)

/** Reads a command line. @throws Fault E_USAGE (exit 2). */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, words } = wordsOf(argv)
  if (values.has('--help') || words[0] === 'help') return { command: 'help', values, words }
  if (values.has('--version')) return { command: 'version', values, words }
  const [name, ...rest] = words
  const commands = Object.keys(COMMANDS)
  if (name === undefined) throw usage('no command', { commands })
  if (!Object.hasOwn(COMMANDS, name)) throw usage(`there is no command “${name}”${meant(name, commands)}`, { commands })
  const { flags, required, words: taken } = COMMANDS[name]!
  for (const flag of values.keys())
    if (!flags.includes(flag)) throw usage(`${name} has no option ${flag}${meant(flag, flags)}`, { options: flags })
  for (const flag of required) if (!values.get(flag)) throw usage(`${name} needs ${flag}`)
  for (const flag of COUNTS) if (values.has(flag)) wholeNumber(values, flag)
  if (rest.length && !taken) throw usage(`${name} takes no further words: ${rest.join(' ')}`)
  return { command: name as CommandName, values, words: rest }
}

const SWITCHES: ReadonlySet<string> = new Set([
  ...WAVE_GLOBAL_FLAGS,
  ...Object.values(COMMANDS).flatMap(({ switches = [] }) => switches),
])

/** Options by name, each at most once, and the other words. @throws Fault E_USAGE. */
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
    const next = argv[i + 1]
    if (SWITCHES.has(name)) {
      if (cut >= 0) throw usage(`${name} takes no value`)
      values.set(name, 'true')
      continue
    }
    if (values.has(name)) throw usage(`${name} is given twice`)
    if (cut >= 0) values.set(name, word.slice(cut + 1))
    else if (next === undefined || next.startsWith('--')) throw usage(`${name} has no value`)
    else {
      values.set(name, next)
      i++
    }
  }
  return { values, words }
}

/** A positive whole number as an option’s value; `undefined` when it is not given. @throws Fault E_USAGE. */
export function wholeNumber(values: ReadonlyMap<string, string>, flag: string): number | undefined {
  const text = values.get(flag)
  if (text === undefined) return undefined
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw usage(`${flag} takes a whole number from 1 on, not “${text}”`)
  return Number(text)
}

/** The usage as data: it is printed as JSON like everything else. */
export const usageAsData = () => ({
  usage: 'wave COMMAND [options]',
  options: WAVE_GLOBAL_FLAGS,
  commands: WAVE_COMMANDS,
  exit: WAVE_EXITS,
})
