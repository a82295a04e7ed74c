import type { Edit, Fix, Source } from './types.ts'

/**
 * Applies edits to one text: a later edit that overlaps an earlier one is left out.
 *
 * Returns the text and whether the byte order mark was removed (an edit that starts at −1).
 */
export function applyEdits(text: string, edits: readonly Edit[]): { text: string; dropsBom: boolean } {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  let result = ''
  let at = 0
  let dropsBom = false
  for (const { span, text: replacement } of ordered) {
    if (span.start < 0) dropsBom = true
    const start = Math.max(span.start, 0)
    if (start < at) continue
    result += text.slice(at, start) + replacement
    at = span.end
  }
  return { text: result + text.slice(at), dropsBom }
}

/** Edits that were taken in one file; `slots` gives each offset its rank, `starts` and `ends` count edits by slot. */
interface Ledger {
  slots: ReadonlyMap<number, number>
  starts: Tally
  ends: Tally
  taken: Set<string>
}

/** Counts by place (a Fenwick tree): both adding and summing take logarithmic time. */
type Tally = number[]

function addTo(tally: Tally, place: number) {
  for (let at = place + 1; at < tally.length; at += at & -at) tally[at]!++
}

/** How many were added at places up to and including one. */
function sumTo(tally: Tally, place: number): number {
  let sum = 0
  for (let at = place + 1; at > 0; at -= at & -at) sum += tally[at]!
  return sum
}

/** What tells an edit from the others of its file. */
const keyOf = ({ span, text }: Edit) => `${span.start} ${span.end} ${text}`

function ledgerOf(edits: readonly Edit[]): Ledger {
  const offsets = [...new Set(edits.flatMap(({ span }) => [span.start, span.end]))].sort((a, b) => a - b)
  const tally = (): Tally => new Array<number>(offsets.length * 2 + 2).fill(0)
  return {
    slots: new Map(offsets.map((offset, at) => [offset, at * 2])),
    starts: tally(),
    ends: tally(),
    taken: new Set(),
  }
}

/**
 * The slots that an edit fills. Each offset is a slot and the stretch up to the next is one; an insertion fills its
 * offset, a replacement what lies between its ends.
 */
function slotsOf(ledger: Ledger, { span }: Edit): [first: number, last: number] {
  const [first, last] = [ledger.slots.get(span.start)!, ledger.slots.get(span.end)!]
  return first === last ? [first, last] : [first + 1, last - 1]
}

/** Whether an edit touches what others, not the same edit, have taken; two insertions at one offset do. */
function collides(ledger: Ledger, edit: Edit): boolean {
  const [first, last] = slotsOf(ledger, edit)
  const touched = sumTo(ledger.starts, last) - sumTo(ledger.ends, first - 1)
  return touched > (ledger.taken.has(keyOf(edit)) ? 1 : 0)
}

function take(ledger: Ledger, edit: Edit) {
  const key = keyOf(edit)
  if (ledger.taken.has(key)) return
  ledger.taken.add(key)
  const [first, last] = slotsOf(ledger, edit)
  addTo(ledger.starts, first)
  addTo(ledger.ends, last)
}

/** The edits of fixes by path, the same edit once. */
function editsByPath(fixes: readonly Fix[]): Map<string, Map<string, Edit>> {
  const edits = new Map<string, Map<string, Edit>>()
  for (const fix of fixes)
    for (const edit of fix.edits) {
      const own = edits.get(edit.path) ?? new Map<string, Edit>()
      edits.set(edit.path, own.set(keyOf(edit), edit))
    }
  return edits
}

/** Picks fixes, first come first served, whose edits do not collide; a fix is taken whole or not at all. */
export function compatibleFixes(fixes: readonly Fix[]): Fix[] {
  const ledgers = new Map([...editsByPath(fixes)].map(([path, edits]) => [path, ledgerOf([...edits.values()])]))
  return fixes.filter(fix => {
    if (fix.edits.some(edit => collides(ledgers.get(edit.path)!, edit))) return false
    for (const edit of fix.edits) take(ledgers.get(edit.path)!, edit)
    return true
  })
}

/** Applies fixes to sources and gives back the changed ones only. */
export function applyFixes(sources: readonly Source[], fixes: readonly Fix[]): Map<string, Source> {
  const edits = editsByPath(compatibleFixes(fixes))
  const changed = new Map<string, Source>()
  for (const source of sources) {
    const own = edits.get(source.path)
    if (!own || source.badByte) continue
    const { text, dropsBom } = applyEdits(source.text, [...own.values()])
    const next: Source = { ...source, text }
    if (dropsBom) delete next.bom
    if (text !== source.text || dropsBom) changed.set(source.path, next)
  }
  return changed
}
