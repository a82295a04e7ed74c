import type { Document, Span } from '../../core/types.ts'
import { cellsOf } from '../../markdown/tables.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'
import { lastHolding } from '../holding.ts'
import type { Part } from '../sections.ts'
import { wholeCodes } from './code.ts'
import type { ErrorCell, ErrorColumns, ErrorRow, ErrorTable } from './types.ts'

const CODE = /^(?:(?:error|warning)[ _-]?)?codes?$|^error[ _-]ids?$|^(?:错误|异常|报错)?(?:代码|码|编码|代号)$/i
/** What a column of codes is called where nothing else has numbers. */
const ID = /^(?:ids?|no\.?|#|编号|序号)$/i
const SEVERITY = /severity|\blevel\b|严重|级别|等级|类型/i
const CONDITION =
  /condition|description|meaning|cause|trigger|\bwhen\b|scenario|situation|message|problem|issue|\berrors?\b|reason|条件|描述|说明|含义|原因|触发|场景|情况|情形|错误|异常|问题|信息/i
const RECOVERY =
  /recover|resolution|\bactions?\b|handling|response|\bfix\b|remedy|mitigation|next step|恢复|处理|解决|应对|措施|处置|动作|建议|修复|对策/i
/** What the first column of a table of something else is called: its codes are mentions. */
const OTHER_SUBJECT = /^(?:states?|steps?|phases?|gates?|stages?|from|transitions?|状态|步骤|阶段|门禁)$/i

const plain = (text: string): string => text.replace(/[*_`]/g, '').trim()

/**
 * The tables that define error codes, and those of error sections that define none; `spans` are the places of all
 * tables, of whatever kind.
 */
export function errorTables(document: Document, parts: readonly Part[]): { tables: ErrorTable[]; spans: Span[] } {
  const { text, lines } = document
  const tables: ErrorTable[] = []
  const spans: Span[] = []
  if (!text.includes('|')) return { tables, spans }
  visit(document.tree, 'table', node => {
    const rows = node.children.map(row => {
      const { start } = spanOfNode(row)
      const { end } = lines.span(lines.index(start))
      return { span: { start, end }, cells: cellsOf(text.slice(start, end), start) }
    })
    const [head, ...body] = rows
    if (!head) return
    const span = spanOfNode(node)
    spans.push(span)
    const part = partAt(parts, span)
    const columns = columnsOf(head.cells, body, part !== undefined)
    const hasCodes = columns.code !== undefined
    if (!hasCodes && !part) return
    tables.push({ span, head: head.cells, columns, rows: body, hasCodes, ...(part ? { part: part.form } : {}) })
  })
  return { tables, spans }
}

/** The error section that holds a span. */
export const partAt = (parts: readonly Part[], { start }: Span): Part | undefined =>
  lastHolding(parts, ({ body }) => body, start)

function columnsOf(head: readonly ErrorCell[], rows: readonly Cells[], isInPart: boolean): ErrorColumns {
  const names = head.map(({ text }) => plain(text))
  const isOfErrors = isInPart || names.some(name => SEVERITY.test(name) || RECOVERY.test(name))
  const code = codeColumn(names, rows, isInPart, isOfErrors)
  const find = (pattern: RegExp) => {
    const index = names.findIndex((name, at) => at !== code && pattern.test(name))
    return index < 0 ? undefined : index
  }
  const severity = find(SEVERITY)
  const recovery = find(RECOVERY)
  const condition = names.findIndex(
    (name, at) => at !== code && at !== severity && at !== recovery && CONDITION.test(name),
  )
  return {
    ...(code >= 0 ? { code } : {}),
    ...(severity === undefined ? {} : { severity }),
    ...(condition < 0 ? {} : { condition }),
    ...(recovery === undefined ? {} : { recovery }),
  }
}

type Cells = Pick<ErrorRow, 'cells'>

/**
 * The column with codes, −1 where there is none: one that is called so, or the first one of a table of errors that is full
 * of codes. Codes of another shape than `E001` count in tables of errors only.
 */
function codeColumn(names: readonly string[], rows: readonly Cells[], isInPart: boolean, isOfErrors: boolean): number {
  if (OTHER_SUBJECT.test(names[0] ?? '')) return -1
  const isFull = (index: number) => {
    const cells = rows.map(row => row.cells[index]?.text ?? '').filter(text => text !== '')
    const codes = cells.filter(text => wholeCodes(text, 0, isOfErrors).length > 0)
    return codes.length * 2 > cells.length
  }
  const named = names.findIndex((name, index) => (CODE.test(name) || (isInPart && ID.test(name))) && isFull(index))
  if (named >= 0) return named
  const isFirst = isOfErrors || /error|warning|错误|异常|警告/i.test(names[0] ?? '')
  return isFirst && !ID.test(names[0] ?? '') && isFull(0) ? 0 : -1
}
