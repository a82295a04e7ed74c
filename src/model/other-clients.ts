import type { Platform } from '../core/platform.ts'
import type { Document, PlatformId, Span } from '../core/types.ts'
import { cellsOf } from '../markdown/tables.ts'
import { spanOfNode, visit } from '../markdown/walk.ts'
import { fenceAt } from './examples.ts'
import { counterpartOf } from './vocabulary.ts'

/** A client's names in text, paths of its folder apart. */
const NAMES: Readonly<Record<PlatformId, RegExp>> = {
  claude: /(?<![.\w/])claude(?![\w/])/i,
  codex: /(?<![.\w/])codex(?![\w/])/i,
  agy: /(?<![.\w/])(?:agy|antigravity)(?![\w/])/i,
  agents: /(?!)/,
}

/** Words of a heading, or of a sentence before a list, under which texts compare clients. */
const COMPARES =
  /\b(?:mapp(?:ing|ed)s?|equivalen(?:t|ce|ts)|compatib(?:le|ility)|cross-(?:platform|client|host)|(?:platform|client|host|harness|tool) (?:differences|adaptation|names|translation)|porting|adapters?|migrat(?:ion|ing)|other (?:clients|platforms|hosts|agents))\b|映射|对照|差异|适配|兼容|迁移|等价/i

/** Words by which one name is said to stand for another. */
const MAPS =
  /\b(?:maps?|mapped|equivalents?|equals|corresponds?|becomes?|translates?|converts?|replaces?|instead|renamed|counterpart|same as)\b|对应|映射|等价|替换|替代|取代|改用|改为|改成/i

/** Signs that map where both sides do the same; between other names they are steps. */
const ARROW = /[→⇒↔⟶≈≡=]|->/

/** Lines above an item or block that are looked through for its lead-in. */
const REACH = 15

/** The first characters of a line that are looked at. */
const WIDTH = 600

const lineText = ({ lines, text }: Document, index: number): string => {
  const { start, end } = lines.span(index)
  return text.slice(start, Math.min(end, start + WIDTH))
}

/** A tool's name in a text. */
export interface Named {
  tool: string
  span: Span
}

/** What a document says of a client as a whole, computed once. */
interface View {
  /** Stretches below headings that name the client or compare clients. */
  parts: readonly Span[]
  /** Tables that compare clients. */
  tables: readonly Span[]
}

const views = new WeakMap<Document, Map<PlatformId, View>>()

function viewOf(document: Document, client: PlatformId): View {
  const own = views.get(document) ?? new Map<PlatformId, View>()
  views.set(document, own)
  const known = own.get(client)
  if (known) return known
  const name = NAMES[client]
  const parts: Span[] = []
  let depth = Number.POSITIVE_INFINITY
  const end = document.text.length
  for (const { depth: rank, text, span } of document.headings) {
    if (rank <= depth && depth !== Number.POSITIVE_INFINITY) {
      parts[parts.length - 1]!.end = span.start
      depth = Number.POSITIVE_INFINITY
    }
    const isOther = name.test(text) || (COMPARES.test(text) && text.length < 120)
    if (depth === Number.POSITIVE_INFINITY && isOther) {
      parts.push({ start: span.start, end })
      depth = rank
    }
  }
  const tables: Span[] = []
  visit(document.tree, 'table', node => {
    const { start, end } = spanOfNode(node)
    const head = lineText(document, document.lines.index(start))
    if (name.test(head) || COMPARES.test(head)) tables.push({ start, end })
  })
  const view = { parts, tables }
  own.set(client, view)
  return view
}

function holds(spans: readonly Span[], offset: number): boolean {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  return low < spans.length && spans[low]!.start <= offset
}

/** The line before a block, and comments above a line inside of it. */
function leadIns(document: Document, offset: number): string[] {
  const { lines } = document
  const found: string[] = []
  const fence = fenceAt(document, offset)
  const first = fence ? lines.index(fence.open.start) : -1
  let index = lines.index(offset) - 1
  for (let steps = 0; fence && index > first && steps < REACH; index--, steps++) {
    const line = lineText(document, index).trim()
    if (!line) break
    if (/^(?:#|\/\/|--|<!--|\/\*|\*|>)/.test(line)) found.push(line)
  }
  if (fence) index = first - 1
  while (fence && index >= 0 && index >= first - 3 && !lineText(document, index).trim()) index--
  if (fence && index >= 0) found.push(lineText(document, index))
  for (let steps = 0; !fence && index >= 0 && steps < REACH; index--, steps++) {
    const line = lineText(document, index).trimEnd()
    if (/[:：]\**$/.test(line)) {
      found.push(line)
      break
    }
    if (!line && !/[:：]\**$/.test(lineText(document, index - 1).trimEnd())) break
  }
  return found
}

/** Words that could be a tool's. */
const WORD = /[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+/g

/** Names of one line that are kept: a line that maps holds few. */
const NAMES_A_LINE = 20

const ownNames = new WeakMap<Document, Map<number, string[]>>()

/** The client's own tools that a document names, by line. */
function ownNamesIn(document: Document, home: Platform): Map<number, string[]> {
  const known = ownNames.get(document)
  if (known) return known
  const { text, lines } = document
  const names = new Map<number, string[]>()
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!Object.hasOwn(home.tools, word)) continue
    const line = lines.index(index)
    const own = names.get(line)
    if (!own) names.set(line, [word])
    else if (own.length < NAMES_A_LINE && !own.includes(word)) own.push(word)
  }
  ownNames.set(document, names)
  return names
}

/** Whether the line of a tool's name maps it to one of this client's. */
export function isMapping(document: Document, { tool, span }: Named, owner: Platform, home: Platform): boolean {
  const index = document.lines.index(span.start)
  const own = ownNamesIn(document, home)
    .get(index)
    ?.filter(word => word !== tool)
  if (!own?.length) return false
  const { start, end } = document.lines.span(index)
  const line = { start: Math.max(start, span.start - WIDTH), end: Math.min(end, span.start + WIDTH) }
  const text = document.text.slice(line.start, line.end)
  if (/^\s*\|/.test(text))
    return cellsOf(text, line.start).some(
      cell =>
        (span.start < cell.span.start || span.start >= cell.span.end) && own.some(word => cell.text.includes(word)),
    )
  if (!own.some(word => text.includes(word))) return false
  return MAPS.test(text) || (ARROW.test(text) && own.includes(counterpartOf(tool, owner, home) ?? ''))
}

/** Whether a text names a client. */
export const namesClient = (text: string, client: PlatformId): boolean => NAMES[client].test(text)

/**
 * Whether what stands at an offset is about another client: the line, its lead-in, its table or its heading names that
 * client or compares clients, or the skill is called after it.
 */
export function isAboutClient(document: Document, offset: number, client: PlatformId): boolean {
  const { lines, skill, text } = document
  const name = NAMES[client]
  const { start, end } = lines.span(lines.index(offset))
  if (name.test(text.slice(Math.max(start, offset - WIDTH), Math.min(end, offset + WIDTH)))) return true
  if (skill?.name.split('-').some(part => name.test(part))) return true
  const { parts, tables } = viewOf(document, client)
  if (holds(parts, offset) || holds(tables, offset)) return true
  return leadIns(document, offset).some(lead => name.test(lead) || (COMPARES.test(lead) && /[:：]\**\s*$/.test(lead)))
}

/** Whether a tool's name is another client's there, or stands beside what it is called here. */
export const isSaidOf = (document: Document, named: Named, owner: Platform, home: Platform): boolean =>
  isMapping(document, named, owner, home) || isAboutClient(document, named.span.start, owner.id)
