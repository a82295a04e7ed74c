import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { swarmSchemas } from '../../src/core/swarm-schema.ts'
import { checkArtifact, isRejected } from '../../src/runtime/aco/artifact.ts'
import { layOutSpace } from '../../src/runtime/aco/space.ts'
import { antArtifact } from '../helpers/swarm-run.ts'

const validate = new Ajv2020({ strict: true }).compile(swarmSchemas['ant-artifact.schema.json'] as object)

const artifact = antArtifact('ANT-1-1', 1, ['a', 'b'])
test.each<[string, object, { runtime?: boolean; schema?: boolean }]>([
  ['whole', {}, { runtime: true, schema: true }],
  [
    'only the required parts',
    { evidence: undefined, path_decisions: undefined, _meta: undefined },
    { runtime: true, schema: true },
  ],
  ['further keys', { extra: 1 }, { runtime: true, schema: true }],
  ['a score above 1', { self_score: 85 }, {}],
  ['a score that is a boolean', { self_score: true }, {}],
  ['confidence as a string', { self_confidence: '0.5' }, {}],
  ['no path', { path: [] }, {}],
  ['a path of objects', { path: [{ node: 'a' }] }, {}],
  ['a node twice', { path: ['a', 'a'] }, {}],
  ['no ant_id', { ant_id: '' }, {}],
  ['iteration as a string', { iteration: '1' }, {}],
  ['_meta without a kind', { _meta: { schema: 'x' } }, {}],
  // Forgiven at run time, as ants are dear; not what the format says.
  ['another version', { schema_version: '2.0' }, { runtime: true }],
  ['empty evidence', { evidence: [] }, { runtime: true }],
  ['a proposal without a summary', { candidate_solution: { summary: ' ' } }, { runtime: true }],
  ['a negative cost', { cost_tokens: -1 }, { runtime: true }],
  // Known only with the task space.
  ['an unknown node', { path: ['a', 'z'] }, { schema: true }],
])('an artifact with %s: runtime and schema', (_, more, { runtime = false, schema = false }) => {
  const value = JSON.parse(JSON.stringify({ ...artifact, ...more }))
  const space = layOutSpace({}, ['a', 'b', 'c'], 3, 's')
  expect(!isRejected(checkArtifact('f', value, 1, space, { needsMeta: '_meta' in value }))).toBe(runtime)
  expect(validate(value)).toBe(schema)
})
