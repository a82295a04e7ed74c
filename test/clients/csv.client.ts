import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLIENTS, install } from './clients.ts'
import { inputCsv, plainOutput, playJob, workerIn } from './csv-job.ts'
import { makePlace, runClient } from './run.ts'
import { startServer } from './server.ts'

/**
 * Codex’s own `spawn_agents_on_csv`, as long as there was one, over awkward rows. `RECORD=1 npm run test:clients`
 * writes what came of it to `test/golden/codex-csv`, which our runtime is held to.
 */

const GOLDEN = join(import.meta.dirname, '../golden/codex-csv')

const client = CLIENTS['codex-0.144']
const installed = await install(client)
if ('unreachable' in installed)
  console.warn(`SKIPPED ${client.title}: npm’s registry cannot be reached (${installed.unreachable}).`)

test.skipIf('unreachable' in installed)(`${client.title} runs a CSV job as recorded`, async () => {
  const place = makePlace({ 'input.csv': inputCsv() })
  const server = await startServer(playJob)
  try {
    const args = ['--enable', 'enable_fanout', '--enable', 'multi_agent']
    const { status, stderr } = await runClient(client, (installed as { program: string }).program, place, server, {
      args,
    })
    expect(status, stderr).toBe(0)
    const prompts = new Map(
      server.requests.flatMap(request => {
        const worker = workerIn(request)
        return worker ? [[worker.item, worker.prompt.replaceAll(worker.job, 'JOB')]] : []
      }),
    )
    const sorted = Object.fromEntries([...prompts].sort(([a], [b]) => (a < b ? -1 : 1)))
    const came = {
      'input.csv': inputCsv(),
      'output.csv': plainOutput(readFileSync(join(place.project, 'output.csv'), 'utf8')),
      'prompts.json': `${JSON.stringify(sorted, null, 2)}\n`,
    }
    for (const [name, text] of Object.entries(came)) {
      if (process.env['RECORD']) {
        mkdirSync(GOLDEN, { recursive: true })
        writeFileSync(join(GOLDEN, name), text)
      }
      expect(text, name).toBe(readFileSync(join(GOLDEN, name), 'utf8'))
    }
  } finally {
    await server.close()
    place.remove()
  }
})
