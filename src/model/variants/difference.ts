import type { Platform } from '../../core/platform.ts'
import type { VariantSettings } from '../../core/rule.ts'
import type { Document, PlatformId, Span } from '../../core/types.ts'

/** What variants are compared by; each is a rule of its name below `parity/`. */
export type ParityKind =
  | 'frontmatter'
  | 'missing-skill'
  | 'orphan-mirror'
  | 'name-case'
  | 'sections'
  | 'contract'
  | 'gates'
  | 'states'
  | 'codes'
  | 'flags'
  | 'invariants'
  | 'tools'

/** A place in one of two variants. */
export interface Side {
  document: Document
  at: Span
}

/** Something that both variants have, each in its own way. */
export interface Change {
  name: string
  source: string
  mirror: string
}

/** In what two variants of a skill disagree; one per construct of a file, of frontmatter one per key. */
export interface Difference {
  kind: ParityKind
  /** The skill, command or agent, as the source calls it. */
  name: string
  /** Absent for a mirror without a source. */
  source?: Side
  /** Absent for a source without a mirror. */
  mirror?: Side
  /** What the source has and the mirror does not; of a missing skill, and of a mirror without a source, the folders that lack it. */
  lacks: readonly string[]
  /** What the mirror has besides. */
  adds: readonly string[]
  changes: readonly Change[]
  /** Comments that would declare the difference if they gave a reason. */
  blank: readonly Side[]
}

/** What a comparison needs to know besides the documents; a rule's context has it. */
export interface ParitySetup {
  platforms: Readonly<Record<PlatformId, Platform>>
  variants: VariantSettings
}
