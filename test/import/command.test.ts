import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Io } from '../../src/cli/io.ts'
import { maestroPack } from '../../src/cli/maestro-pack.ts'
import { filesBelow, sha256 } from '../../src/host/folder.ts'

const home = mkdtempSync(join(tmpdir(), 'pack-import-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let count = 0
/** A project with the pack in it. */
function project(): string {
  const root = join(home, String(count++))
  cpSync(join(import.meta.dirname, 'pack'), root, { recursive: true })
  writeFileSync(join(root, 'maestro.config.json'), '{}')
  return root
}

/** Runs the command from its source. */
async function run(cwd: string, ...args: string[]) {
  let out = ''
  let err = ''
  const io: Io = {
    ...{ cwd, env: {}, isTty: false, width: 100, stdin: async () => Buffer.alloc(0) },
    out: text => void (out += text),
    err: text => void (err += text),
  }
  return { code: await maestroPack(args, io), out, err }
}

const stateOf = (folder: string) =>
  filesBelow(folder).map(path => `${path} ${sha256(readFileSync(join(folder, path)))}`)

test('a pack becomes sources that build for every client, and is not touched', async () => {
  const root = project()
  const before = stateOf(join(root, '.claude'))
  const dry = await run(root, 'import', '.', '--dry-run')
  expect(dry.code).toBe(0)
  expect(existsSync(join(root, 'skills'))).toBe(false)
  const done = await run(root, 'import', '.claude')
  expect(done.code).toBe(0)
  expect(done.out.replace(/^skills .*/m, '')).toBe(dry.out.replace(/^skills .*/m, ''))
  expect(done.out).toMatch(/^\.claude\/commands\/harbor-run\.md:5:22 {2}lost {8}“Bash\(git:\*\)” of “allowed-tools”: /m)
  expect(done.out).toMatch(/\nskills {2}5 skills, 14 files from \.claude: \d+ normalised, \d+ lost, \d+ kept\.\n$/)
  expect(stateOf(join(root, '.claude'))).toEqual(before)
  const built = await run(root, 'build', '--quiet')
  expect(built).toEqual({ code: 0, out: '', err: '' })
  expect(filesBelow(join(root, 'build', '.codex')).filter(path => path.endsWith('SKILL.md'))).toHaveLength(5)
  expect(readFileSync(join(root, 'build/.claude/skills/team-survey/scripts/map.bin'))).toEqual(
    readFileSync(join(root, '.claude/skills/team-survey/scripts/map.bin')),
  )
})

test('a folder that holds files is left alone, and with --force only files of the same path are replaced', async () => {
  const root = project()
  mkdirSync(join(root, 'skills/mine'), { recursive: true })
  writeFileSync(join(root, 'skills/mine/SKILL.md'), 'mine')
  const before = stateOf(join(root, 'skills'))
  const refused = await run(root, 'import', '.')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('“skills” holds 1 file already; nothing was written.')
  expect(stateOf(join(root, 'skills'))).toEqual(before)
  expect((await run(root, 'import', '.', '--force')).code).toBe(0)
  expect(readFileSync(join(root, 'skills/mine/SKILL.md'), 'utf8')).toBe('mine')
  expect(existsSync(join(root, 'skills/harbor-plan/SKILL.md'))).toBe(true)
})

test('the sources never go where the pack is', async () => {
  const root = project()
  for (const out of ['.claude', '.claude/skills', '.'])
    expect(await run(root, 'import', '.claude', '--out', out, '--force')).toMatchObject({ code: 2 })
})

test('what cannot be read is told, the rest is imported', async () => {
  const root = project()
  writeFileSync(join(root, '.claude/skills/team-survey/bad.md'), Buffer.from([0xff, 0xfe, 0x41]))
  symlinkSync('/nowhere', join(root, '.claude/skills/team-survey/link.md'))
  const { code, out } = await run(root, 'import', '.')
  expect(code).toBe(0)
  expect(out).toContain('team-survey/bad.md:1:1  lost        the file is not imported: it is not UTF-8')
  expect(out).toContain('team-survey/link.md:1:1  lost        the file is not imported: the link leads nowhere')
})

test('folders of skills and plugins are packs too; anything else is told', async () => {
  const root = project()
  expect((await run(root, 'import', '.claude/skills', '--out', 'here')).out).toMatch(
    /\nhere {2}2 skills, 9 files from \.claude\/skills: /,
  )
  mkdirSync(join(root, 'empty'))
  expect(await run(root, 'import', 'empty')).toEqual({
    code: 2,
    out: '',
    err: 'There is no pack in “empty”. Name a client’s folder, such as .claude.\n',
  })
  expect((await run(root, 'import', 'nowhere')).err).toBe('There is no folder “nowhere”.\n')
  expect((await run(root, 'import')).err).toBe('A folder is needed. Write “maestro-pack import .claude”.\n')
})

test('the report as JSON', async () => {
  const root = project()
  const { files, notes, summary, version } = JSON.parse((await run(root, 'import', '.', '--json', '--dry-run')).out)
  expect({ version, files: files.length, notes: notes.length }).toEqual({
    version: 1,
    files: summary.files,
    notes: summary.normalised + summary.lost + summary.kept,
  })
  expect(notes[0]).toEqual(
    expect.objectContaining({
      kind: expect.any(String),
      path: expect.stringContaining('.claude/'),
      line: expect.any(Number),
      column: expect.any(Number),
    }),
  )
})
