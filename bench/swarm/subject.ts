import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Controller } from '../../src/runtime/aco/search.ts'
import type { Assignment } from '../../src/runtime/aco/select.ts'

const run = promisify(execFile)

/**
 * A controller behind a command line, such as `node dist/aco.mjs` or `python3 aco.py`, by words: real processes and real files.
 *
 * It speaks the protocol only (init, select, update, converged; swarm-config.json, artifacts, scores, best.json).
 * `close` removes the session.
 */
export async function subjectController(
  [command, ...words]: readonly [string, ...string[]],
  config: Record<string, unknown>,
): Promise<Controller & { close(): void }> {
  const session = mkdtempSync(join(tmpdir(), 'swarm-'))
  const write = (path: string, value: unknown) => writeFileSync(join(session, path), JSON.stringify(value))
  const ask = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await run(command, [...words, '--session', session, ...args], { maxBuffer: 1 << 28 })
    return JSON.parse(stdout)
  }
  for (const folder of ['artifacts', 'scores']) mkdirSync(join(session, folder))
  write('swarm-config.json', config)
  await ask('init')
  return {
    select: async k => (await ask('select', '--iter', String(k)))['assignments'] as Assignment[],
    update: async (k, artifacts, scores) => {
      artifacts.forEach((artifact, i) => {
        write(`artifacts/ant-${k}-${i + 1}.json`, artifact)
      })
      if (scores) write(`scores/iter-${k}-scores.json`, scores)
      await ask('update', '--iter', String(k))
      return JSON.parse(readFileSync(join(session, 'best.json'), 'utf8')).path
    },
    converged: async () => (await ask('converged'))['converged'] === true,
    close: () => rmSync(session, { recursive: true, force: true }),
  }
}
