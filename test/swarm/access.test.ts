import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Swarm, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** What stands where a file belongs and is none: told in a sentence, and never waited for. */

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

  const files = ['task-space.json', 'best.json', 'trails/1.jsonl', 'pheromone/history/1.json', 'pheromone/current.json']
  test.each(full ? files : files.slice(0, 2))('as %s is told or replaced', async path => {
    const session = await swarm()
    session.ant(1, 1)
    await session.ok('update', '--iter', '1')
    session.ant(2, 1)
    await place(session, path, kind)
    for (const argv of [['converged'], ['report'], ['select', '--iter', '2'], ['status'], ['update', '--iter', '2']]) {
      const told = await ended(session, kind, ...argv)
      if (told.status === 'error') {
        expect(told).toMatchObject({ exit: 1, code: 'E_FILE_KIND', message: `${path} is ${kind}, not a file` })
        expect(told.details.path).toBe(path)
      }
    }
  })

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
