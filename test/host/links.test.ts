import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { discover } from '../../src/host/discover.ts'
import { runBin } from '../helpers/cli.ts'
import { CLEAN, folder, REPAIRABLE, REPAIRED } from './folder.ts'

const NAME = '.claude/skills/review/SKILL.md'

/** A repository whose Codex skills are the Claude ones. */
async function linked(text: string, how: 'folder' | 'client' | 'file'): Promise<string> {
  const path = await folder({ '.git/HEAD': '', [NAME]: text })
  if (how === 'client') symlinkSync('.claude', join(path, '.codex'))
  else if (how === 'folder') {
    mkdirSync(join(path, '.codex'))
    symlinkSync('../.claude/skills', join(path, '.codex/skills'))
  } else {
    mkdirSync(join(path, '.codex/skills/review'), { recursive: true })
    symlinkSync(join('../../..', NAME), join(path, '.codex/skills/review/SKILL.md'))
  }
  return path
}

test.each(['folder', 'client', 'file'] as const)('a file that two clients see is repaired once (%s)', async how => {
  const cwd = await linked(REPAIRABLE, how)
  const { code, err } = await runBin('maestro-lint', ['--fix'], { cwd })
  expect({ code, err }).toEqual({ code: 0, err: 'Repaired 1 finding in 1 file.\n' })
  expect(readFileSync(join(cwd, NAME), 'utf8')).toBe(REPAIRED)
  if (how === 'file') expect(lstatSync(join(cwd, '.codex/skills/review/SKILL.md')).isSymbolicLink()).toBe(true)
})

test.each(['.codex', '.codex/skills', '.codex/skills/review/SKILL.md'])('named by its link: %s', async name => {
  const cwd = await linked(REPAIRABLE, 'folder')
  const { code } = await runBin('maestro-lint', ['--fix', name], { cwd })
  expect(code).toBe(0)
  expect(readFileSync(join(cwd, NAME), 'utf8')).toBe(REPAIRED)
})

test('what one client calls foreign is not renamed in the other client’s file', async () => {
  const text = CLEAN.replace('name: review\n', 'name: review\nallowed-tools: Read, AskUserQuestion\n')
  const cwd = await linked(text, 'folder')
  for (let run = 0; run < 3; run++) {
    await runBin('maestro-lint', ['--fix-unsafe'], { cwd })
    expect(readFileSync(join(cwd, NAME), 'utf8')).toBe(text)
  }
})

test('a file that is reached through links only is repaired through the first one', async () => {
  const path = await folder({ '.git/HEAD': '', 'shared/review/text.md': REPAIRABLE, '.claude/a.md': '' })
  for (const client of ['.claude', '.codex']) {
    mkdirSync(join(path, client, 'skills/review'), { recursive: true })
    symlinkSync('../../../shared/review/text.md', join(path, client, 'skills/review/SKILL.md'))
  }
  const { sources, mayRepair } = discover(path, ['.'], () => false)
  expect(sources.map(source => source.path).filter(mayRepair)).toEqual(['.claude/a.md', NAME])
})

test('a link to a pipe is never opened', async () => {
  const cwd = await folder({ '.git/HEAD': '', [NAME]: CLEAN, '.claude/skills/pipe/a.md': '' })
  if (spawnSync('mkfifo', [join(cwd, 'pipe')]).status !== 0) return
  symlinkSync('../../../pipe', join(cwd, '.claude/skills/pipe/SKILL.md'))
  const { code, out } = await runBin('maestro-lint', ['-f', 'json'], { cwd })
  expect(code).toBe(1)
  expect(JSON.parse(out).diagnostics.map((d: { rule: string }) => d.rule)).toEqual(['hygiene/unreadable'])
}, 10_000)

test('stdin for a path whose folders do not exist never walks the disk', async () => {
  const cwd = await folder({ [NAME]: CLEAN })
  const stdin = (name: string) => runBin('maestro-lint', ['--stdin-filename', name], { cwd, input: CLEAN })
  expect(existsSync('/zz')).toBe(false)
  expect(await stdin('/zz/SKILL.md')).toMatchObject({ code: 2, err: expect.stringContaining('belongs to no pack') })
  expect(await stdin('.claude')).toMatchObject({ code: 2, err: '“.claude” is a folder. Name a file of a skill.\n' })
  expect(await stdin(`${NAME}/foo.md`)).toMatchObject({ code: 2, err: expect.stringContaining('lies below a file') })
  expect(await stdin('.claude/skills/new/SKILL.md')).toMatchObject({ code: 1 })
  const beside = await folder({ '.claude/skills/review/a.md': '' })
  expect(await stdin(`${beside}/${NAME}`)).toMatchObject({ code: 0 })
}, 20_000)
