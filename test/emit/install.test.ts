import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesBelow } from '../../src/host/folder.ts'
import { runBin, spawnBin } from '../helpers/cli.ts'

const home = mkdtempSync(join(tmpdir(), 'pack-install-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const SKILL = `---
name: demo
description: Shows a thing. Use when a thing is to be shown.
tools: [read]
---

# Demo

Read it with {{tool read}}.
`
const OTHER = SKILL.replaceAll('demo', 'other')

const put = (root: string, files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

let count = 0
/** A pack with two skills and an agent, and an empty project beside it. */
function setUp() {
  const base = join(home, String(count++))
  const pack = join(base, 'pack')
  const project = join(base, 'project')
  put(pack, {
    'maestro.config.json': '{}',
    'skills/demo/SKILL.md': SKILL,
    'skills/other/SKILL.md': OTHER,
    'skills/demo/agents/helper.md':
      '---\nname: helper\ndescription: Helps with a thing.\ntools: [read]\n---\n\nHelp.\n',
  })
  mkdirSync(project, { recursive: true })
  const run = (command: string, ...args: string[]) =>
    runBin('maestro-pack', [command, '--project', project, ...args], {
      cwd: pack,
      env: { HOME: join(base, 'home'), CODEX_HOME: join(base, 'home/.codex') },
    })
  return { base, pack, project, run, text: (path: string) => readFileSync(join(project, path), 'utf8') }
}

test.each([
  ['claude', '.claude', 'agents/helper.md'],
  ['codex', '.codex', 'agents/helper.toml'],
  ['agy', '.agents', 'agents/helper.md'],
])('%s: into the folder that it reads, twice the same, and away again', async (platform, dir, agent) => {
  const { project, run } = setUp()
  const first = await run('install', '--platform', platform)
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(filesBelow(project)).toEqual([
    `${dir}/${agent}`,
    `${dir}/skills/.maestro-install.json`,
    `${dir}/skills/demo/SKILL.md`,
    `${dir}/skills/other/SKILL.md`,
  ])
  expect((await run('install', '--platform', platform)).out).toContain('0 files written, 3 as they were')
  expect((await run('uninstall', '--platform', platform)).code).toBe(0)
  expect(filesBelow(project)).toEqual([])
  expect(existsSync(join(project, dir))).toBe(false)
})

test('somebody’s own skill of that name is not overwritten; --force keeps it and uninstall brings it back', async () => {
  const { project, run, text } = setUp()
  put(project, { '.claude/skills/demo/SKILL.md': 'mine\n', '.claude/skills/demo/notes.md': 'notes\n' })
  const refused = await run('install', '--platform', 'claude')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('.claude/skills/demo/SKILL.md is not ours.')
  expect(filesBelow(project)).toHaveLength(2)
  expect((await run('install', '--platform', 'claude', '--force')).code).toBe(0)
  expect(text('.claude/skills/demo/SKILL.md')).toContain('`Read`')
  expect((await run('uninstall', '--platform', 'claude')).code).toBe(0)
  expect(filesBelow(project)).toEqual(['.claude/skills/demo/SKILL.md', '.claude/skills/demo/notes.md'])
  expect(text('.claude/skills/demo/SKILL.md')).toBe('mine\n')
})

test('edited files are never lost', async () => {
  const { pack, project, run, text } = setUp()
  await run('install', '--platform', 'codex')
  put(project, { '.codex/skills/demo/SKILL.md': 'edited\n' })
  put(pack, { 'skills/demo/SKILL.md': `${SKILL}More.\n` })
  expect((await run('install', '--platform', 'codex')).code).toBe(2)
  expect(text('.codex/skills/demo/SKILL.md')).toBe('edited\n')
  const forced = await run('install', '--platform', 'codex', '--force')
  expect(forced.out).toContain('Kept aside:')
  expect(text('.codex/skills/demo/SKILL.md')).toContain('More.')
  expect(text('.codex/skills/.maestro-backup/skills/demo/SKILL.md.bak')).toBe('edited\n')
  put(project, { '.codex/skills/other/SKILL.md': 'edited too\n' })
  const away = await run('uninstall', '--platform', 'codex')
  expect(away.out).toContain('Kept, because it was edited:')
  expect(text('.codex/skills/other/SKILL.md')).toBe('edited too\n')
  expect(text('.codex/skills/demo/SKILL.md')).toBe('edited\n')
})

test('what the pack no longer has goes, what was edited of it stays', async () => {
  const { pack, project, run } = setUp()
  await run('install', '--platform', 'claude')
  rmSync(join(pack, 'skills/other'), { recursive: true })
  rmSync(join(pack, 'skills/demo/agents'), { recursive: true })
  put(project, { '.claude/agents/helper.md': 'edited\n' })
  expect((await run('install', '--platform', 'claude')).out).toContain('1 removed')
  expect(filesBelow(project)).toEqual([
    '.claude/agents/helper.md',
    '.claude/skills/.maestro-install.json',
    '.claude/skills/demo/SKILL.md',
  ])
})

test('platforms that share a folder are told', async () => {
  const { run } = setUp()
  await run('install', '--platform', 'agy')
  const shared = await run('install', '--platform', 'codex', '--agents')
  expect(shared.code).toBe(2)
  expect(shared.err).toContain('holds the bundle of Antigravity CLI, which reads the same folder')
  const beside = await run('install', '--platform', 'codex')
  expect(beside.code).toBe(0)
  expect(beside.err).toContain('it will list each skill of both twice')
})

test('--dry-run writes nothing; one skill of several; unknown ones', async () => {
  const { project, run } = setUp()
  const dry = await run('install', '--platform', 'claude', '--dry-run')
  expect(dry.out.match(/^write {4} /gm)).toHaveLength(3)
  expect(filesBelow(project)).toEqual([])
  expect((await run('install', '--platform', 'claude', 'othr')).err).toContain('Did you mean “other”?')
  await run('install', '--platform', 'claude', 'other')
  expect(filesBelow(project)).toEqual(['.claude/skills/.maestro-install.json', '.claude/skills/other/SKILL.md'])
  await run('install', '--platform', 'claude', 'demo')
  expect(filesBelow(project)).toContain('.claude/skills/other/SKILL.md')
})

test('lying records, links that lead out, and things in the way', async () => {
  const { base, project, run } = setUp()
  put(base, { 'precious.txt': 'keep' })
  for (const record of [
    'nonsense',
    '{"version":1,"platform":"claude","tool":"x","target":"1","folders":[],"files":{"../../precious.txt":{"sha256":"x"}}}',
    '{"version":1,"platform":"claude","tool":"x","target":"1","folders":["../.."],"files":{}}',
  ]) {
    put(project, { '.claude/skills/.maestro-install.json': record })
    const { code, err } = await run('uninstall', '--platform', 'claude')
    expect(code).toBe(2)
    expect(err).toContain('is no record of an installation')
  }
  expect(readFileSync(join(base, 'precious.txt'), 'utf8')).toBe('keep')
  rmSync(join(project, '.claude'), { recursive: true })
  mkdirSync(join(base, 'elsewhere'))
  mkdirSync(join(project, '.claude/skills'), { recursive: true })
  symlinkSync(join(base, 'elsewhere'), join(project, '.claude/skills/demo'))
  const linked = await run('install', '--platform', 'claude')
  expect(linked.code).toBe(2)
  expect(linked.err).toContain('leads out of')
  expect(filesBelow(join(base, 'elsewhere'))).toEqual([])
  rmSync(join(project, '.claude'), { recursive: true })
  put(project, { '.claude/skills/demo': 'a file where a folder must be' })
  expect((await run('install', '--platform', 'claude')).code).toBe(2)
  expect(readFileSync(join(project, '.claude/skills/demo'), 'utf8')).toContain('a file')
})

test('a failure or a kill at every write: the next run finishes or undoes it, and nothing of the user is lost', async () => {
  const fault = join(import.meta.dirname, '../helpers/fault.mjs')
  const step = process.env['FULL'] ? 1 : 33
  for (const what of ['throw', 'kill'])
    for (let at = 1; at < 120; at += step) {
      const { base, pack, project, run, text } = setUp()
      put(project, { '.claude/skills/demo/SKILL.md': 'mine\n' })
      const env = {
        HOME: join(base, 'home'),
        NODE_OPTIONS: `--import ${fault}`,
        ACO_FAULT: JSON.stringify({ at, do: what, code: 'ENOSPC', half: at % 2 === 0 }),
        ACO_FAULT_IN: project,
      }
      const { code, err } = await spawnBin(
        'maestro-pack',
        ['install', '--project', project, '--platform', 'claude', '--force'],
        { cwd: pack, env },
      )
      if (code === 0 && !err.includes('injected')) break
      if (at % 2) {
        // Undone: the user's file is back, whatever was reached.
        const away = await run('uninstall', '--platform', 'claude')
        if (away.code === 2) expect(away.err).toContain('Nothing is installed')
        expect(text('.claude/skills/demo/SKILL.md')).toBe('mine\n')
      } else {
        // Finished, and then undone.
        expect((await run('install', '--platform', 'claude', '--force')).code).toBe(0)
        expect(text('.claude/skills/demo/SKILL.md')).toContain('`Read`')
        expect((await run('uninstall', '--platform', 'claude')).code).toBe(0)
        expect(text('.claude/skills/demo/SKILL.md')).toBe('mine\n')
      }
    }
}, 600_000)
