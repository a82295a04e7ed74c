import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spawnBin } from '../helpers/cli.ts'
import { CLIENTS, install } from './clients.ts'

/** The plugin folders of a build, as the clients’ own commands take them. */

const home = mkdtempSync(join(tmpdir(), 'maestro-plugins-'))
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

/** Runs a client’s program with a home of its own; gives its exit code and all that it printed. */
const run = (program: string, ...args: string[]) =>
  new Promise<{ code: number; out: string }>(done =>
    execFile(
      program,
      args,
      { env: { PATH: process.env['PATH'], HOME: home, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code ?? 1) : 0, out: `${stdout}${stderr}` }),
    ),
  )

const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

beforeAll(async () => {
  expect(await spawnBin('maestro-pack', ['build', '--out', join(home, 'build')])).toMatchObject({ code: 0, err: '' })
})

describe('Claude Code', async () => {
  const installed = await install(CLIENTS.claude)
  test.skipIf('unreachable' in installed)('validates the plugin, and would notice a broken one', async () => {
    const { program } = installed as { program: string }
    const good = await run(program, 'plugin', 'validate', '--strict', join(home, 'build/.claude'))
    expect(good.out).toContain('Validation passed')
    expect(good.code).toBe(0)
    put(join(home, 'broken/.claude-plugin/plugin.json'), '{ "name": "not a name", "version": 1 }')
    expect((await run(program, 'plugin', 'validate', '--strict', join(home, 'broken'))).code).not.toBe(0)
  })
})

describe('Codex', async () => {
  const installed = await install(CLIENTS.codex)
  test.skipIf('unreachable' in installed)('installs the plugin from a marketplace, with every skill', async () => {
    const { program } = installed as { program: string }
    const market = join(home, 'market')
    cpSync(join(home, 'build/.codex'), join(market, 'plugins/maestro-pack'), { recursive: true })
    const source = { source: 'local', path: './plugins/maestro-pack' }
    const entry = { name: 'local', plugins: [{ name: 'maestro-pack', source }] }
    put(join(market, '.agents/plugins/marketplace.json'), JSON.stringify(entry))
    mkdirSync(join(home, '.codex'), { recursive: true })
    expect(await run(program, 'plugin', 'marketplace', 'add', market)).toMatchObject({ code: 0 })
    expect(await run(program, 'plugin', 'add', 'maestro-pack@local')).toMatchObject({ code: 0 })
    expect((await run(program, 'plugin', 'list')).out).toMatch(/maestro-pack@local +installed, enabled/)
    const cache = join(home, '.codex/plugins/cache/local/maestro-pack')
    const [version] = readdirSync(cache)
    const skills = readdirSync(join(home, 'build/.codex/skills'))
    expect(readdirSync(join(cache, version!, 'skills')).sort()).toEqual(skills.sort())
    expect(existsSync(join(cache, version!, 'skills/team-swarm/SKILL.md'))).toBe(true)
  })
})
