/** How YAML 1.2 takes a value that does not come back as the text that its author wrote on the line. */
export type Misreading =
  /** `: ` in plain text, or a colon at its end: a mapping where none may stand. */
  | 'colon'
  /** A first character that plain text cannot begin with. */
  | 'start'
  /** A quote or bracket that does not close on the line. */
  | 'open'
  /** Text after the closing quote or bracket. */
  | 'rest'
  /** A backslash in double quotes that begins no escape. */
  | 'escape'
  /** `[…]` or `{…}`: a list or a mapping. */
  | 'collection'
  /** ` #` cuts the value. */
  | 'comment'
  /** An anchor, tag or alias, which is not part of the value. */
  | 'property'
  /** A number, a boolean or null. */
  | 'type'

/** Misreadings that make the whole block invalid; under the others it says something else than its text. */
export const BREAKING: ReadonlySet<Misreading | undefined> = new Set(['colon', 'start', 'open', 'rest', 'escape'])

/** What the core schema (YAML 1.2.2, 10.3.2) resolves to null, a boolean or a number. */
const TYPED =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/

/** What YAML 1.1 readers resolve beyond that: their booleans, dates, octal and sexagesimal numbers, merge keys. */
const TYPED_BEFORE =
  /^(?:y|n|yes|no|on|off|<<|=|[-+]?0b[01_]+|[-+]?0x[\da-f_]+|[-+]?\d[\d_]*(?::[\d_]+)*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\d{4}-\d\d?-\d\d?(?:(?:t|[ \t]+)\d.*)?)$/i

const BLOCK_HEADER = /^[|>](?:[1-9][-+]?|[-+][1-9]?)?(?:[ \t]+#.*)?$/
const ESCAPE = /^\\(?:[0abtnvfre "/\\N_LP\t]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})/
/** Characters that stand for themselves in no kind of quotes: controls, line breaks of any YAML version, marks, lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/gu
const NAMED: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' }

const isBlankOrComment = (rest: string) => /^(?:[ \t]*|[ \t]+#.*)$/.test(rest)

/** Offset after the quote that closes a quoted text; −1 when it never comes, −2 on a wrong escape. */
function quoteEnd(raw: string, from = 0): number {
  const quote = raw[from]
  for (let i = from + 1; i < raw.length; i++) {
    if (quote === '"' && raw[i] === '\\') {
      const found = ESCAPE.exec(raw.slice(i, i + 10))
      if (!found) return -2
      i += found[0].length - 1
    } else if (raw[i] === quote) {
      if (quote === '"' || raw[i + 1] !== quote) return i + 1
      i++
    }
  }
  return -1
}

/** Offset after the bracket that closes a flow collection; −1 when it never comes. */
function flowEnd(raw: string): number {
  const closers: string[] = []
  let isStart = true
  for (let i = 0; i < raw.length; i++) {
    const unit = raw[i]!
    if (unit === '#' && /[ \t]/.test(raw[i - 1] ?? '')) return -1
    if (isStart && (unit === '"' || unit === "'")) {
      const end = quoteEnd(raw, i)
      if (end < 0) return -1
      i = end - 1
    } else if (unit === '[' || unit === '{') closers.push(unit === '[' ? ']' : '}')
    else if ((unit === ']' || unit === '}') && closers.pop() !== unit) return -1
    if (!closers.length) return i + 1
    isStart = /[[{,]/.test(unit) || (isStart && /[ \t]/.test(unit)) || (unit === ':' && /[ \t]/.test(raw[i + 1] ?? ''))
  }
  return -1
}

/**
 * Tells whether a one-line value, as it stands after its key, is read as something else than its text.
 *
 * Values that are rightly quoted and block scalar headers are fine. The inside of `[…]` is not judged.
 */
export function needsQuotes(raw: string): Misreading | undefined {
  const first = raw[0]
  if (first === undefined) return undefined
  if (first === '"' || first === "'") {
    const end = quoteEnd(raw)
    if (end < 0) return end === -2 ? 'escape' : 'open'
    return isBlankOrComment(raw.slice(end)) ? undefined : 'rest'
  }
  if (first === '[' || first === '{') {
    const end = flowEnd(raw)
    if (end < 0) return 'open'
    return isBlankOrComment(raw.slice(end)) ? 'collection' : 'rest'
  }
  if (first === '|' || first === '>') return BLOCK_HEADER.test(raw) ? undefined : 'start'
  if (first === '#') return 'comment'
  if (first === '*') return isBlankOrComment(raw.replace(/^[^ \t]+/, '')) ? 'property' : 'start'
  if (/^(?:[%@`,\]}]|[-?:&](?:[ \t]|$))/.test(raw)) return 'start'
  if (first === '&' || first === '!') {
    const inner = needsQuotes(raw.replace(/^(?:(?:&[^ \t]+|![^ \t]*)(?:[ \t]+|$))+/, ''))
    return BREAKING.has(inner) ? inner : 'property'
  }
  const cut = /[ \t]#/.exec(raw)?.index ?? raw.length
  if (/:(?:[ \t]|$)/.test(raw.slice(0, cut))) return 'colon'
  if (cut < raw.length) return 'comment'
  return TYPED.test(raw) ? 'type' : undefined
}

/**
 * The shortest form of a text that YAML reads back to exactly that text as a value on one line of a block mapping.
 *
 * Plain where that is safe, else in single or double quotes, whichever is shorter. Words that only YAML 1.1 takes for a
 * boolean, a number or a date are quoted too, since clients differ in their readers; what is not printable is escaped.
 */
export function quoteScalar(text: string): string {
  const isHidden = text.search(UNPRINTABLE) >= 0
  const isPlain =
    text !== '' &&
    !isHidden &&
    !/^ | $|^[|>"'#&*![{]/.test(text) &&
    !TYPED_BEFORE.test(text) &&
    needsQuotes(text) === undefined
  if (isPlain) return text
  const double = `"${text
    .replace(/["\\]/g, '\\$&')
    .replace(
      UNPRINTABLE,
      unit => NAMED[unit] ?? `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    )}"`
  const single = `'${text.replace(/'/g, "''")}'`
  return !isHidden && single.length < double.length ? single : double
}

/**
 * The text that the author of a one-line value meant where YAML cannot read it, and how much of `raw` it takes: a
 * comment (` # …`) after it stays outside.
 *
 * Outer quotes are taken off where inner ones of the same kind break the value (`'don't'`). `undefined` when it is
 * unclear what belongs to the value, as after a quote that never closes.
 */
export function meantText(raw: string): { text: string; length: number } | undefined {
  const quote = raw[0]
  if (quote !== '"' && quote !== "'") {
    const cut = raw.replace(/(?<![ \t])[ \t]+#(?:[ \t].*)?$/, '')
    const isInBrackets = /[[({<]/.test(cut.slice(cut.search(/[\])}>][^\])}>]*$/) + 1))
    const text = isInBrackets ? raw : cut
    return { text, length: text.length }
  }
  const isWhole = raw.length > 1 && raw.endsWith(quote)
  const inner = isWhole ? raw.slice(1, -1) : raw.slice(1)
  const at = inner.indexOf(quote)
  if (at < 0) {
    const hasEscapes = [...inner.matchAll(/\\/g)].some(({ index }) => ESCAPE.test(inner.slice(index)))
    return isWhole && !hasEscapes ? { text: inner, length: raw.length } : undefined
  }
  // White space that YAML takes for text, such as an ideographic space, slipped in behind the quote.
  if (!isWhole && !inner.slice(at + 1).trim() && !inner.includes('\\'))
    return { text: inner.slice(0, at), length: raw.length }
  const isOdd = (raw.split(quote).length - 1) % 2 === 1
  if ((isOdd && !isWhole) || (quote === '"' && inner.includes('\\')) || /[ \t]#/.test(raw)) return undefined
  const isClosing = /\S/.test(inner[at - 1] ?? '') && /^(?:[\s.,;:!?)\]/|…—]|$)/.test(inner.slice(at + 1))
  return { text: isWhole && (isOdd || !isClosing) ? inner : raw, length: raw.length }
}
