import type { Span } from '../../core/types.ts'
import type { Attribute } from './attributes.ts'
import { jumpsIn } from './jumps.ts'
import { namesIn } from './names.ts'
import { type Arrival, actionsIn, arrivalIn, conditionOf, type Landing, type Shape } from './steps.ts'
import type { Source } from './transitions.ts'
import type { Jump, Transition } from './types.ts'

/** What one line of arrows says. */
export interface Hops {
  transitions: Transition[]
  jumps: Jump[]
  /** Whether the line runs through several states. */
  isChain: boolean
}

/** One arrow that leads somewhere. */
interface Hop {
  sources: readonly Source[]
  landings: readonly Landing[]
  /** What stands behind the target. */
  rest: string
  restStart: number
  actions: Transition['actions'][number][]
  note: string
}

/**
 * Reads the arrows of a line from its sources on.
 *
 * `S_A → S_B : cond → A_X` is one transition with its condition and action; `S_A → S_B → S_C` is a chain; text between
 * two arrows (`S_A → wait → S_B`) is a condition. Named parts belong to the last transition.
 */
export function hopsOf(
  sources: readonly Source[],
  shape: Shape,
  span: Span,
  group: string,
  form: Transition['form'],
  condition = '',
): Hops {
  const hops: Hop[] = []
  const jumps: Jump[] = []
  let from = sources
  let pending = ''
  const arrivals = shape.stretches.map(arrivalIn)
  for (const [index, arrival] of arrivals.entries()) {
    const stretch = shape.stretches[index]!
    const last = hops.at(-1)
    const isAfterCondition = last !== undefined && /^[ \t]*[:：]/.test(last.rest)
    const kind = arrival.landings[0]?.target.kind
    if (!kind) {
      if (last) last.actions.push(...arrival.actions)
      else pending = stretch.text.trim()
    } else if (last && (kind === 'text' || kind === 'handler' || isAfterCondition)) {
      last.note = `${last.note} ${stretch.text.trim()}`.trim()
      const names = namesIn(stretch.text, stretch.start, 'S')
      for (const { text, span: place } of names)
        jumps.push({
          to: text,
          span: place,
          from: [...last.sources, ...statesOf(last.landings)].map(({ name }) => name),
        })
    } else if (kind === 'text' && leadsOn(arrivals[index + 1])) {
      pending = stretch.text.trim()
    } else {
      hops.push(hopOf(from, arrival, pending))
      pending = ''
      const states = statesOf(arrival.landings)
      if (states.length) from = states
    }
  }
  const isChain = hops.filter(({ landings }) => landings[0]!.target.kind === 'state').length > 1
  const transitions: Transition[] = []
  for (const [index, hop] of hops.entries()) {
    const isLast = index === hops.length - 1
    const made = attributed(hop, isLast ? shape.attributes : [], index === 0 ? condition : '')
    for (const source of hop.sources)
      for (const { target, span: toSpan } of hop.landings)
        transitions.push({
          from: source.name,
          to: target,
          ...made,
          form: isChain && form !== 'table' ? 'chain' : form,
          group,
          span,
          fromSpan: source.span,
          toSpan,
        })
  }
  const names = sources.map(({ name }) => name)
  for (const { key, text, start } of shape.attributes)
    for (const { to, span: place } of key === 'when' ? jumpsIn(text, start, names) : statesIn(text, start))
      jumps.push({ to, span: place, from: names })
  return { transitions, jumps, isChain }
}

/** Whether the next stretch leads to a state or an end, so that the text before it is a condition. */
function leadsOn(next: Arrival | undefined): boolean {
  const kind = next?.landings[0]?.target.kind
  return kind === 'state' || kind === 'end' || kind === 'error'
}

const statesIn = (text: string, offset: number) =>
  namesIn(text, offset, 'S').map(({ text: to, span }) => ({ to, span }))

const statesOf = (landings: readonly Landing[]): Source[] =>
  landings.filter(({ target }) => target.kind === 'state').map(({ target, span }) => ({ name: target.name, span }))

function hopOf(sources: readonly Source[], arrival: Arrival, note: string): Hop {
  const { landings, rest, restStart } = arrival
  return { sources, landings, rest, restStart, actions: [], note }
}

type Parts = Pick<Transition, 'when' | 'guard' | 'entry' | 'gate' | 'note' | 'do' | 'actions' | 'otherwise'>

/** The condition, actions and notes of a hop, from its named parts and from what stands around its target. */
function attributed(hop: Hop, attributes: readonly Attribute[], condition: string): Parts {
  const parts: Parts = { actions: [], otherwise: false }
  const actions = [...hop.actions]
  for (const { key, text, start } of attributes) {
    if (key === 'otherwise') parts.otherwise = true
    else if (text) parts[key] = parts[key] ? `${parts[key]}; ${text}` : text
    if (key === 'when' && /^(?:otherwise|else|default|否则|其他|其余)$/i.test(text)) parts.otherwise = true
    if (key === 'otherwise' && text && !parts.note) parts.note = text
    if (key === 'do' || key === 'entry' || key === 'guard') actions.push(...actionsIn(text, start))
  }
  const said = conditionOf(hop.rest)
  const inRest = actionsIn(hop.rest, hop.restStart)
  if (said && /^A_[A-Z0-9]/.test(said)) {
    actions.push(...inRest)
    parts.do ??= said
  } else if (said && /^[\s:：(（]*(?:otherwise|else|default|否则|其他|其余)[\s)）]*$/i.test(hop.rest))
    parts.otherwise = true
  else if (said) {
    if (parts.when === undefined) parts.when = said
    else parts.note = parts.note ? `${said}; ${parts.note}` : said
  }
  if (condition) parts.when = parts.when === undefined ? condition : `${condition}; ${parts.when}`
  if (hop.note) {
    if (/^A_/.test(hop.note)) parts.do ??= hop.note
    else parts.note = parts.note ? `${hop.note}; ${parts.note}` : hop.note
  }
  if (actions.length && parts.do === undefined && hop.actions.length)
    parts.do = hop.actions.map(({ text }) => text).join(', ')
  return { ...parts, actions }
}
