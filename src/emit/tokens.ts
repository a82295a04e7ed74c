import { nearest } from '../core/nearest.ts'
import type { Span } from '../core/types.ts'

/** `{{name arg key=value}}`, as written. */
export interface Token {
  /** `open` is `{{#codex}}` or `{{^codex}}`, `close` is `{{/codex}}`, `escape` is `\{{`. */
  kind: 'word' | 'open' | 'close' | 'escape'
  name: string
  /** Arguments without a key, in order; quotes are taken off. */
  args: readonly { text: string; span: Span; quoted: boolean }[]
  /** Arguments with one. */
  named: Readonly<Record<string, { text: string; span: Span }>>
  span: Span
  /** Of a passage: whether it is for all but the named platform. */
  negated: boolean
}

/** What is wrong with a token: `text` says what, `help` what to write. */
export interface TokenFault {
  span: Span
  text: string
  help: string
}

/** Characters that a token may have: one that never closes must not be looked for to the end of a file. */
const LONGEST = 2_000

const WORD = /[^\s"{}]/

/** End of a quoted text (after the quote), of `{…}` (after the brace) or of a bare word; −1 where it never comes on the line. */
function argumentEnd(text: string, at: number): number {
  let end = at
  while (end < text.length) {
    const char = text[end]!
    if (char === '"') {
      const close = /"(?:[^"\\\n]|\\.)*"/y
      close.lastIndex = end
      const match = close.exec(text)
      if (!match) return -1
      end += match[0].length
    } else if (char === '{') {
      const close = text.indexOf('}', end)
      if (close < 0 || text.slice(end, close).includes('\n')) return -1
      end = close + 1
    } else if (WORD.test(char)) end++
    else break
  }
  return end
}

const unquoted = (raw: string) => (raw.startsWith('"') ? raw.slice(1, -1).replace(/\\(.)/g, '$1') : raw)

/** Reads one token at `start` (its first brace); a fault where it does not close on its line. */
function tokenAt(text: string, start: number): { token: Token } | { fault: TokenFault; end: number } {
  const line = /^[^\r\n]*/.exec(text.slice(start, start + LONGEST))![0]
  const broken = (end: number, what: string, help: string) => ({
    fault: { span: { start, end: start + Math.max(end, 2) }, text: what, help },
    end: start + 2,
  })
  const head = /^\{\{([#^/]?)\s*([A-Za-z][\w-]*)/.exec(line)
  if (!head)
    return broken(2, 'Two opening braces begin a token, and no name follows.', 'Write “\\{{” for braces as such.')
  const [opening, mark, name] = head as unknown as [string, string, string]
  const args: { text: string; span: Span; quoted: boolean }[] = []
  const named: Record<string, { text: string; span: Span }> = {}
  let at = opening.length
  for (;;) {
    while (line[at] === ' ' || line[at] === '\t') at++
    if (line.startsWith('}}', at)) break
    const end = argumentEnd(line, at)
    if (end <= at) return broken(line.length, `The token “${name}” does not close on its line.`, 'End it with “}}”.')
    const raw = line.slice(at, end)
    const pair = /^([A-Za-z][\w-]*)=/.exec(raw)
    const span = { start: start + at, end: start + end }
    if (pair) named[pair[1]!] = { text: unquoted(raw.slice(pair[0].length)), span }
    else args.push({ text: unquoted(raw), span, quoted: raw.startsWith('"') })
    at = end
  }
  const kind = mark === '/' ? 'close' : mark ? 'open' : 'word'
  return { token: { kind, name, args, named, span: { start, end: start + at + 2 }, negated: mark === '^' } }
}

/**
 * The tokens of a text in order. A token stands on one line; `\{{` is an escape; a template of another language
 * (`${{ … }}`, as in GitHub workflows) is none.
 */
export function tokensIn(text: string): { tokens: Token[]; faults: TokenFault[] } {
  const tokens: Token[] = []
  const faults: TokenFault[] = []
  for (let at = text.indexOf('{{'); at >= 0; ) {
    let next = at + 2
    if (text[at - 1] === '\\') {
      tokens.push({ kind: 'escape', name: '', args: [], named: {}, span: { start: at - 1, end: next }, negated: false })
    } else if (text[at - 1] !== '$') {
      const read = tokenAt(text, at)
      if ('token' in read) {
        tokens.push(read.token)
        next = read.token.span.end
      } else {
        faults.push(read.fault)
        next = read.end
      }
    }
    at = text.indexOf('{{', next)
  }
  return { tokens, faults }
}

/** A help sentence with what was probably meant. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const meant = nearest(name, known)
  return meant ? `Did you mean “${meant}”? ${otherwise}` : otherwise
}

/** The passages of a text for one platform: what goes (marks, and text for others) and faults. */
export function passagesFor(
  text: string,
  tokens: readonly Token[],
  platform: string,
  platforms: readonly string[],
): { dropped: Span[]; faults: TokenFault[] } {
  const dropped: Span[] = []
  const faults: TokenFault[] = []
  const open: Token[] = []
  let silentFrom: { start: number; depth: number } | undefined
  for (const token of tokens) {
    if (token.kind !== 'open' && token.kind !== 'close') continue
    const { start, end } = withLine(text, token.span)
    if (token.kind === 'open') {
      if (!platforms.includes(token.name)) {
        const known = didYouMean(token.name, platforms, `Platforms are ${platforms.join(', ')}.`)
        faults.push({ span: token.span, text: `There is no platform “${token.name}”.`, help: known })
      }
      open.push(token)
      const holds = (token.name === platform) !== token.negated
      if (silentFrom) continue
      if (holds) dropped.push({ start, end })
      else silentFrom = { start, depth: open.length }
      continue
    }
    const opened = open.at(-1)
    if (opened?.name !== token.name) {
      const help = opened
        ? `Close “${opened.name}” first: “{{/${opened.name}}}”.`
        : `Open it with “{{#${token.name}}}”.`
      faults.push({ span: token.span, text: `“{{/${token.name}}}” closes a passage that is not open.`, help })
      continue
    }
    if (!silentFrom) dropped.push({ start, end })
    else if (silentFrom.depth === open.length) {
      dropped.push({ start: silentFrom.start, end })
      silentFrom = undefined
    }
    open.pop()
  }
  for (const token of open)
    faults.push({
      span: token.span,
      text: `The passage for “${token.name}” is not closed.`,
      help: `Write “{{/${token.name}}}” where it ends.`,
    })
  return { dropped, faults }
}

/** A mark alone on its line goes with the line. */
function withLine(text: string, { start, end }: Span): Span {
  let from = start
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from--
  let to = end
  while (text[to] === ' ' || text[to] === '\t') to++
  const isAlone = (from === 0 || text[from - 1] === '\n') && (to >= text.length || /[\r\n]/.test(text[to]!))
  if (!isAlone) return { start, end }
  if (text[to] === '\r') to++
  if (text[to] === '\n') to++
  return { start: from, end: to }
}

/** A text with some stretches blanked; line breaks and offsets stay. */
export function blanked(text: string, spans: readonly Span[]): string {
  let result = ''
  let at = 0
  for (const { start, end } of spans) {
    if (start < at) continue
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ')
    at = end
  }
  return result + text.slice(at)
}
