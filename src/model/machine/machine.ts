import type { Document, Span } from '../../core/types.ts'
import { actionsOf } from './actions.ts'
import { jumpsIn } from './jumps.ts'
import { fencedLinesIn, type Line, linesIn } from './lines.ts'
import { goesOn } from './marks.ts'
import { finderOf, namesIn } from './names.ts'
import { type Frame, framesOf } from './parts.ts'
import { chained, type Declarations, declarationsIn } from './states.ts'
import { type Moves, movesIn } from './transitions.ts'
import type { Jump, Machine, State } from './types.ts'

export type { Machine, State, Transition } from './types.ts'

const known = new WeakMap<Document, readonly Machine[]>()

/**
 * The state machines of a document, in order: between tags, below a heading, or loose `<states>` and `<transitions>`.
 *
 * Offsets are those of the document. Computed once per document and linear in its text. A text that only speaks of
 * states is no machine: one has states or transitions.
 */
export function machinesOf(document: Document): readonly Machine[] {
  const found = known.get(document) ?? read(document)
  known.set(document, found)
  return found
}

const read = (document: Document): Machine[] =>
  framesOf(document)
    .map(frame => machineOf(document, frame))
    .filter(({ states, transitions }) => states.length > 0 || transitions.length > 0)

function machineOf(document: Document, frame: Frame): Machine {
  const declared = declarationsOf(document, frame)
  const moves = movesOf(document, frame)
  const states = [...declared.states]
  const names = new Set(states.map(({ name }) => name))
  const jumps: Jump[] = [...moves.jumps]
  const isDrawn = frame.isMixed || !moves.transitions.length
  for (const chain of declared.chains) {
    const drawn = movesIn([chain])
    for (const name of namesIn(chain.text, chain.start, 'S')) {
      if (name.isPrefix || names.has(name.text) || name.text === 'S_END') continue
      names.add(name.text)
      states.push(chained(name))
    }
    if (isDrawn) moves.transitions.push(...drawn.transitions)
    else
      for (const { from, to, toSpan } of drawn.transitions)
        jumps.push({ to: to.kind === 'state' ? to.name : 'END', span: toSpan, from: [from] })
    jumps.push(...drawn.jumps)
  }
  states.sort((a, b) => a.span.start - b.span.start)
  const statesCalled = finderOf(states)
  const actions = actionsOf(document)
  const actionsCalled = finderOf(actions)
  const sources = [...moves.transitions.map(({ from }) => from), ...moves.blocks.map(({ name }) => name)]
  const starts = new Set([
    ...moves.starts,
    ...[states[0]?.name, moves.blocks[0]?.name ?? sources.find(from => from !== '*')].filter(
      name => name !== undefined,
    ),
    ...states.filter(isEntry).map(({ name }) => name),
  ])
  const doers = doersOf(moves)
  for (const { name, body } of actions)
    if (body.start >= frame.body.start && body.end <= frame.body.end) {
      const implied = `S${name.slice(1)}`
      const from = [...(doers.get(name) ?? []), ...(names.has(implied) ? [implied] : [])]
      const said = document.text.slice(body.start, Math.min(body.end, body.start + 20_000))
      if (from.length && ENDS.test(said)) jumps.push({ to: 'END', span: body, from })
      jumps.push(...jumpsIn(said, body.start, from))
    }
  return {
    document,
    form: frame.form,
    at: frame.at,
    span: { start: Math.min(frame.at.start, frame.body.start), end: frame.body.end },
    parts: { states: frame.isMixed ? [] : frame.states, transitions: frame.transitions, actions: frame.actions },
    states,
    transitions: moves.transitions,
    blocks: moves.blocks,
    jumps,
    actions,
    starts: [...starts],
    isShared: declared.isShared || saysShared(document, frame),
    statesCalled,
    actionsCalled,
  }
}

/** For each action the states whose transitions do it. */
function doersOf({ transitions }: Moves): Map<string, Set<string>> {
  const doers = new Map<string, Set<string>>()
  for (const { from, actions } of transitions)
    for (const { text } of actions) {
      const states = doers.get(text)
      if (states) states.add(from)
      else doers.set(text, new Set([from]))
    }
  return doers
}

/** What an action says when the run is over behind it. */
const ENDS =
  /\bEND\b|\b(?:ends?|stops?|terminates?|exits?|quits?) (?:here|the (?:run|session|skill|workflow))\b|(?:流程|运行|会话|执行)?(?:到此)?(?:结束|终止)(?!符)/

const isEntry = ({ description }: State) =>
  /\bentry (?:point|state)\b|\b(?:initial|start(?:ing)?) state\b|入口|初始状态|起始状态/i.test(description)

function declarationsOf(document: Document, frame: Frame): Declarations {
  const readAs = (linesOf: (document: Document, part: Span) => Line[]): Declarations => {
    const parts = frame.states.map(part => declarationsIn(linesOf(document, part), frame.isMixed))
    const seen = new Set<string>()
    return {
      states: parts.flatMap(({ states }) => states).filter(({ name }) => !seen.has(name) && seen.add(name)),
      chains: parts.flatMap(({ chains }) => chains),
      isShared: parts.some(part => part.isShared),
    }
  }
  const found = readAs(linesIn)
  return found.states.length || found.chains.length || frame.isMixed ? found : readAs(fencedLinesIn)
}

function movesOf(document: Document, frame: Frame): Moves {
  const readAs = (linesOf: (document: Document, part: Span) => Line[]): Moves => {
    const parts = frame.transitions.map(part => movesIn(linesOf(document, part)))
    return {
      transitions: parts.flatMap(({ transitions }) => transitions),
      blocks: parts.flatMap(({ blocks }) => blocks),
      jumps: parts.flatMap(({ jumps }) => jumps),
      starts: parts.flatMap(({ starts }) => starts),
    }
  }
  const found = readAs(linesIn)
  return found.transitions.length ? found : readAs(fencedLinesIn)
}

/** Lines of the machine outside of its parts that say that it goes on with another skill's. */
function saysShared({ text }: Document, frame: Frame): boolean {
  const parts = [...frame.states, ...frame.transitions, ...frame.actions].sort((a, b) => a.start - b.start)
  let at = frame.body.start
  const outside: Span[] = []
  for (const { start, end } of frame.isMixed ? [] : parts) {
    if (start > at) outside.push({ start: at, end: start })
    at = Math.max(at, end)
  }
  outside.push({ start: at, end: frame.body.end })
  const isPart = (span: Span) => span.end - span.start < 4_000
  return outside.filter(isPart).some(({ start, end }) => text.slice(start, end).split('\n').some(goesOn))
}
