/** A glob, taken apart. */
export interface Glob {
  /** The folder below which everything lies that can match; `.` is the working directory. */
  base: string
  /** Whether a path (forward slashes) matches. */
  matches(path: string): boolean
}

/** More patterns than that a pattern with braces may not stand for. */
const MOST = 10_000

/**
 * Reads a glob: `*` and `?` within a name, `**` for any folders, `[…]` and `[!…]`, `{a,b}` also nested; a backslash takes
 * the next character as it is.
 *
 * Names that begin with a dot match wildcards only where the pattern names one that does.
 */
export function readGlob(pattern: string): Glob {
  const text = pattern.replace(/^(?:\.\/)+/, '')
  const segments = text.split('/')
  const special = segments.findIndex(segment => /[*?[\]{}\\]/.test(segment))
  const base = segments.slice(0, special < 0 ? -1 : special).join('/') || (text.startsWith('/') ? '/' : '.')
  const allowDots = /(?:^|\/)\./.test(text)
  const regexes = expanded(text).map(plain => regexOf(plain, allowDots))
  return { base, matches: path => regexes.some(regex => regex?.test(path)) }
}

/** The patterns without braces that a pattern with braces stands for; a brace without alternatives is itself. */
function expanded(pattern: string): string[] {
  const found: string[] = []
  const open = [pattern]
  while (open.length && found.length < MOST) {
    const next = open.pop()!
    const parts = firstBraces(next)
    if (parts) open.push(...parts.inner.map(inner => parts.before + inner + parts.after).reverse())
    else found.push(next)
  }
  return found
}

/** The first braces that hold alternatives, taken apart. */
function firstBraces(pattern: string): { before: string; inner: string[]; after: string } | undefined {
  for (let open = 0; open < pattern.length; open++) {
    if (pattern[open] === '\\') open++
    else if (pattern[open] === '{') {
      const inner: string[] = []
      let depth = 0
      let from = open + 1
      for (let at = open; at < pattern.length; at++) {
        if (pattern[at] === '\\') at++
        else if (pattern[at] === '{') depth++
        else if (pattern[at] === ',' && depth === 1) {
          inner.push(pattern.slice(from, at))
          from = at + 1
        } else if (pattern[at] === '}' && --depth === 0) {
          if (!inner.length) break
          inner.push(pattern.slice(from, at))
          return { before: pattern.slice(0, open), inner, after: pattern.slice(at + 1) }
        }
      }
    }
  }
  return undefined
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The regular expression of a glob without braces; `undefined` when nothing can match, as with `[z-a]`. */
function regexOf(glob: string, allowDots: boolean): RegExp | undefined {
  const notDot = allowDots ? '(?!\\.{1,2}(?:/|$))' : '(?!\\.)'
  let source = ''
  for (let at = 0; at < glob.length; at++) {
    const unit = glob[at]!
    const first = at === 0 || glob[at - 1] === '/' ? notDot : ''
    if (unit === '*') {
      const from = at
      while (glob[at + 1] === '*') at++
      const isWhole = first !== '' && (at + 1 === glob.length || glob[at + 1] === '/')
      if (!isWhole || from === at) source += `${first}${isWhole ? '(?=[^/])' : ''}[^/]*`
      else if (at + 1 === glob.length) source += `${notDot}[^/]+(?:/${notDot}[^/]+)*`
      else {
        source += `(?:${notDot}[^/]+/)*`
        at++
      }
    } else if (unit === '?') source += `${first}[^/]`
    else if (unit === '[') {
      const isNot = glob[at + 1] === '!' || glob[at + 1] === '^'
      const from = at + (isNot ? 2 : 1)
      const end = glob.indexOf(']', from + 1)
      if (end < 0) source += '\\['
      else {
        source += `${first}(?!/)[${isNot ? '^' : ''}${glob.slice(from, end).replace(/[\\\]^[]/g, '\\$&')}]`
        at = end
      }
    } else if (unit === '\\' && at + 1 < glob.length) source += escaped(glob[++at]!)
    else source += escaped(unit)
  }
  try {
    return new RegExp(`^${source}$`, 's')
  } catch {
    return undefined
  }
}
