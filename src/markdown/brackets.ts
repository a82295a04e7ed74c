/** Why a text could not be read, and where. */
export interface Fault {
  error: string
  at: number
}

/** Deepest nesting of brackets that the readers of literals follow. */
export const NESTING_LIMIT = 200

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Offset after the comment that starts at `at`; `at` itself where none does, as in `https://`. */
function commentEnd(text: string, at: number, end: number): number {
  if (text[at] !== '/') return at
  const second = text[at + 1]
  if (second === '*') {
    const close = text.indexOf('*/', at + 2)
    return close < 0 || close + 2 > end ? end : close + 2
  }
  if (second !== '/' || text[at - 1] === ':') return at
  let last = at
  while (last < end && text[last] !== '\n' && text[last] !== '\r') last++
  return last
}

/** Offset after white space and comments. */
export function blankEnd(text: string, at: number, end: number): number {
  for (let next = at; next < end; ) {
    const comment = commentEnd(text, next, end)
    if (comment > next) next = comment
    else if (text[next]!.trim() === '') next++
    else return next
  }
  return end
}

/** Offset after a quoted string, −1 when it never ends; only template strings run over lines. */
export function quoteEnd(text: string, at: number, end: number): number {
  const quote = text[at]!
  if (quote === '`') return templateEnd(text, at, end)
  for (let i = at + 1; i < end; i++) {
    const unit = text[i]
    if (unit === '\\') i++
    else if (unit === quote) return i + 1
    else if (unit === '\n' || unit === '\r') return -1
  }
  return -1
}

/** Offset after a template string, whose `${…}` may hold further ones. */
function templateEnd(text: string, at: number, end: number): number {
  const open: string[] = []
  for (let i = at; i < end; i++) {
    const unit = text[i]!
    const isCode = open.at(-1) !== '`'
    if (unit === '\\') i++
    else if (unit === '`') {
      if (isCode) open.push('`')
      else open.pop()
      if (!open.length) return i + 1
    } else if (!isCode && unit === '$' && text[i + 1] === '{') {
      open.push('{')
      i++
    } else if (isCode && unit === '{') open.push('{')
    else if (isCode && unit === '}') open.pop()
    else if (isCode && (unit === '"' || unit === "'")) i = Math.max(i, quoteEnd(text, i, end) - 1)
  }
  return -1
}

/**
 * Where a piece of code ends: at a comma or semicolon outside brackets, at a closing bracket that it did not open, or
 * at `end`. With `inLine` a line break or a comment outside brackets ends it too.
 */
export function runEnd(text: string, at: number, end: number, inLine = false, closers: string[] = []): number | Fault {
  const outer = closers.length
  for (let i = at; i < end; ) {
    const unit = text[i]!
    const isOutside = !closers.length
    const comment = commentEnd(text, i, end)
    if (comment > i) {
      if (inLine && isOutside) return i
      i = comment
    } else if (unit === '"' || unit === "'" || unit === '`') {
      const close = quoteEnd(text, i, end)
      if (close < 0 && unit === '`') return { error: 'unclosed string', at: i }
      i = Math.max(i + 1, close)
    } else if (unit === '\\') i += 2
    else if (CLOSERS[unit]) {
      closers.push(CLOSERS[unit])
      if (closers.length > NESTING_LIMIT) return { error: `nesting deeper than ${NESTING_LIMIT}`, at: i }
      i++
    } else if (unit === ')' || unit === ']' || unit === '}') {
      if (isOutside) return i
      if (closers.pop() !== unit) return { error: 'unmatched bracket', at: i }
      if (outer && !closers.length) return i + 1
      i++
    } else if (isOutside && (unit === ',' || unit === ';')) return i
    else if (isOutside && inLine && (unit === '\n' || unit === '\r')) return i
    else i++
  }
  return closers.length ? { error: 'unclosed bracket', at: at - outer } : end
}

/** Offset after the bracket that closes the one at `open`. */
export const bracketEnd = (text: string, open: number, end: number): number | Fault =>
  runEnd(text, open + 1, end, false, [CLOSERS[text[open]!]!])
