import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runBin, spawnBin } from '../helpers/cli.ts'
import { CLEAN, folder } from './folder.ts'

const NAME = '.claude/skills/review/SKILL.md'
const BROKEN = '---\nname: review\n---\n\n# Review\n'

async function lint(config: string, text = CLEAN, args: string[] = [], name = 'maestro.config.ts') {
  const cwd = await folder({ [NAME]: text, [name]: config })
  return runBin('maestro-lint', args, { cwd })
}

/** In a process of its own, which the configuration may end or leave without anything to wait for. */
async function lintApart(config: string, text = CLEAN) {
  const cwd = await folder({ [NAME]: text, 'maestro.config.ts': config })
  return spawnBin('maestro-lint', [], { cwd })
}

test('the package can be imported where it is not installed', async () => {
  const config = `import { defineConfig, type MaestroConfig } from 'maestro-pack'
const rules: MaestroConfig['rules'] = { 'frontmatter/required-keys': 'off' }
export default defineConfig({ rules })\n`
  expect(await lint(config, BROKEN)).toMatchObject({ code: 0, err: '' })
})

describe('a configuration that misbehaves is one sentence and exit code 2', () => {
  test.each([
    ['is null', 'export default null', 'must be object'],
    ['is a function', 'export default () => ({})', 'no plain data'],
    ['holds a function', 'export default { rules: () => {} }', 'no plain data'],
    ['has a getter that throws', 'export default { get rules() { throw new Error("no luck") } }', 'no luck'],
    ['throws null', 'throw null', 'cannot be loaded: null'],
    ['throws nothing that has a text', 'throw Object.create(null)', 'cannot be loaded'],
    ['has a message of another type', 'throw Object.assign(new Error(), { message: { a: 1 } })', 'cannot be loaded'],
    ['is cyclic', 'const a: any = {}\na.profile = a\nexport default a', 'expected one of'],
    ['has a glob without end', 'export default { ignore: ["a".repeat(70000)] }', 'glob'],
    ['is no code', 'export default {\n  rules: [ }\n', '2:12'],
  ])('%s', async (_, config, sentence) => {
    const { code, err } = await lint(config)
    expect(err).toContain(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(err).not.toMatch(/[␀-␟]/)
    expect(code).toBe(2)
  })

  test.each([
    ['waits for ever', 'await new Promise(() => {})\nexport default {}', 'never settles'],
    ['ends the process', 'process.exit(0)\nexport default {}', 'ends the process'],
  ])('%s', async (_, config, sentence) => {
    const { code, err } = await lintApart(config)
    expect(err).toContain(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(2)
  })

  test.each([
    ['a promise that fails', 'Promise.reject()\nexport default {}', 'undefined'],
    ['an error later on', 'setTimeout(() => { throw new Error("late") }, 1)\nexport default {}', 'late'],
  ])('%s does not cut the report', async (_, config, sentence) => {
    const { code, out, err } = await lintApart(config, BROKEN)
    expect(out).toContain('frontmatter/required-keys')
    expect(err).toContain(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(2)
  })

  test.each([
    ['{\n  "profile": "strict",\n  rules: {}\n}\n', ' at 3:3'],
    ['{\n  "profile": strict\n}\n', 'Unexpected token'],
  ])('JSON that is none: %j', async (json, sentence) => {
    const { code, err } = await lint(json, CLEAN, [], 'maestro.config.json')
    expect(code).toBe(2)
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/[␀-␟]/)
  })
})

test('a byte order mark in JSON is accepted', async () => {
  expect((await lint('\uFEFF{ "profile": "strict" }', CLEAN, [], 'maestro.config.json')).err).toBe('')
  const baseline = '\uFEFF{ "version": 1, "entries": [] }'
  expect(await lint(baseline, CLEAN, ['--baseline', 'b.json'], 'b.json')).toMatchObject({ code: 0, err: '' })
})

test.each([
  [['--baseline', '.'], '“.” is a folder, not a baseline.\n'],
  [['--update-baseline', '--baseline', '.'], '“.” is a folder, not a baseline.\n'],
  [['--baseline', ''], '“--baseline” is empty. Name a file, or leave it out.\n'],
  [['--config', ''], '“--config” is empty. Name a file, or leave it out.\n'],
  [['--stdin-filename', ''], '“--stdin-filename” is empty. Name a file, or leave it out.\n'],
  [[''], 'A path is empty. Name a file or folder, or leave it out.\n'],
  [['--max-warnings', '-1'], '“--max-warnings -1” is not a number.\n'],
  [['--max-warnings=-1'], '“--max-warnings -1” is not a number.\n'],
  [['--target', 'codex@1@2'], '“--target codex@1@2” names no version. Write codex@'],
])('%j is refused', async (args, sentence) => {
  const { code, err } = await lint('{}', CLEAN, args, 'maestro.config.json')
  expect(err).toContain(sentence)
  expect(code).toBe(2)
})

test('an entry without a path is no baseline, also for an update', async () => {
  const cwd = await folder({ [NAME]: CLEAN })
  writeFileSync(
    join(cwd, 'maestro-baseline.json'),
    '{ "version": 1, "entries": [{ "rule": "a", "mark": "b", "count": 1 }] }',
  )
  const { code, err } = await runBin('maestro-lint', ['--update-baseline'], { cwd })
  expect(code).toBe(2)
  expect(err).toContain('is not a baseline')
})
