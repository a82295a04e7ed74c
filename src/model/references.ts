import type { Document, Span } from '../core/types.ts'
import { type CliMention, cliMentionsOf } from './references-cli.ts'
import { compose } from './references-files.ts'
import { isFile, isPattern, isRuntime, pathsIn } from './references-paths.ts'
import { type LinkPiece, piecesOf, type Where } from './references-pieces.ts'
import { invocationsIn, toolInvocationsIn } from './references-skills.ts'

interface Common {
  /** What is referred to, without marks around it. */
  target: string
  /** The smallest stretch that names it; what a fix may replace. */
  span: Span
  where: Where
  /** Whether the client itself loads the file (`@path`, a link), instead of the text speaking of it. */
  hard: boolean
  /** What the column of a table is called, for references in one. */
  column?: string
}

/** A file below a hidden folder at home: `@~/.maestro/workflows/ship.md` (hard), `~/.maestro/…` (soft). */
export interface HomeReference extends Common {
  kind: 'home'
}

/**
 * A file of the pack: `@commands/run.md`, `roles/ant/role.md`, `<skill_root>/specs/x.md`.
 *
 * `from` says where it starts: the skill's folder by name, the folder of the file (`../specs/x.md`), or any folder above.
 */
export interface FileReference extends Common {
  kind: 'file'
  from: 'skill' | 'self' | 'any'
}

/** A relative target of a Markdown link, image or definition, decoded, without its anchor. */
export interface LinkReference extends Common {
  kind: 'link'
  /** Whether `span` holds the target letter by letter, so that it can be replaced. */
  isPlain: boolean
}

/** A skill by name: `$plan-week`, `/plan-week`, `Skill("plan-week")`. */
export interface InvocationReference extends Common {
  kind: 'invocation'
  /** Empty where the client's tool is called. */
  sigil: '/' | '$' | ''
}

/** A command line of the `maestro` program; `target` is the line’s words as far as they may be commands. */
export interface CliReference extends Common {
  kind: 'cli'
  words: CliMention['words']
}

export type Reference = HomeReference | FileReference | LinkReference | InvocationReference | CliReference

const cache = new WeakMap<Document, readonly Reference[]>()

/**
 * All references of a document, in order.
 *
 * Left out: patterns and holes (`<x>`, `{x}`, `__x__`, globs), folders, what is written at run time, addresses, anchors
 * alone, HTML and comments. Inside of fences only files at home and command lines are read.
 */
export function referencesOf(document: Document): readonly Reference[] {
  const found = cache.get(document) ?? collect(document)
  cache.set(document, found)
  return found
}

function collect(document: Document): Reference[] {
  const { text, kind } = document
  if (kind === 'data' || !/[/$]|\]\(|\]:|maestro |Skill\(/.test(text)) return []
  const { pieces, links } = piecesOf(document)
  const references: Reference[] = []
  for (const piece of pieces) {
    const common = { where: piece.where, ...(piece.column ? { column: piece.column } : {}) }
    for (const { start, path, span, whole, hard } of pathsIn(text, piece)) {
      if (start === 'home') {
        if (!isRuntime(path))
          references.push({ ...common, kind: 'home', target: compose(`~/${path}`), span: whole, hard })
      } else if (
        piece.where !== 'fence' &&
        (start === 'skill' || piece.where === 'prose' || isWholeCode(text, piece.span))
      )
        references.push({
          ...common,
          kind: 'file',
          target: compose(path),
          span,
          hard: hard || start === 'skill',
          from: start,
        })
    }
    for (const { sigil, name, span } of invocationsIn(text, piece))
      references.push({ ...common, kind: 'invocation', target: name, span, hard: false, sigil })
  }
  for (const { sigil, name, span, where } of text.includes('Skill(') ? toolInvocationsIn(document) : [])
    references.push({ kind: 'invocation', where, target: name, span, hard: true, sigil })
  for (const link of links) {
    const reference = linkReference(link)
    if (reference) references.push(reference)
  }
  for (const { words, where, span } of cliMentionsOf(document, 'maestro'))
    references.push({ kind: 'cli', target: words.map(word => word.text).join(' '), span, where, hard: false, words })
  return references.sort((a, b) => a.span.start - b.span.start)
}

/** Whether a code span is one word: a path, not a command line or a sentence. */
const isWholeCode = (text: string, { start, end }: Span) => !/\s/.test(text.slice(start, end))

/** Words that stand for a target. */
const ANY_TARGET = /^(?:url|link|path|href|target|file(?:name|path)?|page)$/i

function linkReference({ node, url, at, column }: LinkPiece): LinkReference | HomeReference | undefined {
  const common = { where: 'link', ...(column ? { column } : {}) } as const
  const path = url.replace(/[?#].*$/s, '').replace(/:\d+(?:[-:]\d+)?$/, '')
  const decoded = decode(path)
  const span = at
    ? { start: at.start, end: at.start + path.length }
    : { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
  if (/^~\/\./.test(decoded)) {
    const below = decoded.slice(2)
    if (!isFile(below) || isPattern(below) || isRuntime(below)) return undefined
    return { ...common, kind: 'home', target: compose(decoded), span, hard: false }
  }
  const isElsewhere = !decoded || /^(?:[a-z][a-z0-9+.-]*:|[/\\~#@])/i.test(decoded)
  if (isElsewhere || ANY_TARGET.test(decoded) || isPattern(decoded)) return undefined
  // Pages of a site are linked without an ending; only what says that it starts here is a file or folder.
  if (!/\.\w{1,10}$/.test(decoded) && !decoded.endsWith('/') && !/^\.{1,2}\//.test(decoded)) return undefined
  const isPlain = at !== undefined && path === decoded
  return { ...common, kind: 'link', target: compose(decoded), span, hard: true, isPlain }
}

/** A target with `%20` and the like resolved; as it is where that is not possible. */
function decode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
