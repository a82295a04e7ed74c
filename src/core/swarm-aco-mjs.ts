import {
  SWARM_ASSIGNMENT,
  SWARM_COMMANDS,
  SWARM_CONFIG_KEYS,
  SWARM_FILES,
  SWARM_GLOBAL_FLAGS,
  SWARM_MATRIX_TYPES,
  SWARM_METRICS,
  SWARM_SCORING_MODES,
  type SwarmCommandName,
} from './swarm.ts'
import type { ControllerManifest } from './swarm-manifest.ts'

const { config, taskSpace, initial, current, history, trail, best } = SWARM_FILES

/** Files of the session that a command writes; the others only read. */
const WRITES: Readonly<Record<SwarmCommandName, readonly string[]>> = {
  // With --config it keeps a copy of the file.
  init: [config, taskSpace, initial, current],
  select: [],
  update: [trail, history, best, current],
  converged: [],
  report: [],
  validate: [],
  status: [],
  explain: [],
  replay: [initial, history, best, current],
  simulate: [],
}

/** Our own controller, from the data that it runs on. */
export const acoMjs: ControllerManifest = {
  name: 'aco.mjs',
  globals: SWARM_GLOBAL_FLAGS,
  isOrdered: false,
  switches: ['--help', '--version', '--force', '--write'],
  sessionless: ['validate', 'simulate'],
  commands: Object.fromEntries(
    Object.entries(SWARM_COMMANDS).map(([name, { flags, required, output }]) => [
      name,
      { flags, required, output, writes: WRITES[name as SwarmCommandName] },
    ]),
  ),
  always: ['status', 'command', 'warnings'],
  inner: { 'select.assignments': SWARM_ASSIGNMENT, 'converged.metrics': SWARM_METRICS },
  config: { ...SWARM_CONFIG_KEYS, '': [...(SWARM_CONFIG_KEYS[''] ?? []), '$schema'] },
  values: {
    'scoring.mode': SWARM_SCORING_MODES,
    'aco.matrix_type': SWARM_MATRIX_TYPES,
  },
  scripts: ['aco.mjs'],
}
