/**
 * The swarm controller as a library: `maestro-pack/aco`.
 *
 * Pure functions over plain values (configuration, task space, pheromone, trails) and the command line as a function.
 * Pheromone and weights have no unit; scores, probabilities and shares lie in [0, 1]; entropy is in bits; tokens are
 * whole numbers; times are in seconds. docs/swarm.md has the formulas in one place.
 */
export type { SwarmCommand, SwarmCommandName } from '../../core/swarm.ts'
export {
  SWARM_ASSIGNMENT,
  SWARM_COMMANDS,
  SWARM_CONFIG_KEYS,
  SWARM_FILES,
  SWARM_GLOBAL_FLAGS,
  SWARM_MATRIX_TYPES,
  SWARM_METRICS,
  SWARM_SCORING_MODES,
} from '../../core/swarm.ts'
export { type Artifact, checkArtifact, isRejected, type Rejected } from './artifact.ts'
export { aco } from './cli.ts'
export { type Config, readConfig } from './config.ts'
export { judge, type Point, seriesOf, topPaths } from './converge.ts'
export { Fault, type Warning } from './fault.ts'
export { type Field, fieldOf, weightOf } from './field.ts'
export { stateBefore } from './history.ts'
export { type Random, randomFrom } from './random.ts'
export { Reader } from './reader.ts'
export { type Before, type Best, fold } from './replay.ts'
export { type Scored, type ScoreSource, scoreAll } from './score.ts'
export {
  type Assignment,
  assignmentsFor,
  hintsFrom,
  type Step,
  stepFrom,
} from './select.ts'
export { openSession, type Session } from './session.ts'
export { stateFromFile, stateToFile } from './snapshot.ts'
export { edgeKey, edgeOfKey, hasEdge, layOutSpace, type Space } from './space.ts'
export { startsFor } from './starts.ts'
export {
  type Deposit,
  edgesOf,
  evolve,
  initialState,
  type State,
  type Stats,
  statsOf,
} from './state.ts'
export { readTrail, type Trail, trailOf, trailText } from './trail.ts'
