import { defineReporter } from '../core/reporter.ts'
import type { Diagnostic } from '../core/types.ts'
import { visibleJson } from '../core/visible.ts'

/** A finding in the shape of `schemas/findings.schema.json`. */
const entryOf = ({ rule, severity, path, range, text, help, fix, related }: Diagnostic) => ({
  rule,
  severity,
  path,
  line: range.line,
  column: range.column,
  endLine: range.endLine,
  endColumn: range.endColumn,
  message: text,
  help,
  fixable: fix ? (fix.safe ? 'safe' : 'unsafe') : false,
  related: related.map(other => ({
    path: other.path,
    line: other.range.line,
    column: other.range.column,
    message: other.text,
  })),
})

/** For programs: the shape is fixed by `schemas/findings.schema.json`, one finding per line. */
export default defineReporter({
  id: 'json',
  summary: 'one JSON object, described by schemas/findings.schema.json',
  print({ diagnostics, summary }) {
    const { files, errors, warnings, infos, fixable, suppressed, baselined } = summary
    const counts = visibleJson({ files, errors, warnings, infos, fixable, suppressed, baselined })
    const entries = diagnostics.map(diagnostic => `\n    ${visibleJson(entryOf(diagnostic))}`).join(',')
    return `{\n  "version": 1,\n  "diagnostics": [${entries}${entries && '\n  '}],\n  "summary": ${counts}\n}\n`
  },
})
