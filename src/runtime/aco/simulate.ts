import { readConfigFile } from './access.ts'
import { wholeNumber } from './arguments.ts'
import { type Config, readConfig } from './config.ts'
import { Fault, type Warning } from './fault.ts'
import { layOutConfigured } from './init.ts'
import { plantedOver } from './planted.ts'
import type { Problem } from './problem.ts'
import { PROBLEMS } from './problems.ts'
import { randomFrom } from './random.ts'
import { type Budget, configFor, controllerOf, type Run, search } from './search.ts'
import { loadConfig, nodesOf } from './session.ts'
import { decodeText, parseJson, round } from './text.ts'

/** Mean of a sample and half the width of its 95 % interval (normal approximation: 1.96 · s / √n). */
export function interval(values: readonly number[]): { mean: number; ci95: number } {
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const error = values.length > 1 ? Math.sqrt(square / (values.length - 1) / values.length) : 0
  return { mean, ci95: 1.96 * error }
}

/** An instance of a named problem: a function of name and seed. */
export const instanceOf = (name: string, seed: string): Problem =>
  PROBLEMS[name]!(randomFrom(`${seed}|problem|${name}`))

/** Runs a configuration on a problem with the controller in this process. */
export function searchWith(given: unknown, problem: Problem, budget: Budget, seed: string): Promise<Run> {
  const config = configFor(given, problem, budget, seed)
  const verified = (config['scoring'] as Record<string, unknown>)['mode'] !== 'fallback'
  return search(problem, controllerOf(config), budget, seed, { verified })
}

const DEFAULT_SEEDS = 30

/**
 * `simulate`: what simulated ants find with a configuration and a budget; mean and 95 % interval over instances.
 *
 * With `--problem` the ants search one of the six measured problems, else a hidden objective that is planted over the
 * configuration’s own task space, anew per seed.
 * @throws Fault E_USAGE and those of the configuration.
 */
export async function simulateCommand(
  values: ReadonlyMap<string, string>,
  warnings: Warning[] = [],
): Promise<Record<string, unknown>> {
  const name = values.get('--problem')
  const path = values.get('--config')
  if (name !== undefined && !Object.hasOwn(PROBLEMS, name))
    throw new Fault('E_USAGE', `there is no problem “${name}”`, 2, { problems: Object.keys(PROBLEMS) })
  if (name === undefined && path === undefined)
    throw new Fault('E_USAGE', 'simulate needs --config, --problem or both', 2, { problems: Object.keys(PROBLEMS) })
  const bytes = path === undefined ? Buffer.from('{}') : readConfigFile(path)
  const config = loadConfig(bytes, path ?? '', warnings)
  const given = parseJson(decodeText(bytes!)!)
  const count = (flag: string, fallback: number) => (values.has(flag) ? wholeNumber(values, flag) : fallback)
  const seeds = count('--seeds', DEFAULT_SEEDS)
  const budget = { ants: count('--ants', config.nAnts), iterations: count('--iterations', config.maxIterations) }
  readConfig({ swarm: { n_ants: budget.ants }, convergence: { max_iterations: budget.iterations } })
  const make = name === undefined ? await ownProblem(given, config, warnings) : (seed: string) => instanceOf(name, seed)
  const runs: Run[] = []
  for (let seed = 1; seed <= seeds; seed++) runs.push(await searchWith(given, make(String(seed)), budget, String(seed)))
  const { mean, ci95 } = interval(runs.map(({ curve }) => curve.at(-1)!))
  return {
    problem: name ?? 'own',
    seeds,
    mean: round(mean),
    ci95: round(ci95),
    curve: Array.from({ length: budget.iterations }, (_, k) =>
      round(interval(runs.map(({ curve }) => curve[k]!)).mean),
    ),
    evaluations: round(interval(runs.map(({ evaluations }) => evaluations)).mean, 1),
  }
}

/** Instances over the configuration’s own task space. */
async function ownProblem(given: unknown, config: Config, warnings: Warning[]): Promise<(seed: string) => Problem> {
  const space = layOutConfigured(config, await nodesOf(config), warnings)
  return seed => ({
    ...plantedOver(space, randomFrom(`${seed}|problem|own`)),
    space: (given as { task_space: Record<string, unknown> }).task_space,
  })
}
