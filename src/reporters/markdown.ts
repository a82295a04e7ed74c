import { foundOf, plural, remarksOf, whereOf } from '../core/counts.ts'
import { defineReporter } from '../core/reporter.ts'
import type { Diagnostic, Severity } from '../core/types.ts'
import { visible } from '../core/visible.ts'

/** Characters of a report: GitHub refuses a comment of more than 65,536, and takes 1 MiB in a step summary. */
const ROOM = 60_000

const ORDER: readonly Severity[] = ['error', 'warn', 'info']
const SIGNS: Readonly<Record<Severity, string>> = { error: '🔴 error', warn: '🟡 warning', info: '🔵 info' }

/**
 * Text in a table cell that reads as it was written.
 *
 * Everything that GitHub Flavored Markdown gives a meaning is escaped; `@name` and `#12` are broken with a zero-width
 * space, so that a report in a comment calls nobody and links to nothing.
 */
function proseOf(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(line =>
      visible(line)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replace(/[\\`*_~[\]{}|$]/g, '\\$&')
        .replace(/[@#](?=\w)/g, '$&&#8203;'),
    )
    .join('<br>')
}

/** Code in a table cell; where a code span cannot hold it, prose. */
const codeOf = (text: string) => (/[`|\\\r\n]/.test(text) ? proseOf(text) : `\`${visible(text)}\``)

function rowOf({ rule, severity, path, range, text, help }: Diagnostic): string {
  const place = codeOf(`${path}:${range.line}:${range.column}`)
  const advice = help && `<br>→ ${proseOf(help)}`
  return `| ${SIGNS[severity]} | ${place} | ${codeOf(rule)} | ${proseOf(text)}${advice} |\n`
}

/** The rows that fit, in their order; the graver findings go first where not all do. */
function fitting(diagnostics: readonly Diagnostic[]): string[] {
  const rows = diagnostics.map(rowOf)
  const kept = new Set<number>()
  let room = ROOM
  for (const severity of ORDER)
    for (const [index, diagnostic] of diagnostics.entries()) {
      if (diagnostic.severity !== severity) continue
      room -= rows[index]!.length
      if (room < 0) return rows.filter((_, at) => kept.has(at))
      kept.add(index)
    }
  return rows
}

/** For pull request comments and step summaries: a heading that counts, and one table. */
export default defineReporter({
  id: 'markdown',
  summary: 'a table for a pull request comment or a step summary',
  print(result) {
    const rows = fitting(result.diagnostics)
    const left = result.diagnostics.length - rows.length
    const where = result.diagnostics.length
      ? `Found ${whereOf(result)}`
      : `${plural(result.summary.files, 'file')} checked`
    const remarks = remarksOf(result).map(text => text.replace(/--[\w-]+/, '`$&`'))
    const parts = [`## maestro-lint: ${foundOf(result)}\n`, `${[where, ...remarks].join(', ')}.\n`]
    if (rows.length) parts.push(`| Severity | Place | Rule | Finding |\n| :-- | :-- | :-- | :-- |\n${rows.join('')}`)
    if (left) parts.push(`${left} more do not fit here; \`--format json\` lists all.\n`)
    return parts.join('\n')
  },
})
