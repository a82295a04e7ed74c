import type { Span } from '../../core/types.ts'
import { type Attribute, attributesIn, unmarked } from './attributes.ts'
import { leadingNames, namesIn } from './names.ts'
import type { ActionUse, Target } from './types.ts'

/** Arrows and actions that are read of one line. */
const LIMIT = 200

const ARROW = /→|⟶|➜|➔|⇒|={1,2}>|-{1,3}>/g

/** A place that a transition leads to, with where it is named. */
export interface Landing {
  target: Target
  span: Span
}

/** A stretch between two arrows. */
export interface Stretch {
  text: string
  start: number
}

/** A line as arrows and named parts divide it. */
export interface Shape {
  /** What stands before the first arrow: the source, or nothing. */
  head: Stretch
  /** What stands behind each arrow. */
  stretches: Stretch[]
  attributes: Attribute[]
}

/**
 * Divides a line. Arrows behind the first named part belong to it (`DO: A_TELL → "done"`), unless the line begins with
 * one: `WHEN: tests pass → S_SHIP`.
 */
export function shapeOf(text: string, offset: number): Shape {
  let attributes = attributesIn(text, offset)
  let head = text
  const first = attributes[0]
  if (first && !/^[`*]*$/.test(text.slice(0, Math.min(first.at - offset, 4))))
    head = unmarked(text.slice(0, first.at - offset))
  else if (first) {
    const leading = firstLanding(first.text)
    if (leading >= 0 && (first.key === 'when' || first.key === 'otherwise')) {
      const rest = shapeOf(first.text.slice(leading), first.start + leading)
      const own = { ...first, text: first.text.slice(0, leading).trimEnd() }
      attributes = [own, ...attributes.slice(1)]
      return { head: { text: '', start: offset }, stretches: rest.stretches, attributes }
    }
    head = ''
  }
  const parts: Stretch[] = []
  let from = 0
  for (const arrow of head.matchAll(ARROW)) {
    if (parts.length === LIMIT) break
    parts.push({ text: head.slice(from, arrow.index), start: offset + from })
    from = arrow.index + arrow[0].length
  }
  parts.push({ text: head.slice(from), start: offset + from })
  const [source, ...stretches] = parts as [Stretch, ...Stretch[]]
  return { head: source, stretches, attributes }
}

const LANDING = /(?:→|⟶|➜|➔|⇒|={1,2}>|-{1,3}>)[ \t]*[`*[]{0,3}(?:S_[A-Z0-9{<]|END\b|ERROR\b|结束|\[\*\])/

/** Where in a condition the arrow stands that leads on; −1 when none does. */
export const firstLanding = (text: string): number => text.search(LANDING)

const END =
  /^(?:END|End|EXIT|STOP|DONE|FINISH(?:ED)?|TERMINATED?|ABORT(?:ED)?|COMPLETED?|QUIT|S_END|结束|终止|退出|完成|\[\*\])(?![\w-])/
const ERROR =
  /^(ERROR|Error|FAIL(?:ED|URE)?|raise|RAISE|报错|抛出|错误)(?![\w-])[ \t]*[(（:：]?[ \t]*(?:([EWI](?:\d{3}|_[A-Z0-9_]{1,40})))?[^)）]{0,80}[)）]?/
const HANDLER = /^(?:handle[A-Z]\w*(?:\(\))?|(?![SA]_)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w-])/

/** What a stretch behind an arrow begins with, and what follows it. */
export interface Arrival {
  landings: Landing[]
  actions: ActionUse[]
  rest: string
  /** Offset of the rest. */
  restStart: number
}

export function arrivalIn({ text, start }: Stretch): Arrival {
  const label = /^[ \t]*\|([^|]{0,200})\|/.exec(text)
  const from = label?.[0].length ?? 0
  const lead = from + /^[ \t]*/.exec(text.slice(from))![0].length
  const said = text.slice(lead)
  const at = start + lead
  const end = (landings: Landing[], length: number): Arrival => ({
    landings,
    actions: [],
    rest: label ? `(${label[1]})` : said.slice(length),
    restStart: at + length,
  })

  const states = leadingNames(said, at, 'S')
  if (states.names.length && !(states.names.length === 1 && states.names[0]!.text === 'S_END'))
    return end(
      states.names.map(name => ({ target: { kind: 'state', name: name.text }, span: name.span })),
      states.end,
    )
  const actions = leadingNames(said, at, 'A')
  if (actions.names.length) return { ...end([], said.length), actions: actionsIn(said, at) }
  const marks = /^[`*"“]{0,4}/.exec(said)![0].length
  const word = said.slice(marks)
  const landing = (target: Target, length: number): Arrival => {
    const close = /^[`*"”]{0,4}/.exec(word.slice(length))![0].length
    return end([{ target, span: { start: at + marks, end: at + marks + length } }], marks + length + close)
  }
  const ends = END.exec(word)
  if (ends) return landing({ kind: 'end', name: ends[0] }, ends[0].length)
  const error = ERROR.exec(word)
  if (error) {
    const name = error[0].trimEnd()
    return landing({ kind: 'error', name, ...(error[2] ? { code: error[2] } : {}) }, name.length)
  }
  const handler = HANDLER.exec(word)
  if (handler) return landing({ kind: 'handler', name: handler[0] }, handler[0].length)
  const plain = said.trimEnd()
  return end([{ target: { kind: 'text', name: plain }, span: { start: at, end: at + plain.length } }], said.length)
}

/** Words that make a comment in brackets a definition: “(read the table and keep what is new)”. */
const EXPLAINS = /^[ \t]*[(（](?:[^\s()（）]+[ \t]+){2}|^[ \t]*[(（][^()（）]{0,80}\p{Script=Han}{4}/u

/** Actions that a text names, each with whether the text says what it does. */
export function actionsIn(text: string, offset: number): ActionUse[] {
  return namesIn(text, offset, 'A')
    .slice(0, LIMIT)
    .map(name => {
      const after = text.slice(name.span.end - offset, name.span.end - offset + 200).replace(/^[`*]{1,3}/, '')
      const isInline = /^\(|^[ \t]*(?:—|–|--(?!>)|[:：])[ \t]*\S/.test(after) || EXPLAINS.test(after)
      return { ...name, isInline }
    })
}

/** A condition in whatever marks it stands: `: tests pass`, `(tests pass)`, `--tests pass--`. */
export function conditionOf(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && /[\s:：\-=|[【,，;；.。]/.test(text[start]!)) start++
  while (end > start && /[\s\-=|\]】,，;；]/.test(text[end - 1]!)) end--
  const inner = text.slice(start, end)
  return /^[(（][^()（）]*[)）]$/.test(inner) ? inner.slice(1, -1).trim() : inner
}
