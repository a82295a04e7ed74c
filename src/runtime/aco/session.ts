import { differencesFrom, tellDifferences } from './changed.ts'
import { type Config, readConfig } from './config.ts'
import { discover } from './discover.ts'
import { Fault, type Warning } from './fault.ts'
import { frozenIn, hashOf, patternOf, withFrozen } from './frozen.ts'
import type { Reader } from './reader.ts'
import { layOutSpace, type Space } from './space.ts'
import { decodeText, isObject, isWhole, parseJson } from './text.ts'
import { snapshotNumbers, trailNumbers } from './trail.ts'
import { tellUnknownSettings } from './unknown.ts'

/**
 * Reads and checks a configuration file; settings that there are not are told.
 *
 * @throws Fault E_CONFIG_MISSING, E_CONFIG_JSON, E_CONFIG_VALUE (exit 2).
 */
export function loadConfig(bytes: Uint8Array | undefined, path: string, warnings: Warning[] = []): Config {
  if (!bytes) throw new Fault('E_CONFIG_MISSING', `${path} does not exist`, 2, { path })
  const text = decodeText(bytes)
  const value = text === undefined ? undefined : parseJson(text)
  if (value === undefined) throw new Fault('E_CONFIG_JSON', `${path} is no JSON`, 2, { path })
  const config = readConfig(value)
  tellUnknownSettings(value, warnings)
  return config
}

/** What a command works on. */
export interface Session {
  reader: Reader
  config: Config
  space: Space
}

/** Whether a session has iterations. */
export const hasHistory = (reader: Reader): boolean =>
  trailNumbers(reader).length > 0 || snapshotNumbers(reader).length > 0

/** What is wrong with a session whose task-space.json is of no use, and what is to be done. */
export function noSpace(reader: Reader, reason: string): Fault {
  const how = hasHistory(reader)
    ? 'the session has iterations: “init” lays it out again if swarm-config.json still gives the same task space, ' +
      '“init --force” archives the search and begins a new one'
    : 'run “init” first'
  return new Fault('E_NOT_INITIALIZED', `task-space.json ${reason}; ${how}`, 1, { path: 'task-space.json' })
}

/** The task space that a task-space.json lays out, or why it lays out none. */
export function spaceFrom(file: unknown, seed: string, fallbackLength: number): Space | string {
  if (file === undefined) return 'is missing or no JSON'
  if (!isObject(file) || !Array.isArray(file['nodes'])) return 'lists no nodes'
  const limit = file['max_path_length'] ?? fallbackLength
  if (!isWhole(limit, Number.MAX_SAFE_INTEGER) || limit < 1) return 'has a max_path_length that is none'
  try {
    return layOutSpace(file, file['nodes'], limit, typeof file['seed'] === 'string' ? file['seed'] : seed)
  } catch (error) {
    if (error instanceof Fault) return `cannot be used (${error.message})`
    throw error
  }
}

/**
 * Opens an initialised session: checks its configuration and lays out the task space that `init` recorded.
 *
 * What `init` froze counts in the place of what the configuration says now; the difference is told.
 * @throws Fault E_NOT_INITIALIZED and those of the configuration.
 */
export function openSession(reader: Reader, warnings: Warning[] = []): Session {
  const configured = loadConfig(reader.bytes('swarm-config.json'), 'swarm-config.json', warnings)
  const file = reader.json('task-space.json')
  // Without a task space there is nothing to be told of what was recorded with it.
  const told: Warning[] = []
  const frozen = frozenIn(reader, told)
  const space = spaceFrom(file, frozen?.seed ?? configured.seed ?? '0', configured.maxPathLength)
  if (typeof space === 'string') throw noSpace(reader, space)
  warnings.push(...told)
  const isSame = frozen?.taskSpace === undefined || frozen.taskSpace === hashOf(space)
  if (!isSame)
    warnings.push({
      code: 'W_SPACE_CHANGED',
      message:
        'task-space.json is not what init wrote; “init” puts that back if swarm-config.json still gives it, ' +
        '“init --force” archives the search and begins a new one',
      file: 'task-space.json',
    })
  const differences = differencesFrom(frozen, configured, space, file as Record<string, unknown>, isSame)
  tellDifferences(differences, () => hasHistory(reader), warnings)
  return { reader, config: frozen ? withFrozen(configured, frozen) : configured, space }
}

/** The node names of a configuration: a list, or files that a glob finds. */
export async function nodesOf(config: Config): Promise<unknown[]> {
  const { nodes } = config.space
  const pattern = patternOf(config)
  if (Array.isArray(nodes)) return nodes
  if (!pattern)
    throw new Fault('E_NODES', 'task_space.nodes: expected a list of names or “auto_discover_from: <glob>”', 2)
  return discover(pattern.replace(/^['"]|['"]$/g, ''))
}

/** A warning list that tells each thing once. */
export function unique(warnings: readonly Warning[]): Warning[] {
  const seen = new Set<string>()
  return warnings.filter(warning => {
    const key = JSON.stringify(warning)
    return seen.has(key) ? false : seen.add(key)
  })
}
