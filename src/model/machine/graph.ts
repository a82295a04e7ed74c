import type { Span } from '../../core/types.ts'
import type { Machine, State, Transition } from './types.ts'

/** A state as the graph knows it. */
export interface Node {
  id: number
  name: string
  /** Its declaration; a name that is only used has none. */
  state?: State
  /** The declaration, or the first use. */
  span: Span
  /** Transitions that leave it for another state, an end or something unknown. */
  exits: readonly Transition[]
  /** Whether a transition or a remark lets the run end here, or go where the text does not say. */
  canLeave: boolean
  /** Whether the run ends here by convention: the last state, “report”, a loop that another file describes. */
  isTerminal: boolean
  /** Whether another file, or another skill, says what happens in it. */
  isElsewhere: boolean
}

/**
 * The states of a machine and what leads where.
 *
 * Ids below `nodes.length` are nodes. Those from there on are junctions, which stand for several states at once: “any
 * state” (the first), what a parametric name may mean, the states that do one action. They keep the graph linear in
 * the text.
 */
export interface Graph {
  machine: Machine
  nodes: readonly Node[]
  /** What each id leads to. */
  next: readonly (readonly number[])[]
  starts: readonly number[]
  /** Whether a line speaks of every state as a source: `ANY → S_STOP`. */
  hasWildcard: boolean
  /** Whether fewer than half of the declared states have a line of their own: what the others do, the text leaves open. */
  isSketch: boolean
  /** Ids of the states that a name stands for. */
  idsCalled(name: string): ReadonlySet<number>
}

/** Names of states that end a run without saying so. */
const ENDING =
  /(?:^|_)(?:AGGREGATE|REPORT|SUMMARY|SUMMARIZE|DONE|END|COMPLETED?|FINISH(?:ED)?|FINALIZE|EXIT|STOP(?:PED)?|FAIL(?:ED|URE)?|ABORT(?:ED)?|CANCEL(?:LED|ED)?|ERROR|HALT|TERMINATED?|CLOSED?|OUTPUT|RESULT|LOOP)$/

const ENDS_IN_WORDS =
  /\b(?:ends?|stops?|terminat\w+|terminal|final(?: state)?|exits?|halts?|finish(?:es)?|hands? over|closes)\b|结束|终止|退出|收尾|完成并|终态|最终状态|移交|交接/i

/** What is said of a loop that runs until somebody stops it. */
const ENDLESS =
  /\b(?:forever|endless(?:ly)?|until (?:the )?(?:user|session|run|operator|it is) |interrupted|keeps? (?:running|watching|listening))\b|直到用户|持续(?:运行|监听|监控)|常驻/i

/** Builds the graph of a machine: linear in its states, transitions and jumps. */
export function graphOf(machine: Machine): Graph {
  const nodes = nodesOf(machine)
  const byName = new Map(nodes.map(({ name, id }) => [name, id]))
  const called = new Map<string, ReadonlySet<number>>()
  const idsCalled = (name: string): ReadonlySet<number> => {
    const known = called.get(name)
    if (known) return known
    const own = byName.get(name)
    const ids = own === undefined ? machine.statesCalled(name).map(state => byName.get(state.name)!) : [own]
    called.set(name, new Set(ids))
    return called.get(name)!
  }
  const any = nodes.length
  const next: number[][] = Array.from({ length: any + 1 }, () => [])
  const junctions = new Map<string | readonly string[], number>()
  const junction = (key: string | readonly string[]): { id: number; isNew: boolean } => {
    const known = junctions.get(key)
    if (known !== undefined) return { id: known, isNew: false }
    junctions.set(key, next.length)
    next.push([])
    return { id: next.length - 1, isNew: true }
  }
  /** The id to lead to: the state, or a junction that leads to all that a name may mean. */
  const into = (name: string): number | undefined => {
    const ids = idsCalled(name)
    if (ids.size < 2) return [...ids][0]
    const { id, isNew } = junction(name)
    if (isNew) for (const own of ids) next[id]!.push(own)
    return id
  }
  const leads = (from: number, name: string) => {
    const id = into(name)
    if (id !== undefined) next[from]!.push(id)
  }
  /** Whether “any state” may end the run. */
  let anyEnds = false
  // A machine may declare its end as a state: what leads to END leads there.
  const declaredEnd = [...idsCalled('S_END')]
  const end = (id: number) => {
    for (const own of declaredEnd) if (own !== id && id <= any) next[id]!.push(own)
    if (id < any) nodes[id]!.canLeave = true
    else if (id === any) anyEnds = true
  }

  for (const transition of machine.transitions) {
    const { from, to } = transition
    for (const id of from === '*' ? [any] : idsCalled(from)) {
      if (id !== any) nodes[id]!.exits.push(transition)
      if (to.kind !== 'state') end(id)
      else leads(id, to.name)
    }
  }
  for (const { from, to } of machine.jumps) {
    const ids = from.length === 1 ? (from[0] === '*' ? [any] : [...idsCalled(from[0]!)]) : []
    let source = ids[0]
    if (from.length === 0) source = any
    else if (ids.length !== 1) {
      const { id, isNew } = junction(from)
      if (isNew) for (const name of new Set(from)) for (const own of idsCalled(name)) next[own]!.push(id)
      source = id
    }
    if (to !== 'END' && to !== 'S_END') leads(source!, to)
    else for (const id of from.length ? from.flatMap(name => [...idsCalled(name)]) : [any]) end(id)
  }

  const hasAny = next[any]!.length > 0
  const blocks = new Map(machine.blocks.map(block => [block.name, block]))
  const endsSomewhere = machine.transitions.some(({ to }) => to.kind !== 'state')
  const last = machine.states.at(-1)
  for (const node of nodes) {
    const { state, name } = node
    const block = blocks.get(name)
    node.isElsewhere = Boolean(state?.isDelegated || state?.isShared || block?.isDelegated)
    // From `S_WAVE_{N}` to `S_WAVE_{N+1}` and nowhere else: what the last one does, nobody says.
    const isOwn = ({ to }: Transition) => to.kind === 'state' && to.name !== name && idsCalled(to.name).has(node.id)
    node.canLeave ||= node.exits.length > 0 && node.exits.every(isOwn)
    node.canLeave ||= node.isElsewhere || anyEnds || ENDLESS.test(state?.description ?? '')
    const hasExit = node.exits.length > 0 || next[node.id]!.some(id => id !== node.id)
    if (hasAny) next[node.id]!.push(any)
    node.isTerminal =
      !hasExit &&
      (!state ||
        block?.hasText === true ||
        ENDING.test(name) ||
        ENDS_IN_WORDS.test(state.description) ||
        (state === last && !endsSomewhere))
  }
  const spoken = nodes.filter(({ state, exits, name }) => state && (exits.length > 0 || blocks.has(name))).length
  return {
    machine,
    nodes,
    next,
    starts: [...new Set(machine.starts.flatMap(name => [...idsCalled(name)]))],
    hasWildcard: machine.transitions.some(({ from }) => from === '*'),
    isSketch: spoken * 2 < machine.states.length,
    idsCalled,
  }
}

/** Declared states in order, then the names that transitions use and nothing declares. */
function nodesOf({ states, transitions, statesCalled }: Machine): (Node & { exits: Transition[] })[] {
  const nodes: (Node & { exits: Transition[] })[] = []
  const seen = new Set<string>()
  const add = (name: string, span: Span, state?: State) => {
    if (seen.has(name) || (!state && statesCalled(name).length)) return
    seen.add(name)
    const own = { id: nodes.length, name, span, exits: [], canLeave: false, isTerminal: false, isElsewhere: false }
    nodes.push({ ...own, ...(state ? { state } : {}) })
  }
  for (const state of states) add(state.name, state.span, state)
  for (const { from, fromSpan, to, toSpan } of transitions) {
    if (from !== '*') add(from, fromSpan)
    if (to.kind === 'state') add(to.name, toSpan)
  }
  return nodes
}
