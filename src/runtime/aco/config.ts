import { SWARM_MATRIX_TYPES, SWARM_SCORING_MODES } from '../../core/swarm.ts'
import { Fault } from './fault.ts'
import { isNumber, isObject } from './text.ts'

export type MatrixType = (typeof SWARM_MATRIX_TYPES)[number]

/** A configuration with every default filled in. */
export interface Config {
  nAnts: number
  maxIterations: number
  eliteKeep: number
  seed: string | undefined
  /** Exponents of pheromone, heuristic and node pheromone. */
  alpha: number
  beta: number
  gamma: number
  /** Evaporation per iteration, [0, 1]. */
  rho: number
  /** Deposit per unit of score. */
  q: number
  tauInit: number
  tauMin: number
  tauMax: number
  /** Share of a deposit that nodes get. */
  nodeDeposit: number
  matrixType: MatrixType
  hints: { sources: number; topK: number }
  /** The task space as written; `init` lays it out. */
  space: Record<string, unknown>
  maxPathLength: number
  scoring: {
    mode: (typeof SWARM_SCORING_MODES)[number]
    scriptPath: string | undefined
    discount: number
    timeout: number
    strict: boolean
    hybrid: 'prefer_llm' | 'prefer_script' | 'mean' | 'min'
  }
  strictValidation: boolean
  convergence: {
    stagnation: { patience: number; minDelta: number; metric: 'best_so_far' | 'iteration_best' } | undefined
    entropyFloor: { threshold: number; mode: 'raw' | 'normalized' } | undefined
    budget: { max: number; assumePerAnt: number | undefined } | undefined
    targetScore: number | undefined
  }
}

/** Greatest bound of pheromone: sums over all edges stay numbers. */
const MAX_TAU = 1e100

const bad = (path: string, message: string) => new Fault('E_CONFIG_VALUE', `${path}: ${message}`, 2, { path })

/** A section: an object, or nothing. */
function section(parent: Record<string, unknown>, name: string, path: string): Record<string, unknown> {
  const value = parent[name]
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw bad(path, 'expected an object')
  return value
}

/** A number within bounds; null or absent means the default. */
function number(
  parent: Record<string, unknown>,
  path: string,
  fallback: number,
  {
    min = -Infinity,
    max = Infinity,
    integer = false,
    above,
  }: { min?: number; max?: number; integer?: boolean; above?: number } = {},
): number {
  const value = parent[path.slice(path.lastIndexOf('.') + 1)]
  if (value === undefined || value === null) return fallback
  if (!isNumber(value)) throw bad(path, 'expected a finite number')
  if (integer && !Number.isInteger(value)) throw bad(path, 'expected a whole number')
  if (above !== undefined && value <= above) throw bad(path, `expected a number above ${above}`)
  if (value < min || value > max) throw bad(path, `expected ${min} … ${max}, found ${value}`)
  return value
}

function oneOf<T extends string>(parent: Record<string, unknown>, path: string, known: readonly T[], fallback: T): T {
  const value = parent[path.slice(path.lastIndexOf('.') + 1)]
  if (value === undefined || value === null) return fallback
  if (!known.includes(value as T)) throw bad(path, `expected one of ${known.join(', ')}`)
  return value as T
}

/** A stop criterion: an object (on unless `enabled` is false), a boolean, or absent (the default). */
function criterion(
  parent: Record<string, unknown>,
  name: string,
  byDefault: boolean,
): Record<string, unknown> | undefined {
  const value = parent[name]
  if (value === undefined || value === null) return byDefault ? {} : undefined
  if (typeof value === 'boolean') return value ? {} : undefined
  if (!isObject(value)) throw bad(`convergence.${name}`, 'expected an object or a boolean')
  if (value['enabled'] !== undefined && value['enabled'] !== null && typeof value['enabled'] !== 'boolean')
    throw bad(`convergence.${name}.enabled`, 'expected a boolean')
  return value['enabled'] === false ? undefined : value
}

/**
 * Checks a configuration (parsed JSON) and fills in the defaults; null or absent is the default, unknown keys are passed
 * over. The task space is looked at by `layOutSpace`.
 *
 * @throws Fault E_CONFIG_VALUE (exit 2) that names the key.
 */
export function readConfig(value: unknown): Config {
  if (!isObject(value)) throw bad('the configuration', 'expected an object')
  const swarm = section(value, 'swarm', 'swarm')
  const aco = section(value, 'aco', 'aco')
  const hints = section(aco, 'hints', 'aco.hints')
  const space = section(value, 'task_space', 'task_space')
  const scoring = section(value, 'scoring', 'scoring')
  const convergence = section(value, 'convergence', 'convergence')
  const tauMin = number(aco, 'aco.tau_min', 0.01, { min: 0, max: MAX_TAU })
  const tauMax = number(aco, 'aco.tau_max', 10, { min: 0, max: MAX_TAU })
  if (tauMin > tauMax) throw bad('aco.tau_min', `is above aco.tau_max (${tauMin} > ${tauMax})`)
  const seed = swarm['seed']
  if (seed !== undefined && seed !== null && typeof seed !== 'string' && !isNumber(seed))
    throw bad('swarm.seed', 'expected a string or a number')
  const script = scoring['script_path']
  if (script !== undefined && script !== null && typeof script !== 'string')
    throw bad('scoring.script_path', 'expected a string')
  const strict = scoring['strict']
  if (strict !== undefined && strict !== null && typeof strict !== 'boolean')
    throw bad('scoring.strict', 'expected a boolean')
  const stagnation = criterion(convergence, 'stagnation', true)
  const entropy = criterion(convergence, 'entropy_floor', true)
  const budget = criterion(convergence, 'budget_tokens', false)
  const target = criterion(convergence, 'target_score', true)
  const maximum = convergence['max_iterations'] ?? swarm['max_iterations']
  return {
    nAnts: number(swarm, 'swarm.n_ants', 5, { min: 1, max: 1000, integer: true }),
    maxIterations: number({ max_iterations: maximum }, 'convergence.max_iterations', 5, {
      min: 1,
      max: 1e6,
      integer: true,
    }),
    eliteKeep: number(swarm, 'swarm.elite_keep', 5, { min: 1, max: 1000, integer: true }),
    seed: seed === undefined || seed === null ? undefined : String(seed),
    alpha: number(aco, 'aco.alpha', 1, { min: 0, max: 50 }),
    beta: number(aco, 'aco.beta', 2, { min: 0, max: 50 }),
    gamma: number(aco, 'aco.gamma', 0, { min: 0, max: 50 }),
    rho: number(aco, 'aco.rho', 0.2, { min: 0, max: 1 }),
    q: number(aco, 'aco.q', 1, { min: 0, max: 1e6 }),
    tauInit: number(aco, 'aco.tau_init', 1, { above: 0, max: 1e9 }),
    tauMin,
    tauMax,
    nodeDeposit: number(aco, 'aco.node_deposit', 0.5, { min: 0, max: 1e6 }),
    matrixType: oneOf(aco, 'aco.matrix_type', SWARM_MATRIX_TYPES, 'edge_weighted_sparse'),
    hints: {
      sources: number(hints, 'aco.hints.sources', 1, { min: 1, max: 1000, integer: true }),
      topK: number(hints, 'aco.hints.top_k', 8, { min: 1, max: 1000, integer: true }),
    },
    space,
    maxPathLength: number(space, 'task_space.max_path_length', 5, { min: 1, max: 1e6, integer: true }),
    scoring: {
      mode: oneOf(scoring, 'scoring.mode', SWARM_SCORING_MODES, 'fallback'),
      scriptPath: typeof script === 'string' ? script : undefined,
      discount: number(scoring, 'scoring.self_score_discount', 0.5, { min: 0, max: 1 }),
      timeout: number(scoring, 'scoring.timeout_s', 30, { above: 0, max: 86_400 }),
      strict: strict === true,
      hybrid: oneOf(scoring, 'scoring.hybrid', ['prefer_llm', 'prefer_script', 'mean', 'min'], 'prefer_llm'),
    },
    strictValidation: oneOf(value, 'validation', ['lenient', 'strict'], 'lenient') === 'strict',
    convergence: {
      stagnation: stagnation && {
        patience: number(stagnation, 'convergence.stagnation.patience', 2, { min: 0, max: 1e6, integer: true }),
        minDelta: number(stagnation, 'convergence.stagnation.min_delta', 0.01, { min: 0 }),
        metric: oneOf(stagnation, 'convergence.stagnation.metric', ['best_so_far', 'iteration_best'], 'best_so_far'),
      },
      entropyFloor: entropy && {
        threshold: number(entropy, 'convergence.entropy_floor.threshold', 0.5, { min: 0 }),
        mode: oneOf(entropy, 'convergence.entropy_floor.mode', ['raw', 'normalized'], 'raw'),
      },
      budget: budget && {
        max: number(budget, 'convergence.budget_tokens.max', 100_000, { min: 0 }),
        assumePerAnt:
          budget['assume_per_ant'] === undefined || budget['assume_per_ant'] === null
            ? undefined
            : number(budget, 'convergence.budget_tokens.assume_per_ant', 0, { min: 0, max: 1e12 }),
      },
      targetScore: target && number(target, 'convergence.target_score.value', 0.95, { min: 0, max: 1 }),
    },
  }
}
