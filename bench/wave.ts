import { spawnSync } from 'node:child_process'
import { copyFileSync, createWriteStream, mkdtempSync, rmSync, statSync, type WriteStream } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

/**
 * The wave runtime on large tables: `check`, `next` and `merge` of 25,000 and 100,000 rows of 1 kB, as processes.
 *
 * Half of the rows have ended; the other half is one wave, each row with two rows that it depends on. Each command may
 * take 200 MB, and a row of the large table 25 % more processor time than one of the small; else the exit code is 1.
 */

const SIZES = [25_000, 100_000] as const
const RUNS = Number(process.env['BENCH_RUNS'] ?? 3)
const MAX_MEMORY = 200
const MAX_GROWTH = 1.25

const runtime = join(import.meta.dirname, '../dist/wave.mjs')
const TEXT = '"a ""quoted"" word,\nä line, '.repeat(30).replace(/^"|"$/g, '')

/** Writes a table, its wave and the results of that. */
async function write(folder: string, rows: number): Promise<void> {
  const [tasks, wave, results] = ['tasks.csv', 'wave-2.csv', 'results.csv'].map(name =>
    createWriteStream(join(folder, name)),
  ) as [WriteStream, WriteStream, WriteStream]
  const half = rows / 2
  tasks.write('id,title,description,deps,context_from,wave,status,findings,error\n')
  wave.write('id\n')
  results.write('id,result_status,findings,error\n')
  for (let i = 1; i <= rows; i++) {
    const isOpen = i > half
    const needs = isOpen ? `t${i - half};t${1 + (i % half)}` : ''
    const state = isOpen ? '2,pending,' : `1,completed,${'found '.repeat(25)}`
    const isTaken = tasks.write(
      `t${i},Title ${i},"${TEXT.replace(/(?<!")"(?!")/g, '""')}",${needs},${needs},${state},\n`,
    )
    if (isOpen) {
      wave.write(`t${i}\n`)
      results.write(`t${i},completed,"found, ${'more '.repeat(50)}",\n`)
    }
    if (!isTaken) await new Promise<void>(resume => tasks.once('drain', () => resume()))
  }
  for (const stream of [tasks, wave, results]) {
    stream.end()
    await finished(stream)
  }
}

interface Cost {
  /** Seconds of a processor. */
  cpu: number
  /** Peak, MB. */
  memory: number
}

const PROBE = `data:text/javascript,process.on("exit",()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS}=process.resourceUsage();process.stderr.write("\\n"+JSON.stringify({cpu:(u+s)/1e6,memory:maxRSS/1024}))})`

function cost(...argv: string[]): Cost {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', PROBE, runtime, ...argv], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stdout || stderr)
  return JSON.parse(stderr.trim().split('\n').at(-1)!) as Cost
}

/** The least cost of several runs: what else the machine does only adds. */
const least = (runs: readonly Cost[]): Cost => ({
  cpu: Math.min(...runs.map(({ cpu }) => cpu)),
  memory: Math.max(...runs.map(({ memory }) => memory)),
})

const COMMANDS: Readonly<Record<string, (folder: string) => string[]>> = {
  check: folder => ['check', '--csv', join(folder, 'tasks.csv')],
  next: folder => ['next', '--csv', join(folder, 'tasks.csv')],
  merge: folder => {
    copyFileSync(join(folder, 'tasks.csv'), join(folder, 'copy.csv'))
    copyFileSync(join(folder, 'results.csv'), join(folder, 'wave-2-results.csv'))
    return ['merge', '--csv', join(folder, 'copy.csv'), '--results', join(folder, 'wave-2-results.csv')]
  },
}

const costs = new Map<string, Cost[]>(Object.keys(COMMANDS).map(name => [name, []]))
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${RUNS} runs each\n`)
for (const rows of SIZES) {
  const folder = mkdtempSync(join(tmpdir(), `maestro-wave-${rows}-`))
  await write(folder, rows)
  console.log(`${rows} rows, ${(statSync(join(folder, 'tasks.csv')).size / 1e6).toFixed(0)} MB`)
  for (const [name, argvIn] of Object.entries(COMMANDS))
    costs.get(name)!.push(least(Array.from({ length: RUNS }, () => cost(...argvIn(folder)))))
  rmSync(folder, { recursive: true })
}
console.log('\n| command | µs a row (25,000) | µs a row (100,000) | growth | peak MB |\n|---|---|---|---|---|')
for (const [name, [small, large]] of costs as Map<string, [Cost, Cost]>) {
  const [few, many] = [small.cpu / SIZES[0], large.cpu / SIZES[1]]
  const memory = Math.max(small.memory, large.memory)
  const micro = [few, many].map(seconds => (seconds * 1e6).toFixed(0))
  console.log(`| ${[name, ...micro, (many / few).toFixed(2), memory.toFixed(0)].join(' | ')} |`)
  if (many / few > MAX_GROWTH || memory > MAX_MEMORY) process.exitCode = 1
}
