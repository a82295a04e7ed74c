import { nearest } from '../../core/nearest.ts'
import type { Document, Span } from '../../core/types.ts'
import { companionsOf } from '../contract/scope.ts'
import { actionsOf } from './actions.ts'
import { machinesOf } from './machine.ts'
import { isDelegated } from './marks.ts'
import { finderOf } from './names.ts'
import type { Action, Machine } from './types.ts'

/** A name that transitions use and nothing declares. */
export interface Missing {
  name: string
  /** Where it is used, in order. */
  uses: readonly Span[]
  /** The declared name that is probably meant. */
  wanted?: string
}

/** Names for which a similar one is looked for: the search compares letters with all declared names. */
const LOOKUPS = 20

/** Whether two names differ in numbers only: `S_WAVE_2` is no misspelt `S_WAVE_1`. */
const areSiblings = (a: string, b: string) => a.replace(/\d+/g, '') === b.replace(/\d+/g, '')

/** The name that is probably meant: few letters differ, or two have changed places. */
function meantBy(name: string, known: Iterable<string>): string | undefined {
  const wanted = nearest(name.slice(2), new Set([...known].map(other => other.slice(2))))
  if (!wanted || wanted === name.slice(2)) return undefined
  const isFar = Math.abs(wanted.length - name.length + 2) > 2 || areSiblings(wanted, name.slice(2))
  const shared = [...wanted].filter((letter, index) => name[index + 2] === letter).length
  const fromEnd = [...wanted].reverse().filter((letter, index) => name[name.length - 1 - index] === letter).length
  return isFar || shared + fromEnd < wanted.length - 2 ? undefined : name.slice(0, 2) + wanted
}

function missing(uses: ReadonlyMap<string, Span[]>, known: () => Iterable<string>): Missing[] {
  let left = LOOKUPS
  return [...uses].map(([name, spans]) => {
    const wanted = left-- > 0 ? meantBy(name, known()) : undefined
    return { name, uses: spans, ...(wanted ? { wanted } : {}) }
  })
}

/** All machines of a document's skill, those of the document first. */
const machinesAround = (document: Document): Machine[] => companionsOf(document).flatMap(machinesOf)

const states = new WeakMap<Machine, readonly Missing[]>()

/**
 * The states that a machine's transitions use and neither it nor another machine of the skill declares.
 *
 * Nothing where the machine has no part for declarations, or goes on with another skill's states.
 */
export function undeclaredStates(machine: Machine): readonly Missing[] {
  const found = states.get(machine) ?? readStates(machine)
  states.set(machine, found)
  return found
}

function readStates(machine: Machine): Missing[] {
  if (!machine.parts.states.length || !machine.states.length || machine.isShared) return []
  const around = machinesAround(machine.document)
  const uses = new Map<string, Span[]>()
  const use = (name: string, span: Span) => {
    if (name === '*' || name.endsWith('_') || machine.statesCalled(name).length) return
    if (name === 'S_END') return
    if (around.some(other => other !== machine && other.statesCalled(name).length)) return
    const list = uses.get(name)
    if (!list) uses.set(name, [span])
    else if (list.at(-1)!.start !== span.start) list.push(span)
  }
  for (const { from, fromSpan, to, toSpan } of machine.transitions) {
    use(from, fromSpan)
    if (to.kind === 'state') use(to.name, toSpan)
  }
  for (const { name, span } of machine.blocks) use(name, span)
  return missing(uses, () => machine.states.map(({ name }) => name))
}

/** All actions that the skill of a document defines, found by name. */
const skillActions = new WeakMap<Document, (name: string) => readonly Action[]>()
function actionsAround(document: Document): (name: string) => readonly Action[] {
  const found = skillActions.get(document) ?? finderOf(companionsOf(document).flatMap(actionsOf))
  skillActions.set(document, found)
  return found
}

/**
 * The actions that a machine's transitions do and no file of the skill defines.
 *
 * An action is also defined where the transition says what it does, or where a state of its name is declared
 * (`A_LOAD`, `S_LOAD`). Nothing where the skill defines no action at all, or goes on with another skill's.
 */
export function undefinedActions(machine: Machine): readonly Missing[] {
  const { document, transitions, blocks, statesCalled } = machine
  if (
    machine.isShared ||
    (!machine.parts.actions.length && !companionsOf(document).some(other => actionsOf(other).length))
  )
    return []
  const called = actionsAround(document)
  const uses = new Map<string, Span[]>()
  const inline = new Set<string>()
  for (const { actions, do: what = '' } of [
    ...transitions,
    ...blocks.map(block => ({ actions: block.actions, do: '' })),
  ])
    for (const { text, span, isPrefix, isInline } of actions) {
      if (isPrefix || called(text).length || statesCalled(`S${text.slice(1)}`).length) continue
      if (isInline || isDelegated(what)) inline.add(text)
      const list = uses.get(text)
      if (list) list.push(span)
      else uses.set(text, [span])
    }
  for (const name of inline) uses.delete(name)
  return missing(uses, () => machine.actions.map(({ name }) => name))
}
