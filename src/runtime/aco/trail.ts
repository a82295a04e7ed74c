import type { Warning } from './fault.ts'
import type { Reader } from './reader.ts'
import type { Scored, ScoreSource } from './score.ts'
import type { Space } from './space.ts'
import { isObject, isShare, isWhole, parseJson, toJson } from './text.ts'

/** A line of `trails/<k>.jsonl`: what an ant deposited, the log that everything is rebuilt from. */
export interface Trail {
  ant_id: string
  path: string[]
  /** Scores, [0, 1]; the verified one is what is deposited, or half of it (`fold`). */
  self_score: number
  verified_score: number
  source: ScoreSource
  /** Present when own and verified score are more than .4 apart. */
  hallucination_suspected?: true
  cost_tokens?: number
}

/** What an iteration cost besides the ants of its trail; the first line of the trail holds it as `other_tokens`. */
export interface OtherTokens {
  /** What `--extra-tokens` told. */
  extra: number
  /** Σ cost_tokens of rejected artifacts. */
  rejected: number
  /** Rejected artifacts that do not tell what they cost. */
  missing: number
}

/** Tokens of an iteration, and how many of its artifacts do not tell theirs. */
export interface Bill {
  used: number
  missing: number
}

/** A trail as it was read. */
export interface Log {
  trails: Trail[]
  /** Absent in logs of other controllers. */
  other: OtherTokens | undefined
  /** Of the ants that left a line. */
  own: Bill
}

/** Most tokens that one artifact, or `--extra-tokens`, may tell: sums stay numbers, and JSON has no others. */
export const MAX_TOKENS = 1e12

/** A count of tokens that counts. */
export const isTokens = (value: unknown): value is number => isWhole(value, MAX_TOKENS)

/** The line that an artifact leaves. */
export const trailOf = ({ artifact, score, source, suspected }: Scored): Trail => ({
  ant_id: artifact.antId,
  path: artifact.path,
  self_score: artifact.selfScore,
  verified_score: score,
  source,
  ...(suspected ? { hallucination_suspected: true as const } : {}),
  ...(artifact.costTokens === undefined ? {} : { cost_tokens: artifact.costTokens }),
})

/** The text of a trail: a line of JSON each. */
export const trailText = (trails: readonly Trail[], other?: OtherTokens): string =>
  trails.map((trail, i) => toJson(i === 0 && other ? { ...trail, other_tokens: other } : trail, true)).join('')

/** Iterations that have a trail, by number. */
export const trailNumbers = (reader: Reader): number[] => numbersIn(reader, 'trails', /^[1-9]\d*\.jsonl$/)

/** Iterations that have a snapshot, by number. */
export const snapshotNumbers = (reader: Reader): number[] => numbersIn(reader, 'pheromone/history', /^[1-9]\d*\.json$/)

const numbersIn = (reader: Reader, folder: string, pattern: RegExp): number[] =>
  reader
    .list(folder, pattern)
    .map(name => Number.parseInt(name, 10))
    .filter(Number.isSafeInteger)
    .sort((a, b) => a - b)

/** Reads a trail; lines that are none are told and passed over. Lines end with LF only. */
export const readTrail = (reader: Reader, iteration: number, space: Space, warnings: Warning[]): Trail[] =>
  readLog(reader, iteration, space, warnings)?.trails ?? []

/**
 * Reads a trail with what the iteration cost; `undefined` when there is none, or an empty one, which no update leaves.
 * A line that is no trail has been paid for all the same.
 */
export function readLog(reader: Reader, iteration: number, space: Space, warnings: Warning[]): Log | undefined {
  const text = reader.text(`trails/${iteration}.jsonl`)
  if (text === undefined) return undefined
  if (!text.trim()) {
    warnings.push({
      code: 'W_HISTORY_GAP',
      message: `trails/${iteration}.jsonl is empty; “update --iter ${iteration}” restores it as long as its artifacts are there`,
      missing: [iteration],
    })
    return undefined
  }
  const log: Log = { trails: [], other: undefined, own: { used: 0, missing: 0 } }
  text.split('\n').forEach((line, at) => {
    if (!line.trim()) return
    const value = parseJson(line)
    if (isObject(value)) {
      log.other ??= otherOf(value['other_tokens'])
      if (isTokens(value['cost_tokens'])) log.own.used += value['cost_tokens']
      else log.own.missing++
    }
    const trail = isObject(value) ? trailFrom(value, space) : undefined
    if (trail) log.trails.push(trail)
    else warnings.push({ code: 'W_TRAIL_LINE', message: `trails/${iteration}.jsonl:${at + 1} is no trail` })
  })
  return log
}

/** A line whose path and score can be used; what else is odd in it is left out. */
function trailFrom(value: Record<string, unknown>, space: Space): Trail | undefined {
  const { ant_id, path, verified_score, self_score, source, hallucination_suspected, cost_tokens } = value
  const isPath = (nodes: unknown): nodes is string[] =>
    Array.isArray(nodes) && nodes.length > 0 && nodes.every(node => typeof node === 'string' && space.index.has(node))
  if (typeof ant_id !== 'string' || !isShare(verified_score) || !isPath(path)) return undefined
  return {
    ant_id,
    path,
    self_score: isShare(self_score) ? self_score : verified_score,
    verified_score,
    source: source === 'verified_llm' || source === 'verified_script' ? source : 'fallback_self',
    ...(hallucination_suspected === true ? { hallucination_suspected } : {}),
    ...(isTokens(cost_tokens) ? { cost_tokens } : {}),
  }
}

function otherOf(value: unknown): OtherTokens | undefined {
  if (!isObject(value)) return undefined
  const { extra, rejected, missing } = value
  const isCount = (count: unknown): count is number => isWhole(count, Number.MAX_SAFE_INTEGER)
  return isCount(extra) && isCount(rejected) && isCount(missing) ? { extra, rejected, missing } : undefined
}

/**
 * Tokens of an iteration as its trail tells them.
 *
 * Logs of other controllers know nothing of rejected artifacts: there a snapshot that does counts.
 */
export function billOf(reader: Reader, iteration: number, { other, own }: Log): Bill {
  if (other) return { used: own.used + other.extra + other.rejected, missing: own.missing + other.missing }
  return billOfSnapshot(reader, iteration, own)
}

/** Tokens of an iteration as its snapshot tells them, if it does. */
export function billOfSnapshot(reader: Reader, iteration: number, fallback: Bill = { used: 0, missing: 0 }): Bill {
  const file = reader.json(`pheromone/history/${iteration}.json`)
  const stats = isObject(file) && isObject(file['stats']) ? file['stats'] : {}
  const { tokens_iter: used, tokens_missing_iter: missing } = stats
  const isCount = (count: unknown): count is number => isWhole(count, Number.MAX_SAFE_INTEGER)
  return isCount(used) && isCount(missing) ? { used, missing } : fallback
}
