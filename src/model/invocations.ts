import type { Platform } from '../core/platform.ts'
import type { Document, Pack, PlatformId, Span } from '../core/types.ts'
import { spanOfNode, visit } from '../markdown/walk.ts'
import { fenceAt } from './examples.ts'
import { namesClient } from './other-clients.ts'

/** A skill or command that a text calls by its name. */
export interface Invocation {
  name: string
  /** The mark and the name. */
  span: Span
  mark: '/' | '$'
}

/** Names that users and models call: of skills and commands. */
interface Callable {
  names: ReadonlySet<string>
  /** First words that several hyphenated names share: `maestro-`. */
  families: ReadonlySet<string>
}

/** Skills that make a family of their common first word. */
const FAMILY = 3

/** Words that a slash precedes in paths and addresses, and commands that clients have themselves. */
const NO_SKILLS: ReadonlySet<string> = new Set([
  ...['api', 'app', 'assets', 'bin', 'build', 'config', 'data', 'docs', 'etc', 'home', 'lib', 'logs', 'opt', 'public'],
  ...['root', 'scripts', 'src', 'static', 'test', 'tests', 'tmp', 'usr', 'users', 'var', 'workspace'],
  ...['agents', 'clear', 'compact', 'config', 'context', 'cost', 'diff', 'doctor', 'export', 'fork', 'goal', 'help'],
  ...['hooks', 'init', 'login', 'logout', 'mcp', 'memory', 'model', 'new', 'permissions', 'plan', 'plugin', 'plugins'],
  ...['quit', 'resume', 'review', 'rewind', 'settings', 'skills', 'status', 'undo', 'usage'],
])

const callables = new WeakMap<Pack, Callable>()

/** What can be called in a pack or in one of its variants. */
export function callableIn(pack: Pack): Callable {
  const known = callables.get(pack)
  if (known) return known
  const names = new Set<string>()
  for (const { skills, documents, dir } of [pack, ...pack.siblings]) {
    for (const { name, entry } of skills) {
      names.add(name)
      const own = entry.meta.at('name')?.value
      if (typeof own === 'string') names.add(own)
    }
    for (const { kind, path } of documents)
      if (kind === 'command')
        names.add(
          path
            .slice(dir.length)
            .replace(/^\/?commands\//, '')
            .replace(/\.md$/i, '')
            .split('/')
            .at(-1)!,
        )
  }
  const counts = new Map<string, number>()
  for (const name of names) {
    const first = /^([a-z][a-z0-9]*)-/.exec(name)?.[1]
    if (first) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const families = new Set([...counts].flatMap(([word, count]) => (count >= FAMILY ? [word] : [])))
  const callable = { names, families }
  callables.set(pack, callable)
  return callable
}

/** Languages of fences in which people show what they type, or what a model says. */
const TYPED: ReadonlySet<string> = new Set([
  ...['', 'text', 'txt', 'plaintext', 'console', 'bash', 'sh', 'shell', 'zsh', 'markdown', 'md'],
])

/** What may stand before a mark: white space, opening marks; not the rest of a path. */
const BEFORE = /[\s`"'(（“‘「『【：，、|[:]/

// No path, file, variable or longer word.
const NAME = /([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?![\w/-]|\.\w|\$|[{(*?])/y

/** Whether a text holds the name of a skill where it would be called: not just a word behind a slash. */
function isCalled(
  document: Document,
  callable: Callable,
  name: string,
  span: Span,
  codeStarts: ReadonlySet<number>,
): boolean {
  if (name.includes('-')) return callable.names.has(name) || callable.families.has(name.slice(0, name.indexOf('-')))
  if (!callable.names.has(name) || NO_SKILLS.has(name)) return false
  // A single word is meant where a code span or a line of a block begins with it, alone or with arguments.
  const { text } = document
  const before = text.slice(Math.max(0, span.start - 200), span.start)
  const isFirst =
    codeStarts.has(span.start - 1) || (fenceAt(document, span.start) && /^[ \t>]*$|\n[ \t>]*$/.test(before))
  return Boolean(isFirst) && /^(?:`|[ \t]*$|[ \t]+["'<[{-]|[ \t]*\n)/.test(text.slice(span.end, span.end + 3))
}

/** Where code spans begin. */
function codeStartsOf({ tree }: Document): ReadonlySet<number> {
  const starts = new Set<number>()
  visit(tree, 'inlineCode', node => {
    starts.add(spanOfNode(node).start)
  })
  return starts
}

/** Skills and commands that a document calls by a mark and their name, in order. */
export function invocationsIn(document: Document, mark: '/' | '$'): Invocation[] {
  const { text, meta, pack } = document
  const callable = callableIn(pack)
  if (!callable.names.size) return []
  const spoken = ['description', 'argument-hint'].flatMap(key => meta.at(key)?.span ?? [])
  const found: Invocation[] = []
  let codeStarts: ReadonlySet<number> | undefined
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    if (at > 0 && !BEFORE.test(text[at - 1]!)) continue
    NAME.lastIndex = at + 1
    const name = NAME.exec(text)?.[1]
    if (!name) continue
    const span = { start: at, end: at + 1 + name.length }
    if (at < meta.span.end && !spoken.some(({ start, end }) => start <= at && span.end <= end)) continue
    const fence = fenceAt(document, at)
    if (fence && !TYPED.has(fence.lang)) continue
    codeStarts ??= codeStartsOf(document)
    if (isCalled(document, callable, name, span, codeStarts)) found.push({ name, span, mark })
  }
  return found
}

const WIDTH = 600

/** Whether the line of a call shows both ways of calling, or speaks of the clients that call the other way. */
export function showsBoth(
  document: Document,
  { span, mark }: Invocation,
  platforms: Readonly<Record<PlatformId, Platform>>,
) {
  const { lines, text } = document
  const { start, end } = lines.span(lines.index(span.start))
  const line = text.slice(Math.max(start, span.start - WIDTH), Math.min(end, span.end + WIDTH))
  const other =
    mark === '/' ? /(?<![\w${])\$[a-z][a-z0-9]*(?:-[a-z0-9]+)+/ : /(?<![\w/.~])\/[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w/])/
  if (other.test(line)) return true
  return Object.values(platforms).some(
    ({ id, invocation }) => invocation === mark && id !== document.pack.platform && namesClient(line, id),
  )
}
