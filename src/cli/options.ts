import { parseArgs } from 'node:util'
import { MaestroError } from '../core/error.ts'
import type { RuleSetting } from '../core/lint.ts'
import { nearest } from '../core/nearest.ts'
import type { PlatformId, Profile } from '../core/types.ts'
import { platforms } from '../platforms/index.gen.ts'
import { type ReporterId, reporters } from '../reporters/index.gen.ts'
import { rules } from '../rules/index.gen.ts'

/** What `maestro-lint` was asked to do. */
export interface LintOptions {
  paths: string[]
  fix: 'none' | 'safe' | 'unsafe' | 'preview'
  /** Whether unsafe fixes are taken in a preview. */
  allowUnsafe: boolean
  format: ReporterId | undefined
  profile: Profile | undefined
  rules: Record<string, RuleSetting>
  targets: Partial<Record<PlatformId, string>>
  baseline: string | undefined
  updateBaseline: boolean
  maxWarnings: number
  quiet: boolean
  stdinFilename: string | undefined
  stats: boolean
  explain: string | undefined
  listRules: boolean
  config: string | undefined
  noConfig: boolean
  help: boolean
  version: boolean
}

const FLAGS = {
  fix: { type: 'boolean' },
  'fix-unsafe': { type: 'boolean' },
  'fix-dry-run': { type: 'boolean' },
  format: { type: 'string', short: 'f' },
  profile: { type: 'string' },
  rule: { type: 'string', multiple: true },
  target: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  'max-warnings': { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  'stdin-filename': { type: 'string' },
  'no-cache': { type: 'boolean' },
  stats: { type: 'boolean' },
  explain: { type: 'string' },
  'list-rules': { type: 'boolean' },
  config: { type: 'string', short: 'c' },
  'no-config': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** Names of all options, for the help text's test. */
export const optionNames = Object.keys(FLAGS)

const bad = (message: string, hint?: string) => new MaestroError('bad-option', message, hint)

/** One of a closed set, or an error that says which ones there are. */
function oneOf<T extends string>(value: string | undefined, known: readonly T[], what: string): T | undefined {
  if (value === undefined || (known as readonly string[]).includes(value)) return value as T | undefined
  const meant = nearest(value, known)
  throw bad(`There is no ${what} “${value}”.`, meant ? `Did you mean “${meant}”?` : `Known: ${known.join(', ')}.`)
}

function ruleFlags(given: readonly string[]): Record<string, RuleSetting> {
  const settings: Record<string, RuleSetting> = {}
  for (const item of given) {
    const [id, level] = item.split(/=(.*)/s)
    if (!id || !level)
      throw bad(`“--rule ${item}” names no severity.`, `Write --rule ${id || 'ID'}=error|warn|info|off.`)
    const known = rules.map(rule => rule.id)
    const group = known.filter(rule => rule.startsWith(`${id}/`))
    if (!group.length) oneOf(id, known, 'rule')
    const severity = oneOf(level, ['error', 'warn', 'info', 'off'] as const, 'severity')!
    for (const rule of group.length ? group : [id]) settings[rule] = severity
  }
  return settings
}

function targetFlags(given: readonly string[]): Partial<Record<PlatformId, string>> {
  const targets: Partial<Record<PlatformId, string>> = {}
  for (const item of given.flatMap(list => list.split(','))) {
    const [name, version, ...more] = item.trim().split('@')
    const id = oneOf(name ?? '', Object.keys(platforms) as PlatformId[], 'platform')!
    if (more.length || !version || !/^\d+(\.\d+){0,2}$/.test(version))
      throw bad(`“--target ${item}” names no version.`, `Write ${id}@${platforms[id].versions.at(-1) ?? '1.0'}.`)
    targets[id] = version
  }
  return targets
}

/** `--max-warnings -1` as one argument: what is wrong with it is the number, not that it looks like an option. */
const joinNegative = (arg: string, at: number, argv: readonly string[]) =>
  arg === '--max-warnings' && /^-\d/.test(argv[at + 1] ?? '')
    ? [`${arg}=${argv[at + 1]}`]
    : argv[at - 1] === '--max-warnings' && /^-\d/.test(arg)
      ? []
      : [arg]

/** Reads the command line. @throws MaestroError `bad-option` with what was probably meant. */
export function readOptions(argv: readonly string[]): LintOptions {
  let values: ReturnType<typeof parse>['values']
  let paths: string[]
  const args = argv.flatMap(joinNegative)
  const parse = () => parseArgs({ args, options: FLAGS, allowPositionals: true })
  try {
    ;({ values, positionals: paths } = parse())
  } catch (error) {
    const flag = /'(--?[\w-]+)/.exec((error as Error).message)?.[1]
    const meant = flag && nearest(flag.replace(/^-+/, ''), Object.keys(FLAGS))
    if ((error as NodeJS.ErrnoException).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw bad(`There is no option “${flag}”.`, meant ? `Did you mean “--${meant}”?` : 'See --help.')
    throw bad(`${(error as Error).message.split(/\.\s/)[0]!.replace(/\.$/, '')}.`, 'See --help.')
  }
  for (const name of ['baseline', 'config', 'stdin-filename'] as const)
    if (values[name] === '') throw bad(`“--${name}” is empty.`, 'Name a file, or leave it out.')
  if (paths.includes('')) throw bad('A path is empty.', 'Name a file or folder, or leave it out.')
  const limit = values['max-warnings']
  if (limit !== undefined && !/^\d+$/.test(limit)) throw bad(`“--max-warnings ${limit}” is not a number.`)
  if (values['update-baseline'] && (values.fix || values['fix-unsafe'] || values['fix-dry-run']))
    throw bad('“--update-baseline” and fixing exclude each other.', 'Fix first, then accept what is left.')
  const fix = values['fix-dry-run'] ? 'preview' : values['fix-unsafe'] ? 'unsafe' : values.fix ? 'safe' : 'none'
  return {
    paths,
    fix,
    allowUnsafe: values['fix-unsafe'] ?? false,
    format: oneOf(values.format, Object.keys(reporters) as ReporterId[], 'format'),
    profile: oneOf(values.profile, ['recommended', 'strict', 'spec'] as const, 'profile'),
    rules: ruleFlags(values.rule ?? []),
    targets: targetFlags(values.target ?? []),
    baseline: values.baseline,
    updateBaseline: values['update-baseline'] ?? false,
    maxWarnings: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit),
    quiet: values.quiet ?? false,
    stdinFilename: values['stdin-filename'],
    stats: values.stats ?? false,
    explain: values.explain,
    listRules: values['list-rules'] ?? false,
    config: values.config,
    noConfig: values['no-config'] ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
  }
}
