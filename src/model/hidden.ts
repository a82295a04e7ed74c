import type { Span } from '../core/types.ts'

/** A run of characters that nobody sees. */
export interface HiddenRun {
  kind: 'bidi' | 'zero-width' | 'tags' | 'selectors'
  span: Span
  /** The code points, in order. */
  points: readonly number[]
}

/** Zero-width space, (non-)joiners, word joiner, and the byte order mark inside of a text. */
const ZERO_WIDTH = '\\u200b-\\u200d\\u2060\\ufeff'
const BIDI = '\\u202a-\\u202e\\u2066-\\u2069'
const TAGS = '\\u{e0000}-\\u{e007f}'
/** Variation selectors and invisible operators: one is typography, many in a row carry data. */
const SELECTORS = '\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}\\u2061-\\u2064'

const QUICK = new RegExp(`[${BIDI}${ZERO_WIDTH}${TAGS}${SELECTORS}]`, 'u')
const RUN = new RegExp(`[${BIDI}]+|[${ZERO_WIDTH}]+|[${TAGS}]+|[${SELECTORS}]{4,}`, 'gu')

/** Scripts whose letters join: ZWJ and ZWNJ choose between their forms (Unicode core spec. 23.2). */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u

/** Scripts that part words by a zero-width space. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}]/u

/** The flag of a region: a black flag, tag letters, the cancel tag (Unicode TR 51, ED-14a). */
const REGION = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u

const EMOJI_END = /(?:\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}])\ufe0f?$/u
const EMOJI_START = /^\p{Extended_Pictographic}/u

/** Whether a run does what the characters are made for. */
function isLegitimate(run: string, before: string, after: string): boolean {
  if (run === '\u200d') return JOINING.test(before) || (EMOJI_END.test(before) && EMOJI_START.test(after))
  if (run === '\u200c') return JOINING.test(before)
  // Chinese and Japanese authors part `**bold**` from a letter by it: CommonMark sees no emphasis otherwise.
  if (run === '\u200b') return UNSPACED.test(before + after) || /[*_~]$/.test(before) || /^[*_~]/.test(after)
  return before.endsWith('\u{1f3f4}') && REGION.test(run)
}

/** Finds the hidden characters of a text that have no business there; a mark at its very start is not looked at. */
export function hiddenRuns(text: string): HiddenRun[] {
  if (!QUICK.test(text)) return []
  const runs: HiddenRun[] = []
  for (const { 0: run, index: start } of text.matchAll(RUN)) {
    const end = start + run.length
    if (start === 0 && /^\ufeff+$/.test(run)) continue
    if (isLegitimate(run, text.slice(Math.max(0, start - 4), start), text.slice(end, end + 2))) continue
    const points = [...run].map(char => char.codePointAt(0)!)
    const first = points[0]!
    const kind =
      first >= 0xe0000 && first <= 0xe007f
        ? 'tags'
        : /^[\u202a-\u202e\u2066-\u2069]/.test(run)
          ? 'bidi'
          : /^[\u200b-\u200d\u2060\ufeff]/.test(run)
            ? 'zero-width'
            : 'selectors'
    runs.push({ kind, span: { start, end }, points })
  }
  return runs
}
