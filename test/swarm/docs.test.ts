import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import {
  SWARM_COMMANDS,
  SWARM_CONFIG_KEYS,
  SWARM_ERRORS,
  SWARM_EXITS,
  SWARM_FILES,
  SWARM_GLOBAL_FLAGS,
} from '../../src/core/swarm.ts'
import { swarmSchemas } from '../../src/core/swarm-schema.ts'
import { FROZEN } from '../../src/runtime/aco/frozen.ts'
import { swarm } from '../helpers/swarm.ts'
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

const folder = join(root, 'src', 'runtime', 'aco')
const source = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))

test('the tables of exit codes and errors are those of the code', () => {
  const exits = rowsUnder('| exit | meaning |').map(([exit, meaning]) => [exit, meaning])
  expect(Object.fromEntries(exits)).toEqual(SWARM_EXITS)
  const errors = rowsUnder('| error | exit | meaning |').map(([cell, exit, meaning]) => ({
    codes: codes(cell!),
    exit: Number(exit),
    meaning,
  }))
  expect(errors).toEqual(SWARM_ERRORS)
})

test('every error ends with the exit code that the table gives it', () => {
  const table = new Map<string, number>(
    SWARM_ERRORS.flatMap(({ codes, exit }) => codes.map(code => [code, exit] as const)),
  )
  const raised = source.flatMap(text => [
    ...text.matchAll(/(?:new Fault|usage|readOrFault)\([^()]*'(E_[A-Z_]+)',(?:[^;]*?), ([12])(?:,|\))/g),
  ])
  expect(raised.length).toBeGreaterThan(25)
  for (const [call, code, exit] of raised) expect(Number(exit), call).toBe(table.get(code!))
})

test('every option of the command line is named', () => {
  for (const flag of SWARM_GLOBAL_FLAGS) expect(page).toContain(flag)
})

test('every error and warning of the code is explained, and no other', () => {
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

/** The limits of a number, as the page writes them. */
function limitsOf(schema: Tree): string {
  const { type, minimum, maximum, exclusiveMinimum, additionalProperties } = schema
  if ([type].flat().includes('object')) return limitsOf(additionalProperties as Tree)
  const isWhole = [type].flat().includes('integer')
  if (!isWhole && ![type].flat().includes('number')) return ''
  const say = (value: unknown) => {
    const power = Math.log10(Number(value))
    return power >= 5 && Number.isInteger(power) ? `1e${power}` : String(value)
  }
  const range =
    exclusiveMinimum === undefined
      ? maximum === undefined
        ? `from ${say(minimum)}`
        : `${say(minimum)} … ${say(maximum)}`
      : `above ${say(exclusiveMinimum)}, to ${say(maximum)}`
  return `${isWhole ? 'whole, ' : ''}${range}`
}

test('the example of a scores file is one, and is read', async () => {
  const example = /```json\n(\{\s+"iteration"[\s\S]*?)```/.exec(page)![1]!
  const value = JSON.parse(example)
  const validate = new Ajv2020({ strict: true }).compile(swarmSchemas['scores.schema.json'] as Tree)
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
  const { ant, ok, write } = await swarm()
  ant(3, 1, { self_score: 0.6 })
  ant(3, 2, { path: ['c', 'd'] })
  write('scores/iter-3-scores.json', example)
  const { warnings, best_score, mean_score } = await ok('update', '--iter', '3')
  expect({ best_score, mean_score }).toEqual({ best_score: 0.72, mean_score: 0.56 })
  expect(warnings).toMatchObject([{ code: 'W_HISTORY_GAP' }])
})

test('the page names every setting that is frozen', () => {
  const [, aco] = rowsUnder('| frozen | recorded in |')
    .map(([cell]) => codes(cell!))
    .slice(1)
  expect(aco!.slice(2).sort()).toEqual(Object.keys(FROZEN).sort())
})

test('every setting is explained, with its default and what the template says', () => {
  const rows = rowsUnder('| setting | default | limits | template | meaning |')
  const known = Object.entries(SWARM_CONFIG_KEYS).flatMap(([path, keys]) =>
    keys.map(key => (path ? `${path}.${key}` : key)).filter(key => !(key in SWARM_CONFIG_KEYS)),
  )
  expect(rows.map(([setting]) => codes(setting!)[0])).toEqual(known)
  const inTemplate = new Map(settingsOf(readTemplate()))
  expect([...inTemplate.keys()].filter(key => !known.includes(key))).toEqual([])
  const schemaOf = (path: string) =>
    path.split('.').reduce((schema, key) => {
      const body = schema['properties'] ? schema : (schema['anyOf'] as Tree[]).find(item => item['properties'])!
      return (body['properties'] as Record<string, Tree>)[key]!
    }, swarmSchemas['config.schema.json'] as Tree)
  const defaultOf = (path: string) => schemaOf(path)['default']
  const say = (value: unknown) => (value === undefined ? '' : `\`${JSON.stringify(value)}\``)
  for (const [cell, byDefault, limits, shown, meaning] of rows) {
    const path = codes(cell!)[0]!
    const value = inTemplate.get(path)
    const isShort = JSON.stringify(value)?.length < 30
    expect(byDefault, path).toBe(say(defaultOf(path)))
    expect(limits, path).toBe(limitsOf(schemaOf(path)))
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
