import type { Span } from '../../core/types.ts'
import type { Attribute } from './attributes.ts'
import { attributesIn } from './attributes.ts'
import { hopsOf } from './hops.ts'
import { jumpsIn } from './jumps.ts'
import { bare, groupOf, isTableRow, type Line } from './lines.ts'
import { isDelegated } from './marks.ts'
import { leadingNames, type Name, namesIn } from './names.ts'
import { actionsIn, conditionOf, firstLanding, shapeOf } from './steps.ts'
import { type Columns, columnsOf, rowIn } from './table.ts'
import type { Block, Jump, Transition } from './types.ts'

/** What a part of transitions says. */
export interface Moves {
  transitions: Transition[]
  blocks: Block[]
  jumps: Jump[]
  /** States that a mark of a start leads to: `[*] → S_PARSE`. */
  starts: string[]
}

/** A state whose block is open. */
export interface Source {
  name: string
  span: Span
}

const ANY =
  /^[`*(（[]{0,2}(?:\*|ANY(?:_STATE)?|S_\*|[Aa]ny(?: state)?|[Aa]ll states|[Ee]very state|任意(?:状态)?|任何(?:状态)?|所有状态|每个状态)[`*)）\]]{0,2}[ \t]*(?=$|[:：(（[→=-]|⟶|➜|➔|⇒)/
const START = /^[`(（[]{0,2}(?:\*\]|START|Start|start|BEGIN|开始|入口)[`)）\]]{0,2}[ \t]*$/

/** Actions that are read of one block or transition. */
const MANY = 100

/** The longest text between a source and its arrow that is read as a condition. */
const CONDITION = 100

/** Reads lines as transitions: blocks below `S_A:`, lines `S_A → S_B`, chains and tables. */
export function movesIn(lines: readonly Line[]): Moves {
  const moves: Moves = { transitions: [], blocks: [], jumps: [], starts: [] }
  const blocks = new Map<string, Block>()
  let current: Source[] = []
  let group = ''
  let isAfterBlank = true
  let latest: Transition[] = []
  let table: Columns | undefined
  let rowSource: Source[] = []

  const open = (sources: Source[]) => {
    current = sources
    latest = []
    for (const { name, span } of sources) {
      if (blocks.has(name)) continue
      const block: Block = { name, span, hasText: false, isDelegated: false, actions: [] }
      blocks.set(name, block)
      moves.blocks.push(block)
    }
  }
  const tell = (text: string, start: number) => {
    if (!text.trim()) return
    for (const { name } of current) {
      const block = blocks.get(name)!
      block.hasText = true
      block.isDelegated ||= isDelegated(text)
      block.actions = [...block.actions, ...actionsIn(text, start)].slice(0, MANY)
    }
    const from = current.map(({ name }) => name)
    for (const { text: to, span } of namesIn(text, start, 'S')) moves.jumps.push({ to, span, from })
  }
  const add = (made: Transition[], jumps: Jump[]) => {
    moves.transitions.push(...made)
    for (const jump of jumps) moves.jumps.push(jump)
    if (made.length) latest = made
  }

  for (const line of lines) {
    if (!line.text.trim()) {
      isAfterBlank = true
      table = undefined
      continue
    }
    const wasAfterBlank = isAfterBlank
    isAfterBlank = false
    if (isTableRow(line)) {
      if (!table) {
        table = columnsOf(line)
        rowSource = current
      } else {
        const row = rowIn(line, table, rowSource, group)
        rowSource = row.sources
        add(row.transitions, row.jumps)
      }
      continue
    }
    table = undefined
    const named = groupOf(line)
    if (named !== undefined) {
      group = named
      current = []
      continue
    }
    const { text, start, mark } = bare(line)
    if (!text) continue
    const span = { start, end: start + text.length }
    const shape = shapeOf(text, start)
    const { head, stretches } = shape

    if (!head.text.trim() && stretches.length) {
      const isAny = mark === '*' && line.indent === 0 && shape.attributes[0]?.at !== start
      const chain = latest.at(-1)
      const goesOn = chain?.form === 'chain' && chain.to.kind === 'state' && line.indent > 0 && current.length === 0
      const sources = isAny
        ? [{ name: '*', span: { start, end: start } }]
        : goesOn
          ? [{ name: chain.to.name, span: chain.toSpan }]
          : current
      if (sources.length) {
        const made = hopsOf(sources, shape, span, group, goesOn ? 'chain' : 'block')
        add(made.transitions, made.jumps)
      }
      continue
    }

    const { names, end } = leadingNames(text, start, 'S')
    const any = names.length ? null : ANY.exec(text)
    if (names.length || any) {
      const after = names.length ? end : any![0].length
      const sources = names.length ? names.map(sourceOf) : [{ name: '*', span: { start, end: start + after } }]
      const between = head.text.slice(after)
      const isHeader =
        /^[ \t]*(?:[(（][^()（）]{0,80}[)）][ \t]*)?[:：]/.test(text.slice(after)) || !text.slice(after).trim()
      if (stretches.length && between.length <= CONDITION) {
        if (isHeader) open(sources)
        const made = hopsOf(sources, shape, span, group, isHeader ? 'block' : 'flat', conditionOf(between))
        add(made.transitions, made.jumps)
        if (!isHeader) {
          current = made.isChain ? [] : sources
          for (const { name, span } of current)
            if (!blocks.has(name)) {
              const block: Block = { name, span, hasText: false, isDelegated: false, actions: [] }
              blocks.set(name, block)
              moves.blocks.push(block)
            }
        }
        continue
      }
      const opens = isHeader || /^[ \t]*(?:—|–|--?(?!>)|[:：])/.test(text.slice(after)) || shape.attributes.length > 0
      if (opens && !any) {
        open(sources)
        tell(text.slice(after).replace(/^[\s:：—–-]+/, ''), start + after)
        continue
      }
    }
    if (START.test(head.text.trim()) && stretches.length) {
      moves.starts.push(
        ...namesIn(stretches[0]!.text, stretches[0]!.start, 'S')
          .slice(0, MANY)
          .map(name => name.text),
      )
      continue
    }
    if (stretches.length && current.length && firstLanding(text) >= 0 && (mark || line.indent > 0)) {
      const made = hopsOf(current, shape, span, group, 'block', conditionOf(head.text))
      add(made.transitions, made.jumps)
      continue
    }
    const attributes = attributesIn(text, start)
    const isNamedPart = attributes.length > 0 && /^[`*]*$/.test(text.slice(0, attributes[0]!.at - start))
    if (isNamedPart && latest.length && (line.indent > 0 || !wasAfterBlank)) {
      for (const transition of latest) extend(transition, attributes, span.end)
      const from = current.map(({ name }) => name)
      for (const jump of jumpsIn(text, start, from)) moves.jumps.push(jump)
      continue
    }
    if (wasAfterBlank && line.indent === 0 && !mark) current = []
    tell(text, start)
  }
  return moves
}

const sourceOf = ({ text, span }: Name): Source => ({ name: text, span })

/** Adds named parts that stand on lines of their own below a transition. */
function extend(transition: Transition, attributes: readonly Attribute[], end: number) {
  const actions = [...transition.actions]
  for (const { key, text, start } of attributes) {
    if (key === 'otherwise') transition.otherwise = true
    else transition[key] = transition[key] ? `${transition[key]}; ${text}` : text
    if (actions.length < MANY && (key === 'do' || key === 'entry' || key === 'guard'))
      actions.push(...actionsIn(text, start))
  }
  transition.actions = actions
  transition.span = { start: transition.span.start, end }
}
