import type { Span } from '../../core/types.ts'

/**
 * How a gate names itself: `1` number, `2.5` decimal, `P0 → P1` or `P6` short-phase, `Phase 1 → Phase 2` phase,
 * nothing (`GATE: A → B`) unnumbered, anything else other.
 */
export type GateDialect = 'number' | 'decimal' | 'short-phase' | 'phase' | 'unnumbered' | 'other'

/** What a line of a gate says; `other` is a bullet without a keyword. */
export type GateBulletKind = 'required' | 'blocked' | 'non-blocking' | 'other'

/**
 * How a keyword goes on: `if:`, `if missing:`, `if` (no colon), `condition` (when, until, unless, Chinese words),
 * `colon`, `bare` (`BLOCKED` with neither; with a colon alone it is bare as well), `inline` (inside another line),
 * `plain` (no colon after a required keyword), `none` (no keyword).
 */
export type GateBulletForm = 'if:' | 'if missing:' | 'if' | 'condition' | 'colon' | 'bare' | 'inline' | 'plain' | 'none'

/** A line of a gate, with what hangs below it. */
export interface GateBullet {
  kind: GateBulletKind
  form: GateBulletForm
  /** What stands behind the keyword and its colon, one line. */
  text: string
  /** Without the list marker; ends with the last line that belongs to the bullet. */
  span: Span
  /** The keyword alone: `REQUIRED`, `BLOCKED`. */
  keyword?: Span
  /** Where `text` begins and ends. */
  textSpan: Span
}

/** A gate: a bold head (in a paragraph, a list item) or a heading, with its bullets. */
export interface Gate {
  /** As written: `1`, `2.5`, `P0 → P1`, `Phase 1 → Phase 2`; empty where there is none. */
  id: string
  /** Of dialects `number` and `decimal`, Chinese numerals too. */
  number?: number
  idSpan: Span
  /** What stands behind the id in the head: `A → B`. */
  head: string
  from?: string
  to?: string
  /** The words in parentheses behind the head. */
  note?: string
  /** What stands behind the head: `**GATE P0 → P1**: text`, lines up to the first bullet included. */
  text: string
  dialect: GateDialect
  form: 'bold' | 'item' | 'heading'
  /** What parts id and head: `:` or `：`, another mark, nothing; `outside` where the colon stands behind the bold text. */
  separator: 'colon' | 'outside' | 'mark' | 'none'
  /** The word as written: `GATE`, `Gate`, `门禁`. */
  word: string
  /** From the head to the end of the last bullet. */
  span: Span
  /** The head with its bold marks, or the heading's line. */
  headSpan: Span
  bullets: readonly GateBullet[]
}

/** Gates that stand under one “Phase Gates” heading (or tag), or, without one, in one section of the document. */
export interface GateSection {
  heading?: { text: string; span: Span; form: 'heading' | 'tag' }
  /** From behind the heading to the end of the section; for gates without a heading, what they span. */
  body: Span
  gates: readonly Gate[]
  /** Whether the section speaks of gates of another skill: “as in the base skill”, 继承, 沿用. */
  inherits: boolean
}
