import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/core/version.gen.ts'
import { BUNDLE, swarm, temporaryFolder } from '../helpers/swarm.ts'

/** The one file as a file: what it weighs, and what a start loads. */

/** Runs a program with a module loaded first, given as text. */
const runWith = (preload: string, ...argv: string[]) =>
  spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, ...argv], {
    encoding: 'utf8',
  })

test('it is one file of ASCII below 120 kB that imports nothing at once', () => {
  const code = readFileSync(BUNDLE, 'latin1')
  expect(statSync(BUNDLE).size).toBeLessThan(120_000)
  expect([...code].filter(unit => unit > '\x7f')).toEqual([])
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })
  expect(body.filter(({ type }) => type === 'ImportDeclaration')).toEqual([])
})

test('a start loads no part of Node that it does not need', async () => {
  const session = await swarm()
  session.ant(1, 1)
  const empty = join(temporaryFolder(), 'empty.mjs')
  writeFileSync(empty, '')
  const loadedBy = (...argv: string[]): string[] => {
    const tell = 'process.on("exit", () => process._rawDebug("\\n" + JSON.stringify(process.moduleLoadList)))'
    return JSON.parse(
      runWith(tell, ...argv)
        .stderr.trim()
        .split('\n')
        .at(-1)!,
    )
  }
  const floor = new Set(loadedBy(empty))
  for (const argv of [['update', '--iter', '1'], ['select', '--iter', '2'], ['converged'], ['report'], ['status']]) {
    const more = loadedBy(BUNDLE, '--session', session.path, ...argv).filter(name => !floor.has(name))
    expect(
      more.filter(name => !/ os$/.test(name)),
      `${argv}`,
    ).toEqual([])
  }
})

test('it runs where Node has no process.getBuiltinModule', () => {
  const { stdout, status } = runWith('delete process.getBuiltinModule', BUNDLE, '--version')
  expect({ status, output: JSON.parse(stdout) }).toEqual({
    status: 0,
    output: { status: 'ok', command: 'version', version: VERSION },
  })
})
