import type { Severity, Span } from '../core/types.ts'

/** A stretch of a document. */
export interface Place {
  path: string
  span: Span
}

/**
 * What a node is. `any` stands for every state, or for several; `last` is a state that ends the run by convention;
 * `open` is a target that the text does not explain further (a handler, a sentence).
 */
export type Shape =
  | 'start'
  | 'state'
  | 'last'
  | 'any'
  | 'end'
  | 'error'
  | 'open'
  | 'phase'
  | 'gate'
  | 'table'
  | 'wave'
  | 'worker'

/** Texts are plain: one line each, of whatever length. */
export interface Node {
  /** `n1`, `n2`, …, unique in the picture. */
  id: string
  shape: Shape
  label: string
  notes: readonly string[]
  places: readonly Place[]
}

/** An arrow. What leads from one node to another in several ways is one arrow with several labels. */
export interface Edge {
  /** `e1`, `e2`, …, unique in the picture. */
  id: string
  from: string
  to: string
  /** `passing`: the text says it in passing (an action that goes on to a state), or only its order does. */
  line: 'plain' | 'passing'
  labels: readonly string[]
  places: readonly Place[]
}

export type GroupKind = 'states' | 'gates' | 'waves'

/** A state machine, the gates of a section, or the waves of a skill. */
export interface Group {
  /** `g1`, `g2`, …, unique in the picture. */
  id: string
  kind: GroupKind
  title: string
  nodes: readonly Node[]
  edges: readonly Edge[]
  places: readonly Place[]
}

/** A finding of the linter about what is drawn. */
export interface Fault {
  /** From 1, in the order of a report. */
  number: number
  rule: string
  severity: Severity
  /** What is wrong, and what to write. */
  text: string
  help: string
  /** Where it is written. */
  path: string
  line: number
  column: number
  /** The id of the node, arrow or group that it is about; absent where nothing of it is drawn. */
  on?: string
}

/** What a skill does, ready to be drawn. */
export interface Picture {
  /** The name of the skill. */
  title: string
  /** Where it is, and for which client. */
  subtitle: string
  groups: readonly Group[]
  faults: readonly Fault[]
}
