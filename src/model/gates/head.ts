import type { ProseLine } from '../prose-lines.ts'
import type { Gate, GateDialect } from './types.ts'

export type GateHead = Omit<Gate, 'bullets' | 'span'> & {
  line: number
  indent: number
  /** Where the text behind the head begins. */
  textStart: number
}

/** A head is short: what is longer is a sentence. */
const LIMIT = 2_000
const ARROW = /\s*(?:→|⟶|➜|➔|⇒|=>|--?>)\s*/
const LEAD = /^([ \t>]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/
const BOLD = /^(\*\*|__)([^\p{L}\p{N}*_]{0,4})(gate(?![A-Za-z_])|门禁|关卡|阶段门)/iu
const HEADING = /^ {0,3}#{1,6}[ \t]+([^\p{L}\p{N}]{0,4})(GATE(?![A-Za-z_])|Gate(?=[ \t]+\d)|门禁|关卡|阶段门)/u

const PHASE = /(?:phase|stage|step|阶段|步骤)\s*[\d.]{1,6}/.source
/** The end of a range in words: “Phase 4 → Completion: …”. */
const END = /[^\s:：→][^:：→]{0,40}(?=[:：])/.source
const IDS: readonly (readonly [RegExp, GateDialect])[] = [
  [new RegExp(`^${PHASE}(?:${ARROW.source}(?:${PHASE}|[\\d.]{1,6}|${END}))?`, 'i'), 'phase'],
  [
    new RegExp(`^P\\d{1,3}(?:\\.\\d+)?(?:${ARROW.source}(?:P?\\d{1,3}(?:\\.\\d+)?|${END}))?(?![\\w])`, 'i'),
    'short-phase',
  ],
  [/^\d{1,4}\.\d{1,4}(?![\w.])/, 'decimal'],
  [/^\d{1,4}(?![\w])/, 'number'],
  [/^第?[一二三四五六七八九十]{1,3}(?![\p{Script=Han}\w])/u, 'number'],
  [/^\d{1,4}[A-Za-z](?![\w])/, 'other'],
  [/^[A-Z](?![\w])(?=\s*[:：])/, 'other'],
]
const SEPARATOR = /^\s*([:：])\s*|^\s*([—–]|--?(?!>)|[.、．|])\s*/

const HAN = '一二三四五六七八九'
const numberOf = (id: string): number => {
  const digits = id.replace('第', '')
  if (/^\d/.test(digits)) return Number(digits)
  const [tens, ones] = digits.includes('十') ? digits.split('十') : ['', digits]
  const value = (part: string | undefined) => (part ? HAN.indexOf(part) + 1 : 0)
  return digits.includes('十') ? (tens ? value(tens) : 1) * 10 + value(ones) : value(ones)
}

/** The index behind a bracket's partner; `from` itself where it has none. */
function behindBracket(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('(（'.includes(text[at]!)) depth++
    else if (')）'.includes(text[at]!) && --depth === 0) return at + 1
  }
  return from
}

/** Reads a line as the head of a gate; whether it is one is for the lines below it to say. */
export function gateHead(line: ProseLine, isHeading: boolean): GateHead | undefined {
  const text = line.text.slice(0, LIMIT)
  if (isHeading) return headingGate(line, text)
  const lead = LEAD.exec(text)!
  const bold = BOLD.exec(text.slice(lead[0].length))
  if (!bold) return undefined
  const open = lead[0].length
  const inside = open + bold[0].length
  const close = text.indexOf(bold[1]!, inside)
  if (close < 0) return undefined
  const head = read(line, text, { word: bold[3]!, inside, end: close, behind: close + 2 })
  const headSpan = { start: line.start + open, end: line.start + close + 2 }
  return { ...head, form: lead[2] ? 'item' : 'bold', headSpan, line: line.index, indent: lead[1]!.length }
}

function headingGate(line: ProseLine, text: string): GateHead | undefined {
  const match = HEADING.exec(text)
  if (!match) return undefined
  const end = text.trimEnd().length
  const head = read(line, text, { word: match[2]!, inside: match[0].length, end, behind: end })
  if (!head.id && !head.from) return undefined
  return { ...head, form: 'heading', headSpan: { start: line.start, end: line.end }, line: line.index, indent: 0 }
}

interface Parts {
  word: string
  /** Behind the word. */
  inside: number
  /** Where the bold text or the heading ends. */
  end: number
  /** Behind its marks. */
  behind: number
}

type Read = Omit<GateHead, 'form' | 'headSpan' | 'line' | 'indent'>

function read({ start: offset }: ProseLine, text: string, { word, inside, end, behind }: Parts): Read {
  let at = inside + /^[\s#-]*/.exec(text.slice(inside, end))![0].length
  if (text[inside] && /[—–-]/.test(text.slice(inside, at)) && !/\d/.test(text[at] ?? '')) at = inside
  const rest = text.slice(at, end)
  const [id, dialect] = idOf(rest)
  const idSpan = { start: offset + at, end: offset + at + id.length }
  const mark = SEPARATOR.exec(rest.slice(id.length))
  let separator: Gate['separator'] = mark ? (mark[1] ? 'colon' : 'mark') : 'none'
  let title = rest.slice(id.length + (mark?.[0].length ?? 0)).trim()
  let note: string | undefined
  const inner = /[(（]([^()（）]*)[)）]\s*[:：]?$/.exec(title)
  if (inner) {
    note = inner[1]!.trim()
    title = title.slice(0, inner.index).trim()
  }
  title = title.replace(/[:：]$/, '').trim()
  let textStart = behind
  const bracket = /^\s*[(（]/.exec(text.slice(behind))
  if (bracket) {
    const open = behind + bracket[0].length - 1
    const close = behindBracket(text, open)
    if (close > open) {
      note = text.slice(open + 1, close - 1).trim()
      textStart = close
    }
  }
  const outside = /^\s*[:：]\s*/.exec(text.slice(textStart))
  const dash = outside ?? /^\s*(?:[—–]|--?(?!>))\s*/.exec(text.slice(textStart))
  let behindText = text.slice(textStart + (dash?.[0].length ?? 0)).trim()
  textStart += dash?.[0].length ?? 0
  // `**GATE 1**: A → B` names its phases behind the bold text.
  if (!title && outside && !isRange(id) && /^[^→。.;；:：]{1,60}→[^→。.;；:：]{1,80}$/.test(behindText)) {
    const own = /^(.*?)\s*[(（]([^()（）]*)[)）]$/.exec(behindText)
    title = own ? own[1]! : behindText
    note = own?.[2] ?? note
    textStart += behindText.length
    behindText = ''
    separator = 'outside'
  }
  const named = title ? title.split(ARROW) : isRange(id) ? id.split(ARROW) : []
  const [from, to] = named.length > 1 ? [named[0]!.trim(), named.at(-1)!.trim()] : []
  const isNumber = dialect === 'number' || dialect === 'decimal'
  return {
    word,
    id,
    ...(isNumber ? { number: numberOf(id) } : {}),
    idSpan,
    head: title,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(note ? { note } : {}),
    text: behindText,
    dialect,
    separator,
    textStart: offset + textStart,
  }
}

const isRange = (id: string): boolean => ARROW.test(id)

function idOf(rest: string): [string, GateDialect] {
  for (const [pattern, dialect] of IDS) {
    const match = pattern.exec(rest)
    if (match) return [match[0], dialect]
  }
  return ['', 'unnumbered']
}
