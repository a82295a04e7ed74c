import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repair } from '../../src/cli/repair.ts'
import { writeSource, writeText } from '../../src/host/write.ts'
import { CLEAN, folder, REPAIRABLE } from './folder.ts'

const root = join(import.meta.dirname, '..', '..')
const bin = join(root, 'bin/maestro-lint.mjs')
const before = { path: 'a.md', text: 'one\n' }
const after = { path: 'a.md', text: 'two\n' }

test('a file that was deleted, or became a folder, is told in a sentence', async () => {
  const path = await folder({ 'a.md': 'one\n' })
  const file = join(path, 'a.md')
  rmSync(file)
  expect(() => writeSource(file, before, after)).toThrow('“a.md” was deleted while it was being fixed.')
  mkdirSync(file)
  expect(() => writeSource(file, before, after)).toThrow('“a.md” became a folder while it was being fixed.')
})

test('one file that cannot be written does not stop the others', async () => {
  const path = await folder({ 'a.md': 'changed\n', 'b.md': 'one\n' })
  const changed = new Map(['a.md', 'b.md'].map(name => [name, { ...after, path: name }]))
  const originals = new Map(['a.md', 'b.md'].map(name => [name, { ...before, path: name }]))
  const { failed } = await repair(changed, originals, path)
  expect([...failed.keys()]).toEqual(['a.md'])
  expect(failed.get('a.md')?.message).toBe('“a.md” changed while it was being fixed.')
  expect(readFileSync(join(path, 'b.md'), 'utf8')).toBe('two\n')
})

test('a signal stops after the current file', async () => {
  const path = await folder({ 'a.md': 'one\n', 'b.md': 'one\n', 'c.md': 'one\n' })
  const names = ['a.md', 'b.md', 'c.md']
  const changed = new Map(names.map(name => [name, { ...after, path: name }]))
  const originals = new Map(names.map(name => [name, { ...before, path: name }]))
  const listeners = process.listenerCount('SIGHUP')
  const work = repair(changed, originals, path)
  process.emit('SIGHUP', 'SIGHUP')
  expect(await work).toMatchObject({ written: 1, signal: 'SIGHUP' })
  expect(names.map(name => readFileSync(join(path, name), 'utf8'))).toEqual(['two\n', 'one\n', 'one\n'])
  expect(process.listenerCount('SIGHUP')).toBe(listeners)
  expect(readdirSync(path).sort()).toEqual(names)
})

test('SIGTERM while files are written: whole files, no leftovers, exit code 143', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`.claude/skills/s${i}/SKILL.md`, REPAIRABLE.replace('review', `s${i}`)]),
  )
  const cwd = await folder(files)
  const child = spawn(process.execPath, [bin, '--fix', '-q'], { cwd, stdio: 'ignore' })
  const ended = new Promise<number | null>(done => child.on('close', code => done(code)))
  const isFixed = (i: number) => readFileSync(join(cwd, `.claude/skills/s${i}/SKILL.md`), 'utf8').includes('"Reviews:')
  while (!isFixed(0) && child.exitCode === null) await new Promise(done => setTimeout(done, 2))
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  const names = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter(name => /SKILL\.md/.test(name))
  expect(names.every(name => name.endsWith('SKILL.md'))).toBe(true)
  for (const name of names) expect(readFileSync(join(cwd, name), 'utf8')).toMatch(/# Review\n$/)
}, 30_000)

test('a file without write permission is not replaced', async () => {
  const path = await folder({ 'a.md': 'one\n' })
  const file = join(path, 'a.md')
  chmodSync(file, 0o444)
  if (process.getuid?.() !== 0)
    return expect(() => writeText(file, 'two\n')).toThrow(`“${file}” cannot be written (EACCES).`)
  chmodSync(path, 0o777)
  const code = `const { writeText } = await import(${JSON.stringify(join(root, 'src/host/write.ts'))})
    process.setuid(65534); try { writeText(${JSON.stringify(file)}, 'two') } catch (error) { console.log(error.message) }`
  const jiti = join(root, 'node_modules/jiti/lib/jiti-cli.mjs')
  writeFileSync(join(path, 'run.mts'), code)
  const { stdout } = spawnSync(process.execPath, [jiti, join(path, 'run.mts')], { encoding: 'utf8', cwd: root })
  expect(stdout).toBe(`“${file}” cannot be written (EACCES).\n`)
  expect(readFileSync(file, 'utf8')).toBe('one\n')
})

test('owner and mode stay', async () => {
  const path = await folder({ 'a.md': 'one\n' })
  const file = join(path, 'a.md')
  chmodSync(file, 0o640)
  if (process.getuid?.() === 0) chownSync(file, 65534, 65534)
  const { statSync } = await import('node:fs')
  const was = statSync(file)
  writeText(file, 'two\n')
  const { mode, uid, gid } = statSync(file)
  expect({ mode, uid, gid }).toEqual({ mode: was.mode, uid: was.uid, gid: was.gid })
})

test('what a killed run left behind is removed, nothing else', async () => {
  const path = await folder({ 'a.md': 'one\n', 'a.md.1411180344': 'tw', 'a.md.2024': 'other\n', 'a.md.77': 'two\n' })
  utimesSync(join(path, 'a.md.1411180344'), 1e9, 1e9)
  utimesSync(join(path, 'a.md.2024'), 1e9, 1e9)
  writeSource(join(path, 'a.md'), before, after)
  expect(readdirSync(path).sort()).toEqual(['a.md', 'a.md.2024', 'a.md.77'])
})

test.runIf(process.platform === 'linux')('a full disk behind the output is told in one sentence', async () => {
  const cwd = await folder({ '.claude/skills/review/SKILL.md': CLEAN.replace('review', 'other') })
  const shell = (to: string) =>
    spawnSync('sh', ['-c', `"${process.execPath}" "${bin}" ${to}`], { cwd, encoding: 'utf8' })
  const full = shell('> /dev/full')
  expect(full).toMatchObject({ status: 2, stderr: 'The output cannot be written (ENOSPC).\n' })
  expect(shell('--stats 2> /dev/full').stdout).toContain('frontmatter/')
})

test('bins that are not built say so', async () => {
  const path = await folder({ 'package.json': '{ "type": "module" }', 'bin/a': '' })
  for (const name of ['maestro-lint', 'maestro-pack']) {
    writeFileSync(join(path, `bin/${name}.mjs`), readFileSync(join(root, `bin/${name}.mjs`)))
    const { status, stderr } = spawnSync(process.execPath, [join(path, `bin/${name}.mjs`)], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'maestro-pack is not built. Run “npm run build” first.\n' })
  }
})

test('a failed repair shows in the exit code, the rest is repaired, and the report is of what is on disk', async () => {
  const skill = (name: string) => `.claude/skills/${name}/SKILL.md`
  const cwd = await folder({ [skill('a')]: REPAIRABLE, [skill('b')]: REPAIRABLE })
  const isRoot = process.getuid?.() === 0
  for (const name of ['a', 'b']) {
    if (isRoot) chownSync(join(cwd, `.claude/skills/${name}`), 65534, 65534)
    if (isRoot) chownSync(join(cwd, skill(name)), 65534, 65534)
  }
  chmodSync(cwd, 0o755)
  chmodSync(join(cwd, skill('a')), 0o444)
  const { error, status, stdout, stderr } = spawnSync(process.execPath, [bin, '--fix', '-f', 'json'], {
    cwd,
    encoding: 'utf8',
    ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
  })
  if (error) return console.log(`skipped: another user cannot run ${process.execPath}`)
  expect(stderr).toBe(`“${skill('a')}” cannot be written (EACCES).\nRepaired 1 of 2 files.\n`)
  expect(status).toBe(2)
  expect(readFileSync(join(cwd, skill('a')), 'utf8')).toBe(REPAIRABLE)
  expect(readFileSync(join(cwd, skill('b')), 'utf8')).toContain('"Reviews: a change"')
  const { diagnostics } = JSON.parse(stdout)
  expect(diagnostics.map((d: { path: string }) => d.path)).toContain(skill('a'))
})
