import type { Edge, Node } from './types.ts'
import { columnsOf, wrap } from './words.ts'

/** Lengths are CSS pixels. */
export interface Point {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** A node’s lines of text and the room that they take. */
export interface NodeBox extends Size {
  node: Node
  name: readonly string[]
  notes: readonly string[]
}

/** The label of an arrow. */
export interface LabelBox extends Size {
  lines: readonly string[]
}

/** Text: its size, and the height of a line. */
export const NAME = { size: 13, line: 18 } as const
export const NOTE = { size: 11, line: 15 } as const

/** What a column takes of the size; 0.602 in the widest of the usual monospaced fonts. */
const COLUMN = 0.61

export const widthOf = (text: string, size: number): number => columnsOf(text) * size * COLUMN

export const most = (numbers: readonly number[], least = 0): number => numbers.reduce((a, b) => Math.max(a, b), least)

export const PADDING = 12
/** Room that round and pointed ends take on either side. */
export const TIP = 10
/** Room that the lid of a table takes. */
export const LID = 10
const POINTED: ReadonlySet<string> = new Set(['end', 'last', 'any', 'error', 'gate'])

const NAME_COLUMNS = 30
const NOTE_COLUMNS = 36
const LABEL_COLUMNS = 26
/** Notes and labels that are written out; the tooltip has them all. */
const MOST_TEXTS = 8

export function boxOf(node: Node): NodeBox {
  if (node.shape === 'start') return { node, name: [], notes: [], width: 18, height: 18 }
  const name = wrap(node.label, NAME_COLUMNS, 3)
  const notes = written(node.notes, NOTE_COLUMNS, 3)
  const widths = [...name.map(line => widthOf(line, NAME.size)), ...notes.map(line => widthOf(line, NOTE.size))]
  const side = PADDING + (POINTED.has(node.shape) ? TIP : 0)
  const height = name.length * NAME.line + notes.length * NOTE.line + 2 * PADDING + (node.shape === 'table' ? LID : 0)
  return { node, name, notes, width: most(widths, 48) + 2 * side, height }
}

export function labelOf({ labels }: Edge): LabelBox | undefined {
  const lines = written(labels.length > 1 ? labels.map(label => `• ${label}`) : labels, LABEL_COLUMNS, 4)
  if (!lines.length) return undefined
  return { lines, width: most(lines.map(line => widthOf(line, NOTE.size))) + 8, height: lines.length * NOTE.line + 4 }
}

function written(texts: readonly string[], columns: number, rows: number): string[] {
  const lines = texts.slice(0, MOST_TEXTS).flatMap(text => wrap(text, columns, rows))
  if (texts.length > MOST_TEXTS) lines.push(`… ${texts.length - MOST_TEXTS} more`)
  return lines
}
