import type { Span } from '../../core/types.ts'

/** A code: `E001`, `W002`, `E_NO_INPUT`. */
const NUMBERED = /[EWI]\d{3}/.source
const NAMED = /[EWI]_[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*/.source
/** Codes of other shapes, which only tables define: `ERR-001`, `NET_TIMEOUT`. */
const OTHER = /[A-Z]{1,12}(?:[-_]?\d{1,4}|(?:[_-][A-Z0-9]{2,20}){1,6})/.source

const EDGE_BEFORE = '(?<![\\w/#@$%&.-])'
const EDGE_AFTER = '(?![\\w%]|[-./](?![EWI][\\d_])[A-Za-z0-9_])'
const DASH = '(?:[ \\t]{0,2}(?:–|—|-|~|～|\\.\\.\\.?|…|至|到)[ \\t]{0,2}|[ \\t](?:to|through|thru)[ \\t])'
const SLASH = '[ \\t]?[/／|][ \\t]?'

/** A code alone, a range of codes, or codes parted by a slash. */
const GROUP = new RegExp(
  `${EDGE_BEFORE}(?:(${NUMBERED})${DASH}([EWI]?\\d{3})(?![\\w-])|(?:${NUMBERED}|${NAMED})(?:${SLASH}(?:${NUMBERED}|${NAMED}|\\d{3}(?!\\d)))*)${EDGE_AFTER}`,
  'g',
)

/** A text that is a code and nothing else. */
const OWN = new RegExp(`^(?:${NUMBERED}|${NAMED})$`)
const WHOLE = new RegExp(`^(?:${NUMBERED}|${NAMED}|${OTHER})$`)

export interface CodeGroup {
  text: string
  span: Span
  kind: 'one' | 'range' | 'list'
  codes: { code: string; span: Span }[]
}

/** A range is no longer than this; what is, is none. */
const LONGEST = 60

/** `numbered` for `E001`, `named` for `E_NO_INPUT`, `other` for what only tables define. */
export function shapeOf(code: string): 'numbered' | 'named' | 'other' {
  if (new RegExp(`^${NUMBERED}$`).test(code)) return 'numbered'
  return new RegExp(`^${NAMED}$`).test(code) ? 'named' : 'other'
}

/** All codes in a text, ranges and lists expanded; `offset` is where the text begins. */
export function codeGroups(text: string, offset: number): CodeGroup[] {
  if (!/[EWI][\d_]/.test(text)) return []
  return [...text.matchAll(GROUP)].map(({ 0: found, 1: first, 2: last, index }) => {
    const span = { start: offset + index, end: offset + index + found.length }
    if (first && last) {
      const codes = between(first, last).map(code => ({ code, span }))
      return { text: found, span, kind: 'range', codes }
    }
    const codes: CodeGroup['codes'] = []
    for (const { 0: code, index: at } of found.matchAll(new RegExp(`${NUMBERED}|${NAMED}|\\d{3}`, 'g'))) {
      const full = /^\d/.test(code) ? `${codes.at(-1)?.code[0] ?? 'E'}${code}` : code
      codes.push({ code: full, span: { start: span.start + at, end: span.start + at + code.length } })
    }
    return { text: found, span, kind: codes.length > 1 ? 'list' : 'one', codes }
  })
}

/** `E001`, `E002`, … between two codes of one letter; both alone where they are no range. */
function between(first: string, last: string): string[] {
  const letter = first[0]!
  const from = Number(first.slice(1))
  const to = Number(last.replace(/\D/g, ''))
  if ((/^\D/.test(last) && last[0] !== letter) || to < from || to - from > LONGEST)
    return [first, /^\D/.test(last) ? last : letter + last]
  return Array.from({ length: to - from + 1 }, (_, index) => `${letter}${String(from + index).padStart(3, '0')}`)
}

/** A cell that is longer says more than codes. */
const CELL_LIMIT = 300

/** The codes that a cell or a label is made of; none where it says anything else. Codes of other shapes count where `hasOthers`. */
export function wholeCodes(text: string, offset: number, hasOthers = false): { code: string; span: Span }[] {
  if (text.length > CELL_LIMIT || !/[A-Z]/.test(text)) return []
  const marks = /^[\s*_`~]*/.exec(text)![0].length
  const bare = text.slice(marks).replace(/[\s*_`~]+$/, '')
  if ((hasOthers ? WHOLE : OWN).test(bare)) {
    const start = offset + marks
    return [{ code: bare, span: { start, end: start + bare.length } }]
  }
  const groups = codeGroups(text, offset)
  if (!groups.length) return []
  let rest = text
  for (const { text: found } of groups) rest = rest.replace(found, '')
  return /^[\s*_`~,，、/和与及&]*(?:and|or)?[\s*_`~,，、/]*$/.test(rest) ? groups.flatMap(({ codes }) => codes) : []
}
