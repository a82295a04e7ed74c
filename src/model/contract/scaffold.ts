import type { Document, Span } from '../../core/types.ts'
import type { Clause, Termination } from './termination.ts'

/** How the lines of a contract are written. */
export interface Dialect {
  chinese: boolean
  /** What stands before a line: indent, quote marks, list marker. */
  lead: string
  arrow: string
  /** Whether outcomes are called “Success path”. */
  path: boolean
}

/** The statuses that outcomes are reported with; left out where none of the allowed ones fits. */
export interface Outcomes {
  success?: string
  failure?: string
}

/** The clauses of a contract, in the order in which they are written. */
export const CLAUSE_ORDER: readonly Clause[] = [
  'once',
  'success',
  'failure',
  'blocked',
  'timeout',
  'never-continue',
  'never-silent',
  'never-omit',
  'no-write',
  'no-recursion',
]

const pick = (values: readonly string[], pattern: RegExp, usual: string): string | undefined =>
  !values.length || values.includes(usual) ? usual : values.find(value => pattern.test(value))

/** Reads from a schema’s or a contract’s statuses which one stands for which outcome; the usual ones without any. */
export function outcomesOf(values: readonly string[]): Outcomes {
  const success = pick(values, /^(?:complete|success|succeeded|ok|pass(?:ed)?|done)$/i, 'completed')
  const failure = pick(values, /^(?:fail|failure|error|aborted)$/i, 'failed')
  return { ...(success === undefined ? {} : { success }), ...(failure === undefined ? {} : { failure }) }
}

const OUTCOMES = { success: 'Success', failure: 'Failure', blocked: 'Blocked', timeout: 'Timeout' } as const
const OUTCOMES_CN = { success: '成功', failure: '失败', blocked: '阻塞', timeout: '超时' } as const

function wordsFor(clause: Clause, { success, failure }: Outcomes): string {
  const report = (status: string | undefined) => (status === undefined ? 'report it' : `result_status=${status}`)
  switch (clause) {
    case 'once':
      return 'Whatever happens, call report_agent_job_result exactly once, as your last act.'
    case 'success':
      return `the task is done and checked: ${report(success)}`
    case 'failure':
      return `an error that you cannot repair: ${report(failure)}, error says what happened`
    case 'blocked':
      return `an input is missing or contradicts itself: result_status=blocked, error names it`
    case 'timeout':
      return `little time is left: stop, ${report(failure)}, error="timeout"`
    case 'never-continue':
      return 'Never go on forever: where nothing moves any more, report what you have.'
    case 'never-silent':
      return 'Never end silently: a run that reports nothing counts as lost.'
    case 'never-omit':
      return 'Never skip the report, however little there is to say.'
    case 'no-write':
      return 'Never modify tasks.csv, wave-*.csv or results.csv: they are the coordinator’s.'
    case 'no-recursion':
      return 'Never start further agents: you are the last level.'
  }
}

function chineseWordsFor(clause: Clause, { success, failure }: Outcomes): string {
  const report = (status: string | undefined) => (status === undefined ? '上报' : `result_status=${status}`)
  switch (clause) {
    case 'once':
      return '无论如何，最后一步调用 report_agent_job_result，恰好一次。'
    case 'success':
      return `任务完成并已检查：${report(success)}`
    case 'failure':
      return `出现无法修复的错误：${report(failure)}，error 写明原因`
    case 'blocked':
      return `缺少输入或输入矛盾：result_status=blocked，error 写明所缺内容`
    case 'timeout':
      return `时间将尽：停止，${report(failure)}，error="timeout"`
    case 'never-continue':
      return '禁止无限循环：没有进展就上报已有结果。'
    case 'never-silent':
      return '禁止静默退出：没有结果的运行等于丢失。'
    case 'never-omit':
      return '不得跳过上报，结果再少也要上报。'
    case 'no-write':
      return '不得修改 tasks.csv、wave-*.csv、results.csv：由协调者维护。'
    case 'no-recursion':
      return '不得递归：不再启动其他 worker。'
  }
}

/** One line of a contract; the model of contracts reads its own clause back from it. */
export function contractLine(clause: Clause, { chinese, lead, arrow, path }: Dialect, outcomes: Outcomes): string {
  const words = chinese ? chineseWordsFor(clause, outcomes) : wordsFor(clause, outcomes)
  if (!Object.hasOwn(OUTCOMES, clause)) return lead + words
  const name = (chinese ? OUTCOMES_CN : OUTCOMES)[clause as keyof typeof OUTCOMES]
  const gap = arrow === ':' || arrow === '：' ? '' : ' '
  return `${lead}${name}${path && !chinese ? ' path' : ''}${gap}${arrow}${arrow === '：' ? '' : ' '}${words}`
}

/** A complete contract for workers that report with the given statuses. */
export function terminationContract(statuses: readonly string[], chinese: boolean): string[] {
  const outcomes = outcomesOf(statuses)
  return CLAUSE_ORDER.filter(clause => clause !== 'blocked' || statuses.includes('blocked')).map(clause =>
    contractLine(clause, { chinese, lead: clause === 'once' ? '' : '- ', arrow: '→', path: false }, outcomes),
  )
}

/** How a contract writes its lines, read off its outcomes; `last` is the line that new ones come after. */
export function dialectOf(document: Document, termination: Termination): Dialect & { first: number; last: number } {
  const { lines, text } = document
  const body = text.slice(termination.fence.body.start, termination.fence.body.end)
  const spans = [...termination.clauses]
    .filter(([clause]) => !/^(?:once|no-)/.test(clause))
    .map(([, span]) => span)
    .sort((a, b) => a.start - b.start)
  const line = lines.text(lines.index(spans[0]!.start))
  const lead = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?/.exec(line)![0].replace(/\d+[.)]/, '-')
  const arrow = /→|->|=>|：|:/.exec(line.slice(lead.length))?.[0] ?? '→'
  return {
    chinese: /成功|失败|超时|禁止|不得/.test(body),
    lead,
    arrow,
    path: /\bpath\b/i.test(line.slice(lead.length, lead.length + 20)),
    first: lines.index(spans[0]!.start),
    last: lastLineOf(document, spans.at(-1)!, lead, termination.fence.body),
  }
}

/** The last line of an item: lines below that are indented more belong to it. */
function lastLineOf({ lines }: Document, { start }: Span, lead: string, body: Span): number {
  let index = lines.index(start)
  const indent = /^[ \t>]*/.exec(lead)![0].length
  while (lines.starts[index + 1] !== undefined && lines.starts[index + 1]! < body.end) {
    const next = lines.text(index + 1)
    const isMore = next.trim() !== '' && lead.trim() !== '' && /^[ \t>]*/.exec(next)![0].length > indent
    if (!isMore || /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]/.test(next)) break
    index++
  }
  return index
}
