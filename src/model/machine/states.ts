import { cellsOf } from '../../markdown/tables.ts'
import { bare, groupOf, isTableRow, type Line } from './lines.ts'
import { goesOn, isDelegated, isShared } from './marks.ts'
import { isParametric, leadingNames, type Name, patternOf } from './names.ts'
import type { State, StateForm } from './types.ts'

/** What a part of states declares, and the lines in it that draw a chain of states. */
export interface Declarations {
  states: State[]
  chains: Line[]
  /** Whether a line says that all of them are another skill's. */
  isShared: boolean
}

const PERSIST = /(?:^|[\s|;；])(?:PERSISTS?|Persists?|持久化)[ \t]{0,3}[:：]/
const NOTHING = /^(?:[-—–/]*|none|no|nothing|无|不)$/i
const ARROW_NEXT = /^[ \t]*(?:[(（[][^()（）[\]]{0,80}[)）\]][ \t]*)?(?:→|⟶|➜|➔|⇒|={1,2}>|-{1,3}>)/

/** Reads lines as declarations. In a text that is `mixed` with transitions, a header `S_A:` declares nothing. */
export function declarationsIn(lines: readonly Line[], isMixed: boolean): Declarations {
  const result: Declarations = { states: [], chains: [], isShared: false }
  const seen = new Set<string>()
  let latest: State[] = []
  let isGroupShared = false
  /** The column of a table that says what is kept. */
  let persist = -1
  for (const line of lines) {
    if (!line.text.trim()) continue
    const content = isTableRow(line) ? firstCell(line, persist) : bare(line)
    const { names, end } = leadingNames(content.text, content.start, 'S')
    if (names.length && ARROW_NEXT.test(content.text.slice(end))) {
      if (!isMixed) result.chains.push(line)
      latest = []
      continue
    }
    const group = groupOf(line)
    if (!names.length) {
      if (isTableRow(line)) {
        const head = cellsOf(line.text, line.start).findIndex(({ text }) => /^[`*]*(?:persists?|持久化)/i.test(text))
        if (head > 0) persist = head
        continue
      }
      if (group !== undefined) isGroupShared = isShared(group)
      else if (latest.length && line.indent > 0) add(latest, content.text)
      else if (goesOn(content.text)) result.isShared = true
      if (group !== undefined || line.indent === 0) latest = []
      continue
    }
    const behind = 'rest' in content ? content.rest : content.text.slice(end)
    const range = rangeOf(names, behind)
    const rest = behind.slice(range.end)
    if (isMixed && /^[ \t]*(?:[:：][ \t]*)?(?:$|→|->)/.test(rest)) continue
    latest = []
    for (const name of [...names, ...range.names]) {
      if (name.isPrefix || seen.has(name.text)) continue
      seen.add(name.text)
      latest.push(stateOf(name, formOf(line, 'mark' in content ? content.mark : '')))
    }
    add(latest, rest.replace(/^[ \t]*(?:—|–|--?(?!>)|[:：=|])?[ \t]*/, ''))
    for (const state of latest) state.isShared ||= isGroupShared
    result.states.push(...latest)
  }
  return result
}

const formOf = (line: Line, mark: string): StateForm =>
  isTableRow(line) ? 'table' : mark.startsWith('#') ? 'heading' : mark ? 'bullet' : 'line'

const stateOf = ({ text, span }: Name, form: StateForm): State => {
  const pattern = patternOf(text)
  return {
    name: text,
    span,
    form,
    description: '',
    isParametric: isParametric(text),
    ...(pattern ? { pattern } : {}),
    isDelegated: false,
    isShared: false,
  }
}

const RANGE =
  /^[`*]{0,3}[ \t]{0,3}(?:\.{2,3}|…|~|–|-|至|到|to\b)[ \t]{0,3}[`*]{0,3}(S_[A-Z0-9_]{0,80}?)?(\d{1,3})(?!\w)[`*]{0,3}/
const LIST = /^(?:[/,|、]\d{1,3})+(?!\w)/

/** The states that a range names behind its first, and where it ends: `S_WAVE_1..S_WAVE_3`, `S_WAVE_1 ~ 3`, `S_WAVE_1/2/3`. */
function rangeOf(names: readonly Name[], rest: string): { names: Name[]; end: number } {
  const last = names.at(-1)!
  const [, stem, first] = /^(.*?)(\d{1,3})$/.exec(last.text) ?? []
  const range = RANGE.exec(rest)
  const list = LIST.exec(rest)
  if (stem === undefined || (range ? range[1] !== undefined && range[1] !== stem : !list)) return { names: [], end: 0 }
  const from = Number(first) + 1
  const numbers = range
    ? Array.from({ length: Math.min(50, Math.max(0, Number(range[2]) - from + 1)) }, (_, index) => from + index)
    : (list![0].match(/\d+/g) ?? [])
  return {
    names: numbers.map(number => ({ text: `${stem}${number}`, span: last.span, isPrefix: false })),
    end: (range ?? list!)[0].length,
  }
}

/** A state that a chain declares. */
export const chained = (name: Name): State => stateOf(name, 'chain')

/** Adds what a line says to the states that it speaks of. */
function add(states: readonly State[], text: string) {
  const at = PERSIST.exec(text)
  const said = (at ? text.slice(0, at.index) : text).trim()
  const kept = at
    ? text
        .slice(at.index + at[0].length)
        .replace(/\|.*$/, '')
        .trim()
    : ''
  for (const state of states) {
    state.description = `${state.description} ${said}`.trim().slice(0, 2_000)
    if (kept && !NOTHING.test(kept)) state.persist = kept
    state.isDelegated ||= isDelegated(text)
    state.isShared ||= isShared(text)
  }
}

/** The first cell of a table row, and the others as one text; what is kept comes last. */
function firstCell(line: Line, persist: number): { text: string; start: number; rest: string } {
  const cells = cellsOf(line.text, line.start)
  const [first, ...rest] = cells
  const kept = cells[persist]
  const others = kept ? [...rest.filter(cell => cell !== kept), { text: `PERSIST: ${kept.text}` }] : rest
  return {
    text: first?.text ?? '',
    start: first?.span.start ?? line.start,
    rest: others.map(({ text }) => text).join(' '),
  }
}
