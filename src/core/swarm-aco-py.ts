import { SWARM_FILES, SWARM_SCORING_MODES } from './swarm.ts'
import type { ControllerManifest } from './swarm-manifest.ts'

const { taskSpace, initial, current, history, trail, best } = SWARM_FILES

/**
 * The Python controller `aco.py` that packs bring along, by its command line and what it prints (looked up in
 * 2026-11; `--run-dir` is younger than the rest).
 *
 * Only keys of the configuration that no code of it reads are told apart: `ant_prompt` and `scoring` are read by
 * language models as well, so these sections may hold anything.
 */
export const acoPy: ControllerManifest = {
  name: 'aco.py',
  globals: ['--session', '--run-dir', '--help'],
  isOrdered: true,
  switches: ['--help'],
  sessionless: [],
  commands: {
    init: {
      flags: [],
      required: [],
      output: ['session', 'pheromone_path', 'task_space_path', 'n_nodes', 'n_edges'],
      writes: [taskSpace, initial, current],
    },
    select: {
      flags: ['--iter'],
      required: ['--iter'],
      output: ['iteration', 'n_assignments', 'assignments'],
      writes: [],
    },
    update: {
      flags: ['--iter'],
      required: ['--iter'],
      output: [
        'iteration',
        'n_ants_processed',
        'mean_score',
        'best_score',
        'delta',
        'elite_updated',
        'hallucinations_flagged',
        'stats',
      ],
      writes: [trail, history, best, current],
    },
    converged: {
      flags: [],
      required: [],
      output: ['converged', 'iteration', 'triggered_by', 'reason', 'metrics', 'recommendation'],
      writes: [],
    },
    report: {
      flags: [],
      required: [],
      output: ['best', 'top_k', 'convergence_curve', 'final_pheromone_stats', 'iterations_completed'],
      writes: [],
    },
  },
  always: ['status', 'command'],
  inner: {
    'select.assignments': ['ant_id', 'start_node', 'edge_preferences', 'max_path_length', 'iteration'],
    'converged.metrics': ['iteration', 'entropy', 'best_score', 'mean_score', 'iterations_since_best_change'],
  },
  config: {
    aco: ['alpha', 'beta', 'rho', 'q', 'tau_init', 'tau_min', 'tau_max', 'matrix_type'],
    task_space: ['type', 'nodes', 'auto_discover_from', 'max_path_length', 'start_nodes', 'edges'],
    convergence: ['max_iterations', 'stagnation', 'entropy_floor', 'target_score'],
    'convergence.stagnation': ['enabled', 'patience', 'min_delta'],
    'convergence.entropy_floor': ['enabled', 'threshold'],
    'convergence.target_score': ['enabled', 'value'],
  },
  values: { 'scoring.mode': SWARM_SCORING_MODES },
  scripts: ['aco.py', 'pheromone.py', 'scoring.py'],
}
