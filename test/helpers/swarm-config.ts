import { expect } from 'vitest'
import { readConfig } from '../../src/runtime/aco/config.ts'
import { Fault } from '../../src/runtime/aco/fault.ts'
import { nodesOf } from '../../src/runtime/aco/session.ts'
import { layOutSpace } from '../../src/runtime/aco/space.ts'

export type Tree = Record<string, unknown>

/** A configuration that names every key there is. */
export const everything: Tree = {
  swarm: { n_ants: 5, max_iterations: 5, elite_keep: 5, seed: 'x' },
  aco: {
    alpha: 1,
    beta: 2,
    gamma: 1,
    rho: 0.2,
    q: 1,
    tau_init: 1,
    tau_min: 0.01,
    tau_max: 10,
    node_deposit: 0.5,
    matrix_type: 'edge_weighted_sparse',
    hints: { sources: 8, top_k: 8 },
  },
  task_space: {
    type: 'graph',
    nodes: ['a', 'b', 'c'],
    auto_discover_from: 'src/**/*.ts',
    max_path_length: 5,
    start_nodes: ['a'],
    edges: ['a::b', ['b', 'c']],
    eta: { nodes: { a: 2 }, edges: { 'a::b': 0 }, default: 1 },
  },
  scoring: {
    mode: 'hybrid',
    script_path: 'rule.mjs',
    rubric: 'be strict',
    self_score_discount: 0.5,
    timeout_s: 30,
    strict: false,
    hybrid: 'mean',
  },
  ant_prompt: { objective: 'find it', evidence_requirements: ['a line'], tools_hint: 'read' },
  convergence: {
    max_iterations: null,
    stagnation: { enabled: true, patience: 3, min_delta: 0.01, metric: 'best_so_far' },
    entropy_floor: { enabled: true, threshold: 0.5, mode: 'normalized' },
    budget_tokens: { enabled: true, max: 1000, assume_per_ant: 10 },
    target_score: { enabled: true, value: 0.95 },
  },
  validation: 'lenient',
}

/** What `init` says of a configuration, but for the discovery of files. */
export async function runtimeAccepts(config: unknown): Promise<boolean> {
  try {
    const { space, maxPathLength, ...rest } = readConfig(config)
    layOutSpace(space, await nodesOf({ space, maxPathLength, ...rest }), maxPathLength, 's')
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
    expect((error as Fault).exit).toBe(2)
    return false
  }
}
