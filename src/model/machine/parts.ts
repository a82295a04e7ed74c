import type { Document, Heading, Section, Span } from '../../core/types.ts'

/** Where a state machine stands in a document, and where its parts are. */
export interface Frame {
  form: 'tag' | 'heading'
  /** The opening tag, or the heading. */
  at: Span
  body: Span
  states: Span[]
  transitions: Span[]
  actions: Span[]
  /** Whether states and transitions stand in one text, so that nothing says what is a declaration. */
  isMixed: boolean
}

const KINDS = ['states', 'transitions', 'actions'] as const
type Kind = (typeof KINDS)[number]

const MACHINE = /^(?:(?:the|main|core)\s+)?(?:\w+\s+)?state machine(?![\w-])|^.{0,8}状态机/i
const HEADINGS: Readonly<Record<Kind, RegExp>> = {
  states: /^(?:all |the )?states?(?:\s+(?:list|table|definitions?))?(?![\w-])|^状态(?!机|转|迁|流)/i,
  transitions: /^(?:state |all |the )?transitions?(?![\w-])|^(?:状态)?(?:转换|转移|迁移|流转|跳转)/i,
  actions:
    /^(?:all |the |shared )?actions?(?:\s+(?:list|table|definitions?|details?))?(?![\w-])|^(?:动作|操作)(?!系统)/i,
}

/** A heading's words without numbering and marks; `# === Build ===` inside transitions is a comment, no heading. */
const wordsOf = ({ text }: Heading) => text.replace(/[*_`]/g, '').replace(/^[^\p{L}]+/u, '')
export const isRule = ({ text }: Pick<Heading, 'text'>): boolean => /^[=─—~*-]{2}/.test(text)

const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end

/** The machines of a document: `<state_machine>`, loose `<states>` or `<transitions>`, or below a heading. */
export function framesOf(document: Document): Frame[] {
  const { sections, text } = document
  if (!/S_/.test(text)) return []
  const headings = document.headings.filter(heading => !isRule(heading))
  const frames: Frame[] = []
  const loose = new Map<Section | undefined, Section[]>()
  let machine: Section | undefined
  for (const section of sections) {
    const isInside = machine !== undefined && section.span.end <= machine.span.end
    if (section.tag === 'state_machine' && !isInside) {
      machine = section
      frames.push(frameOf(document, headings, 'tag', section.open, section.body))
    } else if (!isInside && (section.tag === 'states' || section.tag === 'transitions')) {
      const alike = loose.get(section.parent)
      if (alike) alike.push(section)
      else loose.set(section.parent, [section])
    }
  }
  for (const [parent, parts] of loose) {
    const body = parent?.body ?? { start: 0, end: text.length }
    const own = frameOf(document, headings, 'tag', parts[0]!.open, body)
    if (!frames.some(frame => holds(body, frame.body))) frames.push(own)
  }
  let last: Frame | undefined
  for (const [index, heading] of headings.entries()) {
    if (!MACHINE.test(wordsOf(heading)) || (last && heading.span.start < last.body.end)) continue
    const body = bodyBelow(document, headings, index)
    if (frames.some(frame => holds(frame.body, heading.span) || holds(body, frame.at))) continue
    last = frameOf(document, headings, 'heading', heading.span, body)
    frames.push(last)
  }
  return frames.sort((a, b) => a.at.start - b.at.start)
}

function frameOf(document: Document, headings: readonly Heading[], form: Frame['form'], at: Span, body: Span): Frame {
  const frame: Frame = { form, at, body, states: [], transitions: [], actions: [], isMixed: false }
  const inside = sectionsIn(document, body)
  for (const kind of KINDS) frame[kind] = inside.filter(({ tag }) => tag === kind).map(section => section.body)
  const tagged = new Set(KINDS.filter(kind => frame[kind].length))
  for (let index = firstFrom(headings, body.start); index < headings.length; index++) {
    const heading = headings[index]!
    if (heading.span.start >= body.end) break
    const kind = KINDS.find(one => !tagged.has(one) && HEADINGS[one].test(wordsOf(heading)))
    if (!kind || KINDS.some(one => frame[one].some(part => holds(part, heading.span)))) continue
    const { start, end } = bodyBelow(document, headings, index)
    frame[kind].push({ start, end: Math.min(end, body.end) })
  }
  if (!frame.states.length && !frame.transitions.length) {
    const end = Math.min(body.end, ...frame.actions.map(({ start }) => start))
    frame.states = [{ start: body.start, end }]
    frame.transitions = frame.states
    frame.isMixed = true
  }
  return frame
}

const sectionsIn = ({ sections }: Document, body: Span) => {
  const from = firstFrom(sections, body.start)
  const found: Section[] = []
  for (let index = from; index < sections.length && sections[index]!.span.start < body.end; index++)
    found.push(sections[index]!)
  return found
}

/** Up to the next heading of the same rank, the end of the section it stands in, or the next one. */
function bodyBelow({ sections, text }: Document, headings: readonly Heading[], index: number): Span {
  const { depth, span } = headings[index]!
  let next = index + 1
  while (next < headings.length && headings[next]!.depth > depth) next++
  let end = Math.min(text.length, headings[next]?.span.start ?? text.length)
  const after = firstFrom(sections, span.end)
  const following = sections[after]
  if (following && !['states', 'transitions', 'actions', 'state_machine'].includes(following.tag))
    end = Math.min(end, following.span.start)
  let around = sections[after - 1]
  while (around && around.body.end <= span.start) around = around.parent
  return { start: span.end, end: Math.min(end, around?.body.end ?? end) }
}

function firstFrom(places: readonly { span: Span }[], offset: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]!.span.start < offset) low = middle + 1
    else high = middle
  }
  return low
}
