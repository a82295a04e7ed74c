import { hasEdge, type Space } from './space.ts'
import { isObject, isShare } from './text.ts'
import { isTokens, MAX_TOKENS } from './trail.ts'

/** What an ant reported, checked. */
export interface Artifact {
  file: string
  antId: string
  /** Trailing number of the ant’s id: the slot, which stays the same over iterations. */
  slot: string
  /** Known nodes, none twice, in walking order. */
  path: string[]
  /** What the ant itself says, [0, 1]. */
  selfScore: number
  selfConfidence: number
  /** Tokens that it cost, as far as it tells. */
  costTokens: number | undefined
  /** The artifact as written. */
  raw: Record<string, unknown>
  /** Expected parts that are missing or odd. */
  remarks: string[]
}

/** An artifact that does not count, and why. */
export interface Rejected {
  file: string
  ant_id?: string
  reason: string
}

/** Tokens that an artifact says it cost: paid for even when it is rejected. What is no count is not told. */
export const tokensOf = (value: unknown): number | undefined => {
  const tokens = isObject(value) ? value['cost_tokens'] : undefined
  return isTokens(tokens) ? tokens : undefined
}

/** Longest id of an ant (UTF-16 units): ids are printed, and come from outside. */
const MAX_ID = 200

/**
 * Checks an artifact of iteration `k` (formats: `artifacts/ant-<k>-<i>.json`).
 *
 * Hard faults reject it; expected parts that are missing are remarks, which reject it under strict validation only: an
 * ant costs thousands of tokens, and a missing evidence string does not falsify a verified score. With `needsMeta`, as
 * for artifacts of a run folder, `_meta.kind` and `_meta.schema` must be there. `file` is for messages only.
 */
export function checkArtifact(
  file: string,
  value: unknown,
  iteration: number,
  space: Space,
  { strict = false, needsMeta = false }: { strict?: boolean; needsMeta?: boolean } = {},
): Artifact | Rejected {
  if (!isObject(value)) return { file, reason: 'not a JSON object' }
  const { ant_id: antId, path, self_score: selfScore, self_confidence: selfConfidence } = value
  const named = typeof antId === 'string' && antId ? { ant_id: antId.slice(0, MAX_ID) } : {}
  const reject = (reason: string): Rejected => ({ file, ...named, reason })
  const missing = ['schema_version', 'ant_id', 'iteration', 'path', 'self_score', 'self_confidence'].filter(
    key => !(key in value),
  )
  if (missing.length) return reject(`missing: ${missing.join(', ')}`)
  if (typeof antId !== 'string' || !antId || antId.length > MAX_ID) return reject('ant_id is no name')
  if (value['iteration'] !== iteration)
    return reject(Number.isNaN(iteration) ? 'iteration is no whole number from 1 on' : `iteration is not ${iteration}`)
  if (!Array.isArray(path) || !path.length) return reject('path is empty or no list')
  const odd = path.find(node => typeof node !== 'string' || !space.index.has(node))
  if (odd !== undefined) return reject(`path names an unknown node: ${JSON.stringify(odd)?.slice(0, 80)}`)
  const names = path as string[]
  if (new Set(names).size < names.length) return reject('path visits a node twice')
  if (names.length > space.maxPathLength) return reject(`path is longer than ${space.maxPathLength}`)
  const gap = names.findIndex((node, at) => at > 0 && !hasEdge(space, names[at - 1]!, node))
  if (gap > 0) return reject(`there is no edge from “${names[gap - 1]}” to “${names[gap]}”`)
  if (!isShare(selfScore)) return reject('self_score is no number from 0 to 1')
  if (!isShare(selfConfidence)) return reject('self_confidence is no number from 0 to 1')
  const meta = value['_meta']
  const hasMeta =
    isObject(meta) && [meta['kind'], meta['schema']].every(item => typeof item === 'string' && item !== '')
  if (needsMeta && !hasMeta) return reject('_meta.kind and _meta.schema are missing')
  const remarks = remarksOn(value, names, file)
  if (strict && remarks.length) return reject(remarks.join('; '))
  return {
    file,
    antId,
    slot: /(\d+)$/.exec(antId)?.[1] ?? antId,
    path: names,
    selfScore,
    selfConfidence,
    costTokens: tokensOf(value),
    raw: value,
    remarks,
  }
}

function remarksOn(value: Record<string, unknown>, path: readonly string[], file: string): string[] {
  const remarks: string[] = []
  const number = /(?:^|[\\/])ant-(\d+-\d+)\.json$/.exec(file)?.[1]
  if (number && value['ant_id'] !== `ANT-${number}`)
    remarks.push(`ant_id is not ANT-${number}, as the file’s name says`)
  if (value['schema_version'] !== '1.0') remarks.push('schema_version is not "1.0"')
  const decisions = value['path_decisions']
  if (!Array.isArray(decisions) || decisions.length !== path.length - 1)
    remarks.push(`path_decisions has not ${path.length - 1} entries`)
  const evidence = value['evidence']
  if (!Array.isArray(evidence) || !evidence.length) remarks.push('evidence is empty')
  const solution = value['candidate_solution']
  if (!isObject(solution) || typeof solution['summary'] !== 'string' || !solution['summary'].trim())
    remarks.push('candidate_solution.summary is empty')
  const cost = value['cost_tokens']
  if (cost !== undefined && cost !== null && tokensOf(value) === undefined)
    remarks.push(`cost_tokens is no whole number from 0 to ${MAX_TOKENS} and counts as not told`)
  const assignment = value['assignment']
  const start = isObject(assignment) ? assignment['start_node'] : undefined
  if (start !== undefined && start !== path[0]) remarks.push('path does not begin at assignment.start_node')
  return remarks
}

/** Whether an artifact does not count. */
export const isRejected = (item: Artifact | Rejected): item is Rejected => 'reason' in item

/** Whether a file is named after an ant: `ant-1-2.json` after ANT-1-2. */
export const isNamedBy = (file: string, antId: string): boolean => file === `${antId.toLowerCase()}.json`

/**
 * Checked artifacts of an iteration, each ant counting once: of several with one ant_id the file that is named after
 * it counts, else the first; the others are rejected. In the order given.
 */
export function settleNames(checked: readonly (Artifact | Rejected)[]): (Artifact | Rejected)[] {
  const owners = new Map<string, Artifact>()
  for (const item of checked) {
    if (isRejected(item)) continue
    const owner = owners.get(item.antId)
    const isOwn = isNamedBy(item.file, item.antId)
    if (!owner || (isOwn && !isNamedBy(owner.file, item.antId))) owners.set(item.antId, item)
  }
  return checked.map(item => {
    const owner = isRejected(item) ? undefined : owners.get(item.antId)!
    if (isRejected(item) || item === owner) return item
    return { file: item.file, ant_id: item.antId, reason: `ant_id is that of ${owner!.file}` }
  })
}
