import { foundOf, remarksOf, whereOf } from '../core/counts.ts'
import { applyEdits } from '../core/edit.ts'
import { defineReporter, type Look, type Result } from '../core/reporter.ts'
import { type Lines, linesOf } from '../core/span.ts'
import type { Diagnostic, Range, Severity } from '../core/types.ts'
import { type Cell, cellsOf, visible } from '../core/visible.ts'

/** SGR codes (ECMA-48, 8.3.117). */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 }
type Ink = keyof typeof CODES

const INKS: Readonly<Record<Severity, Ink>> = { error: 'red', warn: 'yellow', info: 'blue' }

/** A terminal narrower than this gets lines of this width. */
const NARROWEST = 40

/** The rule whose findings are no text to print, and what is left to see of them, in UTF-16 units. */
const SECRET = 'security/secret'
const SEEN = 4

const painter = (color: boolean) => (text: string, ink: Ink) =>
  color && text ? `\u001b[${CODES[ink]}m${text}\u001b[0m` : text

const widthOf = (cells: readonly Cell[]) => cells.reduce((sum, { width }) => sum + width, 0)

/**
 * What of a line fits into `room` columns around the marked stretch (UTF-16 units from 0, `to` exclusive), and the
 * columns before and below the mark.
 */
function cutLine(
  line: string,
  from: number,
  to: number,
  room: number,
): { text: string; before: number; marks: number } {
  // A line of a megabyte is not split into cells to show a hundred of them.
  const low = Math.max(0, from - 2 * room)
  const high = Math.min(line.length, from + 2 * room)
  const cells = cellsOf(line.slice(low, high))
  const found = cells.findIndex(({ end }) => low + end > from)
  const first = found < 0 ? cells.length : found
  let left = 0
  let right = cells.length
  if (low > 0 || high < line.length || widthOf(cells) > room) {
    const budget = room - 2
    let free = Math.max(Math.floor(budget / 3), budget - widthOf(cells.slice(first)))
    for (left = first; left > 0 && cells[left - 1]!.width <= free; left--) free -= cells[left - 1]!.width
    free = budget - widthOf(cells.slice(left, first))
    for (right = first; right < cells.length && cells[right]!.width <= free; right++) free -= cells[right]!.width
  }
  const head = low > 0 || left > 0 ? '…' : ''
  const tail = high < line.length || right < cells.length ? '…' : ''
  const shown = cells.slice(left, right)
  const marked = cells.slice(first, right).filter(({ start }) => low + start < to)
  return {
    text: head + shown.map(({ text }) => text).join('') + tail,
    before: head.length + widthOf(cells.slice(left, first)),
    marks: Math.max(1, widthOf(marked)),
  }
}

/** The text of a file with the secrets found in it dotted out: a log is read by more people than a file. */
function maskSecrets(text: string, path: string, diagnostics: readonly Diagnostic[]): string {
  const secrets = diagnostics.filter(diagnostic => diagnostic.rule === SECRET && diagnostic.path === path)
  const edits = secrets.map(({ span: { start, end } }) => {
    const span = { start: Math.min(start + SEEN, end), end }
    return { path, span, text: text.slice(span.start, end).replace(/[^\r\n]/g, '•') }
  })
  return applyEdits(text, edits).text
}

/** Prints findings; holds the lines of each file it has shown. */
function printer({ diagnostics, texts }: Result, look: Look) {
  const paint = painter(look.color)
  const known = new Map<string, Lines | undefined>()
  const secrets = diagnostics.filter(({ rule }) => rule === SECRET)

  const linesAt = (path: string) => {
    if (!known.has(path)) {
      const text = texts.get(path)
      known.set(path, text === undefined ? undefined : linesOf(maskSecrets(text, path, secrets)))
    }
    return known.get(path)
  }

  const row = (number: string, gutter: number, text: string) =>
    `${paint(`  ${number.padStart(gutter)} │`, 'dim')}${text && ` ${text}`}\n`

  const roomBeside = (gutter: number) => Math.max(look.width, NARROWEST) - gutter - 5

  /** A line with its number, and marks below the range's part of it. */
  const frame = (path: string, range: Range, gutter: number, mark: string, ink: Ink) => {
    const line = linesAt(path)?.text(range.line - 1)
    if (line === undefined) return ''
    const to = range.endLine > range.line ? line.trimEnd().length : range.endColumn - 1
    const { text, before, marks } = cutLine(line, range.column - 1, to, roomBeside(gutter))
    return row(String(range.line), gutter, text) + row('', gutter, ' '.repeat(before) + paint(mark.repeat(marks), ink))
  }

  /** The line before, where it says something. */
  const lead = (path: string, { line }: Range, gutter: number) => {
    const before = linesAt(path)?.text(line - 2) ?? ''
    const text = cutLine(before.trimEnd(), 0, 0, roomBeside(gutter)).text
    return text && row(String(line - 1), gutter, paint(text, 'dim'))
  }

  const placeOf = (path: string, { line, column }: Range) =>
    `${paint(visible(path), 'bold')}${paint(`:${line}:${column}`, 'dim')}`

  return ({ rule, severity, path, range, text, help, fix, related }: Diagnostic): string => {
    const gutter = String(Math.max(range.line, ...related.map(other => other.range.line))).length
    let printed = `${placeOf(path, range)} ${paint(severity, INKS[severity])} ${paint(rule, 'dim')}\n  ${visible(text)}\n`
    printed += lead(path, range, gutter) + frame(path, range, gutter, '^', INKS[severity])
    for (const [index, other] of related.entries()) {
      const branch = paint(index < related.length - 1 ? '├' : '╰', 'dim')
      printed += `  ${branch} ${placeOf(other.path, other.range)} ${visible(other.text)}\n`
      printed += frame(other.path, other.range, gutter, '-', 'cyan')
    }
    if (help) printed += `  ${paint('help:', 'cyan')} ${visible(help)}\n`
    if (fix) printed += `  ${paint('fix:', 'green')} ${visible(fix.title)} ${paint(remedyOf(fix.safe), 'dim')}\n`
    return printed
  }
}

const remedyOf = (safe: boolean) => `(fixable with ${safe ? '--fix' : '--fix-unsafe'})`

/** The last line: a sign, what was found where, and what else is to say. */
function closing(result: Result, look: Look): string {
  const paint = painter(look.color)
  const { errors, warnings, infos } = result.summary
  const [sign, ink]: [string, Ink] = errors
    ? ['✖', 'red']
    : warnings
      ? ['⚠', 'yellow']
      : infos
        ? ['ℹ', 'blue']
        : ['✔', 'green']
  const remarks = remarksOf(result).map(remark => ` ${paint('·', 'dim')} ${remark}`)
  return `${paint(`${sign} ${foundOf(result)}`, ink)} ${whereOf(result)}${remarks.join('')}\n`
}

/** For people: each finding with its line, its related places and its remedy, then one line that counts. */
export default defineReporter({
  id: 'pretty',
  summary: 'for people, with the lines in question',
  print(result, look) {
    const print = printer(result, look)
    return result.diagnostics.map(diagnostic => `${print(diagnostic)}\n`).join('') + closing(result, look)
  },
})
