import type { Document, Fence, Span } from '../../core/types.ts'
import { type Label, labelsOf } from './text.ts'

/** What a complete termination contract says. */
export type Clause =
  | 'once'
  | 'success'
  | 'failure'
  | 'blocked'
  | 'timeout'
  | 'never-continue'
  | 'never-silent'
  | 'never-omit'
  | 'no-write'
  | 'no-recursion'

/** A worker's exit guarantees: the block of instructions that says how every run ends. */
export interface Termination {
  fence: Fence
  span: Span
  /** Clauses with the line that states each first. */
  clauses: ReadonlyMap<Clause, Span>
  /** `result_status=…` values. */
  statuses: { value: string; span: Span }[]
  /** Files that workers must not write. */
  owned: string[]
  /** Heading or bold words that name the block. */
  label?: Label
}

const REPORT = /report_agent_job_result/
const REPORT_CN = /上报|回报|汇报/
const TITLE = /termination contract|终止(?:契约|协议|约定)|退出(?:契约|协议|约定)/i
const ONCE =
  /exactly once|exactly one (?:JSON )?(?:object|result|report)\b|恰好(?:调用|上报|汇报)?一次|只(?:能)?(?:调用|上报|汇报)?一次|有且仅有一次|一次且仅一次|no worker may end without|每个 ?worker 都必须/i

/** An outcome at the start of a line or of a clause: `- Success → …`, `| Failure path → …`, `成功：…`; `error: ""` is a key. */
const outcome = (words: string) =>
  new RegExp(
    `(?:^|[|；;:：,，。])[ \\t>]*(?:[-*+]|\\d+[.)])?[ \\t]*\\**(?:on |when )?(?:${words})(?:[ \\t]*path)?\\**[ \\t]*(?:→|->|=>|:(?![ \\t]*["'<{[])|：|—|–|-{2})`,
    'i',
  )

const CLAUSES: readonly (readonly [Clause, RegExp])[] = [
  ['once', ONCE],
  ['success', outcome('success(?:ful)?|pass(?:ed)?|complet(?:ed|ion)|done|成功|完成|通过')],
  ['failure', outcome('fail(?:ure|ed)?|error|失败|出错')],
  ['blocked', outcome('block(?:ed)?|阻塞|受阻')],
  ['timeout', outcome('time[ -]?out|timed out|超时')],
  [
    'never-continue',
    /never (?:continue|run|loop|go on)\b.{0,20}\b(?:indefinitely|forever|endlessly)|(?:do not|don't) (?:continue|run|loop) (?:indefinitely|forever)|无限(?:循环|运行|继续)/i,
  ],
  [
    'never-silent',
    /never (?:exit|end|stop|finish) (?:silently|in silence)|no silent exit|(?:do not|don't) (?:exit|end|stop) silently|(?:静默|悄悄|无声)(?:退出|结束|终止)/i,
  ],
  [
    'never-omit',
    /never (?:omit|skip|forget)\b|never leave\b.{0,30}\bout\b|(?:do not|don't) (?:omit|skip)\b.{0,30}report|no worker may end without|(?:跳过|省略|遗漏) ?(?:report|上报|汇报|回报|报告|调用)/i,
  ],
  [
    'no-recursion',
    /(?:do not|don't|never|must not|禁止|不要|不得).{0,40}(?:spawn_agents_on_csv|spawn (?:further|more|other|any)|fan out|further agents)|no recursion|no further fan-?out|(?:禁止|不得|不要)(?:递归|再?(?:启动|派发|创建)(?:其他|更多|新的)? ?(?:agent|worker|代理|子代理))/i,
  ],
]

/** Outcomes that lines or cells of a text begin with: `- Timeout → …`, `| failed | …`. */
export function outcomesIn(text: string): Set<'success' | 'failure' | 'blocked' | 'timeout'> {
  const found = new Set<'success' | 'failure' | 'blocked' | 'timeout'>()
  for (const line of text.split('\n')) {
    const bare = line
      .replace(/[*`"']/g, '')
      .replace(/^\s*\|([^|]*[^|\s][^|]*)\|/, (_, cell: string) => `${cell.trim()}:`)
    for (const [clause, pattern] of CLAUSES)
      if (
        (clause === 'success' || clause === 'failure' || clause === 'blocked' || clause === 'timeout') &&
        pattern.test(bare)
      )
        found.add(clause)
  }
  return found
}

const NO_WRITE =
  /(?:do not|don't|never|must not|禁止|不要|不得)[^.;。；\n]{0,12}(?:write|modify|edit|touch|写|修改|改)/i
const FILES = /[\w*{}./-]+\.(?:csv|json|jsonl|ndjson|md|toml|ya?ml)\b/g
const STATUS = /\bresult_status[ \t]*(?:=|:|→|->)[ \t]*["'`]?([A-Za-z_]\w*)/g

/** The label that names a block: the nearest heading or bold words above it with nothing but prose between. */
function labelOf(labels: readonly Label[], document: Document, fence: Fence): Label | undefined {
  const label = labels.findLast(({ span }) => span.end <= fence.span.start)
  const isNear =
    label && !document.fences.some(({ span }) => span.start > label.span.end && span.end < fence.span.start)
  return isNear ? label : undefined
}

/** The termination contracts of a document, in order: fences that demand a report and say how a run may end. */
export function terminationsOf(document: Document): Termination[] {
  const { text, fences } = document
  const found: Termination[] = []
  const isTitled = TITLE.test(text)
  let labels: readonly Label[] | undefined
  for (const fence of fences) {
    const content = text.slice(fence.body.start, fence.body.end)
    const isTold = REPORT.test(content) || TITLE.test(content) || (REPORT_CN.test(content) && ONCE.test(content))
    if (!isTold && !isTitled) continue
    labels ??= labelsOf(document)
    const label = labelOf(labels, document, fence)
    if (!isTold && !TITLE.test(label?.text ?? '')) continue
    const clauses = new Map<Clause, Span>()
    const owned = new Set<string>()
    let offset = fence.body.start
    for (const line of content.split('\n')) {
      const span = { start: offset + (line.length - line.trimStart().length), end: offset + line.trimEnd().length }
      for (const [clause, pattern] of CLAUSES) if (!clauses.has(clause) && pattern.test(line)) clauses.set(clause, span)
      if (NO_WRITE.test(line)) {
        const files = line.match(FILES) ?? []
        if (files.length && !clauses.has('no-write')) clauses.set('no-write', span)
        for (const file of files) owned.add(file)
      }
      offset += line.length + 1
    }
    const outcomes = (['success', 'failure', 'timeout'] as const).filter(clause => clauses.has(clause)).length
    if (outcomes < 2 && !(clauses.has('once') && outcomes > 0)) continue
    found.push({
      fence,
      span: fence.span,
      clauses,
      statuses: [...content.matchAll(STATUS)].map(match => {
        const end = fence.body.start + match.index + match[0].length
        return { value: match[1]!, span: { start: end - match[1]!.length, end } }
      }),
      owned: [...owned],
      ...(label ? { label } : {}),
    })
  }
  return found
}
