import type { Nodes, Root } from 'mdast'
import type { Lines } from './span.ts'

/** A stretch of a text: UTF-16 offsets, `end` exclusive. Line and column are derived, never stored. */
export interface Span {
  start: number
  end: number
}

/** Where a finding points: a span, anything that has one (a frontmatter field, a section), or an mdast node. */
export type Place = Span | { readonly span: Span } | Nodes

/** 1-based line and column, the column in UTF-16 units. */
export interface Position {
  line: number
  column: number
}

/** 1-based lines and columns, `endColumn` exclusive. */
export interface Range {
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** The clients that a pack can be written for; `agents` stands for what every reader of `.agents/` accepts. */
export type PlatformId = 'claude' | 'codex' | 'agy' | 'agents'

/** What a file of a pack is, told by its path. */
export type FileKind = 'skill' | 'command' | 'role' | 'role-command' | 'agent' | 'spec' | 'other' | 'data'

/** A file as the host read it. */
export interface Source {
  /** Relative to the working directory, with `/`. */
  path: string
  /** Decoded text without the byte order mark. */
  text: string
  /** Whether the file begins with a byte order mark. */
  bom?: boolean
  /** The first byte that is not UTF-8 (from 0), and the offset in `text` where it stands. Such a file is never written. */
  badByte?: { byte: number; offset: number }
}

/** A path of the pack that could not be read as a file. */
export interface Unread {
  path: string
  reason: 'unreadable' | 'directory' | 'loop' | 'outside' | 'missing'
  detail: string
}

/** What lies in a pack's folder, read or not. Paths are relative to the folder. */
export interface Listing {
  /** Files; a folder that was not looked into (hidden, ignored, a dependency) stands for all in it and ends with `/`. */
  paths: readonly string[]
  /** Folders that were looked through: what is not listed is not in them. Empty text means the pack's whole folder. */
  looked: readonly string[]
  /** Whether files that the linter does not read (scripts, images) were left out, so that nobody knows of them. */
  textsOnly: boolean
}

/** One key of a frontmatter block, with where it stands. */
export interface Field {
  key: string
  keySpan: Span
  /** The plain JavaScript value; `null` when the key has none. */
  value: unknown
  /** The value as written; empty (at the end of the key) when there is none. */
  span: Span
  style: 'plain' | 'single' | 'double' | 'block' | 'flow' | 'map' | 'list' | 'none'
}

/** A fault that the YAML reader found. */
export interface YamlFault {
  span: Span
  reason: string
}

/** The YAML block at the top of a document. */
export interface Frontmatter {
  state: 'absent' | 'closed' | 'unclosed'
  /** From the first `---` to the end of the last; empty at 0 when absent. */
  span: Span
  /** The YAML text between the fences. */
  body: Span
  /** Whether the block is a mapping (an empty block is not). */
  isMap: boolean
  /** All keys in order, repeated ones too. */
  fields: readonly Field[]
  faults: readonly YamlFault[]
  at(key: string): Field | undefined
}

/** A fenced code block, found by lines. */
export interface Fence {
  span: Span
  /** The opening line without its indent. */
  open: Span
  /** The closing line; absent when the fence runs to the end of the document. */
  close?: Span
  body: Span
  info: string
  lang: string
  marker: string
  length: number
  /** Opening lines of fences shown inside this one with the same marker, no longer than it. */
  nested: readonly Span[]
  /** Whether the fence was read past inner fences, as its author means it and CommonMark does not. */
  isAuthors: boolean
}

/** `<purpose>…</purpose>`, tags alone on their lines. */
export interface Section {
  tag: string
  span: Span
  open: Span
  close: Span
  body: Span
  parent?: Section
}

/** A section tag without its partner. */
export interface TagFault {
  kind: 'unopened' | 'unclosed'
  tag: string
  span: Span
}

/** An ATX heading outside fences. */
export interface Heading {
  depth: number
  text: string
  span: Span
}

/** A `maestro-lint-…` comment. */
export interface Suppression {
  /** `unknown` for a directive that does not exist; it suppresses nothing. */
  kind: 'disable' | 'disable-next-line' | 'enable' | 'unknown'
  /** The directive as written: `disable`. */
  word: string
  /** The whole comment. */
  span: Span
  /** Named rules; none means all. */
  rules: readonly { id: string; span: Span }[]
  reason: string
}

/** A tool called in prose or code: `Tool(`. */
export interface ToolCall {
  tool: string
  /** The name alone. */
  span: Span
  /** The argument list with its parentheses, where it closes; read on first use. */
  readonly args: Span | undefined
  where: 'fence' | 'code' | 'prose'
  /** Whether the line forbids or denies the tool. */
  negated: boolean
}

/** A parsed file of a pack. Everything heavy is computed on first use. */
export interface Document {
  path: string
  text: string
  source: Source
  lines: Lines
  kind: FileKind
  /** Whether the file describes other skills (a template, a generator's text) instead of being one. */
  generator: boolean
  meta: Frontmatter
  fences: readonly Fence[]
  sections: readonly Section[]
  tagFaults: readonly TagFault[]
  headings: readonly Heading[]
  suppressions: readonly Suppression[]
  /** The mdast tree; offsets are those of `text`. */
  readonly tree: Root
  readonly calls: readonly ToolCall[]
  /** The path inside of the pack. */
  inner: string
  /** The skill that the file belongs to, set by the model. */
  skill?: Skill
  /** The pack that the file belongs to, set by the model. */
  pack: Pack
}

/** A folder with a SKILL.md. */
export interface Skill {
  name: string
  dir: string
  entry: Document
  /** All documents below the folder, the entry first. */
  files: readonly Document[]
  pack: Pack
}

/** One client folder (`.claude`, `.codex`, …) or one folder of skills. */
export interface Pack {
  /** The folder's path; empty for the working directory. */
  dir: string
  platform: PlatformId
  skills: readonly Skill[]
  documents: readonly Document[]
  /** Files that were seen but not read as text. */
  unread: readonly Unread[]
  /** All files of the pack's folder. */
  listing: Listing
  /** Packs of other clients in the same parent folder: variants of this one. */
  siblings: readonly Pack[]
}

/** A replacement of a span. Offset −1 is the byte order mark: `{ start: -1, end: 0 }` removes it. */
export interface Edit {
  path: string
  span: Span
  text: string
}

/** Edits that repair a finding together. Unsafe ones need an author's eye. */
export interface Fix {
  title: string
  safe: boolean
  edits: readonly Edit[]
}

export type Severity = 'error' | 'warn' | 'info'

export type Profile = 'recommended' | 'strict' | 'spec'

/** Another place that a finding speaks of. */
export interface Related {
  path: string
  span: Span
  range: Range
  text: string
}

/** A finding. */
export interface Diagnostic {
  rule: string
  /** The id of the rule's message. */
  message: string
  severity: Severity
  path: string
  span: Span
  range: Range
  /** What is wrong. */
  text: string
  /** What to write. */
  help: string
  fix?: Fix
  related: readonly Related[]
}
