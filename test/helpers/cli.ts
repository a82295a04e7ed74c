import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** What a command printed and how it ended. */
export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** Runs a built bin the way a user does. */
export function runBin(
  bin: 'maestro-lint' | 'maestro-pack',
  args: readonly string[],
  { cwd = root, env = {}, input = '' }: { cwd?: string; env?: Record<string, string>; input?: string | Buffer } = {},
): Promise<Outcome> {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:GITHUB_ACTIONS|FORCE_COLOR|NO_COLOR|CI)$/.test(name)),
  )
  const child = spawn(process.execPath, [join(root, 'bin', `${bin}.mjs`), ...args], {
    cwd,
    env: { ...clean, NO_COLOR: '1', ...env },
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', chunk => out.push(chunk))
  child.stderr.on('data', chunk => err.push(chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise(done =>
    child.on('close', code =>
      done({ code, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8') }),
    ),
  )
}
