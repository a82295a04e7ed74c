import type { Artifact } from './artifact.ts'
import { artifactFiles, artifactOf, readArtifacts } from './artifact-files.ts'
import { Fault, type Warning } from './fault.ts'
import { type Change, commit } from './files.ts'
import { tellGaps } from './gaps.ts'
import { foldedBefore, iterationsOf, step } from './history.ts'
import { type Before, type Best, fold } from './replay.ts'
import { scoreAll } from './score.ts'
import type { Session } from './session.ts'
import { DENSE_LIMIT, stateToFile } from './snapshot.ts'
import { printedStats } from './state.ts'
import { isObject, round, toJson } from './text.ts'
import { type OtherTokens, readLog, trailNumbers, trailOf, trailText } from './trail.ts'

/** The artifact that holds a path’s solution. */
function solutionOf(best: Best, artifacts: readonly Artifact[], session: Session, runDir: string | undefined) {
  const known = artifacts.find(({ antId, raw }) => antId === best.antId && raw['iteration'] === best.iteration)
  if (known)
    return { candidate_solution: known.raw['candidate_solution'] ?? null, evidence: known.raw['evidence'] ?? [] }
  const written = artifactOf(best.antId, artifactFiles(session.reader.session, best.iteration, runDir))
  if (written) return { candidate_solution: written['candidate_solution'] ?? null, evidence: written['evidence'] ?? [] }
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
export function refold(session: Session, from: Before, k: number, warnings: Warning[]) {
  const later: { iteration: number; after: Before }[] = []
  let before = from
  for (const iteration of iterationsOf(session.reader).filter(number => number > k)) {
    before = step(session, before, iteration, warnings)
    later.push({ iteration, after: before })
  }
  const written = new Set(trailNumbers(session.reader))
  return { later: later.filter(({ iteration }) => written.has(iteration)), last: before }
}

/** What an iteration cost besides the ants that count; what was told of it once is kept until it is told anew. */
function otherTokensOf(
  session: Session,
  k: number,
  { artifacts, tokens, missing }: ReturnType<typeof readArtifacts>,
  extra: number | undefined,
): OtherTokens {
  const own = artifacts.reduce((sum, { costTokens }) => sum + (costTokens ?? 0), 0)
  return {
    extra: extra ?? readLog(session.reader, k, session.space, [])?.other?.extra ?? 0,
    rejected: Math.min(tokens - own, Number.MAX_SAFE_INTEGER),
    missing: missing - artifacts.filter(({ costTokens }) => costTokens === undefined).length,
  }
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
  { runDir, extraTokens, now }: { runDir: string | undefined; extraTokens: number | undefined; now: string },
  warnings: Warning[],
) {
  const { reader, config, space } = session
  const files = artifactFiles(reader.session, k, runDir)
  if (!files.length) throw new Fault('E_NO_ARTIFACTS', `there is no artifact ant-${k}-*.json`, 1)
  const found = readArtifacts(files, k, session, runDir)
  const { artifacts, rejected, tokens, missing } = found
  for (const { file, reason } of rejected) warnings.push({ code: 'W_ARTIFACT', message: reason, file })
  for (const { file, remarks } of artifacts)
    for (const remark of remarks) warnings.push({ code: 'W_ARTIFACT', message: remark, file })
  if (!artifacts.length)
    throw new Fault('E_NO_VALID_ARTIFACTS', `none of the ${files.length} artifacts of iteration ${k} is valid`, 1, {
      rejected,
    })

  const known = rejected.flatMap(({ ant_id }) => ant_id ?? [])
  const scored = await scoreAll(artifacts, k, config, reader, warnings, known)
  tellGaps(reader, Infinity, warnings, k)
  const before = foldedBefore(session, k, warnings)
  const trails = scored.map(trailOf)
  const other = otherTokensOf(session, k, found, extraTokens)
  const { after, elite } = fold(before, k, trails, { used: tokens + other.extra, missing }, config)
  const { later, last } = refold(session, after, k, warnings)

  const changes = new Map<string, Change>([[`trails/${k}.jsonl`, trailText(trails, other)]])
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
    stats: printedStats(after.state.stats),
    rejected,
    tokens_used: after.tokens,
    tokens_missing: missing,
    replayed: later.map(({ iteration }) => iteration),
  }
}
