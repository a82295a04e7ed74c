import { type Config, readConfig } from './config.ts'
import type { Warning } from './fault.ts'
import { fingerprint } from './fingerprint.ts'
import type { Reader } from './reader.ts'
import { edgesIn, type Space } from './space.ts'
import { byCodePoint, isObject } from './text.ts'

/**
 * What `init` settles for a whole search: the task space, the seed and the numbers of the pheromone.
 *
 * States are a function of them, so that a search in which they changed halfway would be none that any settings give.
 * pheromone/init.json records them; what swarm-config.json says later is told, and counts from the next `init` on.
 */

/** Settings of `aco` that are frozen, by their names in files. */
export const FROZEN = {
  alpha: 'alpha',
  beta: 'beta',
  gamma: 'gamma',
  rho: 'rho',
  q: 'q',
  tau_init: 'tauInit',
  tau_min: 'tauMin',
  tau_max: 'tauMax',
  node_deposit: 'nodeDeposit',
  matrix_type: 'matrixType',
} as const satisfies Record<string, keyof Config>

export type FrozenName = keyof typeof FROZEN

/** What `init` recorded. */
export interface Frozen {
  /** Settings of `aco`; other controllers record fewer. */
  aco: Partial<Record<FrozenName, number | string>>
  /** `hashOf` the task space; absent in sessions of other controllers, like what follows. */
  taskSpace: string | undefined
  seed: string | undefined
  /** `swarm.seed` as it was configured; null without one. */
  configSeed: string | null | undefined
  /** The pattern that the nodes were found by; null when they were listed. */
  nodesFrom: string | null | undefined
}

/** The record of a session as init.json holds it, in `metadata.frozen`. */
export const frozenFile = (space: Space, config: Config) => ({
  task_space: hashOf(space),
  seed: space.seed,
  config_seed: config.seed ?? null,
  nodes_from: patternOf(config) ?? null,
})

/** The pattern that a configuration finds its nodes by, if it does. */
export function patternOf({ space: { nodes, auto_discover_from: glob } }: Config): string | undefined {
  const prefix = 'auto_discover_from:'
  if (typeof nodes === 'string' && nodes.startsWith(prefix)) return nodes.slice(prefix.length).trim()
  return !Array.isArray(nodes) && typeof glob === 'string' ? glob : undefined
}

/** Fingerprint of all that draws and paths depend on in a task space: nodes and starts in their order, edges, eta, seed. */
export function hashOf(space: Space): string {
  const { nodes, maxPathLength, starts, weighted, seed } = space
  const parts = [nodes, maxPathLength, starts === nodes ? null : starts, weighted, edgesIn(space), etaIn(space), seed]
  return fingerprint(JSON.stringify(parts))
}

/** A heuristic in an order of its own. */
export const etaIn = ({ eta }: Space) => {
  const sorted = (map: ReadonlyMap<string, number>) => [...map].sort(([a], [b]) => byCodePoint(a, b))
  return eta ? [sorted(eta.nodes), sorted(eta.edges), eta.default] : null
}

/** What `init` recorded: in init.json, else as far as current.json repeats it, which is told. */
export function frozenIn(reader: Reader, warnings: Warning[]): Frozen | undefined {
  const path = 'pheromone/init.json'
  const recorded = recordIn(reader.json(path))
  if (recorded) return recorded
  const repeated = recordIn(reader.json('pheromone/current.json'))
  const other = repeated ? 'pheromone/current.json' : 'swarm-config.json'
  warnings.push({
    code: 'W_SNAPSHOT_BAD',
    message: `${path} has no settings that can be used; those of ${other} count (“replay --write” restores it)`,
    file: path,
  })
  return repeated
}

function recordIn(file: unknown): Frozen | undefined {
  if (!isObject(file) || !isObject(file['metadata'])) return undefined
  const settings: Record<string, unknown> = { ...file['metadata'], matrix_type: file['matrix_type'] }
  const names = (Object.keys(FROZEN) as FrozenName[]).filter(name => settings[name] !== undefined)
  const aco = Object.fromEntries(names.map(name => [name, settings[name]])) as Frozen['aco']
  if (names.some(name => settings[name] === null) || !isConfig({ aco })) return undefined
  const given = file['metadata']['frozen']
  const { task_space, seed, config_seed, nodes_from } = isObject(given) ? given : {}
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const textOrNull = (value: unknown) => (value === null ? null : textOf(value))
  return {
    aco,
    taskSpace: textOf(task_space),
    seed: textOf(seed),
    configSeed: textOrNull(config_seed),
    nodesFrom: textOrNull(nodes_from),
  }
}

function isConfig(value: unknown): boolean {
  try {
    readConfig(value)
    return true
  } catch {
    return false
  }
}

/** The configuration with what `init` recorded in the place of what it says now. */
export const withFrozen = (config: Config, { aco }: Frozen): Config => ({
  ...config,
  ...Object.fromEntries(Object.entries(aco).map(([name, value]) => [FROZEN[name as FrozenName], value])),
})
