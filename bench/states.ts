import { cpus } from 'node:os'
import { defaultSettings } from '../src/config/settings.ts'
import type { Document } from '../src/core/types.ts'
import { lintFiles } from '../src/lint.ts'
import { parse } from '../src/markdown/parse.ts'
import { parseWithSatteri } from '../src/markdown/satteri.ts'
import { machinesOf } from '../src/model/machine/machine.ts'
import { reachOf } from '../src/model/machine/reach.ts'
import { rules } from '../src/rules/index.gen.ts'

/**
 * Processor time per state of machines with 500, 1,000 and 2,000 states: reading the machine, finding what can be
 * reached, and all rules about states. Each state has two transitions and an action; a tenth of the states can not be
 * reached, another leads nowhere. Prints medians; run it alone: `npx jiti bench/states.ts`.
 */

const SIZES = [500, 1_000, 2_000]
const RUNS = Number(process.env['BENCH_RUNS'] ?? 25)

function skillOf(size: number): string {
  const all = Array.from({ length: size }, (_, index) => index)
  const last = size - 1
  return [
    '<state_machine>\n\n<states>',
    ...all.map(i => `S_N${i} — does step ${i}   PERSIST: step-${i}.json`),
    '</states>\n\n<transitions>',
    ...all.map(i => {
      if (i % 10 === 9 && i !== last) return ''
      const next = i % 10 === 8 ? i + 2 : i + 1
      const back = (i * 7) % size
      return `S_N${i}:\n  → S_N${Math.min(next, last)}  WHEN: step ${i} is done  DO: A_N${i}\n  → ${i === last ? 'END' : `S_N${back}`}  WHEN: it has to be done again`
    }),
    '</transitions>\n\n<actions>\n',
    ...all.map(i => `### A_N${i}\n\nDo step ${i}; when it fails twice, tell the user.\n`),
    '</actions>\n\n</state_machine>\n',
  ].join('\n')
}

const own = rules.filter(({ id }) => id.startsWith('states/'))
const settings = defaultSettings('strict')

/** Microseconds of processor time. */
function cost(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

const JOBS: Record<string, (text: string) => () => void> = {
  'machine and reach': text => {
    const document = parse({ path: 'SKILL.md', text }, 'skill', false, parseWithSatteri) as Document
    return () => {
      for (const machine of machinesOf(document)) reachOf(machine)
    }
  },
  'all rules about states, with the parse': text => () => {
    const source = { path: '.codex/skills/bench/SKILL.md', text }
    lintFiles({ sources: [source], unread: [] }, { settings, parser: parseWithSatteri, rules: own })
  },
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, median of ${RUNS} runs\n`)
console.log(`| job | ${SIZES.map(size => `${size} states, µs per state`).join(' | ')} | last ÷ first |`)
console.log(`|---|${SIZES.map(() => '---|').join('')}---|`)
for (const [name, prepare] of Object.entries(JOBS)) {
  for (const size of SIZES) for (let run = 0; run < 5; run++) prepare(skillOf(size))()
  const seen = SIZES.map(() => [] as number[])
  // Sizes take turns, and each measures as many states in one go: what else the machine does hits all alike.
  for (let run = 0; run < RUNS; run++)
    for (const [index, size] of SIZES.entries()) {
      const works = Array.from({ length: SIZES.at(-1)! / size }, () => prepare(skillOf(size)))
      const spent = cost(() => {
        for (const work of works) work()
      })
      seen[index]!.push(spent / SIZES.at(-1)!)
    }
  const medians = seen.map(middle)
  const ratio = (medians.at(-1)! / medians[0]!).toFixed(2)
  console.log(`| ${name} | ${medians.map(value => value.toFixed(1)).join(' | ')} | ${ratio} |`)
}
