import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { WAVE } from '../helpers/wave.ts'
import { CLIENTS, install } from './clients.ts'
import { environmentOf, makePlace, survivorsOf } from './run.ts'
import { startServer } from './server.ts'
import { CONTRACT, playWorker, waveCsv } from './wave-worker.ts'

const RESULTS = 'wave-1-results.csv'

/** The real clients as workers of `wave.mjs run`: every way in which a worker can end. */

describe.each(['codex', 'claude'] as const)('--worker %s', async id => {
  const client = CLIENTS[id]
  const installed = await install(client)
  if ('unreachable' in installed) {
    console.warn(`SKIPPED ${client.title}: npm’s registry cannot be reached (${installed.unreachable}).`)
    return test.skip(`${client.title}: npm’s registry cannot be reached`, () => {})
  }

  test('a valid result, an invalid one, none, a slow one, two', async () => {
    const place = makePlace({ 'wave-1.csv': waveCsv(), 'contract.json': JSON.stringify(CONTRACT) })
    let running: string[] = []
    const server = await startServer((request, turn) => {
      running = survivorsOf(place)
      return playWorker(request, turn)
    })
    try {
      const bin = join(place.root, 'bin')
      mkdirSync(bin)
      symlinkSync(installed.program, join(bin, id))
      const env = environmentOf(client, place, server)
      const argv = ['run', '--wave-csv', 'wave-1.csv', '--contract', 'contract.json', '--worker', id]
      const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>(resolve =>
        execFile(
          process.execPath,
          [WAVE, ...argv, '--max-runtime', '25', '--max-concurrency', '2'],
          { cwd: place.project, env: { ...env, PATH: `${bin}${delimiter}${env['PATH']}` } },
          (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
        ),
      )
      expect(code, stdout + stderr).toBe(1)
      expect(existsSync(join(place.project, RESULTS)), stdout + stderr).toBe(true)
      const rows = parse(readFileSync(join(place.project, RESULTS)), { columns: true }) as Record<string, string>[]
      const misfit = 'the result does not fit: /length must be integer (#/properties/length/type)'
      const asked = { codex: 1, claude: 2 }[id]
      expect(
        rows.map(row => [row['id'], row['result_status'], row['reason'], row['findings'], row['input_tokens']]),
      ).toEqual([
        ['r1', 'completed', '', 'read Book 1', '7'],
        ['r2', 'failed', misfit, '', `${7 * asked}`],
        id === 'codex'
          ? ['r3', 'failed', misfit, '', '7']
          : [
              'r3',
              'failed',
              'the worker ended without a result (exit code 1, Failed to provide valid structured output after 5 attempts)',
              '',
              '28',
            ],
        ['r4', 'failed', 'the worker ended without a result', '', `${7 * asked}`],
        ['r5', 'failed', 'timeout: it was ended after 25 s', '', ''],
        ['r6', 'completed', '2 results were handed in, the first counts', 'read Book 6', `${7 * asked}`],
      ])
      expect(rows.map(row => row['length'])).toEqual(['6', '', '', '', '', '6'])
      if (process.platform === 'linux')
        expect(running.some(line => line.includes(id) && !line.includes(WAVE))).toBe(true)
      await expect.poll(() => survivorsOf(place), { timeout: 5000 }).toEqual([])
    } finally {
      await server.close()
      place.remove()
    }
  })
})
