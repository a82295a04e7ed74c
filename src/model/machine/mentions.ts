import type { Document, Span } from '../../core/types.ts'
import { companionsOf } from '../contract/scope.ts'
import { fenceAt } from '../examples.ts'
import { actionsOf } from './actions.ts'
import { jumpsIn } from './jumps.ts'
import { machinesOf } from './machine.ts'
import { finderOf, type Name, namesIn, skeletonOf } from './names.ts'
import type { Machine } from './types.ts'

/** A name in the text of a document that is no state and no action of its skill. */
export interface Stale {
  kind: 'state' | 'action'
  name: string
  /** Where it is named, in order. */
  uses: readonly Span[]
}

/** Words on a line that say that a name belongs to another skill, or to the past. */
const ELSEWHERE =
  /[`$/][a-z][\w]*-[\w-]+|(?<![\w-])[a-z]+-[a-z-]+(?:'s|’s| 的)|\.md\b|\b(?:removed|former(?:ly)?|deprecated|legacy|obsolete|no longer|renamed|replaces?|replaced|used to be|old|was called)\b|已(?:移除|删除|废弃|取消|更名)|原(?:来|先)?|旧|弃用|不再/i

/** Names of a machine that are declared in another skill of the pack, by pack. */
const declaredInPack = new WeakMap<object, ReadonlySet<string>>()
function packNames({ pack }: Document): ReadonlySet<string> {
  const found = declaredInPack.get(pack)
  if (found) return found
  const names = new Set<string>()
  for (const document of pack?.documents ?? []) {
    if (document.kind === 'data' || !/[SA]_[A-Z]/.test(document.text)) continue
    for (const machine of machinesOf(document)) for (const { name } of machine.states) names.add(name)
    for (const { name } of actionsOf(document)) names.add(name)
  }
  if (pack) declaredInPack.set(pack, names)
  return names
}

/**
 * The states and actions that prose names and the skill does not have: what is left of something that was removed.
 *
 * In prose every name counts; in a code block only a state that the text goes to. What transitions use is left to the
 * rules about transitions, and lines that speak of another skill or of the past are passed over.
 */
export function staleNames(document: Document): readonly Stale[] {
  const machines = machinesOf(document).filter(({ parts, states }) => parts.states.length && states.length)
  if (!machines.length || machinesOf(document).some(({ isShared }) => isShared)) return []
  const around = companionsOf(document)
  const states = finderOf(around.flatMap(other => machinesOf(other).flatMap(machine => machine.states)))
  const actions = finderOf(around.flatMap(actionsOf))
  const hasActions = around.some(other => actionsOf(other).length > 0)
  const known = packNames(document)
  const used = usedIn(around.flatMap(machinesOf))
  const silent = machines
    .flatMap(({ parts }) => [...parts.states, ...parts.transitions])
    .sort((a, b) => a.start - b.start)
  const stale = new Map<string, { kind: Stale['kind']; name: string; uses: Span[] }>()
  const take = (kind: Stale['kind'], { text, span, isPrefix }: Name) => {
    if (isPrefix || text.length < 4 || known.has(text) || used.has(text) || text === 'S_END') return
    if (kind === 'state' ? states(text).length : actions(text).length || states(`S${text.slice(1)}`).length) return
    const entry = stale.get(text)
    if (entry) entry.uses.push(span)
    else stale.set(text, { kind, name: text, uses: [span] })
  }
  const { lines } = document
  let part = 0
  for (let index = lines.index(document.meta.span.end); index < lines.starts.length; index++) {
    const { start } = lines.span(index)
    while (part < silent.length && silent[part]!.end <= start) part++
    if (part < silent.length && silent[part]!.start <= start) continue
    const text = lines.text(index)
    if (!/[SA]_[A-Z]/.test(text) || /^[ \t]*(?:<!--|\/\/)/.test(text) || ELSEWHERE.test(text)) continue
    const isCode = fenceAt(document, start) !== undefined
    const next = isCode ? new Set(jumpsIn(text, start, []).map(({ span }) => span.start)) : undefined
    for (const name of namesIn(text, start, 'S')) if (!next || next.has(name.span.start)) take('state', name)
    if (!isCode && hasActions) for (const name of namesIn(text, start, 'A')) take('action', name)
  }
  return [...stale.values()]
}

/** The names that transitions use: whether they are declared is another question. */
function usedIn(machines: readonly Machine[]): Set<string> {
  const used = new Set<string>()
  for (const { transitions, blocks } of machines) {
    for (const { from, to, actions } of transitions) {
      used.add(from).add(to.name)
      for (const { text } of actions) used.add(text)
    }
    for (const { name, actions } of blocks) {
      used.add(name)
      for (const { text } of actions) used.add(text)
    }
  }
  return used
}

/** The actions of a document's machines that no text of the skill names but their own definition. */
export function unusedActions(document: Document) {
  const machines = machinesOf(document).filter(({ transitions, parts }) => transitions.length && parts.actions.length)
  if (!machines.length || machines.some(({ isShared }) => isShared)) return []
  const around = companionsOf(document)
  const called = finderOf(around.flatMap(actionsOf))
  /** Where each action is defined first: what looks like a second definition (“- A_LOAD: first”) is a use. */
  const own = new Set<string>()
  const defined = new Set<string>()
  for (const other of around)
    for (const { name, span } of actionsOf(other)) {
      if (defined.has(name)) continue
      defined.add(name)
      own.add(`${other.path} ${span.start}`)
    }
  const used = new Set<string>()
  const families: string[] = []
  const seen = new Set<string>()
  for (const other of around)
    for (const { text, span, isPrefix } of namesIn(other.text, 0, 'A')) {
      if (own.has(`${other.path} ${span.start}`)) continue
      // “A_RUN_1 … A_RUN_3”, “A_RUN_1..3” and “A_RUN_*” name all of a row.
      const isRange = /^[`*]{0,3}[ \t]*(?:\.\.\.?|…|~|–|-|\/|至|到)[ \t]*(?:\d|`?A_)/.test(
        other.text.slice(span.end, span.end + 12),
      )
      if (isPrefix || isRange) families.push(skeletonOf(text).replace(/\d+$/, ''))
      if (seen.has(text)) continue
      seen.add(text)
      for (const { name } of called(text)) used.add(name)
    }
  const isUsed = (name: string) => used.has(name) || families.some(family => name.startsWith(family))
  return actionsOf(document).filter(
    ({ name, span, isShared }) =>
      !isShared &&
      !isUsed(name) &&
      machines.some(({ parts }) => parts.actions.some(part => part.start <= span.start && span.end <= part.end)) &&
      !machines.some(({ statesCalled }) => statesCalled(`S${name.slice(1)}`).length),
  )
}
