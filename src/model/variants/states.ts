import type { Document } from '../../core/types.ts'
import { type Machine, machinesOf, type Transition } from '../machine/machine.ts'
import { finderOf, skeletonOf } from '../machine/names.ts'
import type { Part, Reading } from './compare.ts'

/** Where a transition leads, by name; `undefined` where that is not known. */
const endOf = ({ to }: Transition): string | undefined =>
  to.kind === 'state' || to.kind === 'end' ? to.name : to.kind === 'error' ? `ERROR(${to.code ?? ''})` : undefined

const ARROW = ' → '

/** States whose behaviour another file describes: where they lead is not known here. */
const delegatedIn = ({ states, blocks }: Machine) => [
  ...states.filter(state => state.isDelegated || state.isShared).map(({ name }) => name),
  ...blocks.filter(({ isDelegated }) => isDelegated).map(({ name }) => name),
]

/**
 * The states and transitions of a document's machines; a transition is called `S_A → S_B`, whatever its condition.
 *
 * What leads from or to a state that the other document does not have is not told as well: that the state is missing
 * says it.
 */
export function statesIn(document: Document): Reading | undefined {
  const machines = machinesOf(document)
  const [first] = machines
  if (!first) return undefined
  const states = new Map<string, Part>()
  const steps = new Map<string, Part>()
  /** Steps by skeletons, those named in passing too. */
  const known = new Set<string>()
  const failing = new Set<string>()
  for (const { states: declared, transitions, jumps } of machines) {
    for (const { name, span } of declared) put(states, name, span)
    for (const transition of transitions) {
      const { from, fromSpan, to, toSpan } = transition
      if (from !== '*') put(states, from, fromSpan)
      if (to.kind === 'state') put(states, to.name, toSpan)
      if (to.kind === 'error') failing.add(skeletonOf(from))
      const end = endOf(transition)
      if (end === undefined) continue
      put(steps, from + ARROW + end, toSpan)
      known.add(skeletonOf(from) + ARROW + skeletonOf(end))
    }
    for (const { from, to } of jumps)
      for (const source of from.length ? from : ['*']) known.add(skeletonOf(source) + ARROW + skeletonOf(to))
  }
  const skeletons = new Set([...states.keys()].map(skeletonOf))
  const find = finderOf([...states.values()])
  const delegated = new Set(machines.flatMap(delegatedIn).map(skeletonOf))
  const hasState = (name: string) => skeletons.has(skeletonOf(name)) || find(name).length > 0
  const spellings = (name: string) => [skeletonOf(name), ...find(name).map(found => skeletonOf(found.name))]
  const takes = (name: string): boolean => {
    const [from, to] = name.split(ARROW) as [string, string | undefined]
    if (to === undefined) return hasState(name)
    if ((from !== '*' && !hasState(from)) || (to.startsWith('S_') && !hasState(to))) return true
    const sources = from === '*' ? ['*'] : [...spellings(from), '*']
    if (sources.some(source => delegated.has(source))) return true
    if (to === 'ERROR()' && sources.some(source => failing.has(source))) return true
    const targets = to.startsWith('ERROR(') ? [to, 'ERROR()'] : spellings(to)
    return sources.some(source => targets.some(target => known.has(source + ARROW + target)))
  }
  return {
    parts: [...states.values(), ...steps.values()],
    at: first.at,
    open: machines.some(({ isShared }) => isShared),
    takes,
  }
}

function put(parts: Map<string, Part>, name: string, span: Part['span']) {
  if (!parts.has(name)) parts.set(name, { name, span })
}
