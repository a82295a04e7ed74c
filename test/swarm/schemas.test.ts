import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SWARM_ASSIGNMENT, SWARM_COMMANDS, SWARM_METRICS } from '../../src/core/swarm.ts'
import { swarmSchemas } from '../../src/core/swarm-schema.ts'
import { swarmIn, wholeRun } from '../helpers/swarm-run.ts'

const shipped = join(import.meta.dirname, '..', '..', 'schemas', 'swarm')
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const ajv = new Ajv2020({ strict: true, allErrors: true })
const validators = new Map<string, ValidateFunction>(
  readdirSync(shipped).map(name => [name.replace('.schema.json', ''), ajv.compile(read(join(shipped, name)))]),
)
const faults = (name: string, value: unknown) => {
  const validate = validators.get(name)!
  return validate(value) ? [] : validate.errors!.map(error => `${error.instancePath} ${error.message}`)
}

const swarm = swarmIn(mkdtempSync(join(tmpdir(), 'swarm-schemas-')))
const { runs, at } = swarm

beforeAll(() => wholeRun(swarm), 60_000)

afterAll(() => rmSync(swarm.folder, { recursive: true, force: true }))

const schemaOf = (output: Record<string, unknown>) =>
  `output-${output['status'] === 'ok' ? output['command'] : 'error'}`

test('the shipped schemas are those of the source, and describe every property', () => {
  expect(readdirSync(shipped).sort()).toEqual(Object.keys(swarmSchemas).sort())
  const bare: string[] = []
  const walk = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) {
      if (key === 'properties' && !at.endsWith('/properties'))
        for (const [name, property] of Object.entries(item as Record<string, Record<string, unknown>>))
          if (!property['description'] && !/\/(if|then|anyOf\/\d+)$/.test(at)) bare.push(`${at}/${name}`)
      walk(item, `${at}/${key}`)
    }
  }
  for (const [name, schema] of Object.entries(swarmSchemas)) {
    expect(read(join(shipped, name))).toEqual(JSON.parse(JSON.stringify(schema)))
    walk(schema, name)
  }
  expect(bare).toEqual([])
})

test('everything that was printed is what its schema says', () => {
  expect(runs.length).toBeGreaterThan(40)
  expect(runs.flatMap(({ argv, output }) => faults(schemaOf(output), output).map(fault => [argv, fault]))).toEqual([])
  const exits = (output: Record<string, unknown>) =>
    output['status'] === 'error' ? [1, 2] : output['command'] === 'validate' && output['invalid'] ? [1] : [0]
  expect(runs.filter(({ output, exit }) => !exits(output).includes(exit))).toEqual([])
})

describe.each(Object.entries(SWARM_COMMANDS))('the output of %s', (command, { output: listed }) => {
  const own = ['status', 'command', 'warnings']

  test('has the listed keys in its schema', () => {
    const { properties } = swarmSchemas[`output-${command}.schema.json`] as { properties: object }
    expect(Object.keys(properties).sort()).toEqual([...own, ...listed].sort())
  })

  test('has every listed key at some time, and no other', () => {
    const printed = runs.filter(({ output }) => output['status'] === 'ok' && output['command'] === command)
    const keys = new Set(printed.flatMap(({ output }) => Object.keys(output)))
    for (const key of own) keys.delete(key)
    expect([...keys].sort()).toEqual([...listed].sort())
  })
})

test('assignments and metrics have the listed keys', () => {
  const find = (command: string) =>
    runs.filter(({ output }) => output['command'] === command && output['status'] === 'ok').map(({ output }) => output)
  for (const { assignments } of find('select'))
    for (const assignment of assignments as object[]) expect(Object.keys(assignment)).toEqual([...SWARM_ASSIGNMENT])
  for (const { metrics } of find('converged')) expect(Object.keys(metrics as object)).toEqual([...SWARM_METRICS])
})

/** Files of the sessions by the schema that they have to meet. */
const files = (): [string, string][] =>
  readdirSync(swarm.folder, { recursive: true, encoding: 'utf8' }).flatMap(file => {
    const path = file.replaceAll('\\', '/')
    const kinds: [RegExp, string][] = [
      [/swarm-config\.json$/, 'config'],
      [/task-space\.json$/, 'task-space'],
      [/pheromone\/(history\/\d+|init|current)\.json$/, 'pheromone'],
      [/(artifacts|outputs)\/ant-\d-[1-7]\.json$/, 'ant-artifact'],
      [/scores\/.*\.json$/, 'scores'],
      [/best\.json$/, 'best'],
      [/trails\/\d+\.jsonl$/, 'trail'],
    ]
    const kind = kinds.find(([pattern]) => pattern.test(path) && !path.startsWith('bad/'))?.[1]
    return kind ? [[path, kind] as [string, string]] : []
  })

const valuesIn = (path: string): unknown[] => {
  const text = readFileSync(at(path), 'utf8')
  return path.endsWith('.jsonl')
    ? text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    : [JSON.parse(text)]
}

/** What the third ant of each iteration writes breaks the format in two places that the runtime forgives. */
const isForgiven = (path: string) => /ant-\d-3\.json$/.test(path)

test('every file of the sessions is what its schema says', () => {
  const seen = files().filter(([path]) => !isForgiven(path))
  expect(new Set(seen.map(([, kind]) => kind)).size).toBe(7)
  expect(seen.length).toBeGreaterThan(20)
  expect(
    seen.flatMap(([path, kind]) => valuesIn(path).flatMap(value => faults(kind, value).map(fault => [path, fault]))),
  ).toEqual([])
})

test('a required key that is missing, and a value of another type, is a fault in every schema', () => {
  const examples = new Map<string, Record<string, unknown>>()
  for (const { output } of runs) examples.set(schemaOf(output), output)
  for (const [path, kind] of files())
    if (!isForgiven(path)) examples.set(kind, valuesIn(path)[0] as Record<string, unknown>)
  expect([...validators.keys()].filter(name => !examples.has(name))).toEqual([])
  for (const [name, example] of examples) {
    const { required, properties } = swarmSchemas[`${name}.schema.json`] as {
      required: string[]
      properties: Record<string, object>
    }
    for (const key of required) {
      const { [key]: _, ...rest } = example
      expect(faults(name, rest), `${name} without ${key}`).not.toEqual([])
    }
    for (const [key, property] of Object.entries(properties)) {
      const isFree = !['type', 'const', 'anyOf', 'enum'].some(word => word in property)
      const wrong = [[[]], { wrong: { wrong: [] } }].map(value => faults(name, { ...example, [key]: value }))
      expect(
        wrong.some(found => found.length > 0),
        `${name} with another ${key}`,
      ).toBe(!isFree)
    }
  }
})
