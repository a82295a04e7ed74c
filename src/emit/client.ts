import type { Edit } from '../core/types.ts'
import type { Lowering } from './kind.ts'
import type { EmittedFile, PluginFacts, SourceDocument } from './types.ts'

/** Agents that a text starts: what a `spawn` block says. */
export interface Spawn {
  role: string
  name?: string
  /** The element that one agent is started for; one agent when left out. */
  per?: string
  wait: boolean
  /** The whole prompt. */
  brief: string
}

/** How a client takes an agent; `body` is given only where the text cannot stand as it is. */
export interface AgentFile {
  path: string
  head: string
  tail: string
  body?: string
}

/** What differs between clients in a bundle: data and small functions. */
export interface Client {
  id: 'claude' | 'codex' | 'agy'
  /** How texts name the folder of the skill. */
  skillDir: string
  /** What `{{args}}` becomes. */
  args: string
  /** The words for running a command, as code. */
  shell(command: string): string
  /** The way a user or a text calls a skill. */
  skill(name: string, args: string): string
  /** Changes of the frontmatter of a SKILL.md. */
  frontmatter(entry: SourceDocument, lowering: Lowering): Edit[]
  /** An agent's file: what its frontmatter becomes, what follows the body, and the body itself where it has to change. */
  agent(document: SourceDocument, body: string, lowering: Lowering): AgentFile
  /** The call that starts agents, in a fence. */
  spawn(spawn: Spawn, lowering: Lowering): string
  /** Further files of a skill, such as policies. */
  extras(entry: SourceDocument, lowering: Lowering): { name: string; text: string }[]
  /** Manifests that make the bundle a plugin. */
  manifests(plugin: PluginFacts, skills: readonly string[]): EmittedFile[]
}
