import type { Document, Fence, Span, ToolCall } from '../core/types.ts'
import { isNegated } from '../markdown/calls.ts'
import { spanOfNode, visit } from '../markdown/walk.ts'
import { fenceAt } from './examples.ts'

/** A place where a text has the model use a tool. */
export interface ToolUse {
  tool: string
  /** The name alone. */
  span: Span
}

/** Languages of fences that hold instructions to the model; programs in other languages call their own functions. */
const PROSE_LANGUAGES = ['', 'text', 'txt', 'plaintext', 'pseudo', 'pseudocode']
const INSTRUCTIONS: ReadonlySet<string> = new Set([
  ...PROSE_LANGUAGES,
  ...['js', 'javascript', 'ts', 'typescript', 'json', 'jsonc', 'json5'],
])

/** Boxes, tree lines and arrow heads. */
const DRAWING = /[\u2500-\u257f\u25b2-\u25c5]|\+-{2,}|--\+|^\s*\|.*\|\s*$/

/** The line that a place stands on, no farther from it than matters. */
const lineOf = ({ lines, text }: Document, span: Span) => {
  const { start, end } = lines.span(lines.index(span.start))
  return {
    before: text.slice(Math.max(start, span.start - 400), span.start),
    after: text.slice(span.start, Math.min(end, span.start + 400)),
  }
}

/** Whether a fence holds text: steps, a prompt, a sketch. */
export const isProse = ({ lang }: Fence): boolean => PROSE_LANGUAGES.includes(lang)

/** Fences that hold a drawing, found out once. */
const drawings = new WeakMap<Fence, boolean>()

function isDrawing({ text }: Document, fence: Fence): boolean {
  const known = drawings.get(fence)
  if (known !== undefined) return known
  const isDrawn =
    !/^j/.test(fence.lang) && /[\u2500-\u257f]{2}|\+-{2,}/.test(text.slice(fence.body.start, fence.body.end))
  drawings.set(fence, isDrawn)
  return isDrawn
}

/** Whether what stands in a fence is part of a diagram: its line is drawn, or the whole fence is. */
export function isDrawnAt(document: Document, span: Span, fence: Fence): boolean {
  const { before, after } = lineOf(document, span)
  return DRAWING.test(before + after) || isDrawing(document, fence)
}

/** Whether the line quotes a call instead of making it: text that is shown to the user or passed on. */
function isQuoted(document: Document, span: Span, inFence: boolean): boolean {
  const { before } = lineOf(document, span)
  if (/[“「『][^”」』]*$/.test(before)) return true
  const count = (mark: RegExp) => before.replace(/\\./g, '').match(mark)?.length ?? 0
  if (count(/"/g) % 2) return true
  return inFence && (count(/`/g) % 2 === 1 || count(/(?<!\w)'|'(?!\w)/g) % 2 === 1)
}

/** Whether what stands in the parentheses are arguments, not `…`, a placeholder or an aside. */
function hasArguments({ text }: Document, { tool, span, args, where }: ToolCall): boolean {
  // An object that never closes has prompts with quotes of their own in it.
  if (!args) return isUnmistakable(tool) && /^\(\s*\{\s*["']?\w+["']?\s*:/.test(text.slice(span.end, span.end + 200))
  if (args.start !== span.end) return false
  const inside = text.slice(args.start + 1, args.end - 1).trim()
  if (!inside || /^(?:\.\.\.|…|<[^>]*>|\w+)$/.test(inside)) return false
  return where === 'fence' && tool !== 'Skill' ? true : /["'`{]|\w\s*[:=]/.test(inside)
}

/** Whether a skill is told to call itself: how a user resumes it. */
function isSelf(document: Document, { tool, args }: ToolCall): boolean {
  if (tool !== 'Skill' || !args) return false
  const called = /["'`]([^"'`]*)["'`]/.exec(document.text.slice(args.start, args.end))?.[1]
  const own = [document.skill?.name, document.meta.at('name')?.value, document.path.split('/').at(-1)?.slice(0, -3)]
  return called === undefined || called === 'self' || /[<>{}]/.test(called) || own.includes(called)
}

/** Whether a program declares or constructs something of that name. */
const isDeclared = ({ text }: Document, { span }: ToolCall) =>
  /\b(?:new|function|class|def|import)\s+$/.test(text.slice(Math.max(0, span.start - 12), span.start))

/** Whether a text has the model make a call: it is not denied, drawn, quoted or an aside, and has arguments. */
export function isMade(document: Document, call: ToolCall): boolean {
  const fence = fenceAt(document, call.span.start)
  if (call.negated || (fence && !INSTRUCTIONS.has(fence.lang))) return false
  if (!hasArguments(document, call) || isSelf(document, call) || isDeclared(document, call)) return false
  return !(fence && isDrawnAt(document, call.span, fence)) && !isQuoted(document, call.span, call.where === 'fence')
}

/** Names that are words too. */
const WORDS: ReadonlySet<string> = new Set(['PowerShell'])

/** Whether a name can be nothing but a tool’s: it has an underscore or a capital inside. */
export const isUnmistakable = (tool: string): boolean => /_|[a-z][A-Z]/.test(tool) && !WORDS.has(tool)

const PROSE =
  /(\b(?:via|through|with|us(?:e|es|ing)|call(?:s|ing)?)\s+(?:the\s+)?|(?:通过|使用|调用)\s*)(`?)([A-Za-z][A-Za-z0-9_]*)\2(?![\w(/*-]|\.\w)/gi

/** What one does “with” a tool; a skill “with AskUserQuestion” merely has it. */
const DEED =
  /\b(?:ask|confirm|present|run|execute|fetch|search|look|read|write|edit|record|note|track|spawn|start|launch|send|report|plan|update|create|list|open)\b[^.;:]*$/i

/** Clients, in whose name a sentence may speak of a tool that is not meant here. */
const CLIENT = /\b(?:Claude|Codex|Antigravity|agy|Gemini|Cursor|OpenAI)\b/i

/** A name in running text that could be a tool’s, after words that have it used. */
interface Candidate extends ToolUse {
  /** The words before it: “via”, “use the”. */
  verb: string
  /** Where these words begin, and the paragraph that they stand in. */
  start: number
  paragraph: number
}

const candidates = new WeakMap<Document, Candidate[]>()

function candidatesIn(document: Document): Candidate[] {
  const known = candidates.get(document)
  if (known) return known
  const { text, tree } = document
  const found: Candidate[] = []
  visit(tree, 'paragraph', node => {
    const { start: paragraph, end } = spanOfNode(node)
    for (const match of text.slice(paragraph, end).matchAll(PROSE)) {
      const [whole, verb = '', quote = '', tool = ''] = match
      if (!isUnmistakable(tool)) continue
      const start = paragraph + match.index
      const at = start + whole.length - quote.length - tool.length
      found.push({ tool, span: { start: at, end: at + tool.length }, verb, start, paragraph })
    }
  })
  candidates.set(document, found)
  return found
}

/** Tools that running text says are used: “via exec_command”, “use `WebFetch`”. */
const mentionsIn = (document: Document, isTool: (name: string) => boolean): ToolUse[] =>
  candidatesIn(document).filter(({ tool, span, verb, start, paragraph }) => {
    if (!isTool(tool)) return false
    const { text, lines } = document
    const { before } = lineOf(document, span)
    const sentence = before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('。')) + 1)
    const isCode = (text.slice(paragraph, start).match(/`/g)?.length ?? 0) % 2 === 1
    if (isCode || (/^with\b/i.test(verb) && !DEED.test(sentence.slice(0, start - span.start)))) return false
    return !isNegated(lines, span.start) && !CLIENT.test(sentence) && !isQuoted(document, span, false)
  })

/** Where a document has the model use tools, in order: calls with arguments, and sentences that say so. */
export function toolUsesOf(document: Document, isTool: (name: string) => boolean): ToolUse[] {
  const calls = document.calls.filter(call => isTool(call.tool) && isMade(document, call))
  return [...calls, ...mentionsIn(document, isTool)].sort((a, b) => a.span.start - b.span.start)
}

/** Words by which a line speaks of a tool as of something past or missing. */
const PAST =
  /\b(?:removed|gone|legacy|deprecated|obsolete|retired|formerly|no longer|unavailable|used to|not available|(?:does|do) not exist|(?:before|until|older) (?:than )?(?:codex|claude|clients?|v?\d))\b|[<≤]=? ?v?\d+\.\d|已(?:移除|废弃|删除|下线|弃用)|不再|旧版|不存在|不可用/i

/** Whether the line of a place speaks of what was once, or is missing. */
export function isPast(document: Document, span: Span): boolean {
  const { before, after } = lineOf(document, span)
  return PAST.test(before + after)
}

/** Everywhere that a document names a tool outside of its frontmatter, but where a line denies it or calls it past. */
export function mentionsOf(document: Document, tool: string): ToolUse[] {
  const { text, lines, meta } = document
  const found: ToolUse[] = []
  for (let at = text.indexOf(tool, meta.span.end); at >= 0; at = text.indexOf(tool, at + tool.length)) {
    const span = { start: at, end: at + tool.length }
    if (/[\w.-]/.test(text[at - 1] ?? '') || /^(?:\w|\.\w|-\w)/.test(text.slice(span.end, span.end + 2))) continue
    const { after } = lineOf(document, span)
    const isDenied = isNegated(lines, at) || /^`?\s*[(（](?:no|禁止)\b/i.test(after.slice(tool.length))
    if (!isDenied && !isPast(document, span)) found.push({ tool, span })
  }
  return found
}
