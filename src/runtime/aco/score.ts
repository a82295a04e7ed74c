import type { Artifact } from './artifact.ts'
import type { Config } from './config.ts'
import { Fault, type Warning } from './fault.ts'
import type { Reader } from './reader.ts'
import { resolveScript, runScript } from './script.ts'
import { isObject, isShare, parseJson } from './text.ts'
import { meantAnt, tellNames } from './unknown.ts'

/** Where a score comes from. */
export type ScoreSource = 'verified_llm' | 'verified_script' | 'fallback_self'

/** An artifact with the score that counts. */
export interface Scored {
  artifact: Artifact
  /** [0, 1]. */
  score: number
  source: ScoreSource
  /** Whether the ant’s own score lies far from the verified one. */
  suspected: boolean
}

/** Part of an id that is printed (UTF-16 units): ids come from outside. */
const MAX_ID = 200

/** What scoring reads of a session. */
type ScoreFiles = Pick<Reader, 'session' | 'bytes' | 'text'>

/** Own and verified score further apart than this are suspect; the margin keeps exact .40 gaps out. */
const GAP = 0.4 + 1e-9

/** The entries of a scores file, or nothing when there is none that counts. */
function readScores(reader: ScoreFiles, iteration: number, ants: ReadonlySet<string>, warnings: Warning[]) {
  const path = `scores/iter-${iteration}-scores.json`
  const bytes = reader.bytes(path)
  if (!bytes) return undefined
  const text = reader.text(path)
  const value = text === undefined ? undefined : parseJson(text, true)
  if (!isObject(value) || !isObject(value['scores']))
    throw new Fault('E_SCORES_JSON', `${path} is no scores file`, 1, { file: path })
  if (value['iteration'] !== undefined && value['iteration'] !== iteration) {
    warnings.push({
      code: 'W_SCORES_ITER',
      message: `${path} is of iteration ${JSON.stringify(value['iteration'])} and was ignored`,
    })
    return undefined
  }
  const scores = new Map<string, number>()
  const strangers: string[] = []
  for (const [antId, entry] of Object.entries(value['scores'])) {
    const score = isObject(entry) ? entry['verified_score'] : entry
    if (!ants.has(antId)) {
      if (!antId.startsWith('_')) strangers.push(antId)
    } else if (isShare(score)) scores.set(antId, score)
    else warnings.push({ code: 'W_SCORE_BAD', message: 'the verified score is no number from 0 to 1', ant_id: antId })
  }
  const unscored = [...ants].filter(antId => !scores.has(antId))
  tellNames(strangers, warnings, antId => ({
    code: 'W_SCORE_ID',
    message: `${path} scores an ant that has no artifact in iteration ${iteration}${meantAnt(antId, unscored)}`,
    ant_id: antId.slice(0, MAX_ID),
  }))
  const source: ScoreSource = value['scorer_type'] === 'script' ? 'verified_script' : 'verified_llm'
  return { scores, source }
}

/**
 * Scores the artifacts of an iteration: scores file, then script, then self_score · self_confidence · discount.
 *
 * The file is `scores/iter-<iteration>-scores.json`, read through `reader`; the script runs in a child process, for all
 * artifacts that need it at once (`scoring.timeout_s` seconds). An ant is suspected when |own − verified| > .4, the
 * discounted score not being a verified one. What was got over is added to `warnings`; `rejected` are ids of ants that
 * may be scored too, though their artifacts do not count.
 *
 * @throws Fault E_SCORES_JSON, E_SCRIPT_PATH, and E_SCRIPT_TIMEOUT or E_SCRIPT_FAILED under `scoring.strict`.
 */
export async function scoreAll(
  artifacts: readonly Artifact[],
  iteration: number,
  config: Config,
  reader: ScoreFiles,
  warnings: Warning[],
  rejected: readonly string[] = [],
): Promise<Scored[]> {
  const { mode, scriptPath, discount, hybrid } = config.scoring
  const ants = new Set([...artifacts.map(({ antId }) => antId), ...rejected])
  const file = readScores(reader, iteration, ants, warnings)
  const wantsScript = mode === 'script' || mode === 'hybrid'
  if (wantsScript && scriptPath === undefined && mode === 'script')
    throw new Fault('E_SCRIPT_PATH', 'scoring.script_path is missing', 1)
  const needed = (artifact: Artifact) =>
    !file?.scores.has(artifact.antId) || (mode === 'hybrid' && hybrid !== 'prefer_llm')
  const asked = wantsScript && scriptPath !== undefined ? artifacts.filter(needed) : []
  const byScript = new Map<string, number>()
  if (asked.length) {
    const result = await runScript(resolveScript(scriptPath!, reader.session), asked, config.scoring)
    warnings.push(...result.warnings)
    asked.forEach(({ antId }, i) => {
      const score = result.scores[i]
      if (score !== undefined) byScript.set(antId, score)
    })
  }
  return artifacts.map(artifact => {
    const llm = file?.scores.get(artifact.antId)
    const script = byScript.get(artifact.antId)
    const chosen = choose(llm, script, file?.source ?? 'verified_llm', mode === 'hybrid' ? hybrid : 'prefer_llm')
    if (chosen) {
      const suspected = Math.abs(artifact.selfScore - chosen.score) > GAP
      return { artifact, ...chosen, suspected }
    }
    // Who was asked and gave no score has been told of.
    if (mode === 'llm' || (mode === 'hybrid' && !asked.includes(artifact)))
      warnings.push({
        code: 'W_SCORE_MISSING',
        message: 'no verified score; the ant’s own counts',
        ant_id: artifact.antId,
      })
    return {
      artifact,
      score: artifact.selfScore * artifact.selfConfidence * discount,
      source: 'fallback_self',
      suspected: false,
    }
  })
}

function choose(
  llm: number | undefined,
  script: number | undefined,
  source: ScoreSource,
  policy: Config['scoring']['hybrid'],
): { score: number; source: ScoreSource } | undefined {
  if (llm === undefined) return script === undefined ? undefined : { score: script, source: 'verified_script' }
  if (script === undefined || policy === 'prefer_llm') return { score: llm, source }
  if (policy === 'prefer_script') return { score: script, source: 'verified_script' }
  return { score: policy === 'mean' ? (llm + script) / 2 : Math.min(llm, script), source }
}
