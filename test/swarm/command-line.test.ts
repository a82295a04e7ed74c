import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SWARM_COMMANDS, SWARM_GLOBAL_FLAGS } from '../../src/core/swarm.ts'
import { VERSION } from '../../src/core/version.gen.ts'
import { aco } from '../../src/runtime/aco/cli.ts'
import { BUNDLE, finished, spawnBundle, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** The command line as such: what is read, what is refused, and what becomes of the output. */

const isPosix = process.platform !== 'win32'

describe('options', () => {
  test.each([['--version'], ['-v'], ['--version', 'select'], ['select', '--session', 'x', '--version']])(
    '%s prints the version',
    async (...argv) => {
      expect(await aco(argv)).toEqual({
        output: { status: 'ok', command: 'version', version: VERSION },
        exit: 0,
      })
    },
  )

  test('every option counts once', async () => {
    for (const flag of new Set([
      ...SWARM_GLOBAL_FLAGS,
      ...Object.values(SWARM_COMMANDS).flatMap(({ flags }) => flags),
    ])) {
      if (flag === '--help' || flag === '--version') continue
      for (const twice of [
        [flag, '1', flag, '2'],
        [`${flag}=1`, flag, '1'],
      ]) {
        const words = flag === '--force' || flag === '--write' ? [flag, flag] : twice
        const { output, exit } = await aco(words)
        expect({ flag, exit, code: output['code'], message: output['message'] }).toEqual({
          flag,
          exit: 2,
          code: 'E_USAGE',
          message: `${flag} is given twice`,
        })
      }
    }
    expect(await aco(['select', '--iter', '1', '--iter', '1', '--session', 's'])).toMatchObject({ exit: 2 })
    expect(await aco(['--help', '--help'])).toMatchObject({ exit: 0 })
  })

  test.each([
    [['init', '--session', 's', '--force=no'], '--force takes no value'],
    [['replay', '--session', 's', '--write=false'], '--write takes no value'],
    [['--session', '--iter', '1', 'select'], '--session has no value'],
    [['select', '--session', 's', '--iter'], '--iter has no value'],
    [['selct', '--session', 's', '--iter', '1'], 'there is no command “selct”; did you mean “select”?'],
    [['select', '--session', 's', '--itr', '1'], 'select has no option --itr; did you mean “--iter”?'],
    [['status', '--session', 's', '--zzz=1'], 'status has no option --zzz'],
    [['update', '--session', 's', '--iter', '1e3'], '--iter takes a whole number from 1 on'],
    [
      ['update', '--session', '.', '--iter', '1', '--extra-tokens', '-1'],
      '--extra-tokens takes a whole number from 0 to 1000000000000',
    ],
    [
      ['update', '--session', '.', '--iter', '1', '--extra-tokens', '9'.repeat(400)],
      '--extra-tokens takes a whole number from 0 to 1000000000000',
    ],
    [['validate'], 'validate needs at least one file'],
    [['validate', '--iter', '0', 'x.json'], '--iter takes a whole number from 1 on'],
  ])('%j', async (argv, message) => {
    const { output, exit } = await aco(argv)
    expect({ exit, code: output['code'], message: output['message'] }).toEqual({ exit: 2, code: 'E_USAGE', message })
  })

  test('what follows -- is a word, and a value may begin with a dash', async () => {
    const { output } = await aco(['validate', '--', '--odd.json'])
    expect(output).toMatchObject({ files: [{ file: '--odd.json', valid: false }] })
    const { ok } = await swarm({}, { init: false })
    expect((await ok('init', '--seed=--x')).seed).toBe('--x')
  })

  test('--help tells of every command, option and exit code', async () => {
    const { output, exit } = await aco(['--help'])
    expect(exit).toBe(0)
    expect(Object.keys(output['commands'] as object)).toEqual(Object.keys(SWARM_COMMANDS))
    expect(Object.keys(output['exit'] as object)).toEqual(['0', '1', '2'])
    expect(output['options']).toEqual(SWARM_GLOBAL_FLAGS)
  })
})

describe.skipIf(!isPosix)('output that cannot be written', () => {
  const initialised = async () => {
    const session = await swarm()
    session.ant(1, 1)
    return session
  }
  const into = (file: string, argv: readonly string[], shell = '') =>
    finished(
      spawn('bash', ['-c', `${shell} exec "$0" "$@" > '${file}'`, process.execPath, BUNDLE, ...argv], {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )

  test.skipIf(process.platform !== 'linux')('a full disk: exit 1 and a sentence on stderr', async () => {
    const { path } = await initialised()
    for (const argv of [['--help'], ['--session', path, 'status'], ['--session', path, 'update', '--iter', '1']]) {
      const { code, err } = await into('/dev/full', argv)
      expect({ argv, code, err }).toEqual({
        argv,
        code: 1,
        err: 'The output cannot be written: the disk is full (ENOSPC).\n',
      })
    }
    // What is wrong with the command line stays wrong.
    expect((await into('/dev/full', ['select'])).code).toBe(2)
  })

  test('a file that may not grow: not half of the output and exit 0', async () => {
    const { path } = await swarm({ swarm: { n_ants: 200 } })
    const file = join(temporaryFolder(), 'out')
    const { code, err } = await into(file, ['--session', path, 'select', '--iter', '1'], 'ulimit -f 1;')
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^The output cannot be written: .*\(EFBIG\)\.\n$/),
    })
    const whole = await into(file, ['--session', path, 'select', '--iter', '1'])
    expect(whole.code).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8')).assignments).toHaveLength(200)
  })

  test('a reader that closes the pipe ends the output, not the run', async () => {
    const session = await initialised()
    const child = spawn(process.execPath, [BUNDLE, '--session', session.path, 'update', '--iter', '1'])
    child.stdout.destroy()
    const { code, err } = await finished(child)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(session.json('pheromone/current.json').iteration).toBe(1)
  })

  test('a slow reader gets all of a long output', async () => {
    const { path } = await swarm({ swarm: { n_ants: 1000 } })
    const child = spawn('bash', [
      '-c',
      `"$0" "$@" | (sleep 0.5; cat)`,
      process.execPath,
      BUNDLE,
      '--session',
      path,
      'select',
      '--iter',
      '1',
    ])
    const { output } = await finished(child)
    expect(output.assignments).toHaveLength(1000)
  })

  test('a pipe that does not wait', async () => {
    const { path } = await swarm({ swarm: { n_ants: 1000 } })
    // Python makes its end, which the child shares, non-blocking.
    const code = [
      'import os, subprocess, sys, time',
      'r, w = os.pipe()',
      'os.set_blocking(w, False)',
      'child = subprocess.Popen(sys.argv[1:], stdout=w)',
      'os.close(w)',
      'time.sleep(0.5)',
      'sys.stdout.buffer.write(open(r, "rb").read())',
      'sys.exit(child.wait())',
    ].join('\n')
    const child = spawn('python3', ['-c', code, process.execPath, BUNDLE, '--session', path, 'select', '--iter', '1'])
    const { code: exit, output } = await finished(child)
    expect(exit).toBe(0)
    expect(output.assignments).toHaveLength(1000)
  })
})

test.skipIf(!isPosix)('what is printed to a file is what is printed to a pipe', async () => {
  const file = join(temporaryFolder(), 'out')
  const out = openSync(file, 'w')
  const { code } = await finished(spawn(process.execPath, [BUNDLE, '--help'], { stdio: ['ignore', out, 'pipe'] }))
  closeSync(out)
  expect(code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe((await spawnBundle(['--help'])).out)
})
