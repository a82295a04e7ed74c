import type { Document, Span } from '../../core/types.ts'
import { cellsOf } from '../../markdown/tables.ts'
import { bare, isTableRow } from './lines.ts'
import { isShared } from './marks.ts'
import { leadingNames } from './names.ts'
import type { Action, ActionForm } from './types.ts'

/** Sections that speak of actions and define none. */
const SILENT = new Set(['states', 'transitions', 'success_criteria', 'error_codes', 'invariants', 'purpose', 'context'])

/** Words before the name in a heading: “Action: A_LOAD”, “动作 A_LOAD”. */
const LABEL = /^(?:(?:\d{1,4}(?:\.\d{1,4}){0,4}[.)、:]|Actions?|Step|动作|操作)[ \t:：#.]*){1,3}(?=[`*]{0,3}A_)/i

/** What follows a name at the start of a line that defines it. */
const DEFINES = /^[ \t]{0,20}(?:[(（][^()（）]{0,160}[)）][ \t]{0,20})?(?:[:：=]|—|–|→|--?>|--?[ \t]|$)/

const known = new WeakMap<Document, readonly Action[]>()

/** The actions that a document defines, wherever they stand: headings, bullets, bold labels, table rows, `A_X: text`. */
export function actionsOf(document: Document): readonly Action[] {
  const found = known.get(document) ?? read(document)
  known.set(document, found)
  return found
}

function read(document: Document): Action[] {
  const { lines, sections, text } = document
  if (!/A_[A-Z0-9]/.test(text)) return []
  const silent = sections.filter(({ tag }) => SILENT.has(tag)).map(({ body }) => body)
  /** Lists of actions: no heading inside, so that a bullet that begins with a name defines it in whatever words. */
  const lists = sections
    .filter(
      ({ tag, body }) => tag === 'actions' && !/^ {0,3}#{1,6}[ \t].{0,40}A_/m.test(text.slice(body.start, body.end)),
    )
    .map(({ body }) => body)
  let list = 0
  const actions: Action[] = []
  let section = 0
  let isFamilyShared = false
  for (let index = document.lines.index(document.meta.span.end); index < lines.starts.length; index++) {
    const { start } = lines.span(index)
    while (section < silent.length && silent[section]!.end <= start) section++
    if (section < silent.length && silent[section]!.start <= start) continue
    const line = { text: lines.text(index), start }
    const isHeading = /^ {0,3}#{1,6}[ \t]/.test(line.text)
    if (isHeading && !line.text.includes('A_')) isFamilyShared = isShared(line.text)
    if (!line.text.includes('A_')) continue
    while (list < lists.length && lists[list]!.end <= start) list++
    const isInList = list < lists.length && lists[list]!.start <= start && /^[-*+][ \t]/.test(line.text)
    for (const { name, span, form, isOwn } of definedBy(line, isInList))
      actions.push({
        name,
        span,
        form,
        body: { start: span.end, end: text.length },
        isShared: isOwn || isFamilyShared,
      })
  }
  for (const [index, action] of actions.entries()) {
    const next = actions
      .slice(index + 1, index + 20)
      .find(other => lines.index(other.span.start) > lines.index(action.span.start))
    action.body = bodyOf(document, action.span, next?.span.start ?? text.length)
    action.isShared ||= isShared(text.slice(action.body.start, Math.min(action.body.end, action.body.start + 240)))
  }
  return actions
}

/** Up to the next definition, heading of a machine's part, or the end of the section that it stands in. */
function bodyOf({ sections }: Document, span: Span, next: number): Span {
  let low = 0
  let high = sections.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sections[middle]!.span.start <= span.start) low = middle + 1
    else high = middle
  }
  let around = sections[low - 1]
  while (around && around.body.end <= span.start) around = around.parent
  return { start: span.end, end: Math.max(span.end, Math.min(next, around?.body.end ?? next)) }
}

function definedBy(line: { text: string; start: number }, isInList: boolean) {
  const isRow = isTableRow(line)
  const cell = isRow ? cellsOf(line.text, line.start)[0] : undefined
  const content = isRow ? { text: cell?.text ?? '', start: cell?.span.start ?? line.start, mark: '|' } : bare(line)
  const label = LABEL.exec(content.text)?.[0].length ?? 0
  const said = content.text.slice(label)
  const { names, end } = leadingNames(said, content.start + label, 'A')
  const isHeading = content.mark.startsWith('#')
  const isBold = /^[`_]{0,1}\*\*/.test(said)
  const rest = said.slice(end)
  // An item that is a name and nothing else calls the action.
  if (content.mark && !isRow && !isHeading && !isBold && !isInList && !rest.trim()) return []
  if (
    !names.length ||
    (isRow ? rest.trim() !== '' && !DEFINES.test(rest) : !isHeading && !isBold && !isInList && !DEFINES.test(rest))
  )
    return []
  const form: ActionForm = isRow ? 'table' : isHeading ? 'heading' : content.mark ? 'bullet' : isBold ? 'bold' : 'line'
  const isOwn = isShared(rest)
  return names.filter(({ isPrefix }) => !isPrefix).map(({ text, span }) => ({ name: text, span, form, isOwn }))
}
