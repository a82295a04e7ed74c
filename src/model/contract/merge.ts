import type { Document, Span } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'
import { codeSpansOf } from './text.ts'

/** A column that a merge takes over. */
export interface CopiedColumn {
  /** The field of the worker's result. */
  name: string
  span: Span
  /** The master's column, where it is called otherwise. */
  to?: { name: string; span: Span }
}

/** The sentence that says how results come back into the master table. */
export interface MergeSentence {
  span: Span
  /** Whether it tells what to do: it is no tick box and stands in no section that sums up. */
  isInstruction: boolean
  /** Whether it says that `result_status` becomes `status`. */
  maps: boolean
  /** Whether it speaks of the master table. */
  namesMaster: boolean
  /** The words that name the master table (“master `tasks.csv`”). */
  masterSpan?: Span
  /** Where the sentence that merges ends, before its full stop; none where a list goes on. */
  sentenceEnd?: number
  /** Whether the passage says that something is copied, readable as a list of columns or not. */
  speaksOfCopying: boolean
  copies: CopiedColumn[]
  /** The list of copied columns. */
  copySpan?: Span
}

const MERGE = /\bmerg(?:e|es|ed|ing)\b|合并/i
const MASTER = /\bmaster\b|tasks\.csv|主表|总表/i
/** A branch called master is no table. */
const GIT = /\bgit\b|\bbranch(?:es)?\b|\bworktrees?\b|\bpull request\b|\brebase\b|分支/i
const COPY = /\bcop(?:y|ies|ied|ying)\b|\b(?:takes?|carr(?:y|ies)|brings?) over\b|复制|拷贝|写回/gi
const ARROW = /^\s*(?:→|->|=>|to|into|as|映射(?:到|为))\s*(?:the\s+)?(?:master\s+|主表\s*)?(?:column\s+)?$/i

/**
 * The merge sentences of a document.
 *
 * A paragraph that says “merge” (合并) and names `result_status` or the master table, with the list below it where it
 * ends in a colon. The list of columns runs from the word “copy” to the end of its sentence; `a` → `b` renames.
 */
export function mergesOf(document: Document): MergeSentence[] {
  if (!MERGE.test(document.text)) return []
  const codes = codeSpansOf(document)
  const merges: MergeSentence[] = []
  let at = 0
  for (const { span, text, isList } of sentencesOf(document)) {
    while (at < codes.length && codes[at]!.span.start < span.start) at++
    let next = at
    while (next < codes.length && codes[next]!.span.end <= span.end) next++
    const inside = codes.slice(at, next)
    const maps =
      inside.some(code => /^(?:\w+\.)?status\s*=\s*(?:\w+\.)?result_status$/.test(code.text)) ||
      inside.some(from => from.text === 'result_status' && inside.some(to => isMapping(document, from.span, to))) ||
      /\bresult_status\b\s*(?:→|->|=>|to)\s*(?:master\s*)?\bstatus\b/.test(text)
    const copy = [...text.matchAll(COPY)].find(({ index }) => !isDenied(text.slice(Math.max(0, index - 12), index)))
    const copies = copy ? copiedIn(document, span.start + copy.index + copy[0].length, span.end, inside) : []
    const namesMaster = MASTER.test(text) && (/tasks\.csv/.test(text) || !GIT.test(text))
    if (!maps && !namesMaster) continue
    const masterSpan = namesMaster ? masterIn(text, span.start) : undefined
    const after = (masterSpan?.end ?? span.start) - span.start
    const stop = /\.(?=\s|$)|。|$/.exec(text.slice(after))!
    merges.push({
      span,
      isInstruction: isInstruction(document, span),
      maps,
      namesMaster,
      ...(masterSpan ? { masterSpan } : {}),
      ...(isList ? {} : { sentenceEnd: span.start + after + stop.index }),
      speaksOfCopying: copy !== undefined,
      copies,
      ...(copies.length
        ? { copySpan: { start: copies[0]!.span.start, end: (copies.at(-1)!.to ?? copies.at(-1)!).span.end } }
        : {}),
    })
  }
  return merges
}

/** The words that name the master, those after “merge” first, with the noun or the file that follows. */
function masterIn(text: string, offset: number): Span | undefined {
  const verb = MERGE.exec(text)!.index
  const rest =
    /(?:\bmaster\b|`?tasks\.csv`?|主表|总表)(?:\s+(?:csv|table|file|state|list)\b)?(?:\s*`?[\w./{}-]*\.csv`?)?/gi
  const found = [...text.matchAll(rest)]
  const match = found.find(({ index }) => index >= verb) ?? found.at(-1)
  return match && { start: offset + match.index, end: offset + match.index + match[0].length }
}

/** Sections that sum up what is told elsewhere. */
const SUMMARY = new Set(
  'purpose context invariants states transitions error_codes success_criteria required_reading'.split(' '),
)

function isInstruction({ sections, lines, text }: Document, { start, end }: Span): boolean {
  const line = lines.span(lines.index(start))
  const isTickBox = /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]/.test(text.slice(line.start, line.end))
  return !isTickBox && !sections.some(({ tag, body }) => SUMMARY.has(tag) && body.start <= start && end <= body.end)
}

const isDenied = (before: string) => /(?:\bnot|\bnever|n't|without|不|勿|别)\s*$/i.test(before)

/** Paragraphs that say “merge”; one that ends in a colon with the list that follows. */
function sentencesOf(document: Document): { span: Span; text: string; isList: boolean }[] {
  const found: { span: Span; text: string; isList: boolean }[] = []
  visit(document.tree, 'paragraph', (node, index, parent) => {
    const span = spanOfNode(node)
    const text = document.text.slice(span.start, span.end)
    if (!MERGE.test(text) || (found.at(-1)?.span.end ?? -1) >= span.end) return
    const next = /[:：]\s*$/.test(text) && index !== undefined ? parent?.children[index + 1] : undefined
    const isList = next?.type === 'list'
    const end = isList ? spanOfNode(next).end : span.end
    found.push({ span: { start: span.start, end }, text: document.text.slice(span.start, end), isList })
  })
  return found
}

/** Whether one code span is mapped to a later one, the master's `status`, in the same sentence. */
function isMapping(document: Document, from: Span, to: { span: Span; text: string }): boolean {
  if (to.span.start < from.end || !/(?:^|\.)status$/.test(to.text)) return false
  const between = document.text.slice(from.end, to.span.start)
  const isOneSentence = !/\.(?:\s|$)|。/.test(between)
  return (
    between.length < 160 && isOneSentence && /→|->|=>|\bto\b|\binto\b|\bbecomes?\b|映射|变为|成为|写入/.test(between)
  )
}

/** What ends a list of copied columns: a full stop, a semicolon, another verb, an exception. */
const LIST_END =
  /\.(?:\s|$)|[。;；]|\b(?:delete|remove|then|append|write|set|mark|keep|leave|drop|except|without|not)\b|删除|除|不|并(?!列)/i

function copiedIn(
  document: Document,
  start: number,
  end: number,
  codes: readonly { span: Span; text: string; inner: Span }[],
): CopiedColumn[] {
  const { text } = document
  const copied: CopiedColumn[] = []
  let last = start
  for (const code of codes) {
    if (code.span.start < start || code.span.end > end) continue
    const between = text.slice(last, code.span.start).replace(/[(（][^)）]*[)）]/g, ' ')
    if (LIST_END.test(between)) break
    const previous = copied.at(-1)
    if (!/^[A-Za-z_]\w*$/.test(code.text)) {
      // “copy from `wave-1-results.csv`: `findings`, …” names the file first.
      if (previous || !/\bfrom\b|自|从|将|把/i.test(between)) break
      last = code.span.end
      continue
    }
    if (previous && /\bfrom\b|\bin\b/i.test(between)) break
    if (previous && ARROW.test(between)) previous.to = { name: code.text, span: code.inner }
    else copied.push({ name: code.text, span: code.inner })
    last = code.span.end
  }
  return copied
}
