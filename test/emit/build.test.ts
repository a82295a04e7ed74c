import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesBelow, sha256 } from '../../src/host/folder.ts'
import { runBin, spawnBin } from '../helpers/cli.ts'

const home = mkdtempSync(join(tmpdir(), 'pack-build-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const SKILL = `---
name: demo
description: Shows a thing. Use when a thing is to be shown.
tools: [read]
---

# Demo

Read it with {{tool read}}.
`

const put = (root: string, files: Readonly<Record<string, string | Buffer>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

let count = 0
/** A project of its own. */
function project(files: Readonly<Record<string, string | Buffer>> = { 'skills/demo/SKILL.md': SKILL }): string {
  const root = join(home, String(count++))
  put(root, { 'maestro.config.json': '{}', ...files })
  return root
}

const build = (cwd: string, ...args: string[]) => runBin('maestro-pack', ['build', ...args], { cwd })
const stateOf = (folder: string) =>
  filesBelow(folder).map(path => `${path} ${sha256(readFileSync(join(folder, path)))}`)

test('builds one bundle per client, twice the same', async () => {
  const root = project()
  const first = await build(root)
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(
    /^build\/\.claude {2}1 skill, 1 file for Claude Code [\d.]+\nbuild\/\.codex .*\nbuild\/\.agy /,
  )
  const state = stateOf(join(root, 'build'))
  expect(state.map(line => line.split(' ')[0])).toEqual([
    '.agy/skills/demo/SKILL.md',
    '.claude/skills/demo/SKILL.md',
    '.codex/skills/demo/SKILL.md',
    'maestro-manifest.json',
  ])
  expect((await build(root)).code).toBe(0)
  expect(stateOf(join(root, 'build'))).toEqual(state)
  const manifest = JSON.parse(readFileSync(join(root, 'build/maestro-manifest.json'), 'utf8'))
  expect(manifest.files['.codex/skills/demo/SKILL.md']).toMatchObject({
    source: 'skills/demo/SKILL.md',
    platform: 'codex',
  })
  expect((await build(root, '--check')).out).toBe('build is up to date: 3 files.\n')
})

test('errors of the sources and findings in bundles point at the sources, and nothing is written', async () => {
  const root = project({ 'skills/demo/SKILL.md': SKILL.replace('{{tool read}}', '{{tool raed}}') })
  const broken = await build(root)
  expect(broken).toMatchObject({ code: 1, err: 'Nothing was built.\n' })
  expect(broken.out).toContain('skills/demo/SKILL.md:9:21 error source\n  There is no neutral tool “raed”.')
  expect(existsSync(join(root, 'build'))).toBe(false)
  const dirty = project({ 'skills/demo/SKILL.md': `${SKILL}\n{{^agy}}\n[there](nowhere.md)\n{{/agy}}\n` })
  const found = await build(dirty)
  expect(found.code).toBe(1)
  expect(found.out).toContain('skills/demo/SKILL.md:12:')
  expect(found.out).toContain('references/link-target')
  expect(found.out).toMatch(/\(\.(?:claude|codex)\/skills\/demo\/SKILL\.md:\d+:\d+\)/)
})

test('--check names what changed, is missing, stale or edited, each with a diff, and writes nothing', async () => {
  const other = SKILL.replaceAll('demo', 'other')
  const root = project({
    'skills/demo/SKILL.md': SKILL,
    'skills/other/SKILL.md': other,
    'skills/third/SKILL.md': SKILL.replaceAll('demo', 'third'),
  })
  await build(root)
  put(root, { 'skills/demo/SKILL.md': `${SKILL}One more.\n` })
  rmSync(join(root, 'build/.codex/skills/other/SKILL.md'))
  rmSync(join(root, 'skills/third'), { recursive: true })
  put(root, {
    'build/.claude/skills/other/SKILL.md': `${readFileSync(join(root, 'build/.claude/skills/other/SKILL.md'), 'utf8')}Mine.\n`,
  })
  const before = stateOf(join(root, 'build'))
  const { code, out, err } = await build(root, '--check')
  expect(code).toBe(1)
  expect(out).toContain('build/.claude/skills/demo/SKILL.md differs from what the sources say now\n---')
  expect(out).toContain('+One more.')
  expect(out).toContain('build/.claude/skills/other/SKILL.md was edited since it was built\n---')
  expect(out).toContain('-Mine.')
  expect(out).toContain('build/.codex/skills/other/SKILL.md is missing\n---')
  expect(out).toContain('build/.agy/skills/third/SKILL.md would not be built any more\n---')
  expect(err).toBe('build is not up to date. Run “maestro-pack build”.\n')
  expect(stateOf(join(root, 'build'))).toEqual(before)
})

test('edited files and files of others are not lost', async () => {
  const root = project()
  await build(root)
  put(root, {
    'build/.claude/skills/demo/SKILL.md': 'mine\n',
    'build/notes.txt': 'keep me\n',
    'build/.codex/skills/own/SKILL.md': 'own\n',
  })
  const refused = await build(root)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('1 file in “build” was edited since it was built: .claude/skills/demo/SKILL.md.')
  expect(readFileSync(join(root, 'build/.claude/skills/demo/SKILL.md'), 'utf8')).toBe('mine\n')
  expect((await build(root, '--force')).code).toBe(0)
  expect(readFileSync(join(root, 'build/.claude/skills/demo/SKILL.md'), 'utf8')).toContain('`Read`')
  expect(readFileSync(join(root, 'build/notes.txt'), 'utf8')).toBe('keep me\n')
  expect(readFileSync(join(root, 'build/.codex/skills/own/SKILL.md'), 'utf8')).toBe('own\n')
})

test('a folder that maestro-pack did not make, and one with a lying manifest', async () => {
  const root = project()
  put(root, { 'build/precious.txt': 'x' })
  expect(await build(root)).toMatchObject({
    code: 2,
    err: expect.stringContaining('holds files that maestro-pack did not build'),
  })
  for (const manifest of [
    'no json',
    '[]',
    '{"version":2,"files":{},"targets":{}}',
    '{"version":1,"targets":{},"files":{"../../out.txt":{"sha256":"x","platform":"codex"}}}',
    '{"version":1,"targets":{},"files":{"/etc/passwd":{"sha256":"x","platform":"codex"}}}',
  ]) {
    put(root, { 'build/maestro-manifest.json': manifest, 'out.txt': 'outside' })
    expect((await build(root)).code).toBe(2)
    expect((await build(root, '--check')).code).toBe(1)
  }
  expect(readFileSync(join(root, 'out.txt'), 'utf8')).toBe('outside')
  expect((await build(root, '--force')).code).toBe(0)
  expect(readFileSync(join(root, 'build/precious.txt'), 'utf8')).toBe('x')
})

test('links: of the folder itself, and in it, stay links', async () => {
  const root = project()
  mkdirSync(join(root, 'elsewhere'))
  symlinkSync('elsewhere', join(root, 'build'))
  expect(await build(root)).toMatchObject({ code: 0, err: '' })
  put(root, { 'notes/a.txt': 'a' })
  symlinkSync('../notes', join(root, 'elsewhere/notes'))
  put(root, { 'skills/demo/SKILL.md': `${SKILL}More.\n` })
  expect(await build(root)).toMatchObject({ code: 0, err: '' })
  expect(readlinkSync(join(root, 'build'))).toBe('elsewhere')
  expect(readlinkSync(join(root, 'elsewhere/notes'))).toBe('../notes')
  expect(readFileSync(join(root, 'elsewhere/.codex/skills/demo/SKILL.md'), 'utf8')).toContain('More.')
})

test('nothing is written through a link, into what is behind it or into the sources', async () => {
  const root = project()
  await build(root)
  put(root, { 'precious/SKILL.md': 'mine\n' })
  rmSync(join(root, 'build/.claude/skills/demo'), { recursive: true })
  symlinkSync(join(root, 'precious'), join(root, 'build/.claude/skills/demo'))
  const through = await build(root)
  expect(through).toMatchObject({ code: 2, err: expect.stringContaining('is a link, and “.claude/skills/demo/') })
  expect(readFileSync(join(root, 'precious/SKILL.md'), 'utf8')).toBe('mine\n')
  for (const [link, to] of [
    ['o', 'skills'],
    ['p', '.'],
  ] as const) {
    symlinkSync(to, join(root, link))
    expect(await build(root, '-o', link, '--force')).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot hold'),
    })
  }
  expect(readdirSync(join(root, 'skills'))).toEqual(['demo'])
})

test('one platform leaves the bundles of the others', async () => {
  const root = project()
  await build(root)
  put(root, { 'skills/demo/SKILL.md': `${SKILL}More.\n` })
  expect((await build(root, '--platform', 'codex@0.144')).code).toBe(0)
  const manifest = JSON.parse(readFileSync(join(root, 'build/maestro-manifest.json'), 'utf8'))
  expect(manifest.targets.codex).toMatch(/^0\.144/)
  expect(Object.keys(manifest.files)).toHaveLength(3)
  expect(readFileSync(join(root, 'build/.claude/skills/demo/SKILL.md'), 'utf8')).not.toContain('More.')
  expect(readFileSync(join(root, 'build/.codex/skills/demo/SKILL.md'), 'utf8')).toContain('More.')
})

test.each([
  [['--platform', 'cluade'], 'Nothing is built for a platform “cluade”. Did you mean “claude”?'],
  [['--platform', 'codex@new'], '“codex@new” names no version.'],
  [['--chek'], '“maestro-pack build” has no option “--chek”. Did you mean “--check”?'],
  [['demo'], '“maestro-pack build” takes no “demo”.'],
  [['--out', 'skills/demo'], 'cannot hold bundles: the sources are there.'],
  [['--out', ''], '“--out” is empty.'],
])('%j is refused', async (args, message) => {
  const { code, err } = await build(project(), ...args)
  expect(err).toContain(message)
  expect(code).toBe(2)
})

test('sources that cannot be read are named', async () => {
  expect((await build(project({}))).err).toContain('There is no folder “skills” with sources.')
  const latin = project({ 'skills/demo/SKILL.md': Buffer.from([0x2d, 0xe9, 0x0a]) })
  expect((await build(latin)).err).toContain('“skills/demo/SKILL.md” is not UTF-8.')
  const linked = project()
  symlinkSync('/etc/hostname', join(linked, 'skills/demo/host.txt'))
  expect((await build(linked)).err).toContain('is a link that leads out of the project')
})

test('a run that was killed between the two renames is repaired by the next', async () => {
  const root = project()
  await build(root)
  const state = stateOf(join(root, 'build'))
  renameSync(join(root, 'build'), join(root, '.build.old-999999999'))
  mkdirSync(join(root, '.build.staging-999999999'))
  expect((await build(root, '--check')).code).toBe(0)
  expect(stateOf(join(root, 'build'))).toEqual(state)
  expect(existsSync(join(root, '.build.staging-999999999'))).toBe(false)
})

test('a failure or a kill at every write: the old bundle or the new one, never a mix', async () => {
  const root = project()
  await build(root)
  const old = stateOf(join(root, 'build'))
  put(root, { 'skills/demo/SKILL.md': `${SKILL}More.\n`, 'skills/demo/notes.md': 'Notes.\n' })
  const copy = (name: string) => {
    const to = join(home, name)
    rmSync(to, { recursive: true, force: true })
    put(to, Object.fromEntries(filesBelow(root).map(path => [path, readFileSync(join(root, path))])))
    return to
  }
  const fresh = copy('fresh')
  await build(fresh)
  const next = stateOf(join(fresh, 'build'))
  expect(next).not.toEqual(old)
  const fault = join(import.meta.dirname, '../helpers/fault.mjs')
  let outcomes = 0
  for (const what of ['throw', 'kill'])
    for (let at = 1; at < 60; at += process.env['FULL'] ? 1 : 23) {
      const at0 = copy('faulty')
      const env = {
        NODE_OPTIONS: `--import ${fault}`,
        ACO_FAULT: JSON.stringify({ at, do: what, code: 'ENOSPC', half: at % 2 === 0 }),
        ACO_FAULT_IN: at0,
      }
      const { code, err } = await spawnBin('maestro-pack', ['build'], { cwd: at0, env })
      if (code === 0 && !err.includes('injected')) break
      outcomes++
      // What another command sees, which repairs what a kill left.
      await runBin('maestro-pack', ['build', '--check'], { cwd: at0 })
      const now = stateOf(join(at0, 'build'))
      expect([JSON.stringify(old), JSON.stringify(next)]).toContain(JSON.stringify(now))
      if (what === 'throw') expect(err).not.toContain('This is a bug')
      const again = await build(at0)
      expect(`${what} ${at}: ${again.err}`).toBe(`${what} ${at}: `)
      expect(stateOf(join(at0, 'build'))).toEqual(next)
    }
  expect(outcomes).toBeGreaterThan(process.env['FULL'] ? 24 : 1)
}, 600_000)
