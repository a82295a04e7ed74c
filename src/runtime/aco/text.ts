import { isAscii, isUtf8 } from 'node:buffer'

/** Decodes bytes: UTF-8 (a byte order mark is dropped) or UTF-16 with a mark; `undefined` when they are neither. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isAscii(buffer)) return buffer.toString('latin1')
  if (isUtf8(buffer))
    return buffer.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be'
  if (!label) return undefined
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Compares by code point, as Python does; JavaScript’s `<` compares UTF-16 units and differs for astral characters. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left === right) continue
    const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdfff
    if (isHigh(left) !== isHigh(right)) return isHigh(left) ? 1 : -1
    return left - right
  }
  return a.length - b.length
}

/** Compares with numbers by value: `ant-1-2` before `ant-1-10`. */
export function byNature(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? []
  const right = b.match(/\d+|\D+/g) ?? []
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i]!, right[i]!]
    const order = /^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) || byCodePoint(x, y) : byCodePoint(x, y)
    if (order) return order
  }
  return left.length - right.length || byCodePoint(a, b)
}

/** Deepest nesting that is parsed; `JSON.parse` itself copes with more, code that walks the value does not. */
const MAX_DEPTH = 1_000

/**
 * Parses JSON; `undefined` (not a value of JSON) when it is none, or nested deeper than 1,000.
 *
 * With `tolerant`, bare NaN and Infinity outside strings, as Python writes them, read as null.
 */
export function parseJson(text: string, tolerant = false): unknown {
  const isTolerant = tolerant && (text.includes('NaN') || text.includes('Infinity'))
  // Most texts cannot be that deep, and need no second look.
  const clean = isTolerant || has(text, '[', '{', MAX_DEPTH) ? scan(text, isTolerant) : text
  try {
    return clean === undefined ? undefined : JSON.parse(clean)
  } catch {
    return undefined
  }
}

/** Whether a text has more than `count` of two characters. */
function has(text: string, one: string, other: string, count: number): boolean {
  let left = count
  for (const character of [one, other])
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) if (left-- === 0) return true
  return false
}

/** The text with bare words of Python as null; `undefined` when it is nested too deeply. */
function scan(text: string, tolerant: boolean): string | undefined {
  let depth = 0
  let inString = false
  let parts = ''
  let done = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (inString) {
      if (unit === 92) i++
      else if (unit === 34) inString = false
    } else if (unit === 34) inString = true
    else if (unit === 91 || unit === 123) {
      if (++depth > MAX_DEPTH) return undefined
    } else if (unit === 93 || unit === 125) depth--
    else if (tolerant && (unit === 78 || unit === 73)) {
      const word = text.startsWith('NaN', i) ? 3 : text.startsWith('Infinity', i) ? 8 : 0
      if (!word) return undefined
      parts += `${text.slice(done, text[i - 1] === '-' ? i - 1 : i)}null`
      done = i + word
      i = done - 1
    }
  }
  return done ? parts + text.slice(done) : text
}

/** JSON text of a value: lone surrogates become U+FFFD, two spaces of indent unless `flat`, a line break at the end. */
export function toJson(value: unknown, flat = false): string {
  const json = JSON.stringify(value, undefined, flat ? 0 : 2)
  let text = ''
  let done = 0
  // JSON.stringify escapes lone surrogates only, in keys too; after an odd number of backslashes it is no escape.
  for (let at = json.indexOf('\\ud'); at >= 0; at = json.indexOf('\\ud', at + 1)) {
    let before = at
    while (json.charCodeAt(before - 1) === 92) before--
    if ((at - before) % 2) continue
    text += `${json.slice(done, at)}\uFFFD`
    done = at + 6
  }
  return `${text}${json.slice(done)}\n`
}

/** A string without lone surrogates. */
export function wellFormed(text: string): string {
  return (text as string & { toWellFormed?(): string }).toWellFormed?.() ?? text.replace(/\p{Surrogate}/gu, '\uFFFD')
}

/** Whether a value is an object with keys. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is a finite number (booleans are none). */
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Whether a value is a whole number from 0 to `max`. */
export const isWhole = (value: unknown, max: number): value is number =>
  isNumber(value) && Number.isInteger(value) && value >= 0 && value <= max

/** Whether a value is a number from 0 to 1. */
export const isShare = (value: unknown): value is number => isNumber(value) && value >= 0 && value <= 1

/** Rounds to decimals for print; never fed back into the state. */
export const round = (value: number, decimals = 4): number => {
  const factor = 10 ** decimals
  // Greater numbers have no decimals, and the product might leave the range.
  return Math.abs(value) < 2 ** 53 ? Math.round(value * factor) / factor : value
}

/** Rounds to significant digits for print. */
export const significant = (value: number, digits = 4): number => Number(value.toPrecision(digits))
