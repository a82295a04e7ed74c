import { isAbsolute, join, resolve } from 'node:path'
import { lookAt, oddityOf } from './access.ts'
import { Fault, type Warning } from './fault.ts'
import { inWords } from './refusal.ts'
import { JAVASCRIPT_RUNNER } from './runner-javascript.ts'
import { PYTHON_RUNNER } from './runner-python.ts'
import { isNumber, isObject, parseJson, toJson } from './text.ts'

/**
 * Scores artifacts with a user’s rule, in one child process a batch.
 *
 * A rule is a JavaScript module (`export function score(artifact)`, may be async) or a Python file
 * (`def score(artifact)`). Artifacts go in as JSON lines on stdin, results come back on a private descriptor; whatever
 * the rule prints goes to stderr. The child watches its parent and its time, and its whole process group is killed at
 * the end, so that neither a loop nor a fork survives.
 */

/** Seconds over the batch’s time after which the child kills itself, should its parent not. */
const GRACE = 2

/** How long a child may take to end once all its results are in, and its results to come once it has ended (ms). */
const REST = 1_000

/** Where a rule’s path may lead: absolute, in the session, in its parents (as the protocol’s own does), here. */
export function resolveScript(path: string, session: string): string {
  const places = isAbsolute(path)
    ? [path]
    : [session, join(session, '..'), join(session, '..', '..'), '.'].map(base => resolve(base, path))
  const found = places.find(place => lookAt(place))
  const oddity = found === undefined ? 'was not found' : oddityOf(found)
  if (oddity) throw new Fault('E_SCRIPT_PATH', `scoring.script_path: “${path}” ${oddity}`, 1, { looked_in: places })
  return found!
}

/** Scores by index, `undefined` where the rule gave none; and what went wrong. */
export interface ScriptResult {
  scores: (number | undefined)[]
  warnings: Warning[]
}

/** Runs a rule over artifacts. @throws Fault E_SCRIPT_TIMEOUT, E_SCRIPT_FAILED with `strict`; warnings without. */
export async function runScript(
  path: string,
  artifacts: readonly { antId: string; raw: unknown }[],
  { timeout, strict }: { timeout: number; strict: boolean },
): Promise<ScriptResult> {
  const isPython = path.endsWith('.py')
  for (const program of isPython ? pythons() : [[process.execPath]]) {
    const run = await attempt(program, isPython, path, artifacts, timeout)
    if (run === 'missing') continue
    const warnings: Warning[] = []
    const scores = artifacts.map(({ antId }, i) => {
      const line = run.lines.get(i)
      const score = line?.['score']
      if (isNumber(score)) return Math.min(Math.max(score, 0), 1)
      if (line) {
        const message = typeof line['error'] === 'string' ? line['error'] : 'the rule gave no finite number'
        warnings.push({ code: 'W_SCRIPT_SCORE', message: message.slice(0, 500), ant_id: antId })
      }
      return undefined
    })
    if (run.lines.size < artifacts.length) {
      const code = run.timedOut ? 'SCRIPT_TIMEOUT' : 'SCRIPT_FAILED'
      const message = run.timedOut
        ? `the scoring rule took longer than ${timeout} s`
        : `the scoring rule failed: ${run.fatal ?? 'it ended early'}`
      if (strict) throw new Fault(`E_${code}`, message, 1)
      warnings.push({ code: `W_${code}`, message })
    } else if (strict && warnings.length)
      throw new Fault('E_SCRIPT_FAILED', `the scoring rule failed: ${warnings[0]!.message}`, 1)
    return { scores, warnings }
  }
  const message = isPython ? 'no Python was found (set ACO_PYTHON)' : 'Node cannot be started'
  if (strict) throw new Fault('E_SCRIPT_FAILED', message, 1)
  return { scores: artifacts.map(() => undefined), warnings: [{ code: 'W_SCRIPT_FAILED', message }] }
}

const pythons = (): string[][] => {
  const own = process.env['ACO_PYTHON']
  return [...(own ? [[own]] : []), ['python3'], ['python'], ['py', '-3']]
}

interface Run {
  /** Results by index of the artifact. */
  lines: Map<number, Record<string, unknown>>
  fatal: string | undefined
  timedOut: boolean
}

/** Takes in a line that the child wrote. */
function take(run: Run, line: string, count: number): void {
  const value = parseJson(line)
  if (!isObject(value)) return
  const { fatal, i } = value
  if (typeof fatal === 'string') run.fatal ??= fatal.slice(0, 500)
  else if (isNumber(i) && Number.isInteger(i) && i >= 0 && i < count && !run.lines.has(i)) run.lines.set(i, value)
}

/** One try with one program. */
async function attempt(
  program: readonly string[],
  isPython: boolean,
  script: string,
  artifacts: readonly { raw: unknown }[],
  timeout: number,
): Promise<Run | 'missing'> {
  const { spawn } = await import('node:child_process')
  const { pathToFileURL } = await import('node:url')
  const [command, ...first] = program
  const isPosix = process.platform !== 'win32'
  const [runner, rule] = isPython
    ? [['-B', '-c', PYTHON_RUNNER], script]
    : [['--input-type=module', '-e', JAVASCRIPT_RUNNER], pathToFileURL(script).href]
  const args = [...first, ...runner, rule, String(timeout + GRACE), String(process.pid)]
  const child = spawn(command!, args, { stdio: ['pipe', 2, 2, 'pipe'], detached: isPosix, windowsHide: true })
  const run: Run = { lines: new Map(), fatal: undefined, timedOut: false }
  const results = child.stdio[3] as import('node:stream').Readable
  const killAll = () => {
    try {
      if (isPosix && child.pid) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    } catch {
      // The group is gone.
    }
  }
  return new Promise(done => {
    let rest: NodeJS.Timeout | undefined
    const finish = (result: Run | 'missing' = run) => {
      clearTimeout(timer)
      clearTimeout(rest)
      killAll()
      results.destroy()
      child.stdin!.destroy()
      done(result)
    }
    const timer = setTimeout(() => {
      run.timedOut = true
      killAll()
      rest ??= setTimeout(finish, REST)
    }, timeout * 1000)
    let half = ''
    results.setEncoding('utf8')
    results.on('data', (chunk: string) => {
      const lines = (half + chunk).split('\n')
      half = lines.pop()!
      for (const line of lines) take(run, line, artifacts.length)
      // What the rule has printed may still be on its way: let the child end by itself.
      if (run.lines.size === artifacts.length) rest ??= setTimeout(finish, REST)
    })
    // The descriptor closes once every process of the group is gone: only then are all results in.
    results.on('end', () => finish())
    results.on('error', () => {})
    child.stdin!.on('error', () => {})
    child.on('error', error => {
      run.fatal = `${command} cannot be started: ${inWords(error)}`
      finish((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : run)
    })
    child.on('exit', () => {
      killAll()
      rest ??= setTimeout(finish, REST)
    })
    artifacts.forEach(({ raw }, i) => {
      child.stdin!.write(toJson({ i, artifact: raw }, true))
    })
    child.stdin!.end()
  })
}
