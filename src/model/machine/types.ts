import type { Document, Span } from '../../core/types.ts'
import type { Name } from './names.ts'

/** How a state is declared: on a line or bullet of its own, in a chain `S_A → S_B`, in a table, below a heading. */
export type StateForm = 'line' | 'bullet' | 'chain' | 'table' | 'heading'

/** A declared state. */
export interface State {
  /** `S_PARSE`, or parametric: `S_WAVE_{N}`. */
  name: string
  /** The name alone. */
  span: Span
  form: StateForm
  /** What is said of it, without the `PERSIST:` part; empty when nothing is. */
  description: string
  /** What it keeps; absent where the text says nothing, `—` or none. */
  persist?: string
  isParametric: boolean
  /** What a parametric name takes. */
  pattern?: RegExp
  /** Whether its behaviour lives in another workflow file (“execute run-loop.md”). */
  isDelegated: boolean
  /** Whether the text marks it as shared with, or inherited from, another skill. */
  isShared: boolean
}

/** Where a transition leads. `end` ends the run well, `error` ends it with a code; what a `handler` or free `text` does is not known. */
export interface Target {
  kind: 'state' | 'end' | 'error' | 'handler' | 'text'
  /** `S_PLAN`, `END`, `ERROR`, `handleStop`, or the text as written. */
  name: string
  /** The code of an error: `E003`. */
  code?: string
}

/** An action where a transition names it. */
export interface ActionUse extends Name {
  /** Whether the transition itself says what the action does: `A_X — desc`, `A_X(args)`. */
  isInline: boolean
}

/** One step from a state to another. A line with several sources or targets is several transitions. */
export interface Transition {
  /** The source; `*` where the line speaks of every state. */
  from: string
  to: Target
  /** The condition, whatever its form: `WHEN:`, `: cond → A_X`, `(cond)`, `--cond-->`. */
  when?: string
  guard?: string
  entry?: string
  gate?: string
  note?: string
  /** The text after `DO:`, or after the arrow in `S_A → S_B : cond → A_X`. */
  do?: string
  /** The actions that DO, GUARD and ENTRY name. */
  actions: readonly ActionUse[]
  otherwise: boolean
  /** `block`: below a header `S_A:`; `flat`: on one line with its source; `chain`: a link of `S_A → S_B → S_C`; `table`: a row. */
  form: 'block' | 'flat' | 'chain' | 'table'
  /** The comment or heading that it stands under, such as `Build phase`; transitions of two groups may be alike. */
  group: string
  span: Span
  fromSpan: Span
  toSpan: Span
}

/** A state that is named in passing as the next one: in a table, a note, an action (“fall back to S_ASK”). */
export interface Jump {
  /** A state, or `END`. */
  to: string
  span: Span
  /** The states that it may start from; none where the text does not say. */
  from: readonly string[]
}

/** How an action is defined. */
export type ActionForm = 'heading' | 'bullet' | 'bold' | 'table' | 'line'

/** A definition of an action. `### A_X, A_Y` defines two. */
export interface Action {
  name: string
  span: Span
  form: ActionForm
  /** From the definition to the next one. */
  body: Span
  isShared: boolean
}

/** What stands in a state's block besides transitions: `GUARD:`, `ENTRY:`, prose. */
export interface Block {
  name: string
  span: Span
  /** Whether text other than transitions stands in it. */
  hasText: boolean
  /** Whether it leaves the state's behaviour to another workflow file. */
  isDelegated: boolean
  actions: readonly ActionUse[]
}

/** A state machine of a document. */
export interface Machine {
  document: Document
  form: 'tag' | 'heading'
  /** The opening tag, or the heading. */
  at: Span
  span: Span
  /** The bodies that hold its states, transitions and actions; `states` is empty where it declares none. */
  parts: { states: readonly Span[]; transitions: readonly Span[]; actions: readonly Span[] }
  states: readonly State[]
  transitions: readonly Transition[]
  blocks: readonly Block[]
  jumps: readonly Jump[]
  /** Actions that are defined in the document, wherever they stand. */
  actions: readonly Action[]
  /** Names of the states that a run may begin with: the first declared, the first source, those called an entry. */
  starts: readonly string[]
  /** Whether the text says that the machine goes on with states or actions of another skill. */
  isShared: boolean
  /** Declared states that a name stands for: itself, what is parametric and takes it, all that a parametric name takes. */
  statesCalled(name: string): readonly State[]
  /** Definitions of an action, found in the same way. */
  actionsCalled(name: string): readonly Action[]
}
