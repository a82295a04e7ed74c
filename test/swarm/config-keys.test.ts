import { expect, test } from 'vitest'
import { SWARM_CONFIG_KEYS } from '../../src/core/swarm.ts'
import { swarmSchemas } from '../../src/core/swarm-schema.ts'
import { everything, runtimeAccepts, type Tree } from '../helpers/swarm-config.ts'

const sectionAt = (tree: unknown, path: string): Tree =>
  path === '' ? (tree as Tree) : path.split('.').reduce((value, key) => value[key] as Tree, tree as Tree)

test('the keys of the schema are those of SWARM_CONFIG_KEYS', () => {
  const found: Record<string, string[]> = {}
  const walk = (node: Tree, path: string) => {
    const body = (
      node['properties'] ? node : ((node['anyOf'] as Tree[]) ?? []).find(item => item['properties'])
    ) as Tree
    if (!body?.['patternProperties']) return
    const properties = body['properties'] as Record<string, Tree>
    found[path] = Object.keys(properties).filter(key => key !== '$schema')
    for (const [key, property] of Object.entries(properties)) walk(property, path ? `${path}.${key}` : key)
  }
  walk(swarmSchemas['config.schema.json'] as Tree, '')
  expect(found).toEqual(SWARM_CONFIG_KEYS)
})

test('the keys that the runtime reads are those of SWARM_CONFIG_KEYS, but for those of people and ants', async () => {
  const read = new Set<string>()
  const watched = (value: unknown, path: string): unknown =>
    typeof value === 'object' && value !== null && path in SWARM_CONFIG_KEYS
      ? new Proxy(value as Tree, {
          get(target, key) {
            if (typeof key !== 'string') return Reflect.get(target, key)
            const at = path ? `${path}.${key}` : key
            read.add(at)
            return watched(target[key], at)
          },
        })
      : value
  expect(await runtimeAccepts(watched(everything, ''))).toBe(true)
  const known = Object.entries(SWARM_CONFIG_KEYS).flatMap(([path, keys]) =>
    keys.map(key => (path ? `${path}.${key}` : key)),
  )
  const unread = [
    'ant_prompt',
    'ant_prompt.objective',
    'ant_prompt.evidence_requirements',
    'ant_prompt.tools_hint',
    'scoring.rubric',
    'task_space.type',
  ]
  expect([...read].filter(key => !known.includes(key))).toEqual([])
  expect(known.filter(key => !read.has(key)).sort()).toEqual(unread.sort())
  for (const path of Object.keys(SWARM_CONFIG_KEYS))
    expect(Object.keys(sectionAt(everything, path)).sort()).toEqual([...SWARM_CONFIG_KEYS[path]!].sort())
})
