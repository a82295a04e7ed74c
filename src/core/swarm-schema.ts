import type { Keywords } from './json-schema.ts'
import { artifact, scores } from './swarm-schema/ant.ts'
import { config } from './swarm-schema/config.ts'
import { outputSchemas } from './swarm-schema/output.ts'
import { best, pheromone, taskSpace, trail } from './swarm-schema/session.ts'

/**
 * The JSON Schemas (2020-12) of a swarm session by file name in `schemas/swarm/`: files, then outputs.
 *
 * Data for people’s editors, other programs and tests; the runtime itself checks by hand and does not load them.
 */
export const swarmSchemas: Readonly<Record<string, Keywords>> = {
  'config.schema.json': config,
  'ant-artifact.schema.json': artifact,
  'scores.schema.json': scores,
  'pheromone.schema.json': pheromone,
  'task-space.schema.json': taskSpace,
  'best.schema.json': best,
  'trail.schema.json': trail,
  ...Object.fromEntries(Object.entries(outputSchemas).map(([name, body]) => [`output-${name}.schema.json`, body])),
}
