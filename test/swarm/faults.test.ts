import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE } from '../helpers/swarm.ts'
import { expectSound, type Scenario, scenarios, start } from '../helpers/swarm-faults.ts'

/** Interrupted writers. A small part runs always, everything with FULL=1 (`npm run test:full`). */

const full = process.env['FULL'] !== undefined
if (!full) console.info('faults: only a few kills and errors; npm run test:full has all of them')

const KILLS = full ? 330 : 5
const LIMIT = full ? 3_600_000 : 120_000

let root: string
let all: Scenario[]
beforeAll(async () => {
  root = mkdtempSync(join(BASE, 'faults-'))
  all = await scenarios(root)
})

const seen = { before: 0, after: 0 }
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  if (full) console.info(`faults: ${seen.before} trials left the session before, ${seen.after} after the command`)
})

async function trial(scenario: Scenario, fault: object) {
  const { folder, ended } = start(scenario, fault)
  const outcome = await ended
  seen[await expectSound(scenario, folder, 'do' in fault && fault.do === 'kill' ? undefined : outcome)]++
  rmSync(folder, { recursive: true })
  return outcome
}

/** Calls of the file system that a scenario’s command makes, undisturbed. */
async function callsOf(scenario: Scenario, fault: object): Promise<number> {
  const { err } = await trial(scenario, { reads: 'reads' in fault })
  return Number(/calls (\d+)/.exec(err)![1])
}

const FAULTS = [
  ['a full disk', { do: 'throw', code: 'ENOSPC', half: true }],
  ['an error that is told after the deed', { do: 'throw', code: 'EIO', half: 'after' }],
  ['a kill in the middle', { do: 'kill', half: true }],
  ['an error of the disk, reading too', { do: 'throw', code: 'EIO', reads: true }],
] as const

test.each(FAULTS.filter((_, index) => full || index % 2 === 1))(
  '%s, at any call of the file system, leaves all or nothing',
  async (name, fault) => {
    // Without FULL each fault meets one of the commands, at three calls.
    const turn = FAULTS.findIndex(([other]) => other === name)
    const chosen = full ? all : [all[turn % 5]!]
    for (const scenario of chosen) {
      const calls = await callsOf(scenario, fault)
      expect(calls).toBeGreaterThan(20)
      const step = full ? 1 : Math.ceil(calls / 3)
      for (let at = 1 + Math.floor(Math.random() * step); at <= calls; at += step)
        await trial(scenario, { ...fault, at })
    }
  },
  LIMIT,
)

test(
  `kill -9 at ${KILLS} random moments leaves all or nothing`,
  async () => {
    const spans: number[] = []
    for (const scenario of all) {
      const { child, ended } = start(scenario, { do: 'slow', ms: 1 })
      const begun = await new Promise<number>(done => child.stderr.once('data', () => done(Date.now())))
      await ended
      spans.push(Date.now() - begun)
    }
    for (let i = 0; i < KILLS; i++) {
      const scenario = all[i % all.length]!
      const { child, ended, folder } = start(scenario, { do: 'slow', ms: 1 })
      await new Promise(done => child.stderr.once('data', done))
      await new Promise(done => setTimeout(done, Math.random() * spans[i % all.length]!))
      child.kill('SIGKILL')
      await ended
      seen[await expectSound(scenario, folder)]++
      rmSync(folder, { recursive: true })
    }
  },
  LIMIT,
)
