import type { Platform } from '../core/platform.ts'
import type { Edit, Frontmatter, Span } from '../core/types.ts'
import type { ParsedDocument } from '../markdown/parse.ts'
import type { YamlBlock } from '../markdown/yaml-block.ts'

/** A client at a version that bundles are built for. */
export interface Target {
  platform: Platform
  version: string
}

/** A file of the sources; `path` is relative to the project, with `/`. What is no text has `bytes` instead. */
export interface SourceFile {
  path: string
  text?: string
  bytes?: Uint8Array
}

/** What is wrong with a source, where, and what to write. */
export interface Fault {
  severity: 'error' | 'warn'
  path: string
  span: Span
  text: string
  help: string
}

/** What a platform cannot express and the author accepted to lose. */
export interface Downgrade {
  platform: Platform['id']
  path: string
  span: Span
  /** A sentence. */
  what: string
}

/** A program that bundles bring along. */
export interface Runtime {
  name: 'aco' | 'wave'
  code: string
  /** Licences of what is bundled in it. */
  licences: string
}

/** What a plugin manifest says of the pack. */
export interface PluginFacts {
  name: string
  version: string
  description: string
  author?: string
  homepage?: string
  repository?: string
  license?: string
  keywords?: readonly string[]
}

/** Everything that is compiled. */
export interface Sources {
  files: readonly SourceFile[]
  /** The folder that holds the skills, relative to the project. */
  dir: string
  runtimes: readonly Runtime[]
  plugin?: PluginFacts
  /** Platforms of skills that name none. */
  platforms: readonly Platform['id'][]
}

/** A kind of typed block. */
export type BlockKind = 'contract' | 'csv' | 'gates' | 'states' | 'errors' | 'spawn'

/** A typed block of a source: a fence `yaml <kind>`. */
export interface Block {
  kind: BlockKind
  /** The whole fence. */
  span: Span
  yaml: YamlBlock
  /** Its plain value; valid under the schema of its kind. */
  value: unknown
  /** Spaces before the fence, which its replacement keeps. */
  indent: string
}

/** A Markdown file of a source skill, read. */
export interface SourceDocument {
  path: string
  /** Relative to the skill's folder. */
  name: string
  text: string
  document: ParsedDocument
  meta: Frontmatter
  /** Blocks that hold for the target. */
  blocks: readonly Block[]
}

/** A skill of the sources, read for one target. */
export interface SourceSkill {
  name: string
  /** Relative to the project. */
  dir: string
  entry: SourceDocument
  documents: readonly SourceDocument[]
  /** Files that are copied. */
  copied: readonly SourceFile[]
  /** Names in `agents/`. */
  agents: readonly string[]
  /** Every block of the skill with the document that holds it. */
  blocks: readonly { block: Block; in: SourceDocument }[]
  /** Neutral tools of the frontmatter. */
  tools: readonly string[]
}

/** A file of a bundle. */
export interface EmittedFile {
  path: string
  text?: string
  bytes?: Uint8Array
  /** The source that it comes from: a path, or `maestro-pack` for what belongs to no one file. */
  source: string
  /** The edits that made it from its source; absent where it was made from data. */
  edits?: readonly Edit[]
  /** Length of the source text that `edits` apply to. */
}

/** One platform's bundle. */
export interface Bundle {
  target: Target
  files: ReadonlyMap<string, EmittedFile>
  faults: readonly Fault[]
  downgrades: readonly Downgrade[]
}
