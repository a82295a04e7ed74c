import type { Lines } from '../core/span.ts'
import type { Suppression } from '../core/types.ts'

const DIRECTIVE = /maestro-lint[- ]([A-Za-z](?:[\w-]*\w)?)/.source
const COMMENT = new RegExp(`<!--[ \\t]*${DIRECTIVE}((?:(?!<!--).)*?)-->`, 'gi')
const YAML_COMMENT = new RegExp(`^[ \\t]*#[ \\t]*${DIRECTIVE}(.*)$`, 'i')
/** A directive for sure, in whatever case: prose that begins with the tool's name is none. */
const MEANT = /^maestro-lint[- ](?:disable|enable)/i
/** Blank lines between the opening of a comment and its directive. */
const MAX_BLANK = 5
const KINDS: ReadonlySet<string> = new Set(['disable', 'disable-next-line', 'enable'])
const NAME = /[\w-]+(?:\/[\w-]+)?/g

/** Reads the names before ` -- ` and the reason after it. */
function suppression(
  written: string,
  kind: string,
  rest: string,
  restStart: number,
  span: { start: number; end: number },
): Suppression {
  const dash = /(?:^|\s)--(?:\s|$)/.exec(rest)
  const names = dash ? rest.slice(0, dash.index) : rest
  return {
    kind: written.includes('maestro-lint-') && KINDS.has(kind) ? (kind as Suppression['kind']) : 'unknown',
    word: kind,
    span,
    rules: [...names.matchAll(NAME)].map(match => {
      const start = restStart + match.index
      return { id: match[0], span: { start, end: start + match[0].length } }
    }),
    reason: dash ? rest.slice(dash.index + dash[0].length).trim() : '',
  }
}

/** The code spans of a line; a run of backticks without a partner opens none. */
function codeSpans(line: string): { start: number; end: number }[] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ start: index, end: index + run.length }))
  const spans: { start: number; end: number }[] = []
  for (let at = 0; at < runs.length; at++) {
    const { start, end } = runs[at]!
    let close = at + 1
    while (close < runs.length && runs[close]!.end - runs[close]!.start !== end - start) close++
    if (close === runs.length) continue
    spans.push({ start, end: runs[close]!.end })
    at = close
  }
  return spans
}

/** Whether what is written in other than small letters is a directive, and no sentence about the tool. */
const isDirective = (written: string) =>
  written.includes('maestro-lint') || MEANT.test(written.slice(written.search(/maestro/i)))

/**
 * The beginning of a directive whose comment does not end on its line: it does nothing, and its author has to know.
 *
 * `line` is where the comment opens; the directive stands behind the opening or on the next line with text.
 */
export function brokenSuppression(lines: Lines, line: number): Suppression[] {
  const text = lines.text(line)
  const open = text.lastIndexOf('<!--')
  if (open < 0 || text.includes('-->', open)) return []
  let last = line
  let rest = text.slice(open + 4).trim()
  while (!rest && last < Math.min(lines.starts.length - 1, line + MAX_BLANK)) rest = lines.text(++last).trim()
  if (!MEANT.test(rest) || codeSpans(text).some(({ start, end }) => start < open && open < end)) return []
  const word = /^maestro-lint[- ]([\w-]+)/i.exec(rest)![1]!
  const span = { start: lines.span(line).start + open, end: lines.span(last).end }
  return [{ kind: 'unknown', word, span, rules: [], reason: '' }]
}

/** Suppression comments on a line of Markdown; those in code spans are text. */
export function suppressionsIn(line: string, offset: number): Suppression[] {
  const code = codeSpans(line)
  // Both come in order: one pass over either is enough.
  let at = 0
  return [...line.matchAll(COMMENT)]
    .filter(({ 0: written }) => isDirective(written))
    .filter(({ index }) => {
      while (at < code.length && code[at]!.end <= index) at++
      return !(at < code.length && code[at]!.start < index)
    })
    .map(match => {
      const start = offset + match.index
      const rest = match[2]!
      return suppression(match[0], match[1]!, rest, start + match[0].length - 3 - rest.length, {
        start,
        end: start + match[0].length,
      })
    })
}

/** A suppression comment on a line of frontmatter: `# maestro-lint-disable-next-line RULE -- reason`. */
export function suppressionInYaml(line: string, offset: number): Suppression[] {
  const match = YAML_COMMENT.exec(line)
  if (!match || !isDirective(match[0])) return []
  const rest = match[2]!
  const end = offset + line.trimEnd().length
  return [
    suppression(match[0], match[1]!, rest, offset + line.length - rest.length, {
      start: offset + line.indexOf('#'),
      end,
    }),
  ]
}
