import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { aco } from '../../src/runtime/aco/cli.ts'
import { parseJson } from '../../src/runtime/aco/text.ts'
import { BUNDLE, type Finished, finished, type Printed, type Swarm, stateOf, swarm, temporaryFolder } from './swarm.ts'

/** What is to hold when a command is interrupted at any moment. */

/** A command and the session that it is given to. */
export interface Scenario {
  name: string
  argv: readonly string[]
  /** Path of the session before the command; it is copied for each trial. */
  folder: string
  /** What readers print before and after the undisturbed command. */
  before: string
  after: string
  /** The files after the undisturbed command. */
  files: Record<string, string>
}

/** Readers’ outputs as one text; what differs from trial to trial is left out. */
export async function readingOf(folder: string): Promise<string> {
  const outputs: unknown[] = []
  for (const argv of [['converged'], ['report'], ['select', '--iter', '4'], ['replay']]) {
    const { output } = await aco(['--session', folder, ...argv])
    outputs.push(output)
  }
  return JSON.stringify(outputs, (key, value) => (key === 'updated_at' ? undefined : value))
}

/** The state with the time of an archive left out. */
const timeless = (folder: string) =>
  Object.fromEntries(
    Object.entries(stateOf(folder)).map(([path, text]) => [path.replace(/^archive\/[^/]+/, 'archive/T'), text]),
  )

/** A scenario; its folders lie in `root`. */
async function prepared(
  root: string,
  name: string,
  argv: readonly string[],
  make: (session: Swarm) => Promise<void>,
): Promise<Scenario> {
  const [folder, done] = [join(root, `${name} before`), join(root, `${name} after`)]
  mkdirSync(done)
  const settings = { task_space: { nodes: Array.from({ length: 30 }, (_, i) => `n${i}`) } }
  const session = await swarm(settings, { init: false, folder: done })
  await make(session)
  cpSync(done, folder, { recursive: true })
  const before = await readingOf(folder)
  await session.ok(...argv)
  return { name, argv, folder, before, after: await readingOf(done), files: timeless(done) }
}

const walk = (session: Swarm, k: number, score = k / 10) =>
  [1, 2, 3].forEach(i => {
    session.ant(k, i, { path: [`n${k}`, `n${k + i}`, `n${k + i + 5}`], self_score: score + i / 100 })
  })

async function updated(session: Swarm, iterations: readonly number[]): Promise<void> {
  await session.ok('init', '--seed', 'faults')
  for (const k of iterations) {
    walk(session, k)
    await session.ok('update', '--iter', `${k}`)
  }
}

/** Every kind of command that writes. */
export const scenarios = async (root: string): Promise<Scenario[]> => [
  await prepared(root, 'init', ['init', '--seed', 'faults'], async () => {}),
  await prepared(root, 'update', ['update', '--iter', '3'], async session => {
    await updated(session, [1, 2])
    walk(session, 3)
  }),
  await prepared(root, 'revise', ['update', '--iter', '1'], async session => {
    await updated(session, [1, 2, 3])
    walk(session, 1, 0.9)
  }),
  await prepared(root, 'init --force', ['init', '--force', '--seed', 'other'], session => updated(session, [1, 2])),
  await prepared(root, 'replay --write', ['replay', '--write'], async session => {
    await updated(session, [1, 2, 3])
    session.write('pheromone/history/2.json', '{"torn')
    session.drop('best.json')
  }),
]

/** Starts a scenario’s command on a copy of its session, with a fault. */
export function start(scenario: Scenario, fault: object) {
  const folder = temporaryFolder()
  cpSync(scenario.folder, folder, { recursive: true })
  const preload = join(import.meta.dirname, 'fault.mjs')
  const child = spawn(process.execPath, ['--import', preload, BUNDLE, '--session', folder, ...scenario.argv], {
    env: { ...process.env, ACO_FAULT: JSON.stringify(fault), ACO_FAULT_IN: folder },
  })
  return { folder, child, ended: finished(child) }
}

/** Every file is whole, leftovers of the interrupted writer aside. */
function expectWhole(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    if (text === '{"torn') continue
    for (const line of entry.name.endsWith('.jsonl') ? text.split('\n').slice(0, -1) : [text])
      expect(parseJson(line), `${entry.name} is torn`).toBeDefined()
  }
}

/**
 * What is to hold after an interruption: no file is torn, readers see all or nothing, the command can be repeated, and
 * then everything is as if nothing had happened, with nothing left over.
 */
export async function expectSound(scenario: Scenario, folder: string, outcome?: Finished): Promise<'before' | 'after'> {
  expectWhole(folder)
  const reading = await readingOf(folder)
  const side = reading === scenario.after ? 'after' : 'before'
  expect(reading).toBe(scenario[side])
  if (outcome) {
    expect(outcome.output, `stdout: ${outcome.out}`).toBeTypeOf('object')
    if (outcome.code === 0) expect(side).toBe('after')
    else expect(`${outcome.code} ${outcome.output.code}`).toMatch(/^1 E_IO_(?:ENOSPC|EIO)$/)
  }
  const again: Printed = await aco(['--session', folder, ...scenario.argv])
  expect(again.output, JSON.stringify(again.output)).toMatchObject({ status: 'ok' })
  expect(timeless(folder)).toEqual(scenario.files)
  expect(await readingOf(folder)).toBe(scenario.after)
  return side
}
