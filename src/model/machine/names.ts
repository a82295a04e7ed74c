import type { Span } from '../../core/types.ts'

/**
 * A name of a state or an action as it stands in a text: `S_PARSE`, `A_LOAD`, parametric `S_WAVE_{N}`, `S_EVAL_W{N+1}`.
 */
export interface Name {
  text: string
  span: Span
  /** Whether the name stands for a family: it ends in `_` or `*` and names no single state. */
  isPrefix: boolean
}

/** Holes of a parametric name: `{N}`, `{N+1}`, `<N>`, `[N]`. */
const HOLE = /\{[^{}\n]{1,40}\}|<[A-Za-z][\w+-]{0,20}>|\[[A-Za-z][\w+-]{0,20}\]/

/** The longest name that is read. */
const LIMIT = 120

const nameOf = (letter: string) =>
  new RegExp(`(?<![\\w$.-])${letter}_(?:[A-Z0-9_]|${HOLE.source}){1,${LIMIT}}(\\*(?![*\\w]))?(?![a-z\\w])`, 'g')

const NAMES = { S: nameOf('S'), A: nameOf('A') }

/** Whether a text can hold a name at all: most lines cannot. */
const mayHold = (text: string, letter: 'S' | 'A') => text.includes(`${letter}_`)

/** All names of states (`S`) or actions (`A`) in a text that begins at an offset. */
export function namesIn(text: string, offset: number, letter: 'S' | 'A'): Name[] {
  if (!mayHold(text, letter)) return []
  return [...text.matchAll(NAMES[letter])].map(({ 0: found, 1: star = '', index }) => ({
    text: star ? found.slice(0, -1) : found,
    span: { start: offset + index, end: offset + index + found.length - star.length },
    isPrefix: (star !== '' && text[index - 1] !== '*') || found.endsWith('_'),
  }))
}

/** What may stand between two names of one list. */
const SEPARATOR = /^[`*"”]{0,3}[ \t]*(?:[,，、/|+&]|\band\b|\bor\b|和|与|或)[ \t]*[`*"“]{0,3}$/

/** Names that one list may hold. */
const LIST = 40

/** The names that a text begins with, marks of emphasis passed over, and where what follows them begins. */
export function leadingNames(text: string, offset: number, letter: 'S' | 'A'): { names: Name[]; end: number } {
  const lead = /^[ \t]*[`*"“([]{0,4}/.exec(text)![0].length
  const names: Name[] = []
  let end = 0
  for (const name of namesIn(text, offset, letter)) {
    const start = name.span.start - offset
    if (names.length === LIST || (names.length ? !SEPARATOR.test(text.slice(end, start)) : start !== lead)) break
    names.push(name)
    end = name.span.end - offset + (name.isPrefix && text[name.span.end - offset] === '*' ? 1 : 0)
  }
  if (names.length) end += /^[`*"”)\]]{0,4}/.exec(text.slice(end, end + 4))![0].length
  return { names, end }
}

/** Whether a name has holes, or ends in a single letter that stands for a number: `S_WAVE_{N}`, `S_WAVE_N`. */
export const isParametric = (name: string): boolean => HOLE.test(name) || /[_\d][NKIX]$/.test(name)

/** What a hole takes: a number or a letter where it counts (`{N+1}`), else words in capitals. */
const filler = (hole: string) =>
  /^[A-Za-z]?\w?(?:[ ]?[+-][ ]?\d+)?$|^\d+$/.test(hole) ? '(?:\\d+|[A-Z])?' : '[A-Z0-9_]*'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The pattern of a parametric name: `S_WAVE_{N}` takes `S_WAVE_1`, `S_WAVE_{M}`'s skeleton and the bare `S_WAVE`.
 *
 * Names are compared by their skeletons (holes taken out), so that `S_EVAL_W{N+1}` is `S_EVAL_W{N}`.
 */
export function patternOf(name: string): RegExp | undefined {
  if (!isParametric(name)) return undefined
  if (!HOLE.test(name)) return new RegExp(`^${escaped(name.slice(0, -1).replace(/_$/, ''))}_?(?:\\d+|[A-Z])?$`)
  const parts = name.split(new RegExp(`(${HOLE.source})`))
  const body = parts.map((part, index) => (index % 2 ? filler(part.slice(1, -1).trim()) : escaped(part)))
  return new RegExp(`^${body.join('').replace(/_(?=\([^()]*\)\?$|\[A-Z0-9_\]\*$)/, '_?')}$`)
}

/** A name without what its holes hold: what two parametric names have in common. */
export const skeletonOf = (name: string): string => {
  const bare = name.replace(new RegExp(HOLE.source, 'g'), '')
  return bare === name && isParametric(name) ? name.slice(0, -1) : bare
}

/**
 * Finds what carries a name: exactly, else what is parametric and takes it, else, for a name with holes or of a family,
 * all that it may stand for.
 *
 * One look-up is constant for plain names; parametric ones are grouped by what stands before their first hole.
 */
export function finderOf<T extends { name: string }>(items: readonly T[]): (name: string) => readonly T[] {
  const exact = new Map<string, T[]>()
  const bySkeleton = new Map<string, T[]>()
  const byStart = new Map<string, { item: T; pattern: RegExp }[]>()
  const put = <V>(map: Map<string, V[]>, key: string, value: V) => {
    const list = map.get(key)
    if (list) list.push(value)
    else map.set(key, [value])
  }
  for (const item of items) {
    put(exact, item.name, item)
    const pattern = patternOf(item.name)
    if (!pattern) continue
    put(bySkeleton, skeletonOf(item.name), item)
    put(byStart, startOf(item.name), { item, pattern })
  }
  const sorted = [...exact.keys()].sort()
  const known = new Map<string, readonly T[]>()

  const search = (name: string): readonly T[] => {
    const same = exact.get(name)
    if (same) return same
    const pattern = patternOf(name)
    const alike = pattern && bySkeleton.get(skeletonOf(name))
    if (alike) return alike
    const found: T[] = []
    const plain = skeletonOf(name)
    for (let length = 1; length <= plain.length; length++)
      for (const { item, pattern: taking } of byStart.get(plain.slice(0, length)) ?? [])
        if (taking.test(pattern ? plain.replace(/_$/, '') : name)) found.push(item)
    if (found.length || !(pattern || name.endsWith('_'))) return found
    const start = startOf(name)
    for (let at = firstFrom(sorted, start); at < sorted.length && sorted[at]!.startsWith(start); at++)
      if (!pattern || pattern.test(sorted[at]!)) found.push(...exact.get(sorted[at]!)!)
    return found
  }
  return name => {
    const found = known.get(name) ?? search(name)
    known.set(name, found)
    return found
  }
}

/** What stands before the first hole, without the underscore at its end. */
function startOf(name: string): string {
  const hole = HOLE.exec(name)
  const start = hole ? name.slice(0, hole.index) : isParametric(name) ? name.slice(0, -1) : name
  return hole || isParametric(name) ? start.replace(/_$/, '') : start
}

function firstFrom(sorted: readonly string[], start: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < start) low = middle + 1
    else high = middle
  }
  return low
}
