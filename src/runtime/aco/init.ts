import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { Fault, type Warning } from './fault.ts'
import { type Change, commit } from './files.ts'
import { Reader, readAtOnce } from './reader.ts'
import { loadConfig, nodesOf } from './session.ts'
import { DENSE_LIMIT, stateToFile } from './snapshot.ts'
import { layOutSpace, type Space } from './space.ts'
import { initialState } from './state.ts'
import { decodeText, isObject, toJson } from './text.ts'

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

/** Reads and checks everything that `init` needs, and writes nothing. @throws Fault E_CONFIG_…, E_NODES, … (exit 2). */
export async function planFor(folder: string, configPath: string | undefined, warnings: Warning[]): Promise<Plan> {
  const path = configPath ?? 'swarm-config.json'
  const bytes =
    configPath === undefined
      ? await readAtOnce(folder, warnings, reader => reader.bytes(path))
      : existsSync(configPath)
        ? readFileSync(configPath)
        : undefined
  const config = loadConfig(bytes, path)
  const space = layOutSpace(config.space, await nodesOf(config), config.maxPathLength, '', name =>
    warnings.push({ code: 'W_DUP_NODE', message: `the node “${name}” is named twice` }),
  )
  return { config, text: (bytes && decodeText(bytes)) ?? '', space }
}

/**
 * Lays out a session; the lock must be held.
 *
 * With history there is nothing to lay out: E_ALREADY_INITIALIZED, unless `force` moves what is there to
 * `archive/<time>/`. Without history it may be repeated and keeps its seed.
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
  const old = reader.json('task-space.json')
  const known = isObject(old) && typeof old['seed'] === 'string' ? old['seed'] : undefined
  const hasHistory =
    reader.list('pheromone/history', /^[1-9]\d*\.json$/).length + reader.list('trails', /^[1-9]\d*\.jsonl$/).length > 0
  if (hasHistory && !force)
    throw new Fault('E_ALREADY_INITIALIZED', 'the session has iterations already; --force moves them to archive/', 1)

  const chosen = seed ?? config.seed ?? (force ? undefined : known) ?? randomBytes(8).toString('hex')
  const space = { ...plan.space, seed: chosen }
  const changes = new Map<string, Change>()
  const archive = `archive/${now.replace(/[:.]/g, '-')}`
  if (hasHistory) {
    const paths = configPath === undefined ? filesOf(reader) : ['swarm-config.json', ...filesOf(reader)]
    for (const from of paths) if (existsSync(join(folder, from))) changes.set(`${archive}/${from}`, { from })
  }
  const state = toJson(stateToFile(initialState(space, config), space, config), space.nEdges > DENSE_LIMIT)
  if (configPath !== undefined) changes.set('swarm-config.json', text)
  changes.set('task-space.json', toJson(spaceFile(space, config)))
  changes.set('pheromone/init.json', state)
  changes.set('pheromone/current.json', state)
  commit(folder, changes)
  return {
    session: folder,
    pheromone_path: 'pheromone/current.json',
    task_space_path: 'task-space.json',
    n_nodes: space.nodes.length,
    n_edges: space.nEdges,
    seed: chosen,
    ...(hasHistory ? { archived: archive } : {}),
  }
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
