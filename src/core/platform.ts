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
  args?: ToolArgs
  source: string
}

/** The parameters of a tool, or the fields of an object that one of them takes. */
export interface ToolArgs {
  required: readonly string[]
  optional: readonly string[]
  /** Groups of names of which a call has one whole, where no name is required in every set of tools. */
  anyOf?: readonly (readonly string[])[]
  /** Required ones that say something about the call: a model that reads the tool's schema supplies them by itself. */
  implied?: readonly string[]
  /** What some of them take, as far as a written call can be held to it. */
  takes?: Readonly<Record<string, ToolParameter>>
  /** By names of other clients and of packs: the parameter that takes the value here; empty where nothing does. */
  instead?: Readonly<Record<string, string>>
}

/** What a parameter takes. */
export interface ToolParameter {
  /** The only strings that are taken. */
  values?: readonly string[]
  /** What a string is made of, and the same in words. */
  form?: { pattern: string; says: string }
  /** Most characters of a string, most elements of a list. */
  max?: number
  /** Fewest elements of a list. */
  min?: number
  /** That it takes a list, and the fields of its elements. */
  items?: ToolArgs
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
