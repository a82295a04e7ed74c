import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFixture, type FsFixture } from 'fs-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL } from '../helpers/runs.ts'

/** The packed tarball, installed in an empty folder without dev dependencies, the way a user gets it. */

const root = join(import.meta.dirname, '..', '..')
const npm = (args: string[], cwd: string) => {
  const env = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' }
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', env })
  expect(stderr + stdout, `npm ${args[0]}`).not.toContain('npm error')
  expect(status).toBe(0)
  return stdout
}

let fixture: FsFixture
let home = ''
let packed: { filename: string; files: { path: string }[] }

beforeAll(async () => {
  fixture = await createFixture({ 'package.json': '{ "private": true }' })
  home = fixture.path
  ;[packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', home], root))
  npm(['install', '--omit=dev', join(home, packed.filename)], home)
  mkdirSync(join(home, '.claude/skills/review'), { recursive: true })
}, 120_000)

afterAll(() => fixture.rm())

const bin = (name: string, args: string[], path = 'node_modules/.bin') =>
  spawnSync(join(home, path, name), args, {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '' },
  })

if (!FULL) console.log('skipped: the tarball is made and installed by npm run test:full')

describe.skipIf(!FULL)('the tarball', () => {
  test('holds what is needed and nothing else', () => {
    const tops = new Set(packed.files.map(({ path }) => path.split('/')[0]))
    expect([...tops].sort()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'package.json',
      'schemas',
      'skills',
      'src',
      'templates',
    ])
    expect(packed.files.some(({ path }) => path === 'dist/THIRD-PARTY-LICENSES.txt')).toBe(true)
  })

  test('runs both bins', () => {
    for (const name of ['maestro-lint', 'maestro-pack']) {
      const { status, stdout, stderr } = bin(name, ['--help'])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toContain(name)
    }
  })

  test('lints with the native parser and with the fallback', () => {
    const skill = join(home, '.claude/skills/review/SKILL.md')
    writeFileSync(skill, '---\nname: review\n---\n\n- a list\n')
    expect(bin('maestro-lint', ['.claude']).status).toBe(1)
    writeFileSync(skill, '---\nname: review\ndescription: Reviews a change.\n---\n')
    const { status, stderr } = bin('maestro-lint', ['.claude'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    writeFileSync(join(home, 'maestro.config.json'), '{ "parser": "remark" }')
    expect(bin('maestro-lint', ['.claude']).status).toBe(0)
  })

  test('loads a typed configuration that imports the package', () => {
    writeFileSync(
      join(home, 'maestro.config.ts'),
      "import { defineConfig } from 'maestro-pack'\nexport default defineConfig({ profile: 'strict' })\n",
    )
    const { status, stderr } = bin('maestro-lint', ['.claude'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
