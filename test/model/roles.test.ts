import { expect, test } from 'vitest'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { packsOf } from '../../src/model/packs.ts'
import {
  isCoordinator,
  isWorker,
  registryOf,
  registryRowOf,
  roleStart,
  teamOf,
  textsOf,
} from '../../src/model/roles.ts'
import { tablesOf } from '../../src/model/roles-tables.ts'

const pack = (files: Record<string, string>) =>
  packsOf({ sources: Object.entries(files).map(([path, text]) => ({ path, text })), unread: [] }, parseWithSatteri)[0]!

const SKILL = '.claude/skills/maps/SKILL.md'
const role = (name: string) => `.claude/skills/maps/roles/${name}/role.md`

test('a team is the folder of roles, with or without a SKILL.md', () => {
  const { documents } = pack({
    [role('lead')]: '---\nrole: coordinator\n---\n',
    [role('surveyor')]: '---\nrole: surveyor\nprefix: S\n---\n',
    '.claude/skills/maps/roles/surveyor/commands/measure.md': 'Measure.\n',
    '.claude/skills/songs/roles/singer/role.md': '# Singer\n',
  })
  const [lead, command, surveyor, singer] = documents
  expect(teamOf(lead!).map(({ name, isCoordinator: is, commands }) => [name, is, commands.length])).toEqual([
    ['lead', true, 0],
    ['surveyor', false, 1],
  ])
  expect([lead, surveyor, singer].map(document => isWorker(document!))).toEqual([false, true, false])
  expect(isWorker(command!)).toBe(false)
  expect(isCoordinator(surveyor!)).toBe(false)
})

test('the registry is the table under its heading, else one with roles and prefixes', () => {
  const registry = '## Role Registry\n\n| Role | Prefix |\n|---|---|\n| [surveyor](roles/surveyor/role.md) | `S-*` |\n'
  const other = '## Tags\n\n| Role | Prefix |\n|---|---|\n| surveyor | X |\n'
  const rows = (text: string) =>
    registryOf(pack({ [SKILL]: text, [role('surveyor')]: '' }).skills[0]!).map(({ prefix }) => prefix?.text)
  expect(rows(`${other}\n${registry}`)).toEqual(['`S-*`'])
  expect(rows(other)).toEqual(['X'])
  expect(rows('| Role | File |\n|---|---|\n| surveyor | x |\n')).toEqual([])
  const { documents } = pack({ [SKILL]: `${registry}| surveyor | T |\n`, [role('surveyor')]: '' })
  expect(registryRowOf(documents[1]!)).toBeUndefined()
})

test('tables keep pipes in code, know the label above them, and may lack cells', () => {
  const { documents } = pack({ [SKILL]: '# A\r\n\r\n**B**\r\n\r\n| x | y |\r\n|---|---|\r\n| `a|b` |\r\n' })
  const [table] = tablesOf(documents[0]!)
  expect(table!.label?.text).toBe('B')
  expect(table!.rows.map(cells => cells.map(({ text }) => text))).toEqual([['`a|b`']])
})

test('texts of a value', () => {
  expect(textsOf({ a: 'x', b: ['y', 1, null], c: { d: 'z' } })).toEqual(['x', 'y', 'z'])
  expect([textsOf(null), textsOf(3), textsOf('x')]).toEqual([[], [], ['x']])
})

test.each(['', '---\n---', '---\nrole: x\n---\n', '\n\n', 'text'])('there is a place to point at in %j', text => {
  const { documents } = pack({ [role('x')]: text })
  const { start, end } = roleStart(documents[0]!)
  expect(start).toBeGreaterThanOrEqual(0)
  expect(end).toBeLessThanOrEqual(text.length)
})
