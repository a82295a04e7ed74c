import type { ControllerManifest } from '../core/swarm-manifest.ts'
import type { Document, Span } from '../core/types.ts'
import { codeSpansOf } from './contract/text.ts'
import { type ControllerName, controllers, controllersIn, familyOf, NAMED } from './controller.ts'
import { fenceAt } from './examples.ts'
import { pipelinesIn, type ShellWord } from './shell.ts'

/** An option of a command line. */
export interface CommandOption {
  /** `--iter`; `-h` is `--help`. */
  name: string
  nameSpan: Span
  /** As written; absent where the line gives none. */
  value?: string
  /** The option with its value. */
  span: Span
}

/** A command line of a swarm controller: `python <skill_root>/scripts/aco.py --session <session> select --iter <k>`. */
export interface CommandLine {
  manifest: ControllerManifest
  document: Document
  /** From the interpreter to the last word. */
  span: Span
  /** The path of the controller, as written. */
  script: { text: string; span: Span }
  command: { name: string; span: Span }
  options: readonly CommandOption[]
  /** Plain words after the command. */
  words: readonly ShellWord[]
  /** Whether more may stand there than is written: `...`, `"$@"`. */
  isOpen: boolean
  /** Whether it stands in an overview (a drawn tree, a line of words) instead of being there to be run. */
  isDrawn: boolean
  /** What stands behind the line’s end: `→ best.json`, a redirection. */
  rest: Span
  /** Targets of `>`. */
  writes: readonly ShellWord[]
}

const RUNNER =
  /(?:^|[\s"'`(（:：>$=])((?:python(?:3(?:\.\d+)?)?|py(?: +-3)?|node|bun|deno +run|uv +run(?: +python3?)?)(?: +--?[\w-]+(?:=[\w./-]+)?){0,4}) +["']?$/
const BASH = /(?:^|\s)Bash\*{0,2}[:：]\*{0,2} *["']?$/
const PROSE_BASH = /^\s*(?:[-*+] +|\d+[.)] +)?\*{0,2}Bash\*{0,2}[:：]\*{0,2} *$/
const PATH_CHARACTER = /[\w./\\~<>{}$@-]/
const GLYPH = /[└├│┌╰┣┗]|\+--/
/** What may stand before a command line that is to be run: a prompt, a call of a shell, an assignment, another command. */
const RUN = /Bash|command|["'`$>=;&|(]\s*$|\b(?:sudo|time|exec|env)\s*$/i
/** Where a command line ends and the talk about it begins. */
const END = /\s(?:→|⇒|⟶|-->|->|=>|—|–|[(（]|#)|[└├│，。；]|\\n/
const OPEN = /^(?:\.{3}|…|["']?\$[@*]["']?|\[?(?:options|args|flags)\.*\]?|<(?:options|args|flags)>|选项)$/i
const OPEN_VARIABLE = /^\$\{?\w*(?:ARGS|OPTS|OPTIONS|FLAGS)\w*\}?$/i

/** How far a path, and what runs it, may reach back; how long a command line may be. */
const REACH = 300
const LENGTH = 2_000

/** Whether a line is part of a drawn box: it begins and ends with the same upright. */
function isBoxed(line: string): boolean {
  const text = line.trim()
  return text.length > 1 && '|│║'.includes(text[0]!) && text.endsWith(text[0]!)
}

/** Where a command may stand at an offset: a code span, a fence, or a line of prose. */
function settingAt(document: Document, offset: number): { bounds: Span; kind: 'fence' | 'code' | 'prose' } {
  const { lines, text } = document
  const line = lines.index(offset)
  const fence = fenceAt(document, offset)
  if (fence) {
    let last = line
    while (lines.text(last).trimEnd().endsWith('\\') && lines.span(last + 1).end <= fence.body.end && last - line < 20)
      last++
    return { bounds: { start: lines.starts[line]!, end: lines.span(last).end }, kind: 'fence' }
  }
  const spans = codeSpansOf(document)
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.span.end <= offset) low = middle + 1
    else high = middle
  }
  const code = spans[low]
  if (code && code.inner.start <= offset && offset < code.inner.end) return { bounds: code.inner, kind: 'code' }
  return { bounds: { start: lines.starts[line]!, end: Math.min(text.length, lines.span(line).end) }, kind: 'prose' }
}

/** The words of a command line as options and plain words; brackets around what may be left out are taken off. */
function readWords(words: readonly ShellWord[], { switches, commands }: ControllerManifest) {
  const options: CommandOption[] = []
  const plain: ShellWord[] = []
  let isOpen = false
  for (let at = 0; at < words.length; at++) {
    const { text, span, runs } = words[at]!
    const bare = text.replace(/^\[+/, '').replace(/[\],]+$/, '')
    const start = span.start + (text.startsWith('[') ? text.length - text.replace(/^\[+/, '').length : 0)
    if (OPEN.test(text) || OPEN_VARIABLE.test(text)) isOpen = true
    else if (/^--?[A-Za-z]/.test(bare)) {
      const cut = bare.indexOf('=')
      const written = cut < 0 ? bare : bare.slice(0, cut)
      const nameSpan = { start, end: start + written.length }
      const name = written === '-h' ? '--help' : written
      const next = words[at + 1]
      const takes =
        cut < 0 && !switches.includes(name) && next && !next.text.startsWith('-') && !Object.hasOwn(commands, next.text)
      if (takes) at++
      const value = cut < 0 ? (takes ? next.text.replace(/[\],]+$/, '') : undefined) : bare.slice(cut + 1)
      const end = takes ? next.span.end : start + bare.length
      options.push({ name, nameSpan, span: { start, end }, ...(value === undefined ? {} : { value }) })
    } else if (bare) plain.push({ text: bare, span: { start, end: start + bare.length }, runs })
  }
  return { options, plain, isOpen }
}

function readLine(document: Document, name: ControllerName, at: number, until: number): CommandLine | undefined {
  const { text, lines } = document
  const { bounds, kind } = settingAt(document, at)
  const scriptEnd = at + name.length
  let start = at
  while (start > Math.max(bounds.start, at - REACH) && PATH_CHARACTER.test(text[start - 1]!)) start--
  const lineStart = Math.max(bounds.start, lines.starts[lines.index(at)]!)
  const before = text.slice(Math.max(lineStart, start - REACH), start)
  const runner = RUNNER.exec(before)
  if (!runner && !BASH.test(before)) return undefined
  const first = runner ? start - before.length + runner.index + runner[0].indexOf(runner[1]!) : start
  const lead = text.slice(lineStart, Math.min(first, lineStart + REACH))
  if (kind === 'prose' && (first - lineStart > REACH || !PROSE_BASH.test(lead))) return undefined
  if (kind === 'fence' && isBoxed(lines.text(lines.index(at)))) return undefined

  const quote = first > bounds.start && /["'`]/.test(text[first - 1]!) ? text[first - 1]! : ''
  const afterScript = /["']/.test(text[scriptEnd] ?? '') && text[scriptEnd] !== quote ? scriptEnd + 1 : scriptEnd
  let end = Math.min(bounds.end, until, afterScript + LENGTH)
  const close = quote ? text.slice(afterScript, end).indexOf(quote) : -1
  if (close >= 0) end = afterScript + close
  // Placeholders may hold blanks: “<session folder>” is one word.
  const raw = text.slice(afterScript, end).replace(/<[^<>\n]{1,80}>/g, hole => hole.replace(/\s/g, '_'))
  const cut = END.exec(raw)?.index ?? raw.length
  const said = raw.slice(0, cut)
  // “init|select|update” stands for several lines.
  if (/\w[|/]\w+(?=\s|$|\]|\}|>)/.test(said.replace(/\S*\.\w+|\S*[<>]\S*/g, ''))) return undefined
  const shell = pipelinesIn(said, afterScript)[0]?.[0]
  const manifest = controllers[name]
  const { options, plain, isOpen } = readWords(shell?.words ?? [], manifest)
  const [command, ...words] = plain
  if (!command || !/^[a-z][\w-]*$/.test(command.text)) return undefined
  // Without options, words that no command takes make a sentence: “python aco.py update fails”.
  if (!options.length && (words.length || !Object.hasOwn(manifest.commands, command.text))) return undefined
  const ends = [command.span.end, ...options.map(({ span }) => span.end), ...words.map(({ span }) => span.end)]
  return {
    manifest,
    document,
    span: { start: first, end: Math.max(...ends) },
    script: { text: text.slice(start, scriptEnd), span: { start, end: scriptEnd } },
    command: { name: command.text, span: command.span },
    options,
    words,
    isOpen,
    isDrawn: GLYPH.test(lead) || (kind === 'fence' && /\p{L}/u.test(lead) && !RUN.test(lead)),
    rest: { start: afterScript + cut, end },
    writes: shell?.writes ?? [],
  }
}

const ofDocument = new WeakMap<Document, readonly CommandLine[]>()

/**
 * The command lines of swarm controllers in a document: in fences, code spans, and on lines that begin with “Bash:”.
 *
 * A line is one when an interpreter runs the controller there. Prose that names a command (“`aco.py update` fails”) and
 * drawn boxes are none.
 */
export function commandLinesOf(document: Document): readonly CommandLine[] {
  const known = ofDocument.get(document)
  if (known) return known
  const found: CommandLine[] = []
  if (controllersIn(document).size && document.kind !== 'data') {
    const names = [...document.text.matchAll(NAMED)].filter(({ index }) => index >= document.meta.span.end)
    for (const [at, { 0: name, index }] of names.entries()) {
      // A line ends where the next one begins: each character is read once.
      const line = readLine(document, name as ControllerName, index, names[at + 1]?.index ?? Number.POSITIVE_INFINITY)
      if (line) found.push(line)
    }
  }
  ofDocument.set(document, found)
  return found
}

const ofFamily = new WeakMap<readonly Document[], readonly CommandLine[]>()

/** The command lines of the skill that a document belongs to. */
export function commandLinesAround(document: Document): readonly CommandLine[] {
  const family = familyOf(document)
  const found = ofFamily.get(family) ?? family.flatMap(commandLinesOf)
  ofFamily.set(family, found)
  return found
}
