import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Bundle } from '../../src/emit/types.ts'
import { skillOf } from '../helpers/bundle.ts'
import { type BuildTarget, compile } from '../helpers/emit.ts'
import { CLIENTS, install } from './clients.ts'
import { agentsIn, type Listing, skillsIn } from './listing.ts'
import { makePlace, runClient } from './run.ts'
import { type ModelRequest, startServer, textsOf } from './server.ts'

/** What the real clients tell their models of emitted skills and agents, read from their requests. */

const SUBJECTS = [
  { client: 'codex', target: ['codex', '0.171.0'], dir: '.codex', broken: undefined, longest: 1024 },
  { client: 'codex-0.144', target: ['codex', '0.144.1'], dir: '.codex', broken: undefined, longest: 1024 },
  // Claude Code keeps a skill whose frontmatter it cannot read, with the body's heading for a description.
  { client: 'claude', target: ['claude', '2.1.218'], dir: '.claude', broken: 'Pruning', longest: 1536 },
] as const

/** A small pack with an agent, and a skill that only a user may start. */
const SMALL = {
  'skills/orchard-survey/SKILL.md':
    '---\nname: orchard-survey\ndescription: "Counts trees: rows, gaps and age. Use when an orchard is to be surveyed (\'count\', 果园)."\ntools: [read]\n---\n\n# Survey\n\nUse {{tool read}}.\n',
  'skills/orchard-survey/agents/tree-counter.md':
    '---\nname: tree-counter\ndescription: "Counts the trees of one row: never more."\ntools: [read]\n---\n\nCount what you see.\n',
  'skills/orchard-felling/SKILL.md':
    '---\nname: orchard-felling\ndescription: Fells every tree. Use when the orchard is given up.\ninvocation: user\ntools: [read]\n---\n\n# Felling\n',
}

const BROKEN = 'Prunes trees but never closes its quote.'
const LONG = `Waters trees. ${'Every single one of them gets its water, from the first to the last. '.repeat(30).trim()}`

/** Where the requests can be read after a run. */
const RECORDS = join(import.meta.dirname, '../../test-output/clients')
mkdirSync(RECORDS, { recursive: true })

const filesOf = (...bundles: Bundle[]) =>
  Object.fromEntries(
    bundles.flatMap(({ files }) => [...files.values()].map(({ path, text, bytes }) => [path, text ?? bytes!] as const)),
  )

/** The description that a file's frontmatter holds, on one line. */
const described = (text: string): string =>
  (parse(/^---\n([\s\S]*?)\n---\n/.exec(text)![1]!) as { description: string }).description.replace(/\s+/g, ' ').trim()

/** The only way in which this file looks for a skill or an agent. */
const lists = (listing: Listing, name: string, description: string): boolean => listing.get(name) === description

describe.each(SUBJECTS)('$client', async ({ client: id, target, dir, broken: insteadOfBroken, longest }) => {
  const client = CLIENTS[id]
  const installed = await install(client)
  if ('unreachable' in installed) {
    console.warn(`SKIPPED ${client.title}: npm’s registry cannot be reached (${installed.unreachable}).`)
    return test.skip(`${client.title}: npm’s registry cannot be reached`, () => {})
  }

  /** The first request of a client in a project with these files, and what the client printed. */
  const firstRequest = async (name: string, files: Readonly<Record<string, string | Uint8Array>>) => {
    const place = makePlace(files)
    const server = await startServer(() => ({ say: 'done' }))
    try {
      const ended = await runClient(client, installed.program, place, server)
      expect(ended, ended.stderr).toMatchObject({ status: 0 })
      expect(ended.stdout).toContain('done')
      const [request] = server.requests.filter(({ body }) => textsOf(body).some(text => text.includes('Say “done”.')))
      expect(request, server.others.join('\n')).toBeDefined()
      writeFileSync(join(RECORDS, `${id}-${name}.json`), JSON.stringify(server.requests, null, 2))
      return { request: request!, ...ended }
    } finally {
      await server.close()
      place.remove()
    }
  }

  const emitted = filesOf(skillOf('team-swarm', target as BuildTarget), compile(SMALL, target as BuildTarget))
  const of = (path: string) => described(String(emitted[`${dir}/${path}`]))
  const swarm = of('skills/team-swarm/SKILL.md')
  const broken = `---\nname: orchard-pruning\ndescription: "${BROKEN}\n---\n\n# Pruning\n\nPrune.\n`
  const long = `---\nname: orchard-watering\ndescription: ${LONG}\n---\n\n# Watering\n\nWater.\n`

  let full: { request: ModelRequest; stderr: string }

  test('lists the emitted skills with their full descriptions', async () => {
    full = await firstRequest('pack', {
      ...emitted,
      [`${dir}/skills/orchard-pruning/SKILL.md`]: broken,
      [`${dir}/skills/orchard-watering/SKILL.md`]: long,
    })
    const skills = skillsIn(full.request)
    expect(swarm.length).toBeGreaterThan(200)
    expect(lists(skills, 'team-swarm', swarm), String(skills.get('team-swarm'))).toBe(true)
    expect(lists(skills, 'orchard-survey', of('skills/orchard-survey/SKILL.md'))).toBe(true)
  })

  test('does not list a skill that only a user may start', () => {
    const skills = skillsIn(full.request)
    expect(skills.has('orchard-felling')).toBe(false)
    expect(textsOf(full.request.body).join('\n')).not.toContain('Fells every tree')
  })

  test('offers the emitted agent', () => {
    const agents = agentsIn(full.request)
    expect(lists(agents, 'tree-counter', 'Counts the trees of one row: never more.')).toBe(true)
  })

  test('control: a description in broken YAML is not listed', () => {
    const skills = skillsIn(full.request)
    expect(lists(skills, 'orchard-pruning', BROKEN)).toBe(false)
    expect(textsOf(full.request.body).join('\n')).not.toContain(BROKEN)
    expect(skills.get('orchard-pruning')).toBe(insteadOfBroken)
  })

  test('control: an over-long description is not listed in full', () => {
    const skills = skillsIn(full.request)
    expect(lists(skills, 'orchard-watering', LONG)).toBe(false)
    expect(textsOf(full.request.body).join('\n')).not.toContain(LONG)
    const listed = skills.get('orchard-watering')!
    expect(listed.length).toBe(longest)
    expect(LONG.startsWith(listed.slice(0, -3))).toBe(true)
  })

  test('control: where nothing is installed nothing is found', async () => {
    const { request } = await firstRequest('empty', { 'README.md': '# Empty\n' })
    expect(lists(skillsIn(request), 'team-swarm', swarm)).toBe(false)
    expect(skillsIn(request).size, 'the client’s own skills').toBeGreaterThan(0)
    expect(agentsIn(request).has('tree-counter')).toBe(false)
    expect(textsOf(request.body).join('\n')).not.toContain(swarm)
  })
})
