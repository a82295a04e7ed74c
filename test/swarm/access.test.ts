import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  artifact,
  BUNDLE,
  finished,
  type Swarm,
  spawnBundle,
  stateOf,
  swarm,
  temporaryFolder,
} from '../helpers/swarm.ts'

/** What stands where a file or a folder belongs, and what the system refuses: told in a sentence, and never waited for. */

const isPosix = process.platform !== 'win32'

const full = process.env['FULL'] !== undefined

/** Things that are no files, by what they are called. */
const ODD: Record<string, (path: string) => unknown> = {
  'a folder': path => mkdirSync(path),
  'a pipe': path => execFileSync('mkfifo', [path]),
  'a device': path => symlinkSync('/dev/zero', path),
  'a socket': path =>
    new Promise<void>(done => {
      const server = createServer().listen(path, done)
      server.unref()
    }),
}
const kinds = Object.keys(ODD).filter(kind => isPosix || kind === 'a folder')

/** Puts something odd in the place of a file. */
async function place(session: Swarm, path: string, kind: string): Promise<void> {
  const file = join(session.path, path)
  mkdirSync(join(file, '..'), { recursive: true })
  rmSync(file, { force: true, recursive: true })
  // The path of a socket is short.
  if (kind === 'a socket') {
    const short = join(temporaryFolder('s-'), 's')
    await ODD[kind]!(short)
    renameSync(short, file)
  } else await ODD[kind]!(file)
}

/** Runs a command that has to end by itself, with one object on stdout: in a process of its own where it might hang. */
async function ended(session: Swarm, kind: string, ...argv: string[]) {
  const { exit, output } = kind === 'a pipe' || full ? await spawned(session, argv) : await session.run(...argv)
  expect(output.code ?? '').not.toMatch(/^E_INTERNAL$|^E_IO_ERR/)
  if (output.status === 'error')
    expect(output.message, JSON.stringify(output)).not.toMatch(/undefined|\bnode:|^E[A-Z]+:/)
  return { ...output, exit }
}

async function spawned(session: Swarm, argv: string[]) {
  const { code, output, err } = await session.spawn(argv)
  expect(output, err).toBeTypeOf('object')
  return { exit: code, output }
}

describe.each(kinds)('%s', kind => {
  test('as a scores file', async () => {
    const session = await swarm({ scoring: { mode: 'llm' } })
    session.ant(1, 1)
    const before = session.state()
    await place(session, 'scores/iter-1-scores.json', kind)
    expect(await ended(session, kind, 'update', '--iter', '1')).toMatchObject({
      exit: 1,
      code: 'E_SCORES_JSON',
      message: `scores/iter-1-scores.json is ${kind}, not a file`,
    })
    expect(session.state()).toEqual(before)
  })

  test('as the configuration, of the session or given', async () => {
    const session = await swarm()
    await place(session, 'odd.json', kind)
    for (const argv of [
      ['init', '--config', join(session.path, 'odd.json')],
      ['simulate', '--config', join(session.path, 'odd.json')],
    ]) {
      const told = await ended(session, kind, ...argv)
      expect(told).toMatchObject({ exit: 2, code: 'E_CONFIG_FILE' })
      expect(told.message).toContain(`is ${kind}, not a file`)
    }
    await place(session, 'swarm-config.json', kind)
    for (const argv of [['init'], ['status'], ['converged'], ['update', '--iter', '1']])
      expect(await ended(session, kind, ...argv)).toMatchObject({
        exit: 2,
        code: 'E_CONFIG_FILE',
        message: `swarm-config.json is ${kind}, not a file`,
      })
  })

  test('as an artifact is rejected alone, and told', async () => {
    const session = await swarm()
    session.ant(1, 1)
    await place(session, 'artifacts/ant-1-2.json', kind)
    const reason = `is ${kind}, not a file`
    expect(await ended(session, kind, 'update', '--iter', '1')).toMatchObject({
      exit: 0,
      n_ants_processed: 1,
      rejected: [{ file: 'ant-1-2.json', reason }],
      warnings: [{ code: 'W_ARTIFACT', file: 'ant-1-2.json', message: reason }],
    })
    session.drop('artifacts/ant-1-1.json')
    expect(await ended(session, kind, 'update', '--iter', '1')).toMatchObject({ exit: 1, code: 'E_NO_VALID_ARTIFACTS' })
    const path = join(session.path, 'artifacts/ant-1-2.json')
    expect(await ended(session, kind, 'validate', path)).toMatchObject({ exit: 1, files: [{ valid: false, reason }] })
  })

  test.each(['task-space.json', 'best.json', 'trails/1.jsonl', 'pheromone/history/1.json', 'pheromone/current.json'])(
    'as %s is told or replaced',
    async path => {
      const session = await swarm()
      session.ant(1, 1)
      await session.ok('update', '--iter', '1')
      session.ant(2, 1)
      await place(session, path, kind)
      for (const argv of [
        ['converged'],
        ['report'],
        ['select', '--iter', '2'],
        ['status'],
        ['update', '--iter', '2'],
      ]) {
        const told = await ended(session, kind, ...argv)
        if (told.status === 'error') {
          expect(told).toMatchObject({ exit: 1, code: 'E_FILE_KIND', message: `${path} is ${kind}, not a file` })
          expect(told.details.path).toBe(path)
        }
      }
    },
  )

  test.each(['pheromone/.lock', 'pheromone/.commit'])('as %s', async path => {
    const session = await swarm()
    session.ant(1, 1)
    await place(session, path, kind)
    for (const argv of [['update', '--iter', '1'], ['status']])
      expect(await ended(session, kind, ...argv)).toMatchObject({
        exit: 1,
        code: 'E_FILE_KIND',
        message: `${path} is ${kind}, not a file`,
      })
  })

  test('as a rule', async () => {
    for (const name of ['rule.py', 'rule.mjs']) {
      const session = await swarm({ scoring: { mode: 'script', script_path: name, timeout_s: 5 } })
      session.ant(1, 1)
      await place(session, name, kind)
      const told = await ended(session, kind, 'update', '--iter', '1')
      expect(told).toMatchObject({ exit: 1, code: 'E_SCRIPT_PATH' })
      expect(told.message).toContain(`“${name}” is ${kind}, not a file`)
    }
  })
})

describe('what is too large', () => {
  const large = (session: Swarm, path: string) => {
    session.write(path, '{')
    truncateSync(join(session.path, path), 64 * 2 ** 20 + 1)
  }

  test('is told with its size: scores, configuration, artifact', async () => {
    const session = await swarm()
    session.ant(1, 1)
    large(session, 'artifacts/ant-1-2.json')
    const { rejected } = await session.ok('update', '--iter', '1')
    expect(rejected).toEqual([{ file: 'ant-1-2.json', reason: 'is larger than 64 MB (67,108,865 bytes)' }])
    large(session, 'scores/iter-1-scores.json')
    expect(await session.fails('update', '--iter', '1')).toMatchObject({
      exit: 1,
      code: 'E_SCORES_JSON',
      message: 'scores/iter-1-scores.json is larger than 64 MB (67,108,865 bytes)',
    })
    large(session, 'swarm-config.json')
    const told = {
      exit: 2,
      code: 'E_CONFIG_FILE',
      message: 'swarm-config.json is larger than 64 MB (67,108,865 bytes)',
    }
    expect(await session.fails('converged')).toMatchObject(told)
    expect(await session.fails('init')).toMatchObject(told)
  })

  test.skipIf(!isPosix)('is not read for ever, however small it says it is', async () => {
    const session = await swarm()
    session.ant(1, 1)
    // The system’s own files say that they are empty.
    symlinkSync('/proc/self/status', join(session.path, 'artifacts/ant-1-2.json'))
    expect((await session.ok('update', '--iter', '1')).rejected).toEqual([
      { file: 'ant-1-2.json', reason: 'not JSON, or nested too deeply' },
    ])
  })
})

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

describe('two artifacts with one ant_id', () => {
  test.each([
    [1, 2],
    [2, 1],
  ])('the file that has the name counts: ant %i says that it is ant %i', async (file, id) => {
    const session = await swarm()
    session.ant(1, id, { path: ['a', 'b'], self_score: 0.4 })
    session.write(`artifacts/ant-1-${file}.json`, artifact(1, id, { path: ['e', 'f'], self_score: 1 }))
    const { rejected, n_ants_processed: n } = await session.ok('update', '--iter', '1')
    expect(n).toBe(1)
    expect(rejected).toEqual([
      {
        file: `ant-1-${file}.json`,
        ant_id: `ANT-1-${id}`,
        reason: `ant_id is that of ant-1-${id}.json`,
      },
    ])
    expect(session.json('best.json')).toMatchObject({ path: ['a', 'b'] })
  })

  test('the solution of the best path is that of the file which counts, also later', async () => {
    const session = await swarm()
    const solution = (summary: string) => ({ type: 'string', summary, content: 'x' })
    session.ant(1, 2, { self_score: 1, candidate_solution: solution('own') })
    session.write('artifacts/ant-1-1.json', artifact(1, 2, { candidate_solution: solution('stolen') }))
    await session.ok('update', '--iter', '1')
    session.ant(2, 1, { self_score: 0.1 })
    for (const drop of [[], ['best.json']]) {
      for (const path of drop) session.drop(path)
      await session.ok('update', '--iter', '2')
      expect(session.json('best.json').candidate_solution.summary).toBe('own')
    }
  })

  test('where none has the name, the first counts', async () => {
    const session = await swarm()
    session.write('artifacts/ant-1-b.json', artifact(1, 7, { path: ['a', 'b'] }))
    session.write('artifacts/ant-1-a.json', artifact(1, 7, { path: ['c', 'd'] }))
    const { rejected } = await session.ok('update', '--iter', '1')
    expect(rejected).toEqual([{ file: 'ant-1-b.json', ant_id: 'ANT-1-7', reason: 'ant_id is that of ant-1-a.json' }])
  })
})
