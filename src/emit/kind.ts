import type { Keywords } from '../core/json-schema.ts'
import type { Span } from '../core/types.ts'
import type { Client } from './client.ts'
import type { Block, BlockKind, SourceDocument, SourceSkill, Target } from './types.ts'

/** What a block, a token or a client is lowered with: who asks, for whom, and where to complain. */
export interface Lowering {
  target: Target
  client: Client
  skill: SourceSkill
  document: SourceDocument
  /** Names of all skills of the sources that the target gets. */
  skills: ReadonlySet<string>
  /** Names of the shared workflows. */
  workflows: ReadonlySet<string>
  fault(span: Span, text: string, help: string, severity?: 'error' | 'warn'): void
  /**
   * Says that the target cannot express something. `id` is what an author writes under `downgrades` in the frontmatter of
   * the skill to accept it (`downgrades: { agy: [invocation] }`); without that it is an error.
   */
  cannot(span: Span, id: string, what: string): void
  /** Puts a file into the skill's folder, such as `contracts/executor.json`. */
  file(name: string, text: string): void
  /** Has the bundle bring a runtime along. */
  needs(runtime: 'aco' | 'wave'): void
  /** Has the skill bring a shared workflow along. */
  brings(workflow: string): void
}

/** A kind of typed block: its schema, and the Markdown that it stands for. */
export interface Kind {
  kind: BlockKind
  /** One sentence for docs. */
  summary: string
  /** JSON Schema (draft 2020-12) of the block; written to `schemas/source/<kind>.schema.json`. */
  schema: Keywords
  /** The Markdown, without a final line break; tokens inside are expanded afterwards. */
  lower(block: Block, lowering: Lowering): string
}

/** Declares a kind of block. */
export const defineKind = (kind: Kind): Kind => kind
