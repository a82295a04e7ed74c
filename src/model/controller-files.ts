import { SWARM_FILES } from '../core/swarm.ts'
import type { Document, Span } from '../core/types.ts'

/** A file name in a text: `scores/iter-<k>-scores.json`. */
export interface FileToken {
  text: string
  span: Span
}

/** A file of a swarm session under a name; `isOwn` when it is the name that controllers know. */
export interface SessionFile {
  /** As `SWARM_FILES` has it. */
  name: string
  isOwn: boolean
}

const ENDING = /\.jsonl?(?![\w-]|\.\w)/g
const NAME_CHARACTER = /[\w<>{}$*./-]/

/** The names of JSON files in a stretch of text. */
export function fileTokensIn(text: string, { start, end }: Span): FileToken[] {
  const found: FileToken[] = []
  const part = text.slice(start, end)
  for (const match of part.matchAll(ENDING)) {
    let from = match.index
    while (from > Math.max(0, match.index - 200) && NAME_CHARACTER.test(part[from - 1]!)) from--
    const name = part.slice(from, match.index + match[0].length)
    // Marks of bold type are no part of the name; a single star is.
    const lead = /^(?:\*\*)?[./-]*(?=[\w<{$*])/.exec(name)?.[0].length ?? 0
    // Of “<session>/” only what stands behind an unclosed bracket is the name.
    const cut = Math.max(lead, name.lastIndexOf('>') < name.lastIndexOf('<') ? name.lastIndexOf('<') + 1 : 0)
    const first = start + from + cut
    const last = start + match.index + match[0].length
    if (last - first > match[0].length) found.push({ text: text.slice(first, last), span: { start: first, end: last } })
  }
  return found
}

/** A hole for a number or a name: `<k>`, `{iter}`, `$n`, `3`, a letter. */
const HOLE = /<[^<>]*>|\$?\{[^{}]*\}|\$\w+/g

interface Shape {
  folders: readonly string[]
  /** The words of the base name, holes as `<>`. */
  words: readonly string[]
  /** The base name with holes as `<>`. */
  base: string
}

function shapeOf(name: string): Shape {
  const segments = name.replace(HOLE, '<>').split('/')
  const base = segments.pop()!.replace(/(?<=^|[-_.])(?:\d+|[a-z]|N|K|id)(?=[-_.])/g, '<>')
  return { folders: segments, base, words: base.replace(/\.jsonl?$/, '').split(/[-_.]/) }
}

const FILES = Object.values(SWARM_FILES).map(name => ({ name, shape: shapeOf(name) }))
const FOLDERS: ReadonlySet<string> = new Set([...FILES.flatMap(({ shape }) => shape.folders), 'wisdom'])
const SCORES = /^(?:scores?|scorer|verified|final|all|ants?|iter(?:ation)?|script|llm|<>|)$/

const endingOf = (name: string) => name.slice(name.lastIndexOf('.'))

const endsAlike = (long: readonly string[], short: readonly string[]) =>
  short.every((folder, index) => folder === long[long.length - short.length + index])

/**
 * The file of a swarm session that a name stands for; `undefined` for files of others, and for patterns with `*`.
 *
 * The name may lack folders, or have those of the session before it. Numbers are compared by place, not by spelling:
 * `<k>`, `{iter}`, `k` and `3` agree.
 */
export function sessionFileOf(name: string): SessionFile | undefined {
  if (name.includes('*')) return undefined
  const { folders, base, words } = shapeOf(name)
  const ending = endingOf(name)
  for (const { name: own, shape } of FILES) {
    if (endingOf(own) !== ending) continue
    const isAlike = shape.words.length === words.length && shape.words.every((word, index) => word === words[index])
    if (!isAlike) continue
    // A bare number names a file by its folder alone.
    const isNumber = words.every(word => word === '<>')
    const shared = Math.min(folders.length, shape.folders.length)
    const isShort = folders.length <= shape.folders.length
    const isPlaced = isShort
      ? endsAlike(shape.folders, folders)
      : endsAlike(folders, shape.folders) && !FOLDERS.has(folders[folders.length - shape.folders.length - 1]!)
    if (isPlaced && !(isNumber && !shared)) return { name: own, isOwn: base === shape.base }
    const folder = folders.at(-1)
    if (!isNumber && folder !== undefined && FOLDERS.has(folder)) return { name: own, isOwn: false }
  }
  const isScores = words.some(word => /^scores?$/.test(word)) && words.every(word => SCORES.test(word))
  return isScores && ending === '.json' ? { name: SWARM_FILES.scores, isOwn: false } : undefined
}

/** A place where a document names a file of a swarm session. */
export interface SessionFileMention extends FileToken {
  file: SessionFile
}

const known = new WeakMap<Document, readonly SessionFileMention[]>()

/** The files of a swarm session that a document names, frontmatter aside. */
export function sessionFilesIn(document: Document): readonly SessionFileMention[] {
  const before = known.get(document)
  if (before) return before
  const { text, meta } = document
  const found = fileTokensIn(text, { start: meta.span.end, end: text.length }).flatMap(token => {
    const file = sessionFileOf(token.text)
    return file ? [{ ...token, file }] : []
  })
  known.set(document, found)
  return found
}
