import type { Document } from '../../core/types.ts'
import { isDelegating } from '../sections.ts'
import { componentsOf } from './components.ts'
import { type Graph, graphOf, type Node } from './graph.ts'
import { type Island, islandsOf, SHOWN, type Way } from './islands.ts'
import { jumpsIn } from './jumps.ts'
import type { Machine, Transition } from './types.ts'

export type { Graph, Node } from './graph.ts'
export type { Island, Way } from './islands.ts'

/** A loop that a run can get into and never leave; every state of it leads to all others of it. */
export interface Trap {
  nodes: readonly Node[]
  /** The shortest way from a start into it. */
  way: Way
  /** One round through it, its first state again at the end. */
  round: Way
}

/** What can be reached in a machine. */
export interface Reach {
  graph: Graph
  isReachable(node: Node): boolean
  /** Whether an end, an error or something unknown can be reached from a state. */
  canEnd(node: Node): boolean
  /** Whether any state ends the run. */
  hasEnd: boolean
  /** Whether a reachable state is left to another file, which may go on anywhere. */
  isOpen: boolean
  /** Reachable states without a way out that are no end by convention. */
  deadEnds: readonly Node[]
  traps: readonly Trap[]
  islands: readonly Island[]
  /** The shortest way from a start to a state that can be reached. */
  wayTo(node: Node): Way
}

const UNSEEN = -2

const known = new WeakMap<Machine, Reach>()

/**
 * Reachability, dead ends, traps and islands of a machine in time linear in its states and transitions.
 *
 * What the text says in passing (a table, a note, an action that goes to a state) counts as a way, and prose outside of
 * the machine that sends a run to a state makes it reachable: what is told here holds for every reading.
 */
export function reachOf(machine: Machine): Reach {
  const found = known.get(machine) ?? explore(graphOf(machine))
  known.set(machine, found)
  return found
}

function explore(graph: Graph): Reach {
  const { nodes, next, starts } = graph
  const isNode = (id: number) => id < nodes.length
  const parent = new Int32Array(next.length).fill(UNSEEN)
  const depth = new Int32Array(next.length)
  const origin = new Int32Array(next.length)
  const queue: number[] = []
  const visit = (id: number, from: number) => {
    if (parent[id] !== UNSEEN) return
    parent[id] = from
    depth[id] = from < 0 ? 0 : depth[from]! + (isNode(from) ? 1 : 0)
    origin[id] = from < 0 ? id : origin[from]!
    queue.push(id)
  }
  let at = 0
  const walk = () => {
    for (; at < queue.length; at++) for (const id of next[queue[at]!]!) visit(id, queue[at]!)
  }
  for (const id of starts) visit(id, -1)
  walk()
  for (const name of sentTo(graph.machine)) for (const id of graph.idsCalled(name)) visit(id, -1)
  walk()

  const isReachable = ({ id }: Node) => parent[id] !== UNSEEN
  const wayTo = ({ id }: Node): Way => {
    const back: Node[] = []
    for (let step = id; step >= 0 && back.length < SHOWN; step = parent[step]!)
      if (isNode(step)) back.push(nodes[step]!)
    const omitted = Math.max(0, depth[id]! + 1 - back.length)
    if (omitted) back[back.length - 1] = nodes[origin[id]!]!
    return { nodes: back.reverse(), omitted }
  }
  /** Whether a state leads anywhere, “any state” (which is told apart from a junction of its own) left out. */
  const leadsOn = ({ id }: Node) => next[id]!.some(to => to !== nodes.length)
  const ending = endingIn(graph)
  const reachable = nodes.filter(isReachable)
  const stuck = componentsOf(next, id => parent[id] !== UNSEEN && !ending[id])
  /** Components of states that lead somewhere and nowhere but to each other. */
  const loops = stuck.members
    .filter(
      (loop, own) => loop.some(id => next[id]!.length) && loop.every(id => next[id]!.every(to => stuck.of[to] === own)),
    )
    .filter(loop => loop.some(isNode))
  return {
    graph,
    isReachable,
    canEnd: ({ id }) => ending[id] === 1,
    hasEnd: nodes.some(node => node.canLeave || node.isTerminal),
    isOpen: reachable.some(({ isElsewhere, exits }) => isElsewhere || exits.some(dispatches)),
    deadEnds: graph.hasWildcard ? [] : reachable.filter(node => !node.canLeave && !node.isTerminal && !leadsOn(node)),
    traps: loops.map(loop => {
      const members = loop.filter(isNode).map(id => nodes[id]!)
      const entry = members.reduce((a, b) => (depth[b.id]! < depth[a.id]! ? b : a))
      return { nodes: members, way: wayTo(entry), round: roundFrom(graph, entry, loop) }
    }),
    islands: islandsOf(graph, id => parent[id] === UNSEEN),
    wayTo,
  }
}

/** For each id whether an end can be reached from it: a walk backwards from the ends. */
function endingIn({ nodes, next }: Graph): Uint8Array {
  const before: number[][] = next.map(() => [])
  for (const [id, targets] of next.entries()) for (const to of targets) before[to]!.push(id)
  const ending = new Uint8Array(next.length)
  const queue = nodes.filter(node => node.canLeave || node.isTerminal).map(({ id }) => id)
  for (const id of queue) ending[id] = 1
  for (let at = 0; at < queue.length; at++)
    for (const id of before[queue[at]!]!)
      if (!ending[id]) {
        ending[id] = 1
        queue.push(id)
      }
  return ending
}

/** Words of a target that is looked up when the run is there: “the saved state”, “route by flag”. */
const LOOKED_UP =
  /\b(?:rout(?:e[sd]?|ing)|dispatch\w*|resum\w+|saved|stored|previous|last|current|match(?:es|ing)?|respective|corresponding)\b|对应|相应|路由|恢复|上一|上次|分发|保存的|当前/i

/** Whether a transition leads to a state that the text does not name. */
const dispatches = ({ to, do: what = '' }: Transition): boolean =>
  (to.kind === 'text' && LOOKED_UP.test(to.name)) ||
  /\b(?:saved|stored|previous) state\b|(?:保存|上次)的?状态/i.test(what)

const statesNamedNext = (text: string): string[] => jumpsIn(text, 0, []).map(({ to }) => to)

const sentences = new WeakMap<Document, readonly string[]>()

/** The states that prose outside of a machine's states and transitions, or another file of its skill, sends a run to. */
function sentTo({ document, parts }: Machine): string[] {
  let names: string[] = []
  let at = 0
  for (const { start, end } of [...parts.states, ...parts.transitions].sort((a, b) => a.start - b.start)) {
    if (start > at) names = names.concat(statesNamedNext(document.text.slice(at, start)))
    at = Math.max(at, end)
  }
  names = names.concat(statesNamedNext(document.text.slice(at)))
  for (const other of document.skill?.files ?? []) {
    if (other === document || other.kind === 'data') continue
    const found = sentences.get(other) ?? statesNamedNext(other.text)
    sentences.set(other, found)
    names = names.concat(found)
  }
  return names
}

/** A round through a loop: the shortest way from a state back to itself. */
function roundFrom({ nodes, next }: Graph, entry: Node, loop: readonly number[]): Way {
  const isInside = new Set(loop)
  const parent = new Map<number, number>()
  const queue = [entry.id]
  for (let at = 0; at < queue.length && !parent.has(entry.id); at++)
    for (const to of next[queue[at]!]!)
      if (isInside.has(to) && !parent.has(to)) {
        parent.set(to, queue[at]!)
        queue.push(to)
      }
  const back = [entry]
  for (let id = parent.get(entry.id); id !== undefined && id !== entry.id; id = parent.get(id))
    back.push(...nodes.slice(id, id + 1))
  back.push(entry)
  const round = back.reverse()
  const omitted = Math.max(0, round.length - SHOWN)
  return { nodes: omitted ? [round[0]!, ...round.slice(1 - SHOWN)] : round, omitted }
}

/**
 * Whether a machine says enough to judge what it leads to: it has transitions for half of its states, is no copy of
 * another skill's, and the document does not leave everything to a workflow file.
 */
export function isJudged(machine: Machine): boolean {
  const { document, transitions, states, isShared } = machine
  if (!transitions.length || !states.length || isShared || isDelegating(document)) return false
  return !reachOf(machine).graph.isSketch
}
