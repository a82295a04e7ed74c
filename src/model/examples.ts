import type { Document, Fence, Span } from '../core/types.ts'
import { isNegated } from '../markdown/calls.ts'

/** Words and marks that label what must not be done: “BAD”, “❌”, “Never run”, “反例”. */
const BAD =
  /❌|✗|✘|🚫|⛔|☠|\b(?:bad|(?<!go(?:es)? )(?<!went )wrong|incorrect|anti-?patterns?|dangerous|malicious|vulnerable|insecure|exploits?|attacks?|injection|forbidden|prohibited|blocked|blocklist|blacklist|deny-?list|red flags?|mistakes?|instead of)\b|\b(?:do not|don['’]t|never|must not|avoid|refuse to|stop if|reject)\b(?!.*\bhave\b)|错误(?:示例|写法|做法|用法|示范)|反例|禁止|不要|不得|切勿|严禁|危险|黑名单/i

/** Words and marks that label what is shown as right, or as an example at all. */
const SHOWN =
  /✅|✓|✔|^\W*(?:good|correct|right|better|do)\b\W*(?:$|:)|\bexamples?\b|\be\.g\.|\bsample\b|正确|示例|例如|例：/i

/** A comment of whatever language, or the part of a line behind its mark. */
const COMMENT = /(?:^|\s)(?:#|\/\/|--|;;|rem\b|<!--|\/\*)\s*(.*)$/i

/** Lines above a block or item that are looked through for its lead-in. */
const REACH = 15

/** The index of the last of some ordered spans that begins at or before an offset; −1 when none does. */
function lastBefore(places: readonly { span: Span }[], offset: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]!.span.start <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The fence that holds an offset. */
export function fenceAt({ fences }: Document, offset: number): Fence | undefined {
  const fence = fences[lastBefore(fences, offset)]
  return fence && offset < fence.span.end ? fence : undefined
}

/** The start of a line: a label stands there, and lines have no limit. */
function beginning({ lines, text }: Document, line: number): string {
  const { start, end } = lines.span(line)
  return text.slice(start, Math.min(end, start + 400)).trim()
}

/** What stands around an offset on its line. */
function around({ lines, text }: Document, offset: number): string {
  const { start, end } = lines.span(lines.index(offset))
  return text.slice(Math.max(start, offset - 400), Math.min(end, offset + 400))
}

/** The comment in a fence that speaks of an offset: on its line, or above it in the same paragraph. */
function commentFor(document: Document, fence: Fence, offset: number): string {
  const { lines } = document
  const line = lines.index(offset)
  const own = /(?:\s#|\s\/\/)\s.*$/.exec(around(document, offset))?.[0] ?? ''
  const first = lines.index(fence.body.start)
  for (let index = line - 1; index >= Math.max(first, line - REACH); index--) {
    const text = beginning(document, index)
    if (!text) break
    const comment = /^(?:#|\/\/|--|;;|rem\b|<!--|\/\*)/i.test(text) ? COMMENT.exec(text) : undefined
    if (comment) return `${own}\n${comment[1]}`
  }
  return own
}

/** The line that introduces a fence, or the list that a line stands in: the nearest text above. */
function leadIn(document: Document, line: number, isFence: boolean): string {
  for (let index = line - 1; index >= Math.max(0, line - REACH); index--) {
    const text = beginning(document, index)
    if (!text) continue
    if (text.startsWith('#')) return ''
    const isItem = /^(?:[-*+]|\d+[.)])\s/.test(text)
    if (isFence || !isItem) return isFence || /[:：]\**$/.test(text) ? text : ''
  }
  return ''
}

/** The headings that an offset stands under, the nearest first, without the document's title. */
function headingsOver({ headings }: Document, offset: number): string[] {
  const over: string[] = []
  let depth = 7
  const last = lastBefore(headings, offset)
  for (let index = last; index > Math.max(-1, last - 200) && depth > 2; index--) {
    const heading = headings[index]!
    if (heading.depth >= depth) continue
    depth = heading.depth
    if (depth > 1) over.push(heading.text)
  }
  return over
}

/** The sections that hold an offset, the innermost first. */
function sectionsOver({ sections }: Document, offset: number): string[] {
  const over: string[] = []
  for (let section = sections[lastBefore(sections, offset)]; section && over.length < 20; section = section.parent)
    if (offset < section.span.end) over.push(section.tag.replaceAll('_', ' '))
  return over
}

/** All labels that bear on an offset: comments, lead-in, info string, headings, section tags. */
function labelsOf(document: Document, offset: number): string[] {
  const over = [...headingsOver(document, offset), ...sectionsOver(document, offset)]
  const fence = fenceAt(document, offset)
  if (!fence) return [leadIn(document, document.lines.index(offset), false), ...over]
  const opening = document.lines.index(fence.span.start)
  return [commentFor(document, fence, offset), fence.info, leadIn(document, opening, true), ...over]
}

/** Whether the line of an offset in prose forbids or denies it. */
function isDeniedInLine(document: Document, offset: number): boolean {
  const { start } = document.lines.span(document.lines.index(offset))
  return /❌|✗|✘|🚫|⛔/.test(around(document, offset)) || (offset - start < 4_000 && isNegated(document.lines, offset))
}

/** Whether what stands at an offset is forbidden, denied or shown as what not to do. */
export function isDenied(document: Document, offset: number): boolean {
  if (!fenceAt(document, offset) && isDeniedInLine(document, offset)) return true
  return labelsOf(document, offset).some(label => BAD.test(label))
}

/** Whether what stands at an offset is only shown: denied, or labelled as an example, good or bad. */
export function isExample(document: Document, offset: number): boolean {
  if (isDenied(document, offset)) return true
  if (!fenceAt(document, offset) && SHOWN.test(around(document, offset))) return true
  return labelsOf(document, offset).some(label => SHOWN.test(label))
}

/** The same by labels alone: what the line's own sentence denies counts only where a mark (❌) says so. */
export function isLabelled(document: Document, offset: number, asBad = false): boolean {
  const inProse = fenceAt(document, offset) ? '' : around(document, offset)
  if (/❌|✗|✘|🚫|⛔/.test(inProse) || (!asBad && SHOWN.test(inProse))) return true
  return labelsOf(document, offset).some(label => BAD.test(label) || (!asBad && SHOWN.test(label)))
}
