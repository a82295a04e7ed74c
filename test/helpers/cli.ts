import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { maestroLint } from '../../src/cli/maestro-lint.ts'
import { maestroPack } from '../../src/cli/maestro-pack.ts'

const root = join(import.meta.dirname, '..', '..')
const COMMANDS = { 'maestro-lint': maestroLint, 'maestro-pack': maestroPack }

/** What a command printed and how it ended. */
export interface Outcome {
  code: number | null
  out: string
  err: string
}

interface Place {
  cwd?: string
  env?: Record<string, string>
  input?: string | Buffer
}

/** The environment of a command: this process's, without what CI and terminals set. */
const envWith = (env: Record<string, string>) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:GITHUB_ACTIONS|FORCE_COLOR|NO_COLOR|CI)$/.test(name)),
  ),
  NO_COLOR: '1',
  ...env,
})

/** Runs a command in this process, which starts no other. */
async function callBin(
  bin: keyof typeof COMMANDS,
  args: readonly string[],
  { cwd = root, env = {}, input = '' }: Place = {},
): Promise<Outcome> {
  const said = { out: '', err: '' }
  const code = await COMMANDS[bin](args, {
    cwd: cwd.replace(/(?<=.)\/$/, ''),
    env: envWith(env),
    isTty: false,
    width: 100,
    out: text => void (said.out += text),
    err: text => void (said.err += text),
    stdin: async () => Buffer.from(input),
  })
  return { code, ...said }
}

/** Runs a built bin the way a user does. */
export function spawnBin(
  bin: keyof typeof COMMANDS,
  args: readonly string[],
  { cwd = root, env = {}, input = '' }: Place = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [join(root, 'bin', `${bin}.mjs`), ...args], { cwd, env: envWith(env) })
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

/** The command as a test of what it says needs it: with FULL=1 the built one, otherwise the same without a process. */
export const runBin = process.env['FULL'] ? spawnBin : callBin
