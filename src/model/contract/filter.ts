import type { Document, Span } from '../../core/types.ts'

/** A place that chooses the rows of a wave. */
export interface WaveFilter {
  /** `wave==N`, and `status=="pending"` where it follows. */
  span: Span
  /** The wave as written: `1`, `N`, `X`. */
  wave: string
  /** Whether it also demands pending rows: `status=="pending"`, “pending rows”. */
  pending: boolean
  /** Whether it speaks of the status at all, of whatever value. */
  namesStatus: boolean
  /** Whether it says that rows are filtered (“Filter wave==1”), not merely what holds (“for each row with wave==1”). */
  isFilter: boolean
  /** `wave==N` alone, where a condition may be added behind. */
  wavePart: Span
  sentence: Span
}

const WAVE = /\bwave\b[`"']?\s*={1,3}\s*(["']?)(\{?[A-Za-z0-9_+]+\}?)\1/g
const STATUS_IS_PENDING = /\bstatus\b[`"']?\s*={1,3}\s*(["']?)pending\b\1/
const PENDING = /\bpending\b|待处理|未开始/i
const FILTER = /\bfilter(?:s|ed|ing)?\b(?!\s*\()|\bonly (?:the )?rows\b|\brows where\b|筛选|过滤|仅(?:保留|选取)/i

/** The wave filters of a document, in prose, code spans and comments of code. Calls of `.filter(…)` filter nothing here. */
export function waveFiltersOf(document: Document): WaveFilter[] {
  const { text, meta } = document
  const filters: WaveFilter[] = []
  WAVE.lastIndex = meta.span.end
  for (let match = WAVE.exec(text); match; match = WAVE.exec(text)) {
    if (/^(?:null|undefined)$/.test(match[2]!)) continue
    const start = match.index
    const wavePart = { start, end: start + match[0].length }
    const sentence = sentenceAround(document, start)
    const words = text.slice(sentence.start, sentence.end)
    const status = STATUS_IS_PENDING.exec(text.slice(start, sentence.end))
    filters.push({
      span: { start, end: status ? start + status.index + status[0].length : wavePart.end },
      wave: match[2]!,
      pending: PENDING.test(words),
      namesStatus: /\bstatus\b|状态/i.test(words),
      isFilter: FILTER.test(text.slice(sentence.start, start)),
      wavePart,
      sentence,
    })
  }
  return filters
}

/** Units that a sentence is read on either side. */
const REACH = 400

/** The sentence that holds an offset; it goes on over lines that begin with “and” or an operator. */
function sentenceAround({ text, lines }: Document, offset: number): Span {
  const at = lines.index(offset)
  const whole = lines.span(at)
  const line = { start: Math.max(whole.start, offset - REACH), end: Math.min(whole.end, offset + REACH) }
  const before = text.slice(line.start, offset)
  const cut = Math.max(before.lastIndexOf('. '), before.lastIndexOf('。'), before.lastIndexOf('; '))
  const after = /\.(?:\s|$)|。|;\s/.exec(text.slice(offset, line.end).replace(/\.csv\b/g, '~csv'))
  let { end } = line
  for (
    let next = at + 1;
    next <= at + 3 && next < lines.starts.length && /^\s*(?:&&|and\b|且|并且)/i.test(lines.text(next));
    next++
  )
    end = Math.min(lines.span(next).end, offset + REACH)
  return { start: line.start + cut + 1, end: after ? offset + after.index : end }
}
