import type { Config } from './config.ts'
import { Fault, type Warning } from './fault.ts'
import { etaIn, FROZEN, type Frozen, type FrozenName, patternOf } from './frozen.ts'
import { edgesIn, layOutSpace, type Space } from './space.ts'
import { isNumber, wellFormed } from './text.ts'

/** Parts of the task space that task-space.json repeats as they were configured, and what they are by default. */
const DEFAULTS = { start_nodes: 'any', edges: 'complete', eta: undefined } as const

type Part = keyof typeof DEFAULTS

/** A setting that swarm-config.json has changed since; values are told where they are short. */
interface Difference {
  setting: string
  recorded?: unknown
  configured?: unknown
}

/**
 * The settings in which a configuration differs from what `init` recorded.
 *
 * `file` is task-space.json, of which `space` was laid out; without `isSame` (the file is not what `init` wrote) it is
 * not compared.
 */
export function differencesFrom(
  frozen: Frozen | undefined,
  config: Config,
  space: Space,
  file: Record<string, unknown>,
  isSame: boolean,
): Difference[] {
  const found: Difference[] = []
  for (const [name, recorded] of Object.entries(frozen?.aco ?? {})) {
    const configured = config[FROZEN[name as FrozenName]]
    if (configured !== recorded) found.push({ setting: `aco.${name}`, recorded, configured })
  }
  const configSeed = config.seed ?? null
  if (frozen?.configSeed !== undefined && frozen.configSeed !== configSeed)
    found.push({ setting: 'swarm.seed', recorded: frozen.configSeed, configured: configSeed })
  return isSame ? [...found, ...spaceDifferences(frozen, config, space, file)] : found
}

function spaceDifferences(
  frozen: Frozen | undefined,
  config: Config,
  space: Space,
  file: Record<string, unknown>,
): Difference[] {
  const found: Difference[] = []
  const { maxPathLength } = config
  if (isNumber(file['max_path_length']) && maxPathLength !== space.maxPathLength)
    found.push({ setting: 'task_space.max_path_length', recorded: space.maxPathLength, configured: maxPathLength })
  const pattern = patternOf(config)
  const isOtherPattern = frozen?.nodesFrom !== undefined && frozen.nodesFrom !== (pattern ?? null)
  const { nodes } = config.space
  const isOtherList = Array.isArray(nodes) ? !isSameList(nodes, space.nodes) : pattern === undefined
  if (isOtherPattern || isOtherList) found.push({ setting: 'task_space.nodes' })
  for (const name of Object.keys(DEFAULTS) as Part[]) {
    if (name !== 'eta' && !(name in file)) continue
    const configured = config.space[name] ?? DEFAULTS[name]
    if (JSON.stringify(configured) !== JSON.stringify(file[name]) && !isSamePart(name, configured, space))
      found.push({ setting: `task_space.${name}` })
  }
  return found
}

/** Whether a list names the same nodes in the same order; what is named twice counts once. */
function isSameList(listed: readonly unknown[], nodes: readonly string[]): boolean {
  if (listed.length === nodes.length && listed.every((name, i) => name === nodes[i])) return true
  const names = [...new Set(listed.map(name => (typeof name === 'string' ? wellFormed(name) : undefined)))]
  return names.length === nodes.length && names.every((name, i) => name === nodes[i])
}

/** Whether a part of the task space means what it meant, however it is written. */
function isSamePart(name: Part, configured: unknown, space: Space): boolean {
  const partOf = (whole: Space) => {
    if (name === 'edges') return edgesIn(whole)
    return name === 'eta' ? etaIn(whole) : [whole.starts, whole.weighted]
  }
  try {
    const other = layOutSpace({ [name]: configured }, space.nodes, space.maxPathLength, space.seed)
    return JSON.stringify(partOf(other)) === JSON.stringify(partOf(space))
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

/** Tells what has changed since `init`, in one warning. */
export function tellDifferences(
  differences: readonly Difference[],
  hasHistory: () => boolean,
  warnings: Warning[],
): void {
  if (!differences.length) return
  const how = hasHistory() ? '“init --force” archives the search and begins one with them' : '“init” takes them over'
  warnings.push({
    code: 'W_FROZEN',
    message: `${differences.map(({ setting }) => setting).join(', ')}: swarm-config.json has changed since init, which counts; ${how}`,
    settings: differences,
  })
}
