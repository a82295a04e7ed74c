import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'

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
  { name: 'maestro-lint --version', ...lint('--version') },
  { name: 'maestro-lint, one file', ...lint('test/fixtures/demo/.claude/skills/release-notes/SKILL.md') },
  { name: 'maestro-lint, the demo pack', ...lint('test/fixtures/demo') },
]

function wall({ command, args, cwd = root }: Subject): number {
  const start = process.hrtime.bigint()
  const { error } = spawnSync(command, args, { cwd, stdio: 'ignore' })
  if (error) throw error
  return Number(process.hrtime.bigint() - start) / 1e6
}

const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${RUNS} pairs a subject\n`)
console.log('| subject | × node -e 0 (median) | min | max | median ms |\n|---|---|---|---|---|')
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
  console.log(`| ${subject.name} | ${cells.join(' | ')} | ${middle(pairs.map(({ own }) => own)).toFixed(0)} |`)
}
