import type { PlatformId } from './types.ts'

/** The neutral tool names of sources (`tools` in frontmatter, `{{tool …}}`). */
export type NeutralTool =
  | 'read'
  | 'write'
  | 'edit'
  | 'shell'
  | 'search'
  | 'find'
  | 'web-search'
  | 'web-fetch'
  | 'ask'
  | 'agent'
  | 'message'
  | 'plan'
  | 'skill'

/** Where a fact about a client was read, and when. */
export interface Source {
  from: string
  /** Year and month. */
  verified: string
}

/**
 * A tool of a client, today's or a former one.
 *
 * Versions whose exact number is not on record stand as the oldest one that is known to fulfil the sentence: a tool that
 * went “some time in 2.0” and is seen to be missing in 2.0.32 has `removed: '2.0.32'`, so that no older target is accused.
 */
export interface PlatformTool {
  /** The first version that has it, where known. */
  since?: string
  /** The first version that has it only for old packs: as an alias, or switched off unless asked for. */
  deprecated?: string
  /** The first version that no longer has it. */
  removed?: string
  /** The tool or command that replaces a removed, deprecated or renamed one; left out where nothing does. */
  instead?: string
  /** The set of tools it belongs to, where a client offers one of several sets: an `only` tool is missing in the others. */
  only?: string
  /** What a user must have set for the client to offer it, as written in text: `features.enable_fanout = true`. */
  needs?: string
  /** Its parameters, where all are known; over all sets of tools when it belongs to several. */
  args?: { required: readonly string[]; optional: readonly string[] }
  source: string
}

/** A number that a client enforces. */
export interface Limit {
  max: number
  /** What the client does beyond it, as a clause without a full stop. */
  effect: string
  source: string
}

/** A frontmatter key that authors rely on and a client ignores. */
export interface IgnoredKey {
  /** A sentence that says what to write instead. */
  instead: string
  /** The key that takes the same value and works. */
  rename?: string
  /** Whether nothing is lost when the client passes over it. */
  harmless?: boolean
}

/** Which frontmatter keys (of an agent in TOML: top-level keys) a client reads in one kind of file. */
export interface FrontmatterKeys {
  required: readonly string[]
  /** All keys that have an effect or belong to the format, the required ones included. */
  read: readonly string[]
  ignored: Readonly<Record<string, IgnoredKey>>
  /** Keys whose value must be a YAML list, with what the client does with any other form (a clause without a full stop). */
  lists?: Readonly<Record<string, string>>
  source: string
}

/** A client, as data: what rules and emission need to know of it. */
export interface Platform {
  id: PlatformId
  title: string
  /** The folder that holds its files in a project. */
  dir: string
  /** The vendor's page. */
  docs: string
  /** Sources by tag, each with the month it was read. */
  sources: Readonly<Record<string, Source>>
  /** Known versions, the newest last; never empty. */
  versions: readonly string[]
  /** Folders (project, then home) where the client looks for skills. */
  skillFolders: readonly string[]
  /** How a user calls a skill by name: `/name` or `$name`; `null` where the readers of a folder differ. */
  invocation: '/' | '$' | null
  frontmatter: Readonly<Record<'skill' | 'command' | 'agent', FrontmatterKeys>>
  limits: {
    name: Limit
    description: Limit
    /** Sum of what is listed to the model of all skills, in characters. */
    listing?: Limit
  }
  tools: Readonly<Record<string, PlatformTool>>
  /** The client's tool for a neutral name; `null` where it has none. */
  neutral: Readonly<Record<NeutralTool, string | null>>
}

/** Declares a platform. */
export function definePlatform(platform: Platform): Platform {
  return platform
}
