import { basename } from 'node:path'
import { type Artifact, checkArtifact, isRejected, type Rejected, tokensOf } from './artifact.ts'
import type { Config } from './config.ts'
import { Fault, type Warning } from './fault.ts'
import { type Change, commit } from './files.ts'
import type { Reader } from './reader.ts'
import {
  type Before,
  type Best,
  fold,
  readTrail,
  stateBefore,
  tokensOfIteration,
  trailNumbers,
  trailOf,
  trailText,
} from './replay.ts'
import { scoreAll } from './score.ts'
import { artifactFiles, readArtifact, type Session } from './session.ts'
import { DENSE_LIMIT, stateToFile } from './snapshot.ts'
import type { Space } from './space.ts'
import { isObject, round, toJson } from './text.ts'

/** Reads and checks the artifacts of an iteration; a bad one is rejected alone. */
export function readArtifacts(
  files: readonly string[],
  iteration: number,
  session: Session,
  runDir: string | undefined,
) {
  const artifacts: Artifact[] = []
  const rejected: Rejected[] = []
  let tokens = 0
  let missing = 0
  for (const path of files) {
    const file = basename(path)
    const read = readArtifact(path)
    if ('reason' in read) {
      rejected.push({ file, reason: read.reason })
      continue
    }
    const { value } = read
    const own = tokensOf(value)
    if (own === undefined) missing++
    else tokens += own
    const checked = checkArtifact(file, value, iteration, session.space, {
      strict: session.config.strictValidation,
      needsMeta: runDir !== undefined,
    })
    if (isRejected(checked)) rejected.push(checked)
    else if (artifacts.some(other => other.antId === checked.antId))
      rejected.push({ file, ant_id: checked.antId, reason: 'another artifact has this ant_id' })
    else artifacts.push(checked)
  }
  return { artifacts, rejected, tokens, missing }
}

/** The artifact that holds a path’s solution. */
function solutionOf(best: Best, artifacts: readonly Artifact[], session: Session, runDir: string | undefined) {
  const known = artifacts.find(({ antId, raw }) => antId === best.antId && raw['iteration'] === best.iteration)
  if (known)
    return { candidate_solution: known.raw['candidate_solution'] ?? null, evidence: known.raw['evidence'] ?? [] }
  for (const path of artifactFiles(session.reader.session, best.iteration, runDir)) {
    const read = readArtifact(path)
    const value = 'value' in read ? read.value : undefined
    if (isObject(value) && value['ant_id'] === best.antId)
      return { candidate_solution: value['candidate_solution'] ?? null, evidence: value['evidence'] ?? [] }
  }
  const old = session.reader.json('best.json')
  const isSame = isObject(old) && old['ant_id'] === best.antId && old['iteration'] === best.iteration
  return {
    candidate_solution: isSame ? (old['candidate_solution'] ?? null) : null,
    evidence: isSame ? (old['evidence'] ?? []) : [],
  }
}

/** best.json; `updated_at` stays while the winner does, so that a repeated update writes the same bytes. */
export function bestFile(
  best: Best,
  artifacts: readonly Artifact[],
  session: Session,
  runDir: string | undefined,
  now: string,
) {
  const old = session.reader.json('best.json')
  const isSame =
    isObject(old) && old['ant_id'] === best.antId && old['iteration'] === best.iteration && old['score'] === best.score
  return {
    ant_id: best.antId,
    iteration: best.iteration,
    path: best.path,
    score: best.score,
    self_score: best.selfScore,
    ...solutionOf(best, artifacts, session, runDir),
    updated_at: isSame && typeof old['updated_at'] === 'string' ? old['updated_at'] : now,
  }
}

/** Folds the iterations after one again, from their trails. */
export function refold(reader: Reader, from: Before, k: number, space: Space, config: Config, warnings: Warning[]) {
  const later: { iteration: number; after: Before }[] = []
  let before = from
  for (const iteration of trailNumbers(reader).filter(number => number > k)) {
    const trails = readTrail(reader, iteration, space, warnings)
    const { after } = fold(before, iteration, trails, tokensOfIteration(reader, iteration, trails), config)
    later.push({ iteration, after })
    before = after
  }
  return later
}

/**
 * Folds an iteration into the session; the lock must be held.
 *
 * The state after k is a function of the initial state, the trails up to k, the artifacts and the scores: the same call
 * again writes the same bytes, a late ant or a revised iteration gives what a fresh run would have given.
 * @throws Fault E_NO_ARTIFACTS, E_NO_VALID_ARTIFACTS (nothing is changed then), and those of scoring.
 */
export async function update(
  session: Session,
  k: number,
  { runDir, extraTokens, now }: { runDir: string | undefined; extraTokens: number; now: string },
  warnings: Warning[],
) {
  const { reader, config, space } = session
  const files = artifactFiles(reader.session, k, runDir)
  if (!files.length) throw new Fault('E_NO_ARTIFACTS', `there is no artifact ant-${k}-*.json`, 1)
  const { artifacts, rejected, tokens, missing } = readArtifacts(files, k, session, runDir)
  for (const { file, reason } of rejected) warnings.push({ code: 'W_ARTIFACT', message: reason, file })
  for (const { file, remarks } of artifacts)
    for (const remark of remarks) warnings.push({ code: 'W_ARTIFACT', message: remark, file })
  if (!artifacts.length)
    throw new Fault('E_NO_VALID_ARTIFACTS', `none of the ${files.length} artifacts of iteration ${k} is valid`, 1, {
      rejected,
    })

  const scored = await scoreAll(artifacts, k, config, reader, warnings)
  const before = stateBefore(reader, k, space, config, warnings)
  const trails = scored.map(trailOf)
  const { after, elite } = fold(before, k, trails, { used: tokens + extraTokens, missing }, config)
  const later = refold(reader, after, k, space, config, warnings)
  const last = later.at(-1)?.after ?? after

  const changes = new Map<string, Change>([[`trails/${k}.jsonl`, trailText(trails)]])
  const stateText = (state: Before['state']) => toJson(stateToFile(state, space, config), state.nEdges > DENSE_LIMIT)
  changes.set(`pheromone/history/${k}.json`, stateText(after.state))
  for (const { iteration, after: state } of later)
    changes.set(`pheromone/history/${iteration}.json`, stateText(state.state))
  changes.set('best.json', toJson(bestFile(last.best!, artifacts, session, runDir, now)))
  changes.set('pheromone/current.json', stateText(last.state))
  commit(reader.session, changes)

  const scores = trails.map(({ verified_score }) => verified_score)
  return {
    iteration: k,
    n_ants_processed: trails.length,
    mean_score: round(scores.reduce((a, b) => a + b, 0) / scores.length),
    best_score: round(after.best!.score),
    delta: round(after.best!.score - (before.best?.score ?? 0)),
    elite_updated: elite,
    hallucinations_flagged: scored.filter(({ suspected }) => suspected).map(({ artifact }) => artifact.antId),
    stats: after.state.stats,
    rejected,
    tokens_used: after.tokens,
    tokens_missing: missing,
    replayed: later.map(({ iteration }) => iteration),
  }
}
