import type { Contract } from '../../core/contract.ts'
import type { Keywords } from '../../core/json-schema.ts'
import type { Reply } from './reply.ts'
import { agy } from './workers/agy.ts'
import { claude } from './workers/claude.ts'
import { codex } from './workers/codex.ts'
import { command } from './workers/command.ts'

/** What all rows of a run share. */
export interface Setting {
  schema: Keywords
  /** Files with the schema, and with its form for strict structured output. */
  schemaFile: string
  strictFile: string
  /** Where workers work. */
  cwd: string
  model: string | undefined
  sandbox: string | undefined
  /** Further words of the command line: the program of `command`, arguments of a client. */
  words: readonly string[]
}

/** One attempt at a row. */
export interface Job extends Setting {
  contract: Contract
  prompt: string
  /** A file with the prompt. */
  promptFile: string
  row: Record<string, string>
  /** The attempt’s folder: `stdout`, `stderr`, and what the client writes. */
  folder: string
  seconds: number
}

/** A kind of worker: how it is called and how its reply is read. No shell is ever between. */
export interface Worker {
  call(job: Job): { argv: readonly string[]; stdin?: string; without?: readonly string[] }
  read(job: Job): Reply
}

export const WORKERS: Readonly<Record<'codex' | 'claude' | 'agy' | 'command', Worker>> = { codex, claude, agy, command }
