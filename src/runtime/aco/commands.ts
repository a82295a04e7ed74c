import type { SwarmCommandName } from '../../core/swarm.ts'
import { isFolder } from './access.ts'
import { type Arguments, wholeNumber } from './arguments.ts'
import type { Call, Output } from './call.ts'
import { explain, select } from './explain.ts'
import { Fault, type Warning } from './fault.ts'
import { recover } from './files.ts'
import { init, planFor } from './init.ts'
import { withLock } from './lock.ts'
import { Reader, readAtOnce } from './reader.ts'
import { replay } from './rebuild.ts'
import { converged, report, status } from './report.ts'
import { openSession } from './session.ts'
import { simulateCommand } from './simulate.ts'
import { isTokens, MAX_TOKENS } from './trail.ts'
import { update } from './update.ts'
import { validate } from './validate.ts'

/** A command that only reads: it sees the session as it stood at one moment. */
const reading = (work: (call: Call, reader: Reader) => Output) => (call: Call) =>
  readAtOnce(call.folder, call.warnings, reader => work(call, reader))

async function runInit({ args, folder, now, warnings }: Call): Promise<Output> {
  const configPath = args.values.get('--config')
  const options = { configPath, force: args.values.has('--force'), seed: args.values.get('--seed'), now }
  // First of all, since a bad configuration is to leave nothing behind, not even folders.
  const plan = await planFor(folder, configPath, warnings)
  return withLock(folder, () => {
    recover(folder)
    return init(folder, plan, options)
  })
}

const runUpdate = async (call: Call): Promise<Output> => {
  const k = wholeNumber(call.args.values, '--iter')
  const given = call.args.values.get('--extra-tokens')
  const extraTokens = given === undefined ? undefined : /^\d+$/.test(given) ? Number(given) : Number.NaN
  if (extraTokens !== undefined && !isTokens(extraTokens))
    throw new Fault('E_USAGE', `--extra-tokens takes a whole number from 0 to ${MAX_TOKENS}`, 2)
  // Without a session there is nothing to lock, and no folder to leave behind.
  await readAtOnce(call.folder, call.warnings, reader => reader.bytes('task-space.json') ?? openSession(reader))
  return withLock(call.folder, () => {
    recover(call.folder)
    return update(
      openSession(new Reader(call.folder), call.warnings),
      k,
      { runDir: call.runDir, extraTokens, now: call.now },
      call.warnings,
    )
  })
}

const COMMANDS: Readonly<Record<SwarmCommandName, (call: Call) => Output | Promise<Output>>> = {
  init: runInit,
  select: reading(select),
  update: runUpdate,
  converged: reading(converged),
  report: reading(report),
  validate,
  status: reading(status),
  explain: reading(explain),
  replay,
  simulate: call => simulateCommand(call.args.values, call.warnings),
}

/**
 * Checks the folders that a command line names: they are folders, and the session is there.
 *
 * `init` makes the session, `status` says that there is none.
 * @throws Fault E_SESSION (exit 2).
 */
function checkFolders({ args, folder, runDir }: Call): void {
  const isThere = folder === '' || isFolder(folder, 'a session folder')
  if (!isThere && args.command !== 'init' && args.command !== 'status')
    throw new Fault('E_SESSION', `there is no session folder “${folder}”`, 2, { path: folder })
  if (runDir !== undefined) isFolder(runDir, 'a run folder')
}

/** Runs a command. @throws Fault */
export function runCommand(
  args: Arguments,
  command: SwarmCommandName,
  now: string,
  warnings: Warning[],
): Output | Promise<Output> {
  const folder = args.values.get('--session') ?? ''
  const call = { args, folder, runDir: args.values.get('--run-dir'), now, warnings }
  checkFolders(call)
  return COMMANDS[command](call)
}
