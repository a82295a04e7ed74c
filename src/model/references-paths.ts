import type { Span } from '../core/types.ts'
import { baseName } from './layout.ts'
import type { Piece } from './references-pieces.ts'

/** A path found in a text. */
export interface PathMention {
  /** `home` is `~`, `skill` the skill's folder by name, `self` the folder of the file (`../x`), `any` a known folder. */
  start: 'home' | 'skill' | 'self' | 'any'
  /** The path behind its start, without anchor, line number and punctuation. */
  path: string
  /** The path alone, as written; its start and an `@` before it are left out. */
  span: Span
  /** With its start and the `@`. */
  whole: Span
  /** Whether an `@` has the client read the file. */
  hard: boolean
}

/** Folders of a skill that texts name files of. */
const FOLDERS = 'roles|commands|specs|workflows|instructions|phases|references|templates|scripts|assets'

/** What stands before a path that is part of a longer one. */
const INSIDE = /[\w/.~@<>{}$%\\-]/

/** Where a path may begin. */
const HEAD = new RegExp(
  `(?<!${INSIDE.source})(@?)(?:` +
    '(?<home>~|\\$HOME|\\$\\{HOME\\})(?=/\\.)|' +
    '(?<skill><skill[_-](?:root|dir|path)>|\\{skill[_-](?:root|dir|path)\\}|\\$\\{?CLAUDE_SKILL_DIR\\}?)(?=/)|' +
    `(?<any>(?:\\.{1,2}/)*)(?=(?:${FOLDERS})/)|` +
    '(?<self>(?<=@)(?:\\.{1,2}/)+))',
  'gi',
)

/** What a path may be made of in running text; other letters end it, which loses a few and accuses none. */
const REST = /[\w!#$%&*+\-./:<>?@\\^{}~]*/y

/** Endings that make a path a file; without one it may be a folder, or two words with a slash. */
const FILE =
  /\.(?:md|mdx|json[lc5]?|ndjson|csv|tsv|toml|ya?ml|txt|[cm]?[jt]sx?|py|sh|ps1|rb|html|css|svg|png|jpe?g|gif|webp|xml|sql|pdf)$/i

/** Holes that somebody fills: `{x}`, `<x>`, `__x__`, globs, variables. */
const HOLE = /[<>{}*?$|%]|\.{3}|…|__\w+__/

/** Names that stand for any. */
const ANY_NAME =
  /(?:^|[/._-])(?:[xyznk]|x{2,}|foo|bar|baz|your|my|some|path\/to|example|sample|placeholder|file(?:name|path)?|yyyy|mm|dd|nn+)(?=$|[/._-])/i

/** Whether a path is a pattern or a placeholder instead of a name. */
export const isPattern = (path: string): boolean => HOLE.test(path) || ANY_NAME.test(path)

/** Whether a path names a file. */
export const isFile = (path: string): boolean => FILE.test(path)

/** Files below `~/.maestro` that are written when skills run: nobody can expect them in a pack. */
export function isRuntime(path: string): boolean {
  return /(?:^|\/)(?:cli-tools\.json|templates\/workflows\/index\.json)$/.test(path) || /^uwf-/.test(baseName(path))
}

/** A path without punctuation that belongs to the sentence, without its anchor, query and line number. */
export function trimPath(raw: string): string {
  const anchor = raw.indexOf('#')
  let end = anchor < 0 ? raw.length : anchor
  while (end > 0 && '.,:;!?*_~'.includes(raw[end - 1]!)) end--
  return raw.slice(0, end).replace(/:\d+(?:[-:]\d+)?$/, '')
}

/** All paths of a piece that begin in a way that is known; patterns and folders are left out. */
export function* pathsIn(text: string, piece: Piece): Generator<PathMention> {
  const offset = piece.span.start
  const own = text.slice(offset, piece.span.end)
  if (!own.includes('/')) return
  const isAlone = piece.where === 'code' && !/\s/.test(own)
  HEAD.lastIndex = 0
  for (let match = HEAD.exec(own); match; match = HEAD.exec(own)) {
    const { home, skill, any, self } = match.groups!
    const from = match.index + match[0].length
    REST.lastIndex = from
    // One token that is all of a code span may have any letters.
    const rest = isAlone ? own.slice(from) : REST.exec(own)![0]
    HEAD.lastIndex = Math.max(from + rest.length, match.index + 1)
    if (match.index === 0 && piece.where === 'prose' && offset > 0 && INSIDE.test(text[offset - 1]!)) continue
    const prefix = any ?? self ?? ''
    const path = trimPath(rest)
    if (!isFile(path) || isPattern(path)) continue
    const isNamed = home !== undefined || skill !== undefined
    const at = offset + from
    yield {
      start: home ? 'home' : skill ? 'skill' : prefix.includes('..') || self ? 'self' : 'any',
      path: isNamed ? path.slice(1) : prefix + path,
      span: { start: isNamed ? at + 1 : at - prefix.length, end: at + path.length },
      whole: { start: offset + match.index, end: at + path.length },
      hard: match[1] === '@',
    }
  }
}
