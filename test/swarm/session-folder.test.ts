import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BUNDLE, finished, spawnBundle, stateOf, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** Folders that are none, are not there, are shut, or go away: told in a sentence with code and path. */

const isPosix = process.platform !== 'win32'

describe('the session folder', () => {
  test('that is a file', async () => {
    const file = join(temporaryFolder(), 'session')
    writeFileSync(file, '')
    for (const argv of [
      ['init'],
      ['status'],
      ['converged'],
      ['update', '--iter', '1'],
      ['validate', file],
      ['replay'],
    ]) {
      const { code, output } = await spawnBundle(['--session', file, ...argv])
      expect({ argv, code, error: output.code, message: output.message }).toEqual({
        argv,
        code: 2,
        error: 'E_SESSION',
        message: `“${file}” is a file, not a session folder`,
      })
    }
    const { code, output } = await spawnBundle(['--session', join(file, 'x'), 'init', '--config', await aConfig()])
    expect({ code, error: output.code }).toEqual({ code: 1, error: 'E_IO_ENOTDIR' })
    expect(output.message).toMatch(/^cannot make the folder .*: a part of the path is no folder \(ENOTDIR\)$/)
  })

  test('that is missing: only init makes one', async () => {
    const folder = join(temporaryFolder(), 'none')
    for (const argv of [['converged'], ['update', '--iter', '1'], ['select', '--iter', '1'], ['replay', '--write']]) {
      const { code, output } = await spawnBundle(['--session', folder, ...argv])
      expect({ code, error: output.code, message: output.message }).toEqual({
        code: 2,
        error: 'E_SESSION',
        message: `there is no session folder “${folder}”`,
      })
    }
    expect((await spawnBundle(['--session', folder, 'status'])).output).toMatchObject({ initialized: false })
    expect((await spawnBundle(['--session', folder, 'init'])).output).toMatchObject({ code: 'E_CONFIG_MISSING' })
    expect(Object.keys(stateOf(join(folder, '..')))).toEqual([])
  })

  const aConfig = async () => {
    const path = join(temporaryFolder(), 'mine.json')
    writeFileSync(path, JSON.stringify({ task_space: { nodes: ['a', 'b'] } }))
    return path
  }

  /** Runs the bundle as somebody who may not write: for root, permissions do not count. */
  const asNobody = (session: string, ...argv: string[]) =>
    finished(
      spawn(process.execPath, [BUNDLE, '--session', session, ...argv], {
        ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
      }),
    )

  test.skipIf(!isPosix)('that may not be written or read', async () => {
    const session = await swarm()
    session.ant(1, 1)
    const config = await aConfig()
    for (const folder of [session.path, join(config, '..')]) chmodSync(folder, 0o755)
    for (const folder of ['.', 'pheromone', 'artifacts']) chmodSync(join(session.path, folder), 0o555)
    for (const argv of [['update', '--iter', '1'], ['init'], ['replay', '--write']]) {
      const { code, output } = await asNobody(session.path, ...argv)
      expect({ argv, code, error: output.code }).toEqual({ argv, code: 1, error: 'E_IO_EACCES' })
      expect(output.message).toMatch(/^cannot create \S*pheromone\/\.lock.*: permission denied \(EACCES\)$/)
    }
    const made = await asNobody(join(session.path, 'new'), 'init', '--config', config)
    expect(made.output.message).toMatch(/^cannot make the folder \S*new\/pheromone: permission denied \(EACCES\)$/)
    expect((await asNobody(session.path, 'converged')).code).toBe(0)
    chmodSync(join(session.path, 'artifacts'), 0o000)
    const shut = await asNobody(session.path, 'status')
    expect({ code: shut.code, error: shut.output.code }).toEqual({ code: 1, error: 'E_IO_EACCES' })
    expect(shut.output.message).toMatch(/^cannot read the folder \S*artifacts: permission denied \(EACCES\)$/)
    chmodSync(join(session.path, 'swarm-config.json'), 0o000)
    const { code, output } = await asNobody(session.path, 'converged')
    expect({ code, message: output.message, path: output.details.path }).toEqual({
      code: 1,
      message: 'cannot read swarm-config.json: permission denied (EACCES)',
      path: 'swarm-config.json',
    })
    for (const folder of ['.', 'pheromone', 'artifacts']) chmodSync(join(session.path, folder), 0o755)
  })

  test('with a file where a folder belongs', async () => {
    for (const folder of ['artifacts', 'trails', 'pheromone/history']) {
      const session = await swarm()
      session.write(folder, '')
      const told = await session.fails('status')
      expect(told).toMatchObject({ exit: 1, code: 'E_FILE_KIND', message: `${folder} is a file, not a folder` })
    }
    const session = await swarm()
    session.ant(1, 1)
    session.write('run', '')
    const { output, exit } = await session.run('update', '--iter', '1', '--run-dir', join(session.path, 'run'))
    expect({ exit, code: output.code }).toEqual({ exit: 2, code: 'E_SESSION' })
    expect(output.message).toMatch(/^“.*run” is a file, not a run folder$/)
  })

  test.skipIf(!isPosix)('behind links that lead in a circle, and with a name that is too long', async () => {
    const folder = temporaryFolder()
    symlinkSync('loop', join(folder, 'loop'))
    for (const [name, code, words] of [
      ['loop', 'ELOOP', 'links lead in a circle'],
      ['x'.repeat(300), 'ENAMETOOLONG', 'the name is too long'],
    ]) {
      const { output, code: exit } = await spawnBundle(['--session', join(folder, name!), 'converged'])
      expect({ exit, code: output.code }).toEqual({ exit: 1, code: `E_IO_${code}` })
      expect(output.message).toBe(`cannot look at ${join(folder, name!)}: ${words} (${code})`)
      expect(output.details.path).toBe(join(folder, name!))
    }
  })
})

test.skipIf(!isPosix)('a working directory that is gone ends every command, and soon', async () => {
  for (const argv of [
    ['--session', 's', 'update', '--iter', '1'],
    ['--session', 's', 'init', '--config', 'c.json'],
    ['--session', 's', 'status'],
    ['validate', 'x.json'],
  ]) {
    const folder = join(temporaryFolder(), 'gone')
    mkdirSync(folder)
    const line = `cd '${folder}' && rmdir '${folder}' && exec "$0" "$@"`
    const child = spawn('bash', ['-c', line, process.execPath, BUNDLE, ...argv], { timeout: 20_000 })
    const { code, output } = await finished(child)
    expect([1, 2, 0], `${argv}`).toContain(code)
    expect(output.code ?? '').not.toBe('E_INTERNAL')
  }
})

test('folders are made with those above them', async () => {
  const { makeFolder } = await import('../../src/runtime/aco/access.ts')
  const folder = temporaryFolder()
  expect(makeFolder(join(folder, 'a/b/c'))).toBe(join(folder, 'a'))
  expect(makeFolder(join(folder, 'a/b/c'))).toBeUndefined()
  writeFileSync(join(folder, 'f'), '')
  expect(() => makeFolder(join(folder, 'f'))).toThrow(/EEXIST/)
  expect(() => makeFolder(join(folder, 'f/x'))).toThrow(/ENOTDIR/)
})
