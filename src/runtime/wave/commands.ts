import type { CommandName } from './arguments.ts'
import type { Call, Outcome } from './call.ts'
import { check } from './check.ts'
import { merge } from './merge.ts'
import { next } from './next.ts'
import { resume } from './resume.ts'
import { retry } from './retry.ts'
import { run } from './run.ts'
import { status } from './status.ts'

const COMMANDS: Readonly<Record<CommandName, (call: Call) => Promise<Outcome>>> = {
  check,
  next,
  run,
  merge,
  status,
  resume,
  retry,
}

/** Runs a command. @throws Fault */
export const runCommand = (command: CommandName, call: Call): Promise<Outcome> => COMMANDS[command](call)
