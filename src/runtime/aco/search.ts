import { type AntKind, artifactOf, walk } from './ant.ts'
import { checkArtifact, isRejected } from './artifact.ts'
import { readConfig } from './config.ts'
import { judge, type Point } from './converge.ts'
import { fieldOf } from './field.ts'
import type { Problem } from './problem.ts'
import { randomFrom } from './random.ts'
import { type Before, fold, nothingBefore } from './replay.ts'
import { scoreAll } from './score.ts'
import { type Assignment, assignmentsFor } from './select.ts'
import { layOutSpace } from './space.ts'
import { initialState } from './state.ts'
import { isObject } from './text.ts'
import { trailOf } from './trail.ts'

/** What simulated ants search with: the controller’s functions, or a command line that stands for it. */
export interface Controller {
  select(iteration: number): Promise<Assignment[]>
  /** Folds what the ants of an iteration handed in; gives the best path so far. `scores` are absent when none verifies. */
  update(
    iteration: number,
    artifacts: readonly Record<string, unknown>[],
    scores: Record<string, unknown> | undefined,
  ): Promise<string[]>
  converged(): Promise<boolean>
}

/** One search. */
export interface Run {
  /** True score of the best path so far by iteration: what the user would be handed. It stays when the search stops. */
  curve: number[]
  /** Ants that walked. */
  evaluations: number
  /** Mean size of an assignment as JSON, in bytes. */
  bytes: number
}

/** A budget. */
export interface Budget {
  ants: number
  iterations: number
}

/** The configuration of a search: what is given, with the problem’s task space, a budget and a seed. */
export function configFor(given: unknown, problem: Problem, budget: Budget, seed: string): Record<string, unknown> {
  const part = (name: string) => {
    const value = isObject(given) ? given[name] : undefined
    return isObject(value) ? value : {}
  }
  const mode = part('scoring')['mode'] ?? 'fallback'
  const starts = part('task_space')['start_nodes']
  return {
    ...(isObject(given) ? given : {}),
    swarm: { ...part('swarm'), n_ants: budget.ants, seed },
    task_space: {
      ...(typeof starts === 'string' ? { start_nodes: starts } : {}),
      ...problem.space,
      nodes: [...problem.nodes],
      max_path_length: problem.length,
    },
    // Whoever verifies, the simulated ants bring his scores along.
    scoring: { ...part('scoring'), mode: mode === 'fallback' ? 'fallback' : 'llm' },
    convergence: { ...part('convergence'), max_iterations: budget.iterations },
  }
}

/** The controller in this process: the functions of the commands, without files. @throws Fault */
export function controllerOf(given: Record<string, unknown>): Controller {
  const config = readConfig(given)
  const seed = config.seed ?? '0'
  const space = layOutSpace(config.space, config.space['nodes'] as string[], config.maxPathLength, seed)
  const points: Point[] = []
  let before: Before = nothingBefore(initialState(space, config))
  return {
    select: async k => assignmentsFor(fieldOf(space, config, before.state), k, seed).assignments,
    update: async (k, handedIn, scores) => {
      const artifacts = handedIn.flatMap((value, i) => {
        const artifact = checkArtifact(`ant-${k}-${i + 1}.json`, value, k, space)
        return isRejected(artifact) ? [] : [artifact]
      })
      const text = scores && JSON.stringify(scores)
      const files = { session: '', bytes: () => (text ? Buffer.from(text) : undefined), text: () => text }
      const trails = (await scoreAll(artifacts, k, config, files, [])).map(trailOf)
      before = fold(before, k, trails, { used: 0, missing: trails.length }, config).after
      const own = trails.map(({ verified_score }) => verified_score)
      const mean = own.reduce((a, b) => a + b, 0) / own.length
      points.push({ iteration: k, best: Math.max(...own), mean, bestSoFar: before.best!.score, trails })
      return before.best!.path
    },
    converged: async () => judge(points, before.state, config, space).converged,
  }
}

/**
 * Lets simulated ants search a problem until the controller stops or the budget is spent.
 *
 * The numbers of ant i of iteration k come from `seed|ant|k|i`, whatever the controller does, so that runs with the same
 * seed can be compared in pairs. `verified: false` leaves the ants’ own scores.
 */
export async function search(
  problem: Problem,
  controller: Controller,
  { iterations }: Budget,
  seed: string,
  { kind = 'guided', verified = true }: { kind?: AntKind; verified?: boolean } = {},
): Promise<Run> {
  const places = new Map(problem.nodes.map((name, node) => [name, node]))
  const curve: number[] = []
  let bytes = 0
  let evaluations = 0
  for (let k = 1; k <= iterations; k++) {
    const assignments = await controller.select(k)
    const reports = assignments.map((assignment, i) => {
      const random = randomFrom(`${seed}|ant|${k}|${i + 1}`)
      return artifactOf(problem, assignment, walk(problem, assignment, random, kind), random)
    })
    for (const assignment of assignments) bytes += Buffer.byteLength(JSON.stringify(assignment))
    evaluations += assignments.length
    const scores = {
      iteration: k,
      scorer_type: 'llm',
      scores: Object.fromEntries(
        reports.map(({ artifact, verified: score }) => [artifact.ant_id, { verified_score: score }]),
      ),
    }
    const best = await controller.update(
      k,
      reports.map(({ artifact }) => artifact),
      verified ? scores : undefined,
    )
    curve.push(problem.score(best.map(name => places.get(name)!)))
    if (await controller.converged()) break
  }
  while (curve.length < iterations) curve.push(curve.at(-1)!)
  return { curve, evaluations, bytes: bytes / evaluations }
}
