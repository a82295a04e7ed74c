import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE } from '../helpers/swarm.ts'
import { expectSound, type Scenario, scenarios, start } from '../helpers/wave-faults.ts'

/** Interrupted writers of the table. A small part runs always, every call of every command with FULL=1. */

const full = process.env['FULL'] !== undefined
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
  if (full) console.info(`faults: ${seen.before} trials left the table before, ${seen.after} after the command`)
})

async function trial(scenario: Scenario, fault: object) {
  const { folder, ended } = start(scenario, fault)
  const outcome = await ended
  seen[await expectSound(scenario, folder, 'do' in fault && fault.do === 'kill' ? undefined : outcome)]++
  rmSync(folder, { recursive: true })
  return outcome
}

const FAULTS = [
  ['a full disk', { do: 'throw', code: 'ENOSPC', half: true }],
  ['an error that is told after the deed', { do: 'throw', code: 'EIO', half: 'after' }],
  ['a kill in the middle', { do: 'kill', half: true }],
] as const

test.each(FAULTS)(
  '%s, at any call of the file system, loses no row and no column',
  async (name, fault) => {
    // Without FULL each fault meets one of the commands, at three calls.
    const chosen = full ? all : [all[FAULTS.findIndex(([other]) => other === name)]!]
    for (const scenario of chosen) {
      const calls = Number(/calls (\d+)/.exec((await trial(scenario, {})).err)![1])
      expect(calls).toBeGreaterThan(10)
      const step = full ? 1 : Math.ceil(calls / 3)
      for (let at = 1 + Math.floor(Math.random() * step); at <= calls; at += step)
        await trial(scenario, { ...fault, at })
    }
  },
  LIMIT,
)
