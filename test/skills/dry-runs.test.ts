import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleOf } from '../helpers/bundle.ts'
import { type BuildTarget, TARGETS } from '../helpers/emit.ts'
import { FULL } from '../helpers/runs.ts'
import { temporaryFolder } from '../helpers/swarm.ts'

/**
 * Skills carried out by a program that takes every command line from the emitted text: from the arguments to what the
 * success criteria ask for. What a gate says that it blocks is tried as well.
 */

const WORKER = join(import.meta.dirname, '../helpers/schema-worker.mjs')
const [claude, codex] = TARGETS
const bundles = new Map([claude, codex].map(target => [target[0] as string, bundleOf(target as BuildTarget)] as const))

/** A project with one emitted skill beside it. */
function lay(id: string, name: string) {
  const bundle = bundles.get(id)!
  expect(bundle.faults).toEqual([])
  const home = temporaryFolder('dry-run-')
  for (const [path, { text, bytes }] of bundle.files) {
    if (!path.includes(`/skills/${name}/`)) continue
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), bytes ?? text!)
  }
  const skill = join(home, bundle.target.platform.dir, 'skills', name)
  const project = join(home, 'project')
  mkdirSync(join(project, '.workflow'), { recursive: true })
  const text = readFileSync(join(skill, 'SKILL.md'), 'utf8')
  /** Runs the first command line of the text that begins like this, its holes filled in. */
  const run = (begin: string, holes: Record<string, string> = {}, more: string[] = []) => {
    const line = [...text.matchAll(/node [^`\n]+/g)]
      .map(([found]) => found)
      .find(found =>
        found
          .replace(/"?(?:\$\{CLAUDE_SKILL_DIR\}|<skill_dir>)\/scripts\/"?/, '')
          .replace('"', '')
          .startsWith(`node ${begin}`),
      )
    if (!line) throw new Error(`the text has no “${begin}”`)
    const words = [...line.replace(/\$\{CLAUDE_SKILL_DIR\}|<skill_dir>/g, skill).matchAll(/"([^"]*)"|(\S+)/g)]
      .map(([, quoted, plain]) => quoted ?? plain!)
      .map(word => word.replace(/<(\w+)>/g, (hole, key: string) => holes[key] ?? hole))
      .map(word => word.replace(/^~/, home))
    const [, file, ...args] = [...words, ...more]
    expect(
      args.filter(arg => /[<>{}]/.test(arg)),
      line,
    ).toEqual([])
    const { status, stdout, stderr } = spawnSync(process.execPath, [file!, ...args], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, ROOT: project },
    })
    return { exit: status, out: JSON.parse(stdout || '{}') as Record<string, unknown>, err: stderr }
  }
  return { home, skill, project, text, run, at: (path: string) => join(project, path) }
}

/** A script of the library, as `flow.mjs list` tells of it. */
interface Script {
  name: string
  args: Record<string, { required?: boolean; example?: unknown }>
  /** What agents of each role may answer. */
  example: Record<string, object>
}

/** The arguments that a script has to get, from its own examples. */
const examplesOf = (args: Script['args']) =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])),
  )

/** The codes that a skill’s errors have. */
const codesIn = (text: string) => new Set([...text.matchAll(/^\| ([EW]\d{3}) \|/gm)].map(([, code]) => code))

describe.each(FULL ? ['claude', 'codex'] : ['claude'])('maestro-update on %s', id => {
  const OLD = { milestones: [{ id: 'M1', title: 'Harbour', phases: [{ id: 'P1', title: 'Piles' }] }] }

  test('from detection to a verified state, with a backup that restores', () => {
    const { at, run } = lay(id, 'maestro-update')
    const before = JSON.stringify(OLD)
    writeFileSync(at('.workflow/state.json'), before)
    const plan = run('migrate.mjs plan')
    expect(plan).toMatchObject({ exit: 0, out: { version: 0, newest: 1, problems: [] } })
    expect(readFileSync(at('.workflow/state.json'), 'utf8')).toBe(before)
    const applied = run('migrate.mjs apply')
    expect(applied).toMatchObject({ exit: 0, out: { status: 'ok' } })
    expect(run('migrate.mjs verify')).toMatchObject({ exit: 0, out: { version: 1, problems: [] } })
    const state = JSON.parse(readFileSync(at('.workflow/state.json'), 'utf8'))
    expect(state).toMatchObject({ version: 1, milestones: [{ id: 'M1', phases: [{ id: 'P1' }] }], artifacts: [] })
    expect(readFileSync(at(String(applied.out['backup'])), 'utf8')).toBe(before)
    expect(run('migrate.mjs plan').out['steps'] ?? []).toEqual([])
  })

  test('what blocks a gate: no state, a state that is none, one that is newer', () => {
    const { at, run, text } = lay(id, 'maestro-update')
    expect(codesIn(text)).toEqual(new Set(['E001', 'E002', 'E003', 'W001', 'W002', 'W003', 'W004', 'W005']))
    expect(run('migrate.mjs plan')).toMatchObject({ exit: 2, out: { status: 'error', code: 'E_STATE' } })
    writeFileSync(at('.workflow/state.json'), '{ "version": ')
    for (const command of ['plan', 'apply'])
      expect(run(`migrate.mjs ${command}`)).toMatchObject({ out: { status: 'error', code: 'E_STATE' } })
    expect(readFileSync(at('.workflow/state.json'), 'utf8')).toBe('{ "version": ')
    writeFileSync(at('.workflow/state.json'), '{"version":9,"milestones":[],"artifacts":[]}')
    expect(run('migrate.mjs plan').out).toMatchObject({ newer: true })
    expect(readdirSync(at('.workflow'))).toEqual(['state.json'])
  })
})

describe.each(FULL ? ['claude', 'codex'] : ['codex'])('maestro-swarm-workflow on %s', id => {
  test('every script of the library goes through its waves to its result', () => {
    const { at, run, skill } = lay(id, 'maestro-swarm-workflow')
    const list = run('flow.mjs list').out['scripts'] as Script[]
    expect(list.length).toBeGreaterThanOrEqual(6)
    // All with FULL=1, otherwise the shortest.
    for (const { name, args, example } of list.filter(({ name }) => FULL || name === 'wf-brainstorm')) {
      const script = join(skill, 'scripts/library', `${name}.js`)
      const session = at(`.workflow/scratch/${name}`)
      mkdirSync(session, { recursive: true })
      const checked = run('flow.mjs check', { script })
      expect(checked).toMatchObject({ exit: 0, out: { status: 'ok' } })
      writeFileSync(join(session, 'args.json'), JSON.stringify(examplesOf(args)))
      writeFileSync(join(session, 'params.json'), JSON.stringify({ session }))
      let waves = 0
      for (; waves < 12; waves++) {
        const next = run('flow.mjs next', { script, session })
        expect(next, `${name} ${JSON.stringify(next.out)}`).toMatchObject({ exit: 0, out: { status: 'ok' } })
        if (next.out['done']) break
        const wave = String(next.out['wave'])
        const contract = next.out['kind'] === 'write' ? 'maker' : 'reader'
        runWave(skill, session, wave, contract, example)
      }
      expect(waves, name).toBeGreaterThan(0)
      expect(waves, name).toBeLessThan(12)
      const result = JSON.parse(readFileSync(join(session, 'result.json'), 'utf8'))
      expect(result.summary, name).toEqual(expect.any(String))
      for (const file of checked.out['files'] as string[]) expect(existsSync(join(session, file)), file).toBe(true)
    }
  }, 120_000)

  test('what blocks a gate: no such script, one that is none, a required argument that is missing', () => {
    const { at, run, skill } = lay(id, 'maestro-swarm-workflow')
    expect(run('flow.mjs check', { script: 'nowhere.js' }).exit).not.toBe(0)
    writeFileSync(at('none.js'), 'export const x = 1\n')
    expect(run('flow.mjs check', { script: at('none.js') }).exit).not.toBe(0)
    const session = at('.workflow/scratch/empty')
    mkdirSync(session, { recursive: true })
    writeFileSync(join(session, 'args.json'), '{}')
    const script = join(skill, 'scripts/library/wf-execute.js')
    expect(run('flow.mjs check <script> --args', { script, session }).exit).not.toBe(0)
    expect(run('flow.mjs next', { script, session }).exit).not.toBe(0)
    expect(existsSync(join(session, 'result.json'))).toBe(false)
  })
})

/** The three commands of a wave, with our program in the client’s place. */
function runWave(skill: string, session: string, wave: string, contract: string, samples: object) {
  const runtime = join(skill, 'scripts/wave.mjs')
  const call = (...args: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, [runtime, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ROOT: session, SAMPLES: JSON.stringify(samples) },
    })
    expect(status, `${args.join(' ')}\n${stdout}`).toBe(0)
  }
  const file = join(skill, `contracts/${contract}.json`)
  const params = ['--params', join(session, 'params.json')]
  call('next', '--csv', join(session, 'tasks.csv'), '--wave', wave, '--contract', join(skill, 'contracts'))
  const run = ['run', '--wave-csv', join(session, `wave-${wave}.csv`), '--contract', file, ...params]
  call(...run, '--worker', 'command', '--', process.execPath, WORKER)
  call('merge', '--csv', join(session, 'tasks.csv'), '--results', join(session, `wave-${wave}-results.csv`))
}
