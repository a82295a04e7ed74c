/** Columns between tab stops in what we print. */
const TAB = 4

/**
 * A character that a terminal obeys or that a reader cannot see: controls, bidi and zero-width characters, tags,
 * separators, lone surrogates, and the variation selectors that can carry hidden text.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[\u{e0100}-\u{e01ef}]/u

/** What is drawn on the character before it. */
const MARK = /(?![\u{e0100}-\u{e01ef}])[\p{Mn}\p{Me}\u1160-\u11ff]/u
const IS_MARK = new RegExp(`^${MARK.source}`, 'u')

/** An emoji, which may be of several: 👩‍💻. */
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?/u
const EMOJIS = `${EMOJI.source}(?:\\u200d${EMOJI.source})*`

/** What is drawn as one. More than eight marks on a character are an attack on the reader: the ninth stands alone. */
const CELL = new RegExp(`(?:${EMOJIS}|.)(?:${MARK.source}){0,8}`, 'gsu')

/** Drawn two columns wide (Unicode 16, East Asian Width W and F, and emoji by default); flags are two halves of one. */
const WIDE =
  /^(?![\u{1f1e6}-\u{1f1ff}])[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u

/** A character that asks for its emoji form, which is wide. */
const AS_EMOJI = /^\p{Emoji}.*\ufe0f/u

/** A control as its picture (`␛`), anything else as its code (`<U+202E>`). */
function nameOf(char: string): string {
  const code = char.codePointAt(0)!
  if (code < 32) return String.fromCharCode(0x2400 + code)
  return code === 127 ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** The first character of a cell, and the cell as it is printed. */
function drawn(cell: string): { base: string; text: string } {
  const base = String.fromCodePoint(cell.codePointAt(0)!)
  const isSafe = !HIDDEN.test(base) && !IS_MARK.test(base)
  return { base, text: isSafe ? cell : nameOf(base) + cell.slice(base.length) }
}

/** Shows the characters of a text that a terminal would obey or hide; line ends and tabs too. */
export function visible(text: string): string {
  return HIDDEN.test(text) ? text.replace(CELL, cell => drawn(cell).text) : text
}

/** JSON in one line, with escapes for what a terminal would obey or hide; it parses to the same value. */
export function visibleJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!HIDDEN.test(json)) return json
  const escapeOf = (char: string) =>
    char
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')
  return json.replace(new RegExp(HIDDEN, 'gu'), escapeOf)
}

/** What a terminal draws as one: the text to print, the columns it takes, and the UTF-16 offsets it stands for. */
export interface Cell {
  text: string
  width: number
  start: number
  end: number
}

/** Splits a line into cells: tabs become spaces up to the next stop, hidden characters their names. */
export function cellsOf(line: string): Cell[] {
  if (/^[ -~]*$/.test(line)) return line.split('').map((text, start) => ({ text, width: 1, start, end: start + 1 }))
  let column = 0
  return Array.from(line.matchAll(CELL), ({ 0: cell, index: start }) => {
    const { base, text: shown } = drawn(cell)
    const text = base === '\t' ? ' '.repeat(TAB - (column % TAB)) : shown
    const isWide = WIDE.test(text) || AS_EMOJI.test(text)
    const width = base === '\t' ? text.length : text === cell ? (isWide ? 2 : 1) : nameOf(base).length
    column += width
    return { text, width, start, end: start + cell.length }
  })
}
