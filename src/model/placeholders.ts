import { isInside } from '../core/span.ts'
import type { Document, Fence, Span } from '../core/types.ts'
import { spanOfNode, visit } from '../markdown/walk.ts'
import { pipelinesIn, type ShellCommand, type ShellPipeline } from './shell.ts'

/** A place that Claude Code fills with arguments although something else is meant there. */
export interface Mistaken {
  span: Span
  /** What is meant, with its article: “a field of awk”. */
  what: string
}

/** Words beyond this number are hardly ever passed; `$50` stays as it is. */
const MAX_INDEX = 19

/** What Claude Code looks for (2.1.271: `\$(\d+)(?!\w)`, counted from 0, in code too); one backslash before it escapes. */
const TOKEN = /(?<!\\)\$(?:(\d+)(?!\w)|ARGUMENTS(?:\[\d+\])?(?!\w))/g

/** How far around a token its line is read. */
const REACH = 400

/** How long the body of a shell function may be. */
const MAX_BODY = 5_000

const SHELL = /^(?:|!|ba|z|k|da)(?:sh)?$|^(?:shell|console|terminal|shell-session|awk)$/
const SQL = /^(?:sql|pgsql|plpgsql|postgres(?:ql)?)$/
const PROGRAM =
  /^(?:[jt]sx?|javascript|typescript|py|python|go|golang|rs|rust|rb|ruby|java|kotlin|php|elixir|cs|csharp)$/
const SQL_WORD = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|AND|VALUES|SET|LIMIT|OFFSET)\s/
const UNIT =
  '(?:mo|months?|yr|years?|weeks?|days?|h|hrs?|hours?|min|users?|seats?|calls?|requests?|runs?|[GMT]B|tokens?)'
const PRICE_AFTER = new RegExp(
  `^(?:(?:/| (?:per|an?) |-per-)(?:1?[KM] )?${UNIT}(?![./\\w-])| ?(?:USD|dollars?|cents?|million|billion|bn)\\b)`,
  'i',
)
const PRICE_BEFORE = /\b(?:costs?|priced at|price of|budget of|pays?|charges?|spends?|fee of|worth)\s+$/i

/** Whether a file takes arguments: it says so above, or uses them below. */
export function takesArguments({ meta, text }: Document): boolean {
  const says = (key: string) => {
    const value = meta.at(key)?.value
    return value !== undefined && value !== null && value !== ''
  }
  return says('argument-hint') || says('arguments') || /(?<!\\)\$ARGUMENTS(?!\w)/.test(text.slice(meta.span.end))
}

function* commandsOf(pipelines: readonly ShellPipeline[]): Generator<ShellCommand> {
  for (const command of pipelines.flat()) {
    yield command
    for (const word of command.words) yield* commandsOf(word.runs)
  }
}

/** Spans of single-quoted programs that another interpreter runs: `awk '…'`, `perl -ne '…'`, `sh -c '…'`. */
function programsIn(text: string, { start, end }: Span): { span: Span; what: string }[] {
  if (!/awk|perl|ruby|sh\s+-\w*c/.test(text.slice(start, end))) return []
  const programs: { span: Span; what: string }[] = []
  for (const { words } of commandsOf(pipelinesIn(text.slice(start, end), start))) {
    let what = ''
    for (const [index, word] of words.entries()) {
      const name = word.text.replace(/^.*\//, '')
      if (/^[gmn]?awk$/.test(name)) what = 'a field of awk'
      else if (/^(?:perl|ruby)$/.test(name)) what = 'a group of the pattern'
      else if (/^(?:ba|z|k|da)?sh$/.test(name) && /^-\w*c$/.test(words[index + 1]?.text ?? ''))
        what = 'a parameter of the shell'
      else if (what && text[word.span.start] === "'") programs.push({ span: word.span, what })
    }
  }
  return programs
}

/** Spans in which shell parameters are the script's own: bodies of functions, or the whole of a script. */
function scriptsIn(text: string, { start, end }: Span): { span: Span }[] {
  const code = text.slice(start, end)
  if (/^[ \t]*#!|\$[#@*](?!\w)|^[ \t]*shift\b/m.test(code)) return [{ span: { start, end } }]
  const spans: { span: Span }[] = []
  for (const match of code.matchAll(/(?:^|[\s;&|])(?:function\s+[\w-]+(?:\s*\(\s*\))?|[\w-]+\s*\(\s*\))\s*\{/g)) {
    let depth = 1
    let at = match.index + match[0].length
    const limit = Math.min(code.length, at + MAX_BODY)
    for (; at < limit && depth; at++) depth += code[at] === '{' ? 1 : code[at] === '}' ? -1 : 0
    if (!depth) spans.push({ span: { start: start + match.index, end: start + at } })
  }
  return spans
}

/** Whether a fence shows another skill or command, with its own frontmatter. */
const showsFile = (code: string) =>
  /^\s*---[ \t]*\r?\n(?:(?!---).*\n)*?(?:name|description|argument-hint|allowed-tools)[ \t]*:/.test(code)

/** An amount of money, told by its digits or, in prose, by the words around it; a cell such as `$B$2`. */
function amountAt(before: string, after: string, isProse: boolean): string | undefined {
  if (/\$[A-Z]{1,3}$/.test(before)) return 'part of a cell’s address'
  if (/[\w$/.]$/.test(before)) return undefined
  const isMoney = /^(?:\.\d+|,\d{3})(?![\w.])/.test(after)
  return isMoney || (isProse && (PRICE_AFTER.test(after) || PRICE_BEFORE.test(before)))
    ? 'an amount of money'
    : undefined
}

/** What a token in a fence is by the language of the fence and the line before it. */
function inCode(lang: string, before: string): string | undefined {
  if (lang === 'awk' || /\b[gmn]?awk\b[^'|;]*'[^']*$/.test(before)) return 'a field of awk'
  if (lang === 'nginx') return 'a group of the pattern'
  if (/(?:\.replace(?:All)?\(|\s-[ci]?replace\s).*["'`][^"'`]*$/.test(before)) return 'a group of the pattern'
  const isParameter = /(?:[=<>(,]|\b(?:LIMIT|OFFSET|I?LIKE|IN|AND|BETWEEN))\s*$/.test(before)
  if (PROGRAM.test(lang)) return isParameter && SQL_WORD.test(before) ? 'a parameter of the query' : undefined
  const isQuoted = (before.match(/'/g)?.length ?? 0) % 2 === 1
  return SQL.test(lang) && !isQuoted ? 'a parameter of the query' : undefined
}

/** Finds the item that holds a token, for tokens in order. */
function finder<T extends { span: Span }>(items: readonly T[]): (token: Span) => T | undefined {
  const sorted = [...items].sort((a, b) => a.span.start - b.span.start)
  let at = 0
  return token => {
    while (at < sorted.length && sorted[at]!.span.end <= token.start) at++
    const here = sorted[at]
    return here && isInside(token, here.span) ? here : undefined
  }
}

/** What a token in a fence or a code span is; `undefined` for text that shows another file. */
type Reader = (token: Span, before: string) => { what?: string; isShown: boolean }

function readerOf(text: string, span: Span, fence: Fence | undefined): Reader {
  const isShell = !fence || SHELL.test(fence.lang)
  const isShown = fence !== undefined && showsFile(text.slice(span.start, span.end))
  const program = finder(isShell ? programsIn(text, span) : [])
  const script = finder(fence && isShell ? scriptsIn(text, span) : [])
  return (token, before) => {
    if (isShown) return { what: 'text of the file that is shown', isShown }
    const what =
      program(token)?.what ?? (script(token) && 'a parameter of the script') ?? inCode(fence?.lang ?? '', before)
    return what ? { what, isShown } : { isShown }
  }
}

/** Finds the code that holds a token, for tokens in order; each fence or span is read once. */
function codeFinder({ text, fences, tree }: Document): (token: Span) => Reader | undefined {
  const spans: { span: Span; fence?: Fence }[] = fences.map(fence => ({ span: fence.body, fence }))
  visit(tree, 'inlineCode', node => void spans.push({ span: inner(text, spanOfNode(node)) }))
  const find = finder(spans)
  let last: { span: Span; reader: Reader } | undefined
  return token => {
    const here = find(token)
    if (!here) return undefined
    if (last?.span !== here.span) last = { span: here.span, reader: readerOf(text, here.span, here.fence) }
    return last.reader
  }
}

/**
 * Places of a skill's or command's body that Claude Code fills with arguments although the author means something else.
 *
 * Only what is certain: a `$1` at the top of a shell block may well be meant, since nothing else would fill it. Facts:
 * code.claude.com/docs/en/skills (“Available string substitutions”), anthropics/claude-code#94709.
 */
export function mistakenPlaceholders(document: Document): Mistaken[] {
  const { text, meta, lines } = document
  const tokens = [...text.slice(meta.span.end).matchAll(TOKEN)]
  if (!tokens.length) return []
  const codeAt = codeFinder(document)
  return tokens.flatMap(match => {
    const start = meta.span.end + match.index
    const span = { start, end: start + match[0].length }
    const isIndex = match[1] !== undefined
    if (isIndex && Number(match[1]) > MAX_INDEX) return []
    const line = lines.span(lines.index(start))
    const before = text.slice(Math.max(line.start, start - REACH), start)
    const after = text.slice(span.end, Math.min(line.end, span.end + REACH))
    const reader = codeAt(span)
    const code = reader?.(span, before)
    if (!isIndex && !code?.isShown) return []
    const what = code?.what ?? amountAt(before, after, !code)
    return what ? [{ span, what }] : []
  })
}

/** A code span without its backticks. */
function inner(text: string, { start, end }: Span): Span {
  const ticks = /^`+/.exec(text.slice(start, end))?.[0].length ?? 0
  return { start: start + ticks, end: end - ticks }
}
