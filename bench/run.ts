import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { swarmSession } from './swarm-session.ts'

/**
 * Times whole processes in pairs (A B A B …) and prints medians as ratios to `node -e 0`.
 *
 * A subject is a row of data. Ratios carry over between machines; times do not, and no test asserts them.
 */

const root = join(import.meta.dirname, '..')
const RUNS = Number(process.env['BENCH_RUNS'] ?? 15)

interface Subject {
  name: string
  command: string
  args: string[]
  cwd?: string
}

const node = (...args: string[]) => ({ command: process.execPath, args })
const lint = (...args: string[]) => node(join(root, 'bin/maestro-lint.mjs'), '--no-config', ...args)

const FLOOR: Subject = { name: 'node -e 0', ...node('-e', '0') }
const SUBJECTS: Subject[] = [
  // What any module costs, however little it does.
  { name: 'an empty module', ...node('--input-type=module', '-e', '0') },
  { name: 'maestro-lint --version', ...lint('--version') },
  { name: 'maestro-lint, one file', ...lint('test/fixtures/demo/.claude/skills/release-notes/SKILL.md') },
  { name: 'maestro-lint, the demo pack', ...lint('test/fixtures/demo') },
]

const controller = join(root, 'dist/aco.mjs')
for (const nodes of [10, 5_000, 50_000]) {
  const session = swarmSession(controller, nodes)
  for (const command of [['update', '--iter', '1'], ['select', '--iter', '2'], ['converged'], ['report']])
    SUBJECTS.push({ name: `aco ${command[0]}, ${nodes} nodes`, ...node(controller, '--session', session, ...command) })
}

/** Peak memory of a Node process in MB: a module loaded first prints it at the end. */
function memory({ command, args, cwd = root }: Subject): number {
  const probe = 'data:text/javascript,process.on("exit",()=>process.stderr.write("\\n"+process.resourceUsage().maxRSS))'
  const { stderr } = spawnSync(command, ['--import', probe, ...args], { cwd, encoding: 'utf8' })
  return Number(stderr.trim().split('\n').at(-1)) / 1024
}

function wall({ command, args, cwd = root }: Subject): number {
  const start = process.hrtime.bigint()
  const { error } = spawnSync(command, args, { cwd, stdio: 'ignore' })
  if (error) throw error
  return Number(process.hrtime.bigint() - start) / 1e6
}

const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${RUNS} pairs a subject\n`)
console.log('| subject | × node -e 0 (median) | min | max | median ms | peak MB |\n|---|---|---|---|---|---|')
for (const subject of SUBJECTS) {
  wall(FLOOR)
  wall(subject)
  const pairs = Array.from({ length: RUNS }, () => {
    const floor = wall(FLOOR)
    const own = wall(subject)
    return { ratio: own / floor, own }
  })
  const ratios = pairs.map(({ ratio }) => ratio)
  const cells = [middle(ratios), Math.min(...ratios), Math.max(...ratios)].map(value => value.toFixed(2))
  const time = middle(pairs.map(({ own }) => own)).toFixed(0)
  console.log(`| ${subject.name} | ${cells.join(' | ')} | ${time} | ${memory(subject).toFixed(0)} |`)
}
