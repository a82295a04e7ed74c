import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AntKind } from '../../src/runtime/aco/ant.ts'
import type { Problem } from '../../src/runtime/aco/problem.ts'
import { PROBLEMS } from '../../src/runtime/aco/problems.ts'
import { configFor, controllerOf, type Run, search } from '../../src/runtime/aco/search.ts'
import { instanceOf, interval } from '../../src/runtime/aco/simulate.ts'
import { subjectController } from './subject.ts'

/**
 * Search quality of the swarm controller: simulated ants on six problems, means ± 95 % intervals as a Markdown table.
 *
 * The rows without hints and the plain protocol say whether the problems are calibrated; then the template is compared
 * with the plain protocol, seed by seed. `--subject 'node dist/aco.mjs'` drives any command line instead of the
 * functions in this process. With 200 seeds or more and 5 × 5 ants a missed gate ends with exit code 1.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    ants: { type: 'string', default: '5' },
    iterations: { type: 'string', default: '5' },
    problems: { type: 'string', default: Object.keys(PROBLEMS).join() },
    subject: { type: 'string' },
  },
})
const seeds = Number(values.seeds)
const budget = { ants: Number(values.ants), iterations: Number(values.iterations) }
const problems = values.problems.split(',')
const unknown = problems.filter(name => !Object.hasOwn(PROBLEMS, name))
if (unknown.length) throw new Error(`no such problem: ${unknown.join(', ')}`)

interface Policy {
  config: Record<string, unknown>
  kind: AntKind
}

const root = join(import.meta.dirname, '../..')
const template = JSON.parse(readFileSync(join(root, 'templates/swarm-config/swarm-config.json'), 'utf8'))
const PLAIN = {
  aco: { gamma: 0, hints: { sources: 1, top_k: 8 } },
  scoring: { mode: 'llm' },
  convergence: { stagnation: false, entropy_floor: false, target_score: false },
}
const POLICIES: Record<string, Policy> = {
  'random walks': { config: PLAIN, kind: 'blind' },
  'no hints': { config: PLAIN, kind: 'alone' },
  'plain protocol': { config: PLAIN, kind: 'guided' },
  'hints for 8 nodes, gamma 0': { config: { ...PLAIN, aco: { hints: { sources: 8, top_k: 8 } } }, kind: 'guided' },
  // Scores are verified, and what 25 ants find is asked, not when their user is content.
  template: {
    config: { ...template, scoring: { mode: 'llm' }, convergence: { ...template.convergence, target_score: false } },
    kind: 'guided',
  },
}

/** Means published for the same ants at 5 × 5 (200 seeds), and how near the first three have to come. */
const PUBLISHED: Record<string, Record<string, number>> = {
  'random walks': { hot60: 0.385, hot300: 0.216, feat40: 0.544, burma14: 0.61, nk10x4: 0.765, chain30: 0.273 },
  'no hints': { hot60: 0.702, hot300: 0.397, feat40: 0.781, burma14: 0.785, nk10x4: 0.904, chain30: 0.371 },
  'plain protocol': { hot60: 0.721, hot300: 0.389, feat40: 0.789, burma14: 0.8, nk10x4: 0.908, chain30: 0.391 },
  'hints for 8 nodes, gamma 0': {
    hot60: 0.862,
    hot300: 0.426,
    feat40: 0.817,
    burma14: 0.825,
    nk10x4: 0.911,
    chain30: 0.421,
  },
  template: { hot60: 0.93, hot300: 0.64, feat40: 0.85, burma14: 0.82, nk10x4: 0.9, chain30: 0.45 },
}
const TOLERANCE = 0.03
const WORST_LOSS = -0.01
const MEAN_GAIN = 0.08
const MOST_BYTES = 6400

async function runOf({ config, kind }: Policy, problem: Problem, seed: string): Promise<Run> {
  const given = configFor(config, problem, budget, seed)
  if (!values.subject) return search(problem, controllerOf(given), budget, seed, { kind })
  const subject = await subjectController(values.subject.trim().split(/\s+/) as [string, ...string[]], given)
  try {
    return await search(problem, subject, budget, seed, { kind })
  } finally {
    subject.close()
  }
}

const seedList = Array.from({ length: seeds }, (_, i) => String(i + 1))
const told = values.subject
  ? Object.keys(POLICIES).filter(name => POLICIES[name]!.kind === 'guided')
  : Object.keys(POLICIES)
const results = new Map<string, Map<string, Run[]>>(told.map(name => [name, new Map()]))
for (const name of problems)
  for (const policy of told) {
    const runs: Run[] = []
    for (const seed of seedList) runs.push(await runOf(POLICIES[policy]!, instanceOf(name, seed), seed))
    results.get(policy)!.set(name, runs)
    console.error(`${name}: ${policy}`)
  }

const final = (policy: string, problem: string) =>
  results
    .get(policy)!
    .get(problem)!
    .map(({ curve }) => curve.at(-1)!)
const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
const show = (sample: readonly number[], sign = false) => {
  const { mean, ci95 } = interval(sample)
  return `${sign && mean >= 0 ? '+' : ''}${mean.toFixed(3)} ± ${ci95.toFixed(3)}`
}
const head = (first: string, more: readonly string[] = []) => {
  row([first, ...problems, ...more])
  row([first, ...problems, ...more].map(() => '---'))
}

const subject = values.subject ? `\`${values.subject}\`` : 'in process'
console.log(`${subject}, ${budget.ants} ants × ${budget.iterations} iterations, seeds 1 … ${seeds}\n`)
head('true score of the delivered path', ['ants used'])
for (const policy of told) {
  const used = problems.flatMap(name =>
    results
      .get(policy)!
      .get(name)!
      .map(({ evaluations }) => evaluations),
  )
  row([policy, ...problems.map(name => show(final(policy, name))), interval(used).mean.toFixed(1)])
  row([
    policy === 'template' ? '*to reach*' : '*published*',
    ...problems.map(name => `*${PUBLISHED[policy]![name]!.toFixed(3)}*`),
    '',
  ])
}

const paired = (a: string, b: string, problem: string) => {
  const [mine, other] = [final(a, problem), final(b, problem)]
  return mine.map((value, i) => value - other[i]!)
}
const gains = problems.map(name => paired('template', 'plain protocol', name))
const meanGains = seedList.map((_, i) => gains.reduce((sum, gain) => sum + gain[i]!, 0) / gains.length)
console.log()
head('paired by seed', ['mean'])
row(['template − plain protocol', ...gains.map(gain => show(gain, true)), show(meanGains, true)])

const meanBytes = (policy: string, problem: string) =>
  interval(
    results
      .get(policy)!
      .get(problem)!
      .map(({ bytes }) => bytes),
  ).mean
console.log()
head('bytes per assignment')
for (const policy of ['plain protocol', 'template'])
  row([policy, ...problems.map(name => meanBytes(policy, name).toFixed(0))])
/** The same search with names of 33 characters, as paths of files have. */
const longBytes = await Promise.all(
  problems.map(async name => {
    const runs = await Promise.all(
      seedList.slice(0, 5).map(seed => {
        const problem = instanceOf(name, seed)
        const nodes = problem.nodes.map(node => node.padEnd(33, '/some/path'))
        const starts = problem.starts?.map(node => nodes[node]!)
        const edges = (problem.space?.['edges'] as [string, string][] | undefined)?.map(pair =>
          pair.map(node => nodes[problem.nodes.indexOf(node)]!),
        )
        const space = { ...problem.space, ...(starts ? { start_nodes: starts } : {}), ...(edges ? { edges } : {}) }
        return runOf(POLICIES['template']!, { ...problem, nodes, space }, seed)
      }),
    )
    return interval(runs.map(({ bytes }) => bytes)).mean
  }),
)
row(['template, 33-character names', ...longBytes.map(bytes => bytes.toFixed(0))])

const misses: string[] = []
for (const policy of told.filter(name => name === 'plain protocol' || name === 'no hints' || name === 'random walks'))
  for (const name of problems) {
    const off = interval(final(policy, name)).mean - PUBLISHED[policy]![name]!
    if (Math.abs(off) > TOLERANCE) misses.push(`${policy} on ${name} is ${off.toFixed(3)} off the published mean`)
  }
problems.forEach((name, i) => {
  const gain = interval(gains[i]!).mean
  if (gain < WORST_LOSS) misses.push(`the template loses ${(-gain).toFixed(3)} on ${name}`)
  const { mean } = interval(final('template', name))
  if (mean < PUBLISHED['template']![name]!) misses.push(`the template reaches ${mean.toFixed(3)} on ${name}`)
  if (longBytes[i]! > MOST_BYTES) misses.push(`an assignment of ${name} takes ${longBytes[i]!.toFixed(0)} bytes`)
})
const { mean, ci95 } = interval(meanGains)
if (mean < MEAN_GAIN || mean <= ci95) misses.push(`the mean gain is ${mean.toFixed(3)} ± ${ci95.toFixed(3)}`)
const isJudged = seeds >= 200 && budget.ants === 5 && budget.iterations === 5
if (isJudged) console.log(`\n${misses.length ? `Missed: ${misses.join('; ')}.` : 'Every gate is met.'}`)
else console.log('\nToo few seeds, or another budget than 5 × 5: the gates are not judged.')
if (misses.length && isJudged && !values.subject) process.exitCode = 1
