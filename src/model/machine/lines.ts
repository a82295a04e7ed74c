import type { Document, Span } from '../../core/types.ts'

/** A line of a machine's part. */
export interface Line {
  text: string
  start: number
  /** White space before the text, a tab counting four. */
  indent: number
  /** Whether it stands in a fence that holds the machine itself. */
  inFence: boolean
}

/** Languages of fences that may hold a machine as text. */
const PLAIN = /^(?:|te?xt|plain(?:text)?|none|states?|fsm)$/i

/** The lines of a part outside of fences and comments; blank ones too. */
export function linesIn(document: Document, part: Span): Line[] {
  return read(document, part, false)
}

/** The lines of a part's plain fences: where nothing stands outside of them, the machine does. */
export const fencedLinesIn = (document: Document, part: Span): Line[] => read(document, part, true)

function read({ lines, text, fences }: Document, part: Span, inFence: boolean): Line[] {
  const found: Line[] = []
  let fence = fences.findIndex(({ span }) => span.end > part.start)
  if (fence < 0) fence = fences.length
  let isComment = false
  const last = lines.index(Math.max(part.start, part.end - 1))
  for (let index = lines.index(part.start); index <= last; index++) {
    const span = lines.span(index)
    const start = Math.max(span.start, part.start)
    const end = Math.min(span.end, part.end)
    while (fence < fences.length && fences[fence]!.span.end <= start && start > fences[fence]!.span.start) fence++
    const around = fences[fence]
    const isFenced = around !== undefined && around.span.start <= start && start < around.span.end
    if (isFenced !== inFence) continue
    if (isFenced && (!PLAIN.test(around.lang) || start < around.body.start || start >= around.body.end)) continue
    const content = start < end ? text.slice(start, end) : ''
    if (!isFenced && (isComment || content.includes('<!--'))) {
      const wasComment: boolean = isComment
      isComment = !content.includes('-->', wasComment ? 0 : content.indexOf('<!--'))
      if (wasComment || isComment || /^[ \t]*</.test(content)) continue
    }
    const lead = /^[ \t]*/.exec(content)![0]
    found.push({ text: content, start, indent: lead.replaceAll('\t', '    ').length, inFence: isFenced })
  }
  return found
}

/** A line without the marks of lists, quotes and headings before its text. */
export function bare({ text, start }: Pick<Line, 'text' | 'start'>): { text: string; start: number; mark: string } {
  let at = 0
  let mark = ''
  for (let round = 0; round < 4; round++) {
    const found = /^[ \t]*(?:[-*+](?=[ \t])|\d{1,4}[.)](?=[ \t])|#{1,6}(?=[ \t])|>(?!=))/.exec(text.slice(at, at + 60))
    if (!found) break
    mark ||= found[0].trim()
    at += found[0].length
  }
  const lead = /^[ \t]*/.exec(text.slice(at))![0].length
  return { text: text.slice(at + lead).trimEnd(), start: start + at + lead, mark }
}

/** A comment or heading that groups what follows: `# === Build phase ===`, `// build`, `### Quick mode`. */
export function groupOf({ text }: Pick<Line, 'text'>): string | undefined {
  const match = /^[ \t]*(#{1,6}(?=[ \t=─—~-])|\/\/|;;)[ \t]*(.*)$/.exec(text)
  if (!match || /^[`*]*[SA]_[A-Z0-9]/.test(match[2]!)) return undefined
  const [words = ''] = match[2]!.replace(/^[=─—~*\s-]+/, '').split(/[=─—~*-]{2,}/, 1)
  return words.trim()
}

export const isTableRow = ({ text }: Pick<Line, 'text'>): boolean => /^[ \t]*\|.*\|/.test(text)
