import type { ProseLine } from '../prose-lines.ts'
import { hasKeyword, inlineBullets, readBullet } from './bullet.ts'
import type { GateHead } from './head.ts'
import type { Gate, GateBullet } from './types.ts'

const BULLET = /^([ \t>]*)(?:[-*+]|\d{1,9}[.)])[ \t]+/

/** A line with its marker taken off. */
interface Words {
  isItem: boolean
  indent: number
  text: string
  start: number
  end: number
}

function wordsOf(line: ProseLine): Words {
  const marker = BULLET.exec(line.text)
  const indent = marker ? (marker[1] ?? '').length : line.text.length - line.text.trimStart().length
  const skip = marker?.[0].length ?? indent
  const end = line.start + line.text.trimEnd().length
  return { isItem: marker !== null, indent, text: line.text.slice(skip), start: line.start + skip, end }
}

/**
 * The gate of a head, with the bullets that stand below it.
 *
 * A bullet goes on with the lines that hang below it. Behind an empty line and a paragraph the gate is over; only a
 * keyword that it still lacks counts there.
 */
export function gateWith(head: GateHead, below: readonly ProseLine[]): Gate {
  const bullets: GateBullet[] = inlineBullets(head.text, head.textStart)
  let { text } = head
  let end = Math.max(head.headSpan.end, head.textStart + head.text.length)
  let previous = head.line
  /** The indent of the first bullet. */
  let first: number | undefined
  let isOver = false
  for (const line of below) {
    if (!line.text.trim()) continue
    const isApart = line.index > previous + 1
    previous = line.index
    const words = wordsOf(line)
    const isDeeper = first !== undefined && words.indent > first
    const bullet = words.isItem || hasKeyword(words.text) ? readBullet(words.text, words.start, words.end) : undefined
    const isNext = head.form === 'item' && words.isItem && words.indent <= head.indent
    if (isOver || (isNext && bullet?.kind === 'other')) {
      isOver = true
      if (!bullet || bullet.kind === 'other' || bullets.some(({ kind }) => kind === bullet.kind)) continue
    }
    if (bullet && (bullet.kind !== 'other' || !isDeeper)) {
      first ??= words.indent
      bullets.push(
        bullet,
        ...(bullet.kind === 'required' ? inlineBullets(bullet.text, bullet.textSpan.start, true) : []),
      )
    } else if (isApart && !isDeeper && first !== undefined) {
      isOver = true
      continue
    } else if (first === undefined) text = text ? `${text} ${line.text.trim()}` : line.text.trim()
    else bullets.findLast(({ form }) => form !== 'inline')!.span.end = words.end
    end = words.end
  }
  const { line: _, indent: __, textStart: ___, ...gate } = head
  return { ...gate, text, span: { start: head.headSpan.start, end }, bullets }
}
