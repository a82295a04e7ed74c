import type { Span } from '../core/types.ts'

/** A word of a command, quotes and escapes taken off. */
export interface ShellWord {
  text: string
  span: Span
  /** Commands that the word runs: `$(…)`, backticks, `<(…)`. */
  runs: readonly ShellPipeline[]
}

/** A simple command, or a group in parentheses (one word that runs commands). */
export interface ShellCommand {
  words: readonly ShellWord[]
  /** Targets of `>`, `>>` and their like. */
  writes: readonly ShellWord[]
  span: Span
}

/** Commands joined by `|`. */
export type ShellPipeline = readonly ShellCommand[]

export type ShellDialect = 'sh' | 'powershell'

/** Nesting of `$(…)` and the like that is followed; what lies deeper is text. */
const MAX_DEPTH = 30

/**
 * Reads shell code: lists, pipelines, words, quotes, comments, substitutions, here-documents (passed over).
 *
 * Made for code in documents: it never fails, takes `<name>` for a placeholder and the apostrophe of “don't” for a
 * letter, and reads PowerShell well enough to part commands. Spans count from `offset`. Linear in the code.
 */
export function pipelinesIn(code: string, offset = 0, dialect: ShellDialect = 'sh'): ShellPipeline[] {
  const escaper = dialect === 'sh' ? '\\' : '`'
  let at = 0
  /** Quotes that never close again: from there on they are letters. */
  const lost = new Set<string>()
  let waiting: { mark: string; isIndented: boolean }[] = []
  let isHereLost = false

  const closes = (quote: string) => {
    if (!lost.has(quote) && code.indexOf(quote, at + 1) < 0) lost.add(quote)
    return !lost.has(quote)
  }

  const placeholder = () => /^<[A-Za-z][\w.:|-]{0,60}>/.exec(code.slice(at, at + 64))?.[0]

  const into = (runs: ShellPipeline[], more: readonly ShellPipeline[]) => {
    for (const pipeline of more) runs.push(pipeline)
  }

  const skipHere = () => {
    for (const { mark, isIndented } of waiting) {
      for (let from = at; !isHereLost; ) {
        const end = code.indexOf('\n', from)
        const line = code.slice(from, end < 0 ? code.length : end).replace(/\r$/, '')
        if ((isIndented ? line.trimStart() : line) === mark) {
          at = end < 0 ? code.length : end + 1
          break
        }
        isHereLost = end < 0
        from = end + 1
      }
    }
    waiting = []
  }

  const doubleQuoted = (depth: number, runs: ShellPipeline[]): string => {
    let text = ''
    for (at++; at < code.length && code[at] !== '"'; ) {
      if (code[at] === escaper && at + 1 < code.length) {
        if (code[at + 1] !== '\n') text += /["$`\\]/.test(code[at + 1]!) ? code[at + 1] : code.slice(at, at + 2)
        at += 2
      } else text += substitution(depth, runs) ?? code[at++]
    }
    at++
    return text
  }

  /** `$(…)`, backticks or `${…}` at the cursor: its text, the cursor behind it. */
  const substitution = (depth: number, runs: ShellPipeline[]): string | undefined => {
    const start = at
    if (code.startsWith('$(', at) && depth < MAX_DEPTH) {
      at += 2
      into(runs, list(')', depth + 1))
    } else if (code[at] === '`' && escaper !== '`' && depth < MAX_DEPTH && closes('`')) {
      at++
      into(runs, list('`', depth + 1))
    } else if (code.startsWith('${', at)) {
      const end = code.slice(at, at + 300).search(/[}\n]/)
      if (end < 0 || code[at + end] === '\n') return undefined
      at += end + 1
    } else return undefined
    return code.slice(start, at)
  }

  const word = (depth: number, end: string): ShellWord => {
    const start = at
    const runs: ShellPipeline[] = []
    let text = ''
    if (/^[<>]\(/.test(code.slice(at, at + 2))) {
      at += 2
      into(runs, list(')', depth + 1))
      text = code.slice(start, at)
    }
    while (at < code.length) {
      const unit = code[at]!
      if (/[\s;&|()]/.test(unit) || (unit === end && end === '`')) break
      const name = unit === '<' ? placeholder() : undefined
      if (name) {
        text += name
        at += name.length
      } else if (unit === '<' || unit === '>') break
      else if (unit === escaper) {
        if (code[at + 1] !== '\n' && code[at + 1] !== '\r') text += code[at + 1] ?? ''
        at += code.startsWith('\r\n', at + 1) ? 3 : 2
      } else if (unit === "'" && !/\w'\w/.test(code.slice(Math.max(0, at - 1), at + 2)) && closes("'")) {
        const close = code.indexOf("'", at + 1)
        text += code.slice(at + 1, close)
        at = close + 1
      } else if (unit === '"' && closes('"')) text += doubleQuoted(depth, runs)
      else text += substitution(depth, runs) ?? code[at++]
    }
    at = Math.min(Math.max(at, start + 1), code.length)
    return { text, span: { start: offset + start, end: offset + at }, runs }
  }

  const list = (end: string, depth: number): ShellPipeline[] => {
    const found: ShellPipeline[] = []
    let pipeline: ShellCommand[] = []
    let words: ShellWord[] = []
    let writes: ShellWord[] = []
    const endCommand = () => {
      const ends = [words[0], words.at(-1), writes[0], writes.at(-1)].flatMap(word => (word ? [word.span] : []))
      if (ends.length) {
        const span = { start: Math.min(...ends.map(end => end.start)), end: Math.max(...ends.map(end => end.end)) }
        pipeline.push({ words, writes, span })
      }
      words = []
      writes = []
    }
    const endPipeline = () => {
      endCommand()
      if (pipeline.length) found.push(pipeline)
      pipeline = []
    }
    while (at < code.length) {
      const unit = code[at]!
      const two = code.slice(at, at + 2)
      if (unit === end) {
        at++
        break
      }
      if (unit === '\n') {
        at++
        if (words.length || writes.length || !pipeline.length) endPipeline()
        if (waiting.length) skipHere()
      } else if (unit === escaper && /^.\r?\n/.test(code.slice(at, at + 3))) at = code.indexOf('\n', at) + 1
      else if (/\s/.test(unit)) at++
      else if (unit === '#' && (at === 0 || /[\s;&|(]/.test(code[at - 1]!))) {
        const stop = code.indexOf('\n', at)
        at = stop < 0 ? code.length : stop
      } else if (two === '&>' || ((unit === '<' || unit === '>') && code[at + 1] !== '(' && !placeholder()))
        redirect(depth, end, words, writes)
      else if (unit === ';' || unit === '&' || two === '||') {
        endPipeline()
        at += two === '&&' || two === '||' || two === ';;' ? 2 : 1
      } else if (unit === '|') {
        endCommand()
        at += two === '|&' ? 2 : 1
      } else if (unit === ')') {
        endPipeline()
        at++
      } else if (unit === '(' && depth < MAX_DEPTH) {
        const start = at++
        const runs = list(')', depth + 1)
        words.push({ text: '(', span: { start: offset + start, end: offset + at }, runs })
      } else words.push(word(depth, end))
    }
    endPipeline()
    return found
  }

  /** A redirection at the cursor; a number right before it is its file descriptor. */
  const redirect = (depth: number, end: string, words: ShellWord[], writes: ShellWord[]) => {
    const last = words.at(-1)
    if (last && last.span.end === offset + at && /^\d$/.test(last.text)) words.pop()
    const operator = /^(?:&>>?|<<<|<<-?|<>|[<>]&|>>|>\||[<>])/.exec(code.slice(at, at + 3))![0]
    at += operator.length
    while (code[at] === ' ' || code[at] === '\t') at++
    if (at >= code.length || /[\n\r;&|]/.test(code[at]!)) return
    const target = word(depth, end)
    if (operator === '<<' || operator === '<<-') waiting.push({ mark: target.text, isIndented: operator === '<<-' })
    else if (operator === '<<<') words.push(target)
    else if (operator.includes('>') && !operator.includes('&')) writes.push(target)
  }

  return list('', 0)
}
