import { foundOf, remarksOf, whereOf } from '../core/counts.ts'
import { defineReporter } from '../core/reporter.ts'
import type { Diagnostic, Severity } from '../core/types.ts'
import { visible } from '../core/visible.ts'

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warn: 'warning', info: 'notice' }

/** Annotations of one kind that GitHub shows per step; the log keeps all. */
const SHOWN = 10

/** A message's data: only what the runner unescapes again (actions/toolkit, `packages/core/src/command.ts`). */
const dataOf = (text: string) => visible(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))

const propertyOf = (text: string) => dataOf(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** One finding as a workflow command; the log shows the message alone, so the place leads it. */
function commandOf({ rule, severity, path, range, text, help }: Diagnostic): string {
  const { line, column, endLine, endColumn } = range
  // GitHub refuses columns for a range of several lines.
  const columns = line === endLine ? `,col=${column},endColumn=${endColumn}` : ''
  const properties = `file=${propertyOf(path)},line=${line},endLine=${endLine}${columns},title=${propertyOf(rule)}`
  const message = `${path}:${line}:${column} ${text}${help && `\n${help}`}`
  return `::${COMMANDS[severity]} ${properties}::${dataOf(message)}\n`
}

/** For GitHub Actions: an annotation per finding, then one line that counts. */
export default defineReporter({
  id: 'github',
  summary: 'workflow commands that GitHub Actions shows as annotations',
  print(result) {
    const { errors, warnings, infos } = result.summary
    const line = [`maestro-lint: ${foundOf(result)} ${whereOf(result)}`, ...remarksOf(result)].join(', ')
    const more = Math.max(errors, warnings, infos) > SHOWN
    const hint = more ? ` GitHub shows the first ${SHOWN} of each kind as annotations; all are in this log.` : ''
    return `${result.diagnostics.map(commandOf).join('')}${line}.${hint}\n`
  },
})
