import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { aco } from '../../src/runtime/aco/cli.ts'
import { parseJson } from '../../src/runtime/aco/text.ts'

/** The bundled controller; `npm test` builds it first. */
export const BUNDLE = join(import.meta.dirname, '..', '..', 'dist', 'aco.mjs')

// biome-ignore lint/suspicious/noExplicitAny: what commands print is checked by value
export type Printed = any

/** A swarm session in a folder of its own, which is gone after the test. */
export interface Swarm {
  path: string
  /** Runs a command in this process, on this session. */
  run(...argv: string[]): Promise<{ output: Printed; exit: number }>
  /** Runs a command that is to succeed, and gives what it printed. */
  ok(...argv: string[]): Promise<Printed>
  /** Runs a command that is to fail, and gives what it printed with the exit code. */
  fails(...argv: string[]): Promise<Printed>
  /** Runs the bundle as a process of its own. */
  spawn(argv: readonly string[], options?: { env?: Record<string, string>; cwd?: string }): Promise<Finished>
  /** Writes a file of the session: bytes and text as they are, anything else as JSON. */
  write(path: string, content: unknown): void
  /** Writes the artifact of an ant: valid, unless `fields` say otherwise. */
  ant(k: number, i: number, fields?: Record<string, unknown>): void
  /** Writes a scores file: verified score by number of the ant. */
  scores(k: number, scores: Readonly<Record<number, number>>, more?: Record<string, unknown>): void
  /** Deletes a file of the session. */
  drop(path: string): void
  text(path: string): string
  json(path: string): Printed
  /** Pheromone of an edge, or of a node, after iteration k. */
  tau(k: number, key: string): number
  /** Everything that commands write, by path; `updated_at` is left out of best.json. */
  state(): Record<string, string>
  remove(): void
}

/** How a process ended. */
export interface Finished {
  code: number | null
  out: string
  err: string
  /** What stdout holds, when it is one JSON object and a line break. */
  output: Printed
}

const isWritable = (folder: string) => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Where sessions lie: in memory where there is such a place, since every write waits for the disk. */
export const BASE = isWritable('/dev/shm') ? '/dev/shm' : tmpdir()

/** A folder that is gone after the test. */
export function temporaryFolder(name = 'swarm-'): string {
  const path = mkdtempSync(join(BASE, name))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** An artifact that nothing is wrong with. */
export const artifact = (k: number, i: number, fields: Record<string, unknown> = {}): Record<string, unknown> => {
  const path = Array.isArray(fields['path']) ? (fields['path'] as string[]) : ['a', 'b']
  const decisions = path.slice(1).map((to, at) => ({ from: path[at], to, rationale: 'near', guided_by: 'evidence' }))
  return {
    schema_version: '1.0',
    ant_id: `ANT-${k}-${i}`,
    iteration: k,
    path,
    self_score: 0.5,
    self_confidence: 1,
    path_decisions: decisions,
    evidence: ['a.ts:1'],
    candidate_solution: { type: 'string', summary: `by ANT-${k}-${i}`, content: 'x' },
    cost_tokens: 100,
    ...fields,
  }
}

/** Settings as `swarm-config.json` has them; sections that are not given are left out. */
export type Settings = Readonly<Record<string, unknown>>

/** A session on given nodes (a … f when none are given), initialised unless `init` is false. */
export async function swarm(settings: Settings = {}, { init = true, folder = temporaryFolder() } = {}): Promise<Swarm> {
  const at = (path: string) => join(folder, path)
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(at(path), isRaw ? content : JSON.stringify(content))
  }
  const session: Swarm = {
    path: folder,
    run: (...argv) => aco(['--session', folder, ...argv]),
    ok: async (...argv) => {
      const { output, exit } = await session.run(...argv)
      expect(output, JSON.stringify(output).slice(0, 2_000)).toMatchObject({ status: 'ok' })
      expect(exit).toBe(0)
      return output
    },
    fails: async (...argv) => {
      const { output, exit } = await session.run(...argv)
      expect(output, JSON.stringify(output).slice(0, 2_000)).toMatchObject({ status: 'error' })
      return { ...output, exit }
    },
    spawn: (argv, options) => spawnBundle(['--session', folder, ...argv], options),
    write,
    ant: (k, i, fields) => write(`artifacts/ant-${k}-${i}.json`, artifact(k, i, fields)),
    scores: (k, scores, more) =>
      write(`scores/iter-${k}-scores.json`, {
        iteration: k,
        scorer_type: 'llm',
        scores: Object.fromEntries(
          Object.entries(scores).map(([i, score]) => [`ANT-${k}-${i}`, { verified_score: score, rationale: 'seen' }]),
        ),
        ...more,
      }),
    drop: path => rmSync(at(path), { force: true }),
    text: path => readFileSync(at(path), 'utf8'),
    json: path => JSON.parse(readFileSync(at(path), 'utf8')),
    tau: (k, key) => {
      const file = session.json(k ? `pheromone/history/${k}.json` : 'pheromone/init.json')
      return key.includes('::') ? (file.tau[key] ?? file.tau_default) : (file.node_tau[key] ?? file.node_tau_default)
    },
    state: () => stateOf(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  write('swarm-config.json', { task_space: { nodes: ['a', 'b', 'c', 'd', 'e', 'f'] }, ...settings })
  if (init) await session.ok('init', '--seed', 'test')
  return session
}

/** The files that commands write, hidden ones included. */
export function stateOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1).replaceAll('\\', '/')
    if (!entry.isFile() || /^(?:artifacts|scores)\/|^swarm-config/.test(name)) continue
    const text = readFileSync(path, 'utf8')
    found[name] = name === 'best.json' ? text.replace(/,\s*"updated_at": "[^"]*"/, '') : text
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Runs the bundle as a process; `script` runs another program in its place. */
export function spawnBundle(
  argv: readonly string[],
  { env = {}, cwd, script = BUNDLE }: { env?: Record<string, string>; cwd?: string; script?: string } = {},
): Promise<Finished> {
  return finished(spawn(process.execPath, [script, ...argv], { cwd, env: { ...process.env, ...env } }))
}

/** Waits for a process. */
export function finished(child: ReturnType<typeof spawn>): Promise<Finished> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', chunk => out.push(chunk))
  child.stderr?.on('data', chunk => err.push(chunk))
  return new Promise(done =>
    child.on('close', code => {
      const text = Buffer.concat(out).toString('utf8')
      const isLine = text.endsWith('\n') && text.indexOf('\n') === text.length - 1
      done({ code, out: text, err: Buffer.concat(err).toString('utf8'), output: isLine ? parseJson(text) : undefined })
    }),
  )
}
