import type { SwarmCommandName } from '../../core/swarm.ts'
import { type Arguments, wholeNumber } from './arguments.ts'
import type { Call, Output } from './call.ts'
import { judge, newestState, printable, printableEvidence, seriesOf, topPaths } from './converge.ts'
import { explain, select } from './explain.ts'
import { Fault, type Warning } from './fault.ts'
import { recover } from './files.ts'
import { init, planFor } from './init.ts'
import { isLocked, withLock } from './lock.ts'
import { Reader, readAtOnce } from './reader.ts'
import { replay } from './rebuild.ts'
import { artifactFiles, openSession } from './session.ts'
import { isObject, round } from './text.ts'
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
  const extra = call.args.values.get('--extra-tokens') ?? '0'
  if (!/^\d+$/.test(extra)) throw new Fault('E_USAGE', '--extra-tokens takes a whole number', 2)
  // Without a session there is nothing to lock, and no folder to leave behind.
  await readAtOnce(call.folder, call.warnings, reader => reader.bytes('task-space.json') ?? openSession(reader))
  return withLock(call.folder, () => {
    recover(call.folder)
    return update(
      openSession(new Reader(call.folder)),
      k,
      { runDir: call.runDir, extraTokens: Number(extra), now: call.now },
      call.warnings,
    )
  })
}

function converged(call: Call, reader: Reader): Output {
  const { config, space } = openSession(reader)
  const points = seriesOf(reader, space, call.warnings)
  return judge(points, newestState(reader, space, config, call.warnings), config, space)
}

function report(call: Call, reader: Reader): Output {
  const { config, space } = openSession(reader)
  const points = seriesOf(reader, space, call.warnings)
  const state = newestState(reader, space, config, call.warnings)
  const best = reader.json('best.json')
  const [top] = topPaths(points, 1)
  const artifact = isObject(best) ? `artifacts/ant-${best['iteration']}-*.json` : ''
  const isCurrent =
    isObject(best) && top !== undefined && best['ant_id'] === top.ant_id && best['iteration'] === top.iteration
  return {
    best: isCurrent
      ? {
          ...best,
          candidate_solution: printable(best['candidate_solution'], artifact),
          evidence: printableEvidence(best['evidence'], artifact),
        }
      : (top ?? null),
    top_k: topPaths(points, config.eliteKeep),
    convergence_curve: points.map(({ iteration, best: own, mean, bestSoFar }) => ({
      iteration,
      best_score: round(own),
      mean_score: round(mean),
      best_so_far: round(bestSoFar),
    })),
    final_pheromone_stats: state.stats,
    iterations_completed: points.length,
    seed: space.seed,
    total_tokens_used: state.stats.tokens_used,
  }
}

function status({ folder, runDir, warnings }: Call, reader: Reader): Output {
  if (!isObject(reader.json('task-space.json')))
    return {
      initialized: false,
      iteration: 0,
      iterations: [],
      best_score: null,
      pending_artifacts: 0,
      seed: null,
      locked: isLocked(folder),
    }
  const { space } = openSession(reader)
  const points = seriesOf(reader, space, warnings)
  const iterations = points.map(({ iteration }) => iteration)
  const next = (iterations.at(-1) ?? 0) + 1
  return {
    initialized: true,
    iteration: next - 1,
    iterations,
    best_score: points.length ? round(points.at(-1)!.bestSoFar) : null,
    pending_artifacts: artifactFiles(folder, next, runDir).length,
    seed: space.seed,
    locked: isLocked(folder),
  }
}

async function simulate(call: Call): Promise<Output> {
  const { simulateCommand } = await import('./simulate.ts')
  return simulateCommand(call.args.values)
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
  simulate,
}

/** Runs a command. @throws Fault */
export function runCommand(args: Arguments, now: string, warnings: Warning[]): Output | Promise<Output> {
  const folder = args.values.get('--session') ?? ''
  const runDir = args.values.get('--run-dir')
  if (args.command === 'help') throw new Error('help is no command')
  return COMMANDS[args.command]({ args, folder, runDir, now, warnings })
}
