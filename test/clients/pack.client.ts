import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { spawnBin } from '../helpers/cli.ts'
import { CLIENTS, install } from './clients.ts'
import { skillsIn } from './listing.ts'
import { makePlace, runClient } from './run.ts'
import { startServer, textsOf } from './server.ts'

/** The whole pack as a user installs it: every skill is told to the model by every client, with its full description. */

const SUBJECTS = [
  { client: 'codex', platform: 'codex', dir: '.codex' },
  { client: 'codex-0.144', platform: 'codex@0.144', dir: '.codex' },
  { client: 'claude', platform: 'claude', dir: '.claude' },
  { client: 'gemini', platform: 'agy', dir: '.agents' },
] as const

const root = join(import.meta.dirname, '../..')
/** Where the requests can be read after a run. */
const RECORDS = join(root, 'test-output/clients')
const NAMES = readdirSync(join(root, 'skills')).filter(name => !name.startsWith('_'))

/** What a client is given to list at once, in characters: well below what it cuts at when it does not know its model. */
const BUDGET = 4_000

const described = (text: string): string =>
  (parse(/^---\n([\s\S]*?)\n---\n/.exec(text)![1]!) as { description: string }).description.replace(/\s+/g, ' ').trim()

/** Skills in groups whose descriptions fit a budget. */
function groupsOf(names: readonly string[]): string[][] {
  const groups: string[][] = [[]]
  let room = BUDGET
  for (const name of names) {
    const size = described(readFileSync(join(root, 'skills', name, 'SKILL.md'), 'utf8')).length + name.length
    if (size > room) {
      groups.push([])
      room = BUDGET
    }
    groups.at(-1)!.push(name)
    room -= size
  }
  return groups
}

describe.each(SUBJECTS)('$client', async ({ client: id, platform, dir }) => {
  const client = CLIENTS[id]
  const installed = await install(client)
  if ('unreachable' in installed) {
    console.warn(`SKIPPED ${client.title}: npm’s registry cannot be reached (${installed.unreachable}).`)
    return test.skip(`${client.title}: npm’s registry cannot be reached`, () => {})
  }

  test.each(groupsOf(NAMES).map(names => [names.join(' '), names] as const))('lists %s', async (_, names) => {
    const place = makePlace()
    const server = await startServer(() => ({ say: 'done' }))
    try {
      const args = ['install', '--shipped', '--platform', platform, '--project', place.project, ...names]
      expect(await spawnBin('maestro-pack', args, { env: { HOME: place.home } })).toMatchObject({ code: 0 })
      const ended = await runClient(client, installed.program, place, server)
      expect(ended, ended.stderr).toMatchObject({ status: 0 })
      const request = server.requests.find(({ body }) => textsOf(body).some(text => text.includes('Say “done”.')))!
      const listed = skillsIn(request)
      const folder = join(place.project, dir, 'skills')
      const wanted = Object.fromEntries(
        names.map(name => [name, described(readFileSync(join(folder, name, 'SKILL.md'), 'utf8'))]),
      )
      expect(Object.fromEntries(names.map(name => [name, listed.get(name)]))).toEqual(wanted)
      // No client complains about a skill.
      for (const name of names) expect(ended.stderr).not.toContain(name)
    } finally {
      await server.close()
      place.remove()
    }
  })

  test('all at once: none is missing', async () => {
    const place = makePlace()
    const server = await startServer(() => ({ say: 'done' }))
    try {
      const args = ['install', '--shipped', '--platform', platform, '--project', place.project]
      expect(await spawnBin('maestro-pack', args, { env: { HOME: place.home } })).toMatchObject({ code: 0 })
      expect(await runClient(client, installed.program, place, server)).toMatchObject({ status: 0 })
      const request = server.requests.find(({ body }) => textsOf(body).some(text => text.includes('Say “done”.')))!
      mkdirSync(RECORDS, { recursive: true })
      writeFileSync(join(RECORDS, `${id}-whole-pack.json`), JSON.stringify(server.requests, null, 2))
      const listed = skillsIn(request)
      expect(NAMES.filter(name => !listed.has(name))).toEqual([])
    } finally {
      await server.close()
      place.remove()
    }
  })
})
