import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { skillOf } from '../helpers/bundle.ts'
import { type BuildTarget, TARGETS } from '../helpers/emit.ts'
import { FULL } from '../helpers/runs.ts'
import { temporaryFolder } from '../helpers/swarm.ts'

/**
 * Every CSV-wave skill, carried out: a program plays the coordinator. It takes table and command lines from the emitted
 * text, another program plays the workers, and at the end the files that the text promises are there.
 */

const SKILLS = [
  'learn-decompose',
  'learn-retro',
  'learn-second-opinion',
  'maestro-analyze',
  'maestro-brainstorm',
  'maestro-collab',
  'maestro-execute',
  'maestro-milestone-audit',
  'maestro-plan',
]
const WORKER = join(import.meta.dirname, '../helpers/schema-worker.mjs')
/** The clients whose bundles run `wave.mjs`; Codex before 0.145 has a tool of its own. */
const WITH_RUNTIME = TARGETS.filter(([, version]) => version !== '0.144.1')

/** An emitted skill on disk, its first table written to the session. */
function lay(name: string, target: BuildTarget) {
  const bundle = skillOf(name, target)
  expect(bundle.faults).toEqual([])
  const home = temporaryFolder('skill-')
  for (const [path, { text, bytes }] of bundle.files) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), bytes ?? text!)
  }
  const skill = join(home, bundle.target.platform.dir, 'skills', name)
  const text = readFileSync(join(skill, 'SKILL.md'), 'utf8')
  const session = join(home, 'session')
  mkdirSync(session)
  const sample = /```csv\n([\s\S]*?)```/.exec(text)![1]!
  const table = /`<session>\/([\w-]+\.csv)`|<session>\/([\w-]+\.csv)/.exec(text.slice(text.indexOf('wave.mjs next')))!
  const master = join(session, (table[1] ?? table[2])!)
  writeFileSync(master, sample)
  return { home, skill, text, session, master }
}

/** Command lines of the runtime, in the order of the text. */
const commandsOf = (text: string): string[] =>
  [...text.matchAll(/^node \S*\/scripts\/wave\.mjs .+$/gm)].map(([line]) => line)

type Laid = ReturnType<typeof lay>

/** Runs a command line of the text, holes filled in, with our program in the client’s place. */
function carryOut({ home, skill, session }: Laid, line: string, wave: number, env: Record<string, string> = {}) {
  const words = line
    .replace(/<session>/g, session)
    .replace(/\$\{CLAUDE_SKILL_DIR\}|<skill_dir>/g, skill)
    .replace(/--wave (?:<\w+>|N)/, `--wave ${wave}`)
    .replace(/wave-<\w+>/g, `wave-${wave}`)
    .replace(/--max-concurrency \S+/, '--max-concurrency 4')
    .split(' ')
  const at = words.indexOf('--worker')
  if (at > 0) words.splice(at, 2, '--worker', 'command', '--cd', home)
  expect(
    words.filter(word => /[<>{}]/.test(word)),
    line,
  ).toEqual([])
  const all = at > 0 ? [...words.slice(1), '--', process.execPath, WORKER] : words.slice(1)
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, ROOT: home, ...env },
  })
  return { exit: status, out: JSON.parse(stdout || '{}') as Record<string, unknown>, err: stderr, line }
}

const rowsOf = (master: string): Record<string, string>[] => parseCsv(readFileSync(master, 'utf8'), { columns: true })

/** The values that workers of a command line are told beside their rows, under the names that the contract has. */
function writeParams({ skill, session }: Laid, line: string) {
  const file = /--contract \S+\/contracts\/([\w-]+\.json)/.exec(line)
  if (!file || !line.includes('--params')) return
  const { params = [] } = JSON.parse(readFileSync(join(skill, 'contracts', file[1]!), 'utf8')) as { params?: string[] }
  const values = Object.fromEntries(params.map(name => [name, name === 'session' ? session : `the ${name}`]))
  writeFileSync(join(session, 'params.json'), JSON.stringify(values))
}

/** Goes through all waves of the text; gives what the commands printed. */
function goThrough(laid: Laid, env: Record<string, string> = {}) {
  const lines = commandsOf(laid.text)
  const waves = [...new Set(rowsOf(laid.master).map(row => Number(row['wave'])))].sort((a, b) => a - b)
  const printed = []
  for (const wave of waves) {
    // The commands of this wave: those that name its number, else those with a hole for it.
    const at = (pattern: RegExp) => lines.findIndex(line => pattern.test(line))
    const own = at(new RegExp(`wave\\.mjs next .*--wave ${wave}\\b`))
    const start = own >= 0 ? own : at(/wave\.mjs next .*--wave (?:<\w+>|N)/)
    expect(start, `commands of wave ${wave}`).toBeGreaterThanOrEqual(0)
    for (const command of ['next', 'run', 'merge']) {
      const line = lines.slice(start).find(candidate => candidate.includes(`wave.mjs ${command} `))!
      writeParams(laid, line)
      printed.push(carryOut(laid, line, wave, env))
    }
  }
  return printed
}

/** Files of the session that a part of the text names. */
const filesIn = (text: string) =>
  new Set([...text.matchAll(/<session>\/([\w./-]+\.(?:md|json|jsonl|ndjson|csv))/g)].map(([, file]) => file!))

// All with FULL=1, otherwise one of each kind.
describe.each(FULL ? SKILLS : ['learn-retro', 'maestro-collab', 'maestro-plan'])('%s', name => {
  test.each(FULL ? WITH_RUNTIME : WITH_RUNTIME.slice(SKILLS.indexOf(name) % 3).slice(0, 1))(
    'goes through all its waves: %s %s',
    (id, version) => {
      const laid = lay(name, [id, version] as BuildTarget)
      for (const { exit, out, err, line } of goThrough(laid))
        expect({ line, exit, warnings: out['warnings'], err: exit ? err + JSON.stringify(out) : '' }).toEqual({
          line,
          exit: 0,
          warnings: [],
          err: '',
        })
      const rows = rowsOf(laid.master)
      expect(rows.length).toBeGreaterThanOrEqual(2)
      expect(rows.filter(row => row['status'] !== 'completed')).toEqual([])
      expect(rows.filter(row => row['findings'] === '')).toEqual([])
      // What the criteria promise, a step writes.
      const [body, criteria] = laid.text.split('<success_criteria>') as [string, string]
      const written = filesIn(body)
      expect([...filesIn(criteria)].filter(file => !written.has(file))).toEqual([])
    },
    60_000,
  )

  test('a row that fails leaves no row pending, and says what became of those behind it', () => {
    const laid = lay(name, WITH_RUNTIME[1]!)
    const first = rowsOf(laid.master)[0]!
    const printed = goThrough(laid, { FAIL: first['id']! })
    expect(printed.map(({ exit }) => exit).filter(exit => exit !== 0 && exit !== 1)).toEqual([])
    const rows = rowsOf(laid.master)
    expect(rows.find(({ id }) => id === first['id'])).toMatchObject({ status: 'failed', error: 'it was told to fail' })
    expect(rows.filter(({ status }) => status === 'pending')).toEqual([])
    for (const row of rows.filter(({ status }) => status === 'skipped')) expect(row['error']).not.toBe('')
  }, 60_000)
})
