import type { Document, Span } from '../../core/types.ts'
import { codeSpansOf } from './text.ts'

/** A command line that starts the workers of a wave with the bundled runtime. */
export interface WaveRun {
  /** `wave.mjs run`. */
  span: Span
  /** The contract’s path, as written. */
  contract?: { text: string; span: Span }
}

const RUN = /\bwave\.mjs["']?[ \t]+run\b/g
const CONTRACT = /--contract(?:=|[ \t]*\\\r?\n[ \t]*|[ \t]+)["']?([^\s"'`]+)/

/** Where the command ends that holds an offset of a fence: at a line break without a backslash before it. */
function commandEnd(text: string, offset: number, end: number): number {
  const match = /[^\\\r\n]\r?\n/.exec(text.slice(offset, end))
  return match ? offset + match.index + 1 : end
}

/** The command lines of a document, in fences and code spans; a name without options and a usage line are none. */
export function waveRunsOf(document: Document): WaveRun[] {
  const { text, fences, meta } = document
  const runs: WaveRun[] = []
  let codes: Span[] | undefined
  RUN.lastIndex = meta.span.end
  for (let match = RUN.exec(text); match; match = RUN.exec(text)) {
    const span = { start: match.index, end: match.index + match[0].length }
    const fence = fences.find(({ body }) => body.start <= span.start && span.end <= body.end)
    codes ??= codeSpansOf(document).map(({ inner }) => inner)
    const code = fence ? undefined : codes.find(({ start, end }) => start <= span.start && span.end <= end)
    if (!fence && !code) continue
    const rest = text.slice(span.end, fence ? commandEnd(text, span.end, fence.body.end) : code!.end)
    if (!/(?:^|\s)--\w/.test(rest) || /\.\.\.|…|\[(?:--|options)|--help\b/.test(rest)) continue
    const contract = CONTRACT.exec(rest)
    const start = span.end + (contract ? contract.index + contract[0].length - contract[1]!.length : 0)
    runs.push({
      span,
      ...(contract ? { contract: { text: contract[1]!, span: { start, end: start + contract[1]!.length } } } : {}),
    })
  }
  return runs
}
