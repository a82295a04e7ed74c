import type { Document, ToolCall } from '../../core/types.ts'
import { type Literal, toValue } from '../../markdown/literal.ts'
import { fenceAt } from '../../model/examples.ts'
import type { WrittenCall } from '../../model/platform-calls.ts'
import { isUnmistakable } from '../../model/tool-uses.ts'
import { questionsIn } from './ask.ts'
import { type Context, either, elseFor, exactNeutral, writtenAt } from './context.ts'
import { canPrecede, escaped } from './escape.ts'
import { type Found, isWholeCode, leave, whyNot } from './mentions.ts'
import { alternative, statementAt } from './statement.ts'

/** What stands in the parentheses of tools whose names are words; anything else is a word with an aside. */
const ARGUMENTS = /^\(\s*(?:["'`{[]|\w+\s*[:=]|\.\.\.|…|<)/

/** Whether a call is one of a tool of the home client. */
export function isToolCall({ text }: Document, { tool, span }: ToolCall, { home }: Context): boolean {
  if (!Object.hasOwn(home.tools, tool)) return false
  if (isUnmistakable(tool)) return true
  if (text[span.end] !== '(') return false
  const inside = text.slice(span.end, span.end + 80)
  if (/^\((?:e?s|optional)?\)/.test(inside)) return false
  return /^(?:Read|Write|Edit|Bash|Glob|Grep)$/.test(tool) || ARGUMENTS.test(inside)
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
const isOneLine = (text: string) => !/[\r\n]/.test(text) && text.length < 1_000

/** The text of an argument that is written out. */
const textOf = (literal: Literal | undefined): string | undefined => {
  const value = literal && toValue(literal)
  return typeof value === 'string' && isOneLine(value) ? value : undefined
}

/** The only argument, where it is one text: `("x")`, `({ file_path: "x" })`, `(git status)`. */
function onlyText(inside: string, written: WrittenCall | undefined): string | undefined {
  if (written && (written.form === 'object' || written.form === 'words'))
    return written.entries.length === 1 && !written.open ? textOf(written.entries[0]!.value) : undefined
  const string = /^(["'])((?:(?!\1)[^\\\n])*)\1$/.exec(inside.trim())
  if (string) return string[2]!
  return /^[^"'`{}[\]()=:*\n]+$/.test(inside) && isOneLine(inside) ? inside.trim() : undefined
}

/** What the other clients get in the place of a call, and what of it they lose. */
interface Other {
  text: string
  lost?: string
}

/** A text that other clients read: skills are called their way; `undefined` where it names what they do not know. */
function forOthers(text: string, { words, skills, home }: Context): string | undefined {
  words.pattern.lastIndex = 0
  if (words.pattern.test(text) || text.includes(`${home.dir}/`)) return undefined
  const mark = home.invocation === '$' ? '\\$' : '/'
  return text.replace(
    new RegExp(`(?<![\\w/$.~-])${mark}([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?![\\w/-])`, 'g'),
    (whole, name) => (skills.has(name) ? `{{skill ${name}}}` : whole),
  )
}

/** What other clients are told in the place of a call; `isBare` where no code marks can stand. */
function otherWords(
  tool: string,
  inside: string,
  written: WrittenCall | undefined,
  isBare: boolean,
  context: Context,
): Other | undefined {
  const { skills } = context
  const bare = isBare ? ' bare' : ''
  const neutral = exactNeutral(tool, context)
  const entries = written?.entries ?? []
  const at = (key: string) => entries.find(entry => entry.key === key)?.value
  if (neutral === 'shell') {
    const command =
      textOf(at('command') ?? at('cmd') ?? at('CommandLine')) ??
      (entries.length ? undefined : onlyText(inside, written))
    if (command === undefined) return undefined
    const more = entries
      .map(({ key }) => key)
      .filter(key => !['command', 'cmd', 'CommandLine', 'description'].includes(key))
    return { text: `{{shell ${quoted(command)}${bare}}}`, ...(more.length ? { lost: more.join(', ') } : {}) }
  }
  if (neutral === 'skill') {
    const [, first, second] = /^\s*["'`]([a-z][\w-]*)["'`]\s*(?:,\s*["'`]([^"'`\n]*)["'`]\s*)?$/.exec(inside) ?? []
    const name = textOf(at('skill')) ?? first
    const args = at('args') ? textOf(at('args')) : (second ?? '')
    if (!name || args === undefined || !skills.has(name)) return undefined
    return { text: `{{skill ${name}${args ? ` ${quoted(args)}` : ''}}}` }
  }
  if (neutral === 'ask' && written) {
    const questions = questionsIn(written)
    const instead = elseFor('ask', context)
    if (questions && instead !== undefined) return { text: `Ask with {{tool ask${bare}${instead}}}: ${questions}` }
  }
  if (
    neutral === 'read' ||
    neutral === 'search' ||
    neutral === 'find' ||
    neutral === 'web-fetch' ||
    neutral === 'web-search'
  ) {
    const only = onlyText(inside, written)
    const instead = elseFor(neutral, context)
    const value = only && escaped(only)
    if (value && instead !== undefined)
      return { text: `{{tool ${neutral}${bare}${instead}}}: ${isBare ? value : `\`${value}\``}` }
  }
  return undefined
}

/** Comments of languages whose code blocks hold calls. */
const commentFor = (lang: string) => (/^(?:js|javascript|ts|typescript|jsonc|json5)$/.test(lang) ? '// ' : '')

/** A call: a token, an alternative for the other clients, or a passage for the home client alone. */
export function callChange(document: Document, call: ToolCall, context: Context, found: Found): void {
  const { text, lines } = document
  const { client } = context
  const { tool, span, args } = call
  const end = args?.end ?? lines.span(lines.index(span.end)).end
  const at = { start: span.start, end }
  const own = text.slice(at.start, at.end)
  const lost = (why: string) => found.passages.push(leave(document, at, `a call of “${tool}”`, why, context))
  const reason = whyNot(document, span, context)
  if (reason) return void lost(reason)
  if (!args) return void lost('its arguments never close')
  const written = writtenAt(document, span.start, context)
  const inside = text.slice(args.start + 1, args.end - 1)
  const fence = fenceAt(document, span.start)
  const isCode = isWholeCode(document, at)
  const isBare = !isCode && (fence !== undefined || call.where === 'code')
  const told = otherWords(tool, inside, written, isBare, context)
  const words = told && forOthers(told.text, context)
  const other = words === undefined ? undefined : { ...told!, text: words }
  if (!other) return void lost('another client’s tool takes other arguments')
  const notes: Found['changes'][number]['notes'] = other.lost
    ? [
        {
          kind: 'lost',
          span: at,
          what: `${other.lost} of a call of “${tool}”`,
          why: 'the other clients take the command alone',
        },
      ]
    : []
  const around = isCode ? { start: at.start - 1, end: at.end + 1 } : at
  if (exactNeutral(tool, context) === 'shell' && !other.lost) {
    const command = /^\{\{shell ("(?:[^"\\]|\\.)*")/.exec(other.text)![1]!.slice(1, -1).replace(/\\(.)/g, '$1')
    if (client.shell(command).slice(1, -1) === own && canPrecede(text, around.start))
      return void found.changes.push({ span: around, text: other.text })
  }
  const isAsk = other.text.startsWith('Ask with')
  if (fence && isAsk) {
    const statement = statementAt(document, at)
    if (!statement) return void lost('another client’s tool takes other arguments')
    return void found.changes.push({
      ...alternative(document, statement, fence.span, other.text, commentFor(fence.lang), context),
      notes,
    })
  }
  if (!canPrecede(text, around.start) || (isAsk && !isCode))
    return void lost('another client’s tool takes other arguments')
  const said = isAsk ? other.text.replace(/^Ask with /, '').replace(/: (.*)$/s, ' ($1)') : other.text
  found.changes.push({
    span: around,
    text: either(context, escaped(text.slice(around.start, around.end)), said),
    notes,
    splits: true,
  })
}
