import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfigFile } from './access.ts'
import type { Config } from './config.ts'
import { Fault, type Warning } from './fault.ts'
import { type Change, commit } from './files.ts'
import { frozenFile, frozenIn, hashOf } from './frozen.ts'
import { unseeded } from './random.ts'
import { Reader, readAtOnce } from './reader.ts'
import { hasHistory, loadConfig, nodesOf, spaceFrom } from './session.ts'
import { DENSE_LIMIT, stateToFile } from './snapshot.ts'
import { layOutSpace, type Space } from './space.ts'
import { initialState } from './state.ts'
import { decodeText, isObject, toJson } from './text.ts'
import { meant, tellNames } from './unknown.ts'

/** task-space.json: what later commands know of the graph. */
const spaceFile = (space: Space, config: Config) => ({
  nodes: space.nodes,
  n_nodes: space.nodes.length,
  n_edges: space.nEdges,
  max_path_length: space.maxPathLength,
  start_nodes: config.space['start_nodes'] ?? 'any',
  edges: config.space['edges'] ?? 'complete',
  ...(space.eta ? { eta: config.space['eta'] } : {}),
  seed: space.seed,
})

/** What `init` is to lay out. */
export interface Plan {
  config: Config
  /** The text of the configuration. */
  text: string
  /** The task space; its seed is drawn later. */
  space: Space
}

/** Lays out the task space of a configuration, and tells what in it means nothing; the seed is drawn later. */
export function layOutConfigured(config: Config, names: readonly unknown[], warnings: Warning[]): Space {
  const unknown: { table: 'nodes' | 'edges'; key: string }[] = []
  const space = layOutSpace(
    config.space,
    names,
    config.maxPathLength,
    '',
    name => warnings.push({ code: 'W_DUP_NODE', message: `the node “${name}” is named twice` }),
    (table, key) => unknown.push({ table, key }),
  )
  for (const table of ['nodes', 'edges'] as const)
    tellNames(
      unknown.filter(item => item.table === table).map(({ key }) => key),
      warnings,
      key => {
        const what = table === 'nodes' ? `no node${meant(key, space.nodes)}` : 'no edge “a::b” of known nodes'
        return { code: 'W_CONFIG_KEY', message: `task_space.eta.${table}: “${key.slice(0, 200)}” is ${what}` }
      },
    )
  return space
}

/** Reads and checks everything that `init` needs, and writes nothing. @throws Fault E_CONFIG_…, E_NODES, … (exit 2). */
export async function planFor(folder: string, configPath: string | undefined, warnings: Warning[]): Promise<Plan> {
  const path = configPath ?? 'swarm-config.json'
  const bytes =
    configPath === undefined
      ? await readAtOnce(folder, warnings, reader => reader.bytes(path))
      : readConfigFile(configPath)
  const config = loadConfig(bytes, path, warnings)
  const space = layOutConfigured(config, await nodesOf(config), warnings)
  return { config, text: (bytes && decodeText(bytes)) ?? '', space }
}

/**
 * Lays out a session; the lock must be held.
 *
 * With history there is nothing to lay out: E_ALREADY_INITIALIZED, unless `force` moves what is there to
 * `archive/<time>/`, or task-space.json is lost or changed: then it is put back, provided that the configuration gives
 * the task space that was recorded. Without history it may be repeated and keeps its seed.
 */
export function init(
  folder: string,
  plan: Plan,
  {
    configPath,
    force,
    seed,
    now,
  }: { configPath: string | undefined; force: boolean; seed: string | undefined; now: string },
) {
  const { config, text } = plan
  const reader = new Reader(folder)
  const isBegun = hasHistory(reader)
  if (isBegun && !force) {
    const space = recordedSpace(reader, plan)
    commit(folder, new Map([['task-space.json', toJson(spaceFile(space, config))]]))
    return { ...told(folder, space), restored: true }
  }
  const old = reader.json('task-space.json')
  const known = isObject(old) && typeof old['seed'] === 'string' ? old['seed'] : frozenIn(reader, [])?.seed
  const chosen = seed ?? config.seed ?? (force ? undefined : known) ?? unseeded(16)
  const space = { ...plan.space, seed: chosen }
  const changes = new Map<string, Change>()
  const archive = `archive/${now.replace(/[:.]/g, '-')}`
  if (isBegun) {
    const paths = configPath === undefined ? filesOf(reader) : ['swarm-config.json', ...filesOf(reader)]
    for (const from of paths) if (existsSync(join(folder, from))) changes.set(`${archive}/${from}`, { from })
  }
  const state = initialText(space, config)
  if (configPath !== undefined) changes.set('swarm-config.json', text)
  changes.set('task-space.json', toJson(spaceFile(space, config)))
  changes.set('pheromone/init.json', state)
  changes.set('pheromone/current.json', state)
  commit(folder, changes)
  return { ...told(folder, space), ...(isBegun ? { archived: archive } : {}) }
}

const told = (folder: string, space: Space) => ({
  session: folder,
  pheromone_path: 'pheromone/current.json',
  task_space_path: 'task-space.json',
  n_nodes: space.nodes.length,
  n_edges: space.nEdges,
  seed: space.seed,
})

/** The text of init.json: the initial state, and what it was laid out from. */
export function initialText(space: Space, config: Config): string {
  const file = stateToFile(initialState(space, config), space, config)
  const metadata = { ...(file['metadata'] as object), frozen: frozenFile(space, config) }
  return toJson({ ...file, metadata }, space.nEdges > DENSE_LIMIT)
}

/** The task space that `init` recorded, if the configuration still gives it and task-space.json no longer does. */
function recordedSpace(reader: Reader, { config, space }: Plan): Space {
  const frozen = frozenIn(reader, [])
  const found = spaceFrom(reader.json('task-space.json'), frozen?.seed ?? '', config.maxPathLength)
  const isSound = typeof found !== 'string' && (frozen?.taskSpace === undefined || frozen.taskSpace === hashOf(found))
  const recorded = { ...space, seed: frozen?.seed ?? '' }
  if (!isSound && frozen?.taskSpace === hashOf(recorded)) return recorded
  const what = frozen?.taskSpace === undefined ? 'nothing recorded' : 'swarm-config.json no longer'
  const why = isSound ? '' : `, and ${what} gives the task space that they walked in`
  throw new Fault(
    'E_ALREADY_INITIALIZED',
    `the session has iterations already${why}; --force moves them to archive/`,
    1,
  )
}

/** Paths of the old search’s files. */
const filesOf = (reader: Reader): string[] => [
  'task-space.json',
  'best.json',
  'pheromone/init.json',
  'pheromone/current.json',
  ...reader.list('pheromone/history', /./).map(name => `pheromone/history/${name}`),
  ...reader.list('trails', /./).map(name => `trails/${name}`),
  ...reader.list('scores', /./).map(name => `scores/${name}`),
  ...reader.list('artifacts', /./).map(name => `artifacts/${name}`),
]
