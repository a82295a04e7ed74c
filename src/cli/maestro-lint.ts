import { MaestroError } from '../core/error.ts'
import { nearest } from '../core/nearest.ts'
import { VERSION } from '../core/version.gen.ts'
import { readRulePage } from '../host/rule-page.ts'
import { rules } from '../rules/index.gen.ts'
import { LINT_HELP } from './help.ts'
import { type Io, run } from './io.ts'
import { readOptions } from './options.ts'
import { runLint } from './run-lint.ts'

/** `maestro-lint`: arguments in, exit code out. */
export const maestroLint = (argv: readonly string[], io: Io): Promise<number> =>
  run(io, async () => {
    const options = readOptions(argv)
    if (options.help) io.out(LINT_HELP)
    else if (options.version) io.out(`${VERSION}\n`)
    else if (options.listRules) io.out(ruleList())
    else if (options.explain !== undefined) io.out(explain(options.explain))
    else return runLint(options, io)
    return 0
  })

function ruleList(): string {
  const width = Math.max(...rules.map(rule => rule.id.length))
  return rules
    .map(rule => `${rule.id.padEnd(width)}  ${rule.severity.padEnd(5)}  ${rule.profile.padEnd(11)}  ${rule.summary}\n`)
    .join('')
}

function explain(id: string): string {
  if (rules.some(rule => rule.id === id)) return readRulePage(id)
  const group = rules.filter(candidate => candidate.id.startsWith(`${id}/`))
  if (group.length) return group.map(({ id: name, summary }) => `${name}: ${summary}\n`).join('')
  const meant = nearest(
    id,
    rules.map(candidate => candidate.id),
  )
  throw new MaestroError(
    'bad-option',
    `There is no rule “${id}”.`,
    meant ? `Did you mean “${meant}”?` : 'See --list-rules.',
  )
}
