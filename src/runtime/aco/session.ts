import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { Fault, type Warning } from './fault.ts'
import { ioFault } from './files.ts'
import type { Reader } from './reader.ts'
import { layOutSpace, type Space } from './space.ts'
import { byCodePoint, byNature, decodeText, isObject, parseJson } from './text.ts'

/** Names that discovery may find at most. */
const MAX_NODES = 100_000

/** Reads and checks a configuration file. @throws Fault E_CONFIG_MISSING, E_CONFIG_JSON, E_CONFIG_VALUE (exit 2). */
export function loadConfig(bytes: Uint8Array | undefined, path: string): Config {
  if (!bytes) throw new Fault('E_CONFIG_MISSING', `${path} does not exist`, 2, { path })
  const text = decodeText(bytes)
  const value = text === undefined ? undefined : parseJson(text)
  if (value === undefined) throw new Fault('E_CONFIG_JSON', `${path} is no JSON`, 2, { path })
  return readConfig(value)
}

/** What a command works on. */
export interface Session {
  reader: Reader
  config: Config
  space: Space
}

/**
 * Opens an initialised session: checks its configuration and lays out the task space that `init` recorded.
 *
 * @throws Fault E_NOT_INITIALIZED and those of the configuration.
 */
export function openSession(reader: Reader): Session {
  const config = loadConfig(reader.bytes('swarm-config.json'), 'swarm-config.json')
  const file = reader.json('task-space.json')
  if (!isObject(file) || !Array.isArray(file['nodes']))
    throw new Fault('E_NOT_INITIALIZED', 'the session has no task space; run init first', 1)
  const limit = typeof file['max_path_length'] === 'number' ? file['max_path_length'] : config.maxPathLength
  const seed = typeof file['seed'] === 'string' ? file['seed'] : (config.seed ?? '0')
  return { reader, config, space: layOutSpace(file, file['nodes'], limit, seed) }
}

/** The node names of a configuration: a list, or files that a glob finds. */
export async function nodesOf(config: Config): Promise<unknown[]> {
  const { nodes, auto_discover_from: glob } = config.space
  const prefix = 'auto_discover_from:'
  const pattern =
    typeof nodes === 'string' && nodes.startsWith(prefix)
      ? nodes.slice(prefix.length).trim()
      : typeof glob === 'string'
        ? glob
        : undefined
  if (Array.isArray(nodes)) return nodes
  if (!pattern)
    throw new Fault('E_NODES', 'task_space.nodes: expected a list of names or “auto_discover_from: <glob>”', 2)
  return discover(pattern.replace(/^['"]|['"]$/g, ''))
}

/**
 * Files that a glob finds below the working directory: `*`, `?`, `**`, `[…]`, `{a,b}`; forward slashes, code point order.
 *
 * Dot folders and node_modules are passed over unless the pattern names them.
 */
async function discover(pattern: string): Promise<string[]> {
  const { default: picomatch } = await import('picomatch')
  const isMatch = picomatch(pattern, { dot: /(?:^|\/)\./.test(pattern) })
  const base = picomatch.scan(pattern).base || '.'
  const found: string[] = []
  const enter = (folder: string) => {
    for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        const isSkipped = entry.name === 'node_modules' || entry.name.startsWith('.')
        if (!isSkipped || pattern.includes(entry.name)) enter(path)
      } else if (entry.isFile() && isMatch(path)) found.push(path)
      if (found.length > MAX_NODES) throw new Fault('E_NODES', `“${pattern}” finds more than ${MAX_NODES} files`, 2)
    }
  }
  enter(base)
  if (!found.length) throw new Fault('E_NODES', `“${pattern}” finds no file`, 2, { pattern })
  return found.sort(byCodePoint)
}

/** The artifact files of an iteration: `R/outputs` first when a run folder is given, else `S/artifacts`. */
export function artifactFiles(session: string, iteration: number, runDir: string | undefined): string[] {
  const folders =
    runDir === undefined ? [join(session, 'artifacts')] : [join(runDir, 'outputs'), join(session, 'artifacts')]
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    const names = readdirSync(folder)
      .filter(name => name.startsWith(`ant-${iteration}-`) && name.endsWith('.json') && isFile(join(folder, name)))
      .sort(byNature)
    if (names.length) return names.map(name => join(folder, name))
  }
  return []
}

/** Whether a path is a file; what cannot be told is taken for one, so that reading it says why. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return true
  }
}

/** Errors that say nothing about the file that was to be read. */
const MACHINE: ReadonlySet<string> = new Set([
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOSPC',
  'EAGAIN',
  'ESTALE',
  'ETIMEDOUT',
])

/** The value of an artifact file, or why there is none: whatever is wrong with it, it is wrong with it alone. */
export function readArtifact(path: string): { value: unknown } | { reason: string } {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // What the machine refuses is no fault of the ant, and may be gone at the next try.
    if (MACHINE.has(code ?? '')) throw ioFault(error, `read ${path}`)
    return { reason: `cannot be read (${code ?? error})` }
  }
  const text = decodeText(bytes)
  if (text === undefined) return { reason: 'not UTF-8' }
  const value = parseJson(text, true)
  return value === undefined ? { reason: 'not JSON, or nested too deeply' } : { value }
}

/** A warning list that tells each thing once. */
export function unique(warnings: readonly Warning[]): Warning[] {
  const seen = new Set<string>()
  return warnings.filter(warning => {
    const key = JSON.stringify(warning)
    return seen.has(key) ? false : seen.add(key)
  })
}
