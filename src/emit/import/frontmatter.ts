import { quoteScalar } from '../../core/scalar.ts'
import type { Document, Field, Span } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'
import { type Context, elseFor, exactNeutral } from './context.ts'
import { canPrecede } from './escape.ts'
import type { Found } from './mentions.ts'
import type { Planned } from './places.ts'
import { neutralTools } from './tools.ts'
import type { Note } from './types.ts'

/** What an entry’s frontmatter is made from besides its text. */
export interface HeadSetup {
  plan: Planned
  /** Whether texts of the pack have a model call it. */
  isCalled: boolean
  /** Whether the client’s own policy keeps models away from it. */
  isUserOnly: boolean
}

/** Keys that sources have of their own, and those that pass through to every client. */
const COMMON: ReadonlySet<string> = new Set([
  ...['name', 'description', 'argument-hint', 'license', 'compatibility', 'metadata', 'allowed-tools', 'tools'],
  ...['disable-model-invocation', 'platforms', 'invocation', 'downgrades'],
])

const lineOf = ({ lines, text }: Document, { keySpan, span }: Field): Span => {
  const start = lines.starts[lines.index(keySpan.start)]!
  const end = lines.span(
    lines.index(Math.max(keySpan.start, start + text.slice(start, span.end).trimEnd().length - 1)),
  ).end
  return { start, end }
}

/** The first paragraph, which Claude Code takes for the description where there is none. */
function firstParagraph({ tree, text }: Document): string | undefined {
  let found: string | undefined
  visit(tree, 'paragraph', node => {
    const { start, end } = spanOfNode(node)
    found ??= text.slice(start, end).replace(/\s+/g, ' ').trim().slice(0, 1000)
  })
  return found
}

/** The lines that a head lacks: a name, a description, who may call it. */
function missingLines(
  document: Document,
  { plan, isCalled, isUserOnly }: HeadSetup,
  context: Context,
  notes: Found['notes'],
): string[] {
  const { meta } = document
  const lines: string[] = []
  const at = { start: 0, end: 0 }
  if (!meta.at('name')) lines.push(`name: ${plan.skill}`)
  if (!meta.at('description')) {
    const said = context.home.id === 'claude' ? firstParagraph(document) : undefined
    context.words.pattern.lastIndex = 0
    if (said && !said.includes('{{') && !context.words.pattern.test(said))
      lines.push(`description: ${quoteScalar(said)}`)
    else
      notes.push({
        kind: 'lost',
        span: at,
        what: 'there is no description',
        why: 'the other clients do not list a skill without one',
      })
  }
  const isOff = meta.at('disable-model-invocation')?.value === true
  const isUser = isOff || isUserOnly || (plan.kind === 'command' && !isCalled)
  if (isUser && !isOff) lines.push('invocation: user')
  if (plan.kind === 'command' && isCalled && !isOff)
    notes.push({
      kind: 'kept',
      span: at,
      what: 'models may call the skill, as they could call the command',
      why: 'a text of the pack calls it with a tool',
    })
  if (isUser && [context.home, ...context.others].some(({ id }) => id === 'agy')) {
    lines.push('downgrades: { agy: [invocation] }')
    if (context.home.id !== 'agy')
      notes.push({
        kind: 'lost',
        span: meta.at('disable-model-invocation')?.keySpan ?? at,
        what: 'only users call this skill',
        why: 'Antigravity CLI lets its model call every skill; “downgrades” accepts that',
      })
  }
  return lines
}

/** Names of the home client in the texts that every client lists. */
function namesInHead(document: Document, context: Context, found: Found) {
  const { meta, text } = document
  const { words } = context
  words.pattern.lastIndex = 0
  for (const { 0: name, index } of text.slice(0, meta.body.end).matchAll(words.pattern)) {
    const span = { start: index, end: index + name.length }
    const field = meta.fields.find(one => one.span.start <= index && index < one.span.end)
    if (!field || !['description', 'argument-hint', 'when_to_use'].includes(field.key)) continue
    const neutral = exactNeutral(name, context)
    const instead = neutral && elseFor(neutral, context)
    const isFirst = field.span.start === index
    const token = `{{tool ${neutral} bare${instead}}}`
    const fits =
      neutral &&
      instead !== undefined &&
      !isFirst &&
      canPrecede(text, index) &&
      (field.style !== 'double' || !token.includes('"'))
    if (fits) found.changes.push({ span, text: token })
    else
      found.notes.push({
        kind: 'lost',
        span,
        what: `“${name}” in “${field.key}” stays for all clients`,
        why: 'no token can stand there',
      })
  }
}

/** Changes of a frontmatter that is there; what they do to the home client is told by the text that it gets. */
export function headChanges(document: Document, context: Context, head: HeadSetup | undefined, found: Found): void {
  const { meta, kind, text } = document
  const { home, others } = context
  if (kind !== 'skill' && kind !== 'command' && kind !== 'agent') return
  namesInHead(document, context, found)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const key = ['allowed-tools', 'tools'].find(name => meta.at(name))
  const field = key && meta.at(key)
  const read = key && neutralTools(document, key, context)
  if (field && read) {
    const list = `tools: [${read.tools.join(', ')}]`
    found.changes.push({ span: lineOf(document, field), text: list })
    found.notes.push(...read.notes)
    if (kind === 'agent' && !read.tools.length && read.notes.length)
      found.notes.push({
        kind: 'lost',
        span: field.keySpan,
        what: 'the agent’s list of tools',
        why: 'none of them has a neutral name, so the agent gets every tool',
      })
    if (kind === 'agent' && key === 'allowed-tools' && home.id === 'claude')
      found.notes.push({
        kind: 'normalised',
        span: field.keySpan,
        what: '“allowed-tools” becomes “tools”',
        why: 'Claude Code passes over the former in an agent, so that it had every tool',
      })
  } else if (field)
    found.notes.push({ kind: 'lost', span: field.keySpan, what: `“${key}”`, why: 'it is no list of tools' })
  const off = meta.at('disable-model-invocation')
  if (off && kind !== 'agent')
    found.changes.push({
      span: lineOf(document, off),
      text: off.value === true ? 'invocation: user' : 'invocation: model',
    })
  for (const one of meta.fields) {
    if (COMMON.has(one.key)) continue
    const isRead = others.every(platform => platform.frontmatter[kind].read.includes(one.key))
    if (kind === 'agent')
      found.notes.push({
        kind: 'lost',
        span: one.keySpan,
        what: `“${one.key}” of the agent`,
        why: 'sources give agents a name, a description and tools',
      })
    else if (home.frontmatter[kind].read.includes(one.key) && !isRead)
      found.notes.push({
        kind: 'lost',
        span: one.keySpan,
        what: `“${one.key}” stays in the frontmatter for all clients`,
        why: `it has an effect in ${home.title} alone`,
      })
  }
  if (!head || kind === 'agent') return
  const lines = missingLines(document, head, context, found.notes)
  if (lines.length)
    found.changes.push({
      span: { start: meta.body.end, end: meta.body.end },
      text: lines.map(line => `${line}${eol}`).join(''),
    })
}

/** The frontmatter of a document that has none. */
export function newHead(document: Document, context: Context, head: HeadSetup, notes: Omit<Note, 'path'>[]): string {
  const eol = document.text.includes('\r\n') ? '\r\n' : '\n'
  return ['---', ...missingLines(document, head, context, notes), '---', '', ''].join(eol)
}
