import type { Document, Span } from '../../core/types.ts'
import { fenceAt } from '../../model/examples.ts'
import { invocationsIn } from '../../model/invocations.ts'
import { parentOf } from '../../model/layout.ts'
import { piecesOf } from '../../model/references-pieces.ts'
import { type Context, either } from './context.ts'
import { canPrecede, escaped } from './escape.ts'
import { besides, type Found, isWholeCode, leave } from './mentions.ts'

/** Where each client has its files in a project and at home, as `install` puts them. */
const FOLDERS: Readonly<Record<string, { project: string; home: string }>> = {
  claude: { project: '.claude', home: '~/.claude' },
  codex: { project: '.codex', home: '~/.codex' },
  agy: { project: '.agents', home: '~/.gemini/config' },
}

/** The same words for every client, but for a part of them. */
const each = (context: Context, words: (id: string) => string): string =>
  [context.home, ...context.others].map(({ id }) => `{{#${id}}}${words(id)}{{/${id}}}`).join('')

/** Paths into the client's own folder: the same folder of the other clients where they have one. */
export function folderPaths(document: Document, context: Context, found: Found): void {
  const { text, meta } = document
  const { home, places } = context
  const dirs = home.id === 'agy' ? '\\.agy|\\.agents' : home.dir.replace('.', '\\.')
  const pattern = new RegExp(`(?<![\\w.-])(~/|\\$HOME/)?(${dirs})(?![\\w-])(/[\\w./<>{}*$-]*)?`, 'g')
  for (const { 0: whole, 1: atHome = '', 2: dir = '', 3: tail = '', index } of text.matchAll(pattern)) {
    if (index < meta.span.end) continue
    const rest = tail.replace(/[.]+$/, '')
    const span = { start: index, end: index + whole.length - (tail.length - rest.length) }
    const inner = rest.slice(1)
    const tell = (why: string) =>
      found.passages.push(leave(document, span, `“${text.slice(span.start, span.end)}”`, why, context))
    const folderOf = (id: string) => {
      if (id === home.id) return `${atHome}${dir}`
      const folder = FOLDERS[id]![atHome ? 'home' : 'project']
      return atHome === '$HOME/' ? folder.replace('~', '$HOME') : folder
    }
    if (!canPrecede(text, index) || inner.includes('{{')) tell('no passage can stand there')
    else if (/^agents\/[\w-]+\.(?:md|toml)$/.test(inner))
      found.changes.push({
        span,
        text: each(context, id => `${folderOf(id)}/${inner.replace(/\.\w+$/, id === 'codex' ? '.toml' : '.md')}`),
        splits: true,
      })
    else if (/^(?:|(?:skills|agents)(?:\/.*)?)$/.test(inner))
      found.changes.push({ span, text: `${each(context, folderOf)}${rest}`, splits: true })
    else if (/^commands\/.*\.md$/.test(inner) && places.has(inner)) {
      const place = places.get(inner)!
      found.changes.push({
        span,
        text: `${each(context, folderOf)}/${place}`,
        home: `${atHome}${dir}/${place}`,
        why: 'the command becomes a skill',
        isNeeded: true,
        splits: true,
      })
    } else tell(`only ${home.title} has it`)
  }
}

/** `$ARGUMENTS`, `${CLAUDE_SKILL_DIR}` and what else Claude Code puts in the place of variables. */
export function variables(document: Document, context: Context, found: Found): void {
  const { text, meta } = document
  const { home } = context
  if (home.id !== 'claude') return
  for (const { 0: name, 1: index, index: start } of text.matchAll(/\$ARGUMENTS(?!\w)(?:\[(\d+)\])?/g)) {
    const span = { start, end: start + name.length }
    if (start < meta.span.end || !canPrecede(text, start)) continue
    const code = isWholeCode(document, span)
    const around = code ? { start: start - 1, end: span.end + 1 } : span
    if (index !== undefined)
      found.changes.push({
        span: around,
        text: either(context, text.slice(around.start, around.end), `argument ${Number(index) + 1} of {{args}}`),
        splits: true,
      })
    else if (code) found.changes.push({ span: around, text: either(context, '`$ARGUMENTS`', '{{args}}'), splits: true })
    else found.changes.push({ span, text: '{{args}}' })
  }
  for (const { 0: name, 1: key, index: start } of text.matchAll(/\$\{?(CLAUDE_[A-Z_]+)\}?/g)) {
    const span = { start, end: start + name.length }
    if (start < meta.span.end) continue
    if (key === 'CLAUDE_SKILL_DIR' && canPrecede(text, start))
      found.changes.push({ span, text: either(context, name, '<skill_dir>'), splits: true })
    else found.passages.push(leave(document, span, `“${name}”`, `${home.title} alone puts a value there`, context))
  }
}

/** `` !`git status` ``: Claude Code runs it before the model reads the text; others are told to. */
export function runBefore(document: Document, context: Context, found: Found): void {
  const { text, meta, kind } = document
  if (context.home.id !== 'claude' || (kind !== 'skill' && kind !== 'command')) return
  for (const { 0: whole, 1: command, index } of text.matchAll(/(?<=^|\s)!`([^`\r\n]+)`/gm)) {
    const span = { start: index, end: index + whole.length }
    if (index < meta.span.end || fenceAt(document, index)) continue
    const quoted = `"${command!.replace(/["\\]/g, '\\$&')}"`
    found.changes.push({
      span,
      text: either(context, escaped(whole), `{{shell ${quoted}}}`),
      splits: true,
      notes: [
        { kind: 'lost', span, what: `“${whole}”`, why: 'the other clients run the command only when the model does' },
      ],
    })
  }
}

/** Calls of skills by their names: `/plan-week` or `$plan-week`. */
export function skillCalls(document: Document, context: Context, found: Found): void {
  const { text, meta } = document
  const { home, skills } = context
  const mark = home.invocation ?? '/'
  const spans = new Map<number, Span>()
  for (const { span } of invocationsIn(document, mark)) spans.set(span.start, span)
  const anywhere = new RegExp(`(?<![\\w/$.~}>-])\\${mark}([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?![\\w/-]|\\.\\w)`, 'g')
  for (const { 0: whole, 1: name, index } of text.matchAll(anywhere))
    if (index >= meta.span.end && skills.has(name!)) spans.set(index, { start: index, end: index + whole.length })
  for (const span of spans.values()) {
    const name = text.slice(span.start + 1, span.end)
    const inMeta = span.start < meta.span.end
    const isFirst = inMeta && /:[ \t]*$/.test(besides(document, span).before)
    const tell = (why: string) => found.notes.push({ kind: 'lost', span, what: `“${mark}${name}” stays as it is`, why })
    if (!skills.has(name)) tell('the pack has no skill of that name')
    else if (isFirst || !canPrecede(text, span.start)) tell('no token can stand there')
    else found.changes.push({ span, text: `{{skill ${name}}}` })
  }
}

/** A path from a folder to a file; both inside of the same root. */
function relative(from: string, to: string): string {
  const left = from ? from.split('/') : []
  const right = to.split('/')
  while (left.length && right.length > 1 && left[0] === right[0]) {
    left.shift()
    right.shift()
  }
  return [...left.map(() => '..'), ...right].join('/')
}

/** A path below a folder without `.` and `..`; `undefined` where it climbs out. */
function resolved(folder: string, path: string): string | undefined {
  const parts = folder ? folder.split('/') : []
  for (const part of path.split('/')) {
    if (part === '..') {
      if (!parts.length) return undefined
      parts.pop()
    } else if (part && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Links to files of the pack that stand elsewhere in relation to this one than before. */
export function movedLinks(document: Document, context: Context, found: Found): void {
  const { text, inner } = document
  const { places } = context
  const own = places.get(inner)
  if (!own) return
  for (const { at } of piecesOf(document).links) {
    if (!at) continue
    const [path = '', anchor = ''] = text.slice(at.start, at.end).split(/(?=#)/)
    if (!path || /^[a-z][\w+.-]*:|^[/~@<]/i.test(path)) continue
    const target = resolved(parentOf(inner), path)
    const place = target === undefined ? undefined : places.get(target)
    if (!place) continue
    const now = relative(parentOf(own), place)
    if (resolved(parentOf(own), path) === place) continue
    found.changes.push({
      span: at,
      text: `${now}${anchor}`,
      home: `${now}${anchor}`,
      why: 'the file has another place',
      isNeeded: true,
    })
  }
}
