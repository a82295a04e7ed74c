import type { Document, Heading, Section, Span } from '../../core/types.ts'
import { cellsOf } from '../../markdown/tables.ts'
import { lastHolding } from '../holding.ts'
import { type ProseLine, proseLinesOf } from '../prose-lines.ts'
import { isMultiMode, type Part, sectionAt } from '../sections.ts'
import { codeGroups, wholeCodes } from './code.ts'
import { errorTables, partAt } from './table.ts'
import type { ErrorDefinition, ErrorTable } from './types.ts'

type Draft = Omit<ErrorDefinition, 'mode' | 'section'>

/** All definitions of a document, in order. */
export function definitionsOf(
  document: Document,
  parts: readonly Part[],
): { definitions: ErrorDefinition[]; tables: ErrorTable[] } {
  const { tables, spans } = errorTables(document, parts)
  const rows = tables.flatMap(fromTable)
  const drafts = [...rows, ...fromLines(document, parts, spans, rows.length > 0)]
  const placeOf = placesOf(document, parts)
  const definitions = drafts.sort((a, b) => a.span.start - b.span.start).map(draft => ({ ...draft, ...placeOf(draft) }))
  return { definitions, tables }
}

function fromTable(table: ErrorTable): Draft[] {
  const { code, severity, condition, recovery } = table.columns
  if (code === undefined) return []
  const isMain = table.part !== undefined || condition !== undefined || severity !== undefined
  return table.rows.flatMap(row => {
    const cell = row.cells[code]
    const at = (index: number | undefined) => (index === undefined ? undefined : row.cells[index])
    const [how, what, then] = [at(severity), at(condition), at(recovery)]
    return (cell ? wholeCodes(cell.text, cell.span.start, true) : []).map(({ code: name, span }) => ({
      code: name,
      span,
      form: 'table' as const,
      isMain,
      ...(how?.text ? { severity: how.text, severitySpan: how.span } : {}),
      ...(what?.text ? { condition: what.text } : {}),
      ...(then ? { recovery: then.text, recoverySpan: then.span } : {}),
      table,
      row,
    }))
  })
}

const ITEM = /^([ \t>]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const TITLE = /^ {0,3}#{1,6}[ \t]+/
const SEPARATOR = /^[\s*_`]*(?:[(（][^()（）]{1,40}[)）][\s*_`]*)?(?:[:：=]|[—–]|--?(?!>)[ \t]|→|->|=>)[ \t]*[*_]{0,2}/
/** Codes that a line is labelled with are named within this. */
const LABEL_LIMIT = 120
/** “Error codes: E001 (no diff), E002 (no branch)” */
const LIST_LEAD = /^(?:[-*+][ \t]+)?[*_]{0,2}(?:error codes?|错误码|错误代码)[^:：]{0,40}[:：][*_]{0,2}/i
const IN_LIST = /([EWI](?:\d{3}|_[A-Z][A-Z0-9_]*))[*_`]*\s*(?:[=:：]|[(（])/g

/** Definitions outside of tables: rows that lost their head, list items, headings and lines that begin with a code. */
function fromLines(document: Document, parts: readonly Part[], tables: readonly Span[], hasTable: boolean): Draft[] {
  const drafts: Draft[] = []
  const headings = new Set(document.headings.map(({ span }) => document.lines.index(span.start)))
  let table = 0
  for (const line of proseLinesOf(document)) {
    if (!/[EWI][\d_]/.test(line.text)) continue
    while (table < tables.length && tables[table]!.end <= line.start) table++
    if (table < tables.length && tables[table]!.start < line.end) continue
    const part = partAt(parts, line)
    if (/^[ \t>]*\|/.test(line.text)) drafts.push(...looseRow(line, hasTable || part !== undefined))
    else drafts.push(...fromLine(line, part !== undefined, headings.has(line.index)))
  }
  return settled(drafts, document)
}

/** A row without a table around it: the head or the line below it was lost. Where no table is, it may be anything. */
function looseRow(line: ProseLine, isMain: boolean): Draft[] {
  const cells = cellsOf(line.text, line.start)
  if (cells.length < 2) return []
  const row = { span: { start: line.start, end: line.end }, cells }
  return wholeCodes(cells[0]!.text, cells[0]!.span.start).map(({ code, span }) => ({
    code,
    span,
    form: 'row' as const,
    isMain,
    ...(cells[1]!.text ? { condition: cells[1]!.text } : {}),
    row,
  }))
}

function fromLine(line: ProseLine, isInPart: boolean, isHeading: boolean): Draft[] {
  const text = line.text.slice(0, 4_000)
  const lead = (isHeading ? TITLE : ITEM).exec(text)?.[0].length ?? /^[ \t>]*/.exec(text)![0].length
  // A box to tick says that a code was handled.
  if (!isInPart && /\[[ xX]\]/.test(text.slice(0, lead))) return []
  const words = text.slice(lead)
  const list = LIST_LEAD.exec(words)
  if (list)
    return [...words.slice(list[0].length).matchAll(IN_LIST)].map(({ 1: code, index }) => {
      const start = line.start + lead + list[0].length + index
      return { code: code!, span: { start, end: start + code!.length }, form: 'prose' as const, isMain: true }
    })
  const marks = /^[*_`]{0,4}/.exec(words)![0].length
  const start = line.start + lead + marks
  const [label] = codeGroups(words.slice(marks, marks + LABEL_LIMIT), start)
  if (!label || label.span.start !== start) return []
  const behind = words.slice(label.span.end - line.start - lead)
  const mark = SEPARATOR.exec(behind)
  if (!mark) return []
  const isArrow = /→|->|=>/.test(mark[0])
  if (isArrow && !isInPart) return []
  const rest = behind.slice(mark[0].length).trim()
  const severity = /[(（]([^()（）]{1,40})[)）]/.exec(mark[0])?.[1]
  const form = isHeading ? 'heading' : ITEM.test(text) ? 'list' : 'prose'
  return label.codes.map(({ code, span }) => ({
    code,
    span,
    form,
    isMain: isInPart,
    ...(severity && SEVERITY_WORD.test(severity) ? { severity } : {}),
    ...(rest ? (isArrow ? { recovery: rest } : { condition: rest }) : {}),
  }))
}

const SEVERITY_WORD = /^(?:error|fatal|critical|warn(?:ing)?|info|abort|错误|警告|致命|严重)/i

/** Two or more lines in a row that begin with codes define them, wherever they stand. */
function settled(drafts: Draft[], { lines }: Document): Draft[] {
  const lineOf = ({ span }: Draft) => lines.index(span.start)
  return drafts.map((draft, index) => {
    if (draft.isMain || draft.form === 'table' || draft.form === 'row') return draft
    const reach = draft.form === 'heading' ? 40 : 3
    const isNear = (other: Draft | undefined) =>
      other !== undefined &&
      other.form === draft.form &&
      other.code !== draft.code &&
      Math.abs(lineOf(other) - lineOf(draft)) <= reach
    return isNear(drafts[index - 1]) || isNear(drafts[index + 1]) ? { ...draft, isMain: true } : draft
  })
}

/**
 * Tells the section and the mode of a definition.
 *
 * Several `<error_codes>`, error headings below different headings, and the sections of a document that holds several
 * modes side by side are modes. Outside of error sections every heading is one.
 */
function placesOf(document: Document, parts: readonly Part[]) {
  const { headings, sections, text } = document
  const tags = sections.filter(({ tag }) => tag === 'error_codes')
  const isSplit = isMultiMode(document)
  const parentOf = parentsOf(headings)
  const above = new Map(parts.map(part => [part, parentOf.get(part.at.start) ?? -1]))
  const parents = new Set([...above].filter(([{ form }]) => form === 'heading').map(([, parent]) => parent))
  return ({ span, form }: Draft): { section?: Section; mode: string } => {
    const section = sectionAt(document, span.start)
    const part = partAt(parts, span)
    const nearest = lastHolding(headings, heading => ({ start: heading.span.start, end: text.length }), span.start)
    const modes = [
      isSplit ? (section?.span.start ?? '') : '',
      tags.length > 1 && part?.form === 'tag' ? part.at.start : '',
      part?.form === 'heading' && (parents.size > 1 || isSplit) ? above.get(part)! : '',
      part || form === 'row' ? '' : (nearest?.span.start ?? ''),
      tags.length > 1 && part?.form !== 'tag' ? 'outside' : '',
    ]
    return { ...(section ? { section } : {}), mode: modes.join(':') }
  }
}

/** Where the heading begins that each heading stands under; −1 at the top. */
function parentsOf(headings: readonly Heading[]): Map<number, number> {
  const parents = new Map<number, number>()
  const over: Heading[] = []
  for (const heading of headings) {
    while (over.length && over.at(-1)!.depth >= heading.depth) over.pop()
    parents.set(heading.span.start, over.at(-1)?.span.start ?? -1)
    over.push(heading)
  }
  return parents
}
