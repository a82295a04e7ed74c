import type { Platform } from '../../core/platform.ts'
import type { PlatformId, Span } from '../../core/types.ts'
import type { MarkdownParser } from '../../markdown/parser.ts'
import type { SourceFile, Target } from '../types.ts'

/**
 * What an import has to say of a place in the pack.
 *
 * `normalised`: the pack’s own client gets other words than before, with the same meaning. `lost`: a client gets less
 * than the pack says, or something that only the pack’s own client understands. `kept`: it has a form of its own in
 * sources and stays as it is, because that form would say something else.
 */
export interface Note {
  kind: 'normalised' | 'lost' | 'kept'
  path: string
  span: Span
  /** What is changed, lost or kept; no full stop. */
  what: string
  /** Why; no full stop. */
  why: string
  /** Of what is normalised: the text that the pack’s own client gets in the place of the span. */
  to?: string
}

/** A change of a document on its way to a source. */
export interface Change {
  span: Span
  /** What the source says there. */
  text: string
  /** What the pack’s own client gets there, where that differs from what stood there. */
  home?: string
  /** What differs, where the two texts do not say it. */
  what?: string
  /** Why it differs. */
  why?: string
  /** What else is to be said of it. */
  notes?: readonly Omit<Note, 'path'>[]
  /** Whether the home client needs it wherever it stands: inside of a passage it says `home`. */
  isNeeded?: boolean
  /** Whether the text has platform passages in it, which no typed block can hold. */
  splits?: boolean
}

/** A stretch that only the pack’s own client gets. */
export interface Passage {
  span: Span
  /** Whether whole lines are meant: the marks get lines of their own. */
  isLines: boolean
  /** Where the name stands that is the reason. */
  at: Span
  /** What it names that other clients lack: `“TaskList”`. */
  names: string
  /** What is told of it; no full stop. */
  what: string
  why: string
}

/** A source that an import made; `from` is the file of the pack, with the path that its client’s bundle gives it. */
export interface ImportedFile extends SourceFile {
  from: string
  /** The path in the bundle of the pack’s own client, below the client’s folder. */
  at: string
}

/** What came of a pack. */
export interface Imported {
  /** Paths begin with the folder of the sources. */
  files: readonly ImportedFile[]
  /** By path and place. */
  notes: readonly Note[]
}

/** What a pack is imported with. */
export interface ImportSetup {
  /** The client that the pack is written for. */
  home: Target
  /** All clients that sources are built for, each with the version that blocks are tried for. */
  targets: readonly Target[]
  platforms: Readonly<Record<PlatformId, Platform>>
  parser: MarkdownParser
  /** The folder of the sources, such as `skills`. */
  dir: string
}
