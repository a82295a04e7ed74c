import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { SWARM_COMMANDS, SWARM_CONFIG_KEYS, SWARM_FILES } from '../../src/core/swarm.ts'
import { swarmSchemas } from '../../src/core/swarm-schema.ts'
import { runtimeAccepts, type Tree } from '../helpers/swarm-config.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'swarm.md'), 'utf8')

/** The cells of a table’s body, by its header. */
function rowsUnder(header: string): string[][] {
  const at = page.indexOf(`${header}\n`)
  expect(at, header).toBeGreaterThan(0)
  const lines = page.slice(at).split('\n').slice(2)
  const end = lines.findIndex(line => !line.startsWith('|'))
  return lines.slice(0, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}

const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1]!)

test('the table of commands is that of the code', () => {
  const shown = rowsUnder('| command | options | what it does | prints |').map(([command, options, does, prints]) => [
    codes(command!)[0],
    {
      flags: codes(options!),
      required: [...options!.matchAll(/`([^`]+)` \(required\)/g)].map(match => match[1]),
      output: codes(prints!),
      summary: does,
    },
  ])
  expect(Object.fromEntries(shown)).toEqual(SWARM_COMMANDS)
})

test('the table of files is that of the code', () => {
  const shown = rowsUnder('| file | written by | schema |').map(([file]) => codes(file!)[0])
  expect(shown.sort()).toEqual(Object.values<string>(SWARM_FILES).sort())
})

test('every error and warning of the code is explained, and no other', () => {
  const folder = join(root, 'src', 'runtime', 'aco')
  const source = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  const used = source.flatMap(text =>
    [...text.matchAll(/['"`]([EW]_[A-Z]+(?:_[A-Z]+)*)['"`]/g)].map(match => match[1]!),
  )
  const explained = [...rowsUnder('| error | exit | meaning |'), ...rowsUnder('| warning | meaning |')].flatMap(
    ([cell]) => codes(cell!),
  )
  expect([...new Set(used)].filter(code => !explained.includes(code))).toEqual([])
  const derived = ['E_SCRIPT_TIMEOUT', 'W_SCRIPT_FAILED', 'W_SCRIPT_TIMEOUT', 'E_IO_<errno>']
  expect(explained.filter(code => !used.includes(code) && !derived.includes(code))).toEqual([])
})

/** A template’s settings by path, comments left out. */
const settingsOf = (tree: Tree, path = ''): [string, unknown][] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const at = path ? `${path}.${key}` : key
    if (key.startsWith('_') || key === '$schema') return []
    return at in SWARM_CONFIG_KEYS ? settingsOf(value as Tree, at) : [[at, value] as [string, unknown]]
  })

const readTemplate = () =>
  JSON.parse(readFileSync(join(root, 'templates', 'swarm-config', 'swarm-config.json'), 'utf8')) as Tree

test('the template is a valid configuration', async () => {
  const template = readTemplate()
  const validate = new Ajv2020({ strict: true }).compile(swarmSchemas['config.schema.json'] as Tree)
  expect(validate(template), JSON.stringify(validate.errors)).toBe(true)
  expect(await runtimeAccepts(template)).toBe(true)
})

test('every setting is explained, with its default and what the template says', () => {
  const rows = rowsUnder('| setting | default | template | meaning |')
  const known = Object.entries(SWARM_CONFIG_KEYS).flatMap(([path, keys]) =>
    keys.map(key => (path ? `${path}.${key}` : key)).filter(key => !(key in SWARM_CONFIG_KEYS)),
  )
  expect(rows.map(([setting]) => codes(setting!)[0])).toEqual(known)
  const inTemplate = new Map(settingsOf(readTemplate()))
  expect([...inTemplate.keys()].filter(key => !known.includes(key))).toEqual([])
  const defaultOf = (path: string) =>
    path.split('.').reduce((schema, key) => {
      const body = schema['properties'] ? schema : (schema['anyOf'] as Tree[]).find(item => item['properties'])!
      return (body['properties'] as Record<string, Tree>)[key]!
    }, swarmSchemas['config.schema.json'] as Tree)['default']
  const say = (value: unknown) => (value === undefined ? '' : `\`${JSON.stringify(value)}\``)
  for (const [cell, byDefault, shown, meaning] of rows) {
    const path = codes(cell!)[0]!
    const value = inTemplate.get(path)
    const isShort = JSON.stringify(value)?.length < 30
    expect(byDefault, path).toBe(say(defaultOf(path)))
    if (value === undefined || isShort) expect(shown!.replaceAll('**', ''), path).toBe(say(value))
    const isOther = isShort && value !== undefined && defaultOf(path) !== undefined && value !== defaultOf(path)
    expect(shown!.startsWith('**'), path).toBe(isOther)
    expect(meaning!.length, path).toBeGreaterThan(15)
  }
})

test('the example of the library runs', async () => {
  const code = /```ts\n([\s\S]*?)```/.exec(page)![1]!
  const names = /import \{([^}]*)\} from 'maestro-pack\/aco'/.exec(code)![1]!
  const library = await import('../../src/runtime/aco/index.ts')
  const body = `${code.replace(/^import.*$/m, '')}\nreturn { assignments, state }`
  const { assignments, state } = new Function('library', `const {${names}} = library\n${body}`)(library)
  expect(assignments).toHaveLength(5)
  expect(state.tau.get('cache::parser')).toBe(1 * 0.8 + 0.8)
})
