import { spawnSync } from 'node:child_process'

/** A client found on this machine. */
export interface FoundClient {
  /** The command's name. */
  command: string
  /** What it printed when asked for its version; `undefined` when it did not answer. */
  version?: string
  /** Why there is no version. */
  reason?: string
}

/** Time that a client gets to say its version (milliseconds). */
const PATIENCE = 15_000

/** Asks a command on PATH for its version; `undefined` where there is no such command. Nothing else is ever run. */
export function findClient(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): FoundClient | undefined {
  const { error, status, stdout } = spawnSync(command, ['--version'], {
    encoding: 'utf8',
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
    maxBuffer: 1024 * 1024,
    env: { ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ENOENT') return undefined
  if (error) return { command, reason: code === 'ETIMEDOUT' ? 'it did not answer' : (code ?? error.message) }
  const version = /\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0]
  if (status !== 0 || !version) return { command, reason: `it ended with ${status} and no version` }
  return { command, version }
}
