import { markOf } from '../core/baseline.ts'
import { plural } from '../core/counts.ts'
import { defineReporter, type Result } from '../core/reporter.ts'
import type { AnyRule } from '../core/rule.ts'
import { type Lines, linesOf, rangeOf } from '../core/span.ts'
import type { Diagnostic, Fix, Range, Severity, Span } from '../core/types.ts'
import { visibleJson } from '../core/visible.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const HOME = 'https://www.npmjs.com/package/maestro-pack'

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warn: 'warning', info: 'note' }
const PROBLEMS: Readonly<Record<Severity, string>> = { error: 'error', warn: 'warning', info: 'recommendation' }

/** GitHub refuses a run with more results, and cuts related places beyond the second number. */
const MAX_RESULTS = 25_000
const MAX_RELATED = 100

/** A path as a URI reference. */
const uriOf = (path: string) =>
  path
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')

const fileOf = (path: string) => ({ uri: uriOf(path), uriBaseId: '%SRCROOT%' })

const regionOf = ({ line, column, endLine, endColumn }: Range) => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
})

const locationOf = (path: string, range: Range) => ({
  physicalLocation: { artifactLocation: fileOf(path), region: regionOf(range) },
})

/** A rule as GitHub shows it beside an alert; the holes of its messages become `…`. */
function descriptorOf(rule: AnyRule) {
  const advice = [...new Set(Object.values(rule.messages).map(({ help }) => help.replace(/\{\w+\}/g, '…')))]
  const source = `${rule.source.level}, ${rule.source.url} (${rule.source.verified})`
  const paragraphs = [rule.summary, rule.why, advice.map(help => `- ${help}`).join('\n'), `Source: ${source}`]
  const text = paragraphs.filter(Boolean).join('\n\n')
  return {
    id: rule.id,
    shortDescription: { text: rule.summary },
    fullDescription: { text: rule.why },
    ...(rule.source.url.startsWith('https:') ? { helpUri: rule.source.url } : {}),
    help: { text, markdown: text },
    defaultConfiguration: { level: LEVELS[rule.severity] },
    properties: {
      tags: [rule.id.split('/')[0]!],
      precision: rule.profile === 'recommended' ? 'high' : 'medium',
      'problem.severity': PROBLEMS[rule.severity],
    },
  }
}

/** A fix as SARIF has it; the byte order mark, which is no character of the text, is named by its bytes. */
function fixOf({ title, safe, edits }: Fix, linesAt: (path: string) => Lines) {
  const deleted = (path: string, span: Span) =>
    span.start < 0 ? { byteOffset: 0, byteLength: 3 } : regionOf(rangeOf(linesAt(path), span))
  const paths = [...new Set(edits.map(({ path }) => path))]
  return {
    description: { text: safe ? title : `${title} (needs a look: it may change the meaning)` },
    artifactChanges: paths.map(path => ({
      artifactLocation: fileOf(path),
      replacements: edits
        .filter(edit => edit.path === path)
        .map(({ span, text }) => ({
          deletedRegion: deleted(path, span),
          ...(text ? { insertedContent: { text } } : {}),
        })),
    })),
  }
}

/** Turns findings into results; holds the lines of the files that fixes change, and counts equal marks. */
function converter({ texts, rules }: Result) {
  const indexes = new Map([...rules.keys()].map((id, index) => [id, index]))
  const lines = new Map<string, Lines>()
  const marks = new Map<string, number>()

  const linesAt = (path: string) => {
    const known = lines.get(path) ?? linesOf(texts.get(path) ?? '')
    lines.set(path, known)
    return known
  }

  /** Like the hash that GitHub's own action would write: the mark, and the how-manieth of its kind in the file. */
  const hashOf = (diagnostic: Diagnostic) => {
    const mark = markOf(diagnostic, texts.get(diagnostic.path) ?? '')
    const key = `${diagnostic.path}\n${diagnostic.rule}\n${mark}`
    const count = (marks.get(key) ?? 0) + 1
    marks.set(key, count)
    return `${mark}:${count}`
  }

  return (diagnostic: Diagnostic) => {
    const { rule, severity, path, range, text, help, fix, related } = diagnostic
    const index = indexes.get(rule)
    const others = related.slice(0, MAX_RELATED)
    const isFixable = fix?.edits.length && fix.edits.every(edit => texts.has(edit.path))
    return {
      ruleId: rule,
      ...(index === undefined ? {} : { ruleIndex: index }),
      level: LEVELS[severity],
      message: { text: help ? `${text} ${help}` : text },
      locations: [locationOf(path, range)],
      ...(others.length
        ? {
            relatedLocations: others.map((other, id) => ({
              id,
              ...locationOf(other.path, other.range),
              message: { text: other.text },
            })),
          }
        : {}),
      partialFingerprints: { primaryLocationLineHash: hashOf(diagnostic) },
      ...(isFixable ? { fixes: [fixOf(fix, linesAt)] } : {}),
    }
  }
}

/** The findings that GitHub takes, in their order; the graver ones where there are too many. */
function kept(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= MAX_RESULTS) return diagnostics
  const ranked = (['error', 'warn', 'info'] as const).flatMap(wanted =>
    diagnostics.filter(({ severity }) => severity === wanted),
  )
  const chosen = new Set(ranked.slice(0, MAX_RESULTS))
  return diagnostics.filter(diagnostic => chosen.has(diagnostic))
}

/**
 * SARIF 2.1.0 as GitHub code scanning reads it.
 *
 * There is no `automationDetails`: it would win over the `category` that a workflow gives to `upload-sarif`.
 */
export default defineReporter({
  id: 'sarif',
  summary: 'SARIF 2.1.0 for GitHub code scanning and other viewers',
  print(result) {
    const chosen = kept(result.diagnostics)
    const left = result.diagnostics.length - chosen.length
    const notice = `${plural(left, 'finding')} of the lowest severity left out: GitHub takes ${MAX_RESULTS} in a run.`
    const run = {
      tool: {
        driver: {
          name: 'maestro-lint',
          semanticVersion: result.version,
          informationUri: HOME,
          rules: [...result.rules.values()].map(descriptorOf),
        },
      },
      invocations: [
        {
          executionSuccessful: true,
          ...(left ? { toolExecutionNotifications: [{ level: 'warning', message: { text: notice } }] } : {}),
        },
      ],
      originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The folder that maestro-lint ran in.' } } },
      columnKind: 'utf16CodeUnits',
      results: chosen.map(converter(result)),
    }
    return `${visibleJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] })}\n`
  },
})
