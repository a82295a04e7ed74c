import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { inWords } from '../aco/access.ts'
import { Fault } from '../aco/fault.ts'
import { endGroup, startOf } from './group.ts'
import type { Reply } from './reply.ts'
import type { Job, Worker } from './worker.ts'

/** How a process ended. */
export interface Ended {
  code: number | null
  signal: string | null
  /** It ran out of time. */
  isLate: boolean
  /** The whole run was stopped. */
  isCut: boolean
  reply: Reply
}

/** What stops a run: once softly, again at once. */
export interface Stop {
  readonly isAsked: boolean
  readonly isHurried: boolean
  /** Runs when the run is stopped; gives what takes it back. */
  onAsk(work: () => void): () => void
}

/** The longest that a timer waits: milliseconds, nearly 25 days. */
const MAX_WAIT = 2 ** 31 - 1

/** Runs a worker in a process group of its own, and ends the whole group with it. @throws Fault E_WORKER */
export async function attempt(
  worker: Worker,
  job: Job,
  stop: Stop,
  onProcess: (pid: number, start: string | undefined) => void,
): Promise<Ended> {
  const { argv, stdin, without = [] } = worker.call(job)
  const env = { ...process.env, WAVE_ATTEMPT_DIR: job.folder, WAVE_PROMPT: job.promptFile, WAVE_SCHEMA: job.schemaFile }
  for (const name of without) delete (env as NodeJS.ProcessEnv)[name]
  const files = ['stdout', 'stderr'].map(name => openSync(join(job.folder, name), 'w'))
  const refused = (error: unknown) =>
    new Fault('E_WORKER', `cannot start “${argv[0]}”: ${inWords(error)}`, 1, { command: argv[0] })
  let pid: number | undefined
  let isLate = false
  let end: Promise<void> | undefined
  const endNow = () => {
    if (pid !== undefined) end ??= endGroup(pid, () => stop.isHurried)
  }
  try {
    const exit = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      const child = spawn(argv[0]!, argv.slice(1), {
        cwd: job.cwd,
        detached: true,
        env,
        stdio: [stdin === undefined ? 'ignore' : 'pipe', files[0]!, files[1]!],
      })
      child.on('error', error => reject(refused(error)))
      if (child.pid === undefined) return
      pid = child.pid
      const timer = setTimeout(
        () => {
          isLate = true
          endNow()
        },
        Math.min(job.seconds * 1000, MAX_WAIT),
      )
      const takeBack = stop.onAsk(endNow)
      child.on('exit', (code, signal) => {
        clearTimeout(timer)
        takeBack()
        resolve({ code, signal })
      })
      // Whoever does not read its input may have ended already.
      child.stdin?.on('error', () => {})
      try {
        // Written down before the worker learns what to do: so nothing works that nobody knows of.
        onProcess(pid, startOf(pid))
        child.stdin?.end(stdin)
      } catch (error) {
        endNow()
        reject(error)
      }
    })
    const isCut = stop.isAsked && end !== undefined && !isLate
    // What it started and left behind ends as well.
    endNow()
    await end
    return { ...exit, isLate, isCut, reply: worker.read(job) }
  } catch (error) {
    await end
    // E2BIG and the like are thrown at once; what else is refused, files are.
    throw `${(error as NodeJS.ErrnoException).syscall}`.startsWith('spawn') ? refused(error) : error
  } finally {
    for (const file of files) closeSync(file)
  }
}
