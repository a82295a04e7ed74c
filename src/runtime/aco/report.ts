import { artifactFiles } from './artifact-files.ts'
import type { Call, Output } from './call.ts'
import { judge, printable, printableEvidence, seriesOf, topPaths } from './converge.ts'
import { stateBefore } from './history.ts'
import { isLocked } from './lock.ts'
import type { Reader } from './reader.ts'
import { holds } from './rebuild.ts'
import type { Best } from './replay.ts'
import { hasHistory, openSession } from './session.ts'
import { printedStats } from './state.ts'
import { isObject, round } from './text.ts'

/** The commands that sum up a search; all of them see what its trails lead to, as `select` does. */

function searchOf(call: Call, reader: Reader) {
  const session = openSession(reader, call.warnings)
  const points = seriesOf(reader, session.space, call.warnings)
  const before = stateBefore(reader, Infinity, session.space, session.config, call.warnings)
  return { ...session, points, before }
}

/** The command `converged`: whether the search is over, and why. */
export function converged(call: Call, reader: Reader): Output {
  const { points, before, config, space } = searchOf(call, reader)
  return judge(points, before.state, config, space)
}

/** The command `report`: the best paths, and how the search went. */
export function report(call: Call, reader: Reader): Output {
  const { points, before, config, space } = searchOf(call, reader)
  const printed = <T extends { score: number; self_score: number }>(path: T): T => ({
    ...path,
    score: round(path.score),
    self_score: round(path.self_score),
  })
  const top = topPaths(points, config.eliteKeep).map(printed)
  const { stats } = before.state
  return {
    best: (before.best && bestOnFile(reader, before.best)) ?? top[0] ?? null,
    top_k: top,
    convergence_curve: points.map(({ iteration, best, mean, bestSoFar }) => ({
      iteration,
      best_score: round(best),
      mean_score: round(mean),
      best_so_far: round(bestSoFar),
    })),
    final_pheromone_stats: printedStats(stats),
    iterations_completed: points.length,
    seed: space.seed,
    total_tokens_used: stats.tokens_used,
  }
}

/** best.json with long parts cut, if it tells of the best path. */
function bestOnFile(reader: Reader, best: Best): Output | undefined {
  const file = reader.json('best.json')
  if (!isObject(file) || !holds(file, best)) return undefined
  const artifact = `artifacts/ant-${best.iteration}-*.json`
  return {
    ...file,
    score: round(best.score),
    self_score: round(best.selfScore),
    candidate_solution: printable(file['candidate_solution'], artifact),
    evidence: printableEvidence(file['evidence'], artifact),
  }
}

/** The command `status`: where a session stands. */
export function status(call: Call, reader: Reader): Output {
  const { folder, runDir } = call
  if (!isObject(reader.json('task-space.json')) && !hasHistory(reader))
    return {
      initialized: false,
      iteration: 0,
      iterations: [],
      best_score: null,
      pending_artifacts: 0,
      seed: null,
      locked: isLocked(folder),
    }
  const { points, before, space } = searchOf(call, reader)
  const iterations = points.map(({ iteration }) => iteration)
  const last = iterations.at(-1) ?? 0
  return {
    initialized: true,
    iteration: last,
    iterations,
    best_score: before.best ? round(before.best.score) : null,
    pending_artifacts: artifactFiles(folder, last + 1, runDir).length,
    seed: space.seed,
    locked: isLocked(folder),
  }
}
