import { type Graph, reachOf } from '../model/machine/reach.ts'
import type { Machine, Target, Transition } from '../model/machine/types.ts'
import { type Sketch, sketch } from './sketch.ts'
import type { Place } from './types.ts'

/** A name that stands for more states than this is drawn as a node of its own. */
const SPREAD = 6

const START = 'start'

/** Draws a state machine: its states, what leads where under which condition, its ends. */
export function drawStates(machine: Machine, title: string): Sketch {
  const { path } = machine.document
  const { graph } = reachOf(machine)
  const group = sketch('states', title, [{ path, span: machine.span }])
  const at = (span: Place['span']): Place => ({ path, span })
  group.node(START, 'start', '', {})
  for (const { name, state, span, isTerminal, isElsewhere } of graph.nodes) {
    const notes = [
      state?.description ?? 'not declared',
      state?.persist ? `keeps ${state.persist}` : '',
      isElsewhere ? 'told elsewhere' : '',
    ]
    group.node(name, state && isTerminal ? 'last' : 'state', name, { notes, place: at(span) })
  }
  for (const id of graph.starts) group.edge(START, graph.nodes[id]!.name)
  for (const transition of machine.transitions) {
    const more = { label: labelOf(transition), place: at(transition.span) }
    const to = targetsOf(transition.to, graph, group)
    for (const from of sourcesOf(transition.from, graph, group)) for (const target of to) group.edge(from, target, more)
  }
  drawJumps(machine, graph, group)
  return group
}

/** The states that a name stands for, by their keys. */
function called(name: string, { nodes, idsCalled }: Graph, group: Sketch): string[] {
  const ids = [...idsCalled(name)]
  if (ids.length && ids.length <= SPREAD) return ids.map(id => nodes[id]!.name)
  const notes = ids.length ? [`any of ${ids.length} states`] : ['not declared']
  return [group.node(`any ${name}`, 'any', name, { notes })]
}

const sourcesOf = (name: string, graph: Graph, group: Sketch): string[] =>
  name === '*' ? [group.node('any', 'any', 'any state')] : called(name, graph, group)

function targetsOf({ kind, name, code }: Target, graph: Graph, group: Sketch): string[] {
  switch (kind) {
    case 'state':
      return called(name, graph, group)
    case 'end':
      return [group.node('end', 'end', 'END')]
    case 'error': {
      const label = code ? `ERROR(${code})` : name
      return [group.node(`error ${label}`, 'error', label)]
    }
    default:
      return [group.node(`open ${name}`, 'open', name)]
  }
}

/** `condition / action`, as state charts write it. */
function labelOf({ when, otherwise, guard, gate, entry, note, actions, do: does }: Transition): string {
  const names = [...new Set(actions.map(({ text }) => text))]
  const done = names.length ? names.join(', ') : does
  return [
    otherwise ? 'otherwise' : when,
    guard && `[guard: ${guard}]`,
    gate && `[gate: ${gate}]`,
    entry && `[entry: ${entry}]`,
    done && `/ ${done}`,
    note && `(${note})`,
  ]
    .filter(part => part)
    .join(' ')
}

/** What the text says in passing, where no transition says the same. */
function drawJumps({ jumps, document: { path } }: Machine, graph: Graph, group: Sketch): void {
  for (const { from, to, span } of jumps) {
    if (!from.length || from.length > SPREAD || from.includes('*')) continue
    const targets = to === 'END' || to === 'S_END' ? ['end'] : called(to, graph, group)
    for (const source of from.flatMap(name => called(name, graph, group)))
      for (const target of targets) {
        if (group.leads(source, target)) continue
        if (target === 'end') group.node('end', 'end', 'END')
        group.edge(source, target, { line: 'passing', place: { path, span } })
      }
  }
}
