import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { discover } from '../../src/host/discover.ts'
import { listRoots } from '../../src/host/roots.ts'
import { runBin } from '../helpers/cli.ts'
import { CLEAN, folder } from './folder.ts'

const NAME = '.claude/skills/review/SKILL.md'

test('a listing names what nobody reads, and folders that were passed over', async () => {
  const cwd = await folder({
    '.git/HEAD': '',
    [NAME]: CLEAN,
    '.claude/skills/review/scripts/go.py': '',
    '.claude/skills/review/.hidden/a.md': '',
    '.claude/skills/review/node_modules/b/c.md': '',
    '.claude/skills/review/drafts/d.md': '',
    '.claude/skills/review/notes/e.md': '',
    'docs/pot.png': '',
  })
  symlinkSync(join(cwd, 'docs'), join(cwd, '.claude/docs'))
  symlinkSync(join(cwd, 'docs/pot.png'), join(cwd, '.claude/pot.png'))
  symlinkSync(join(cwd, 'gone.png'), join(cwd, '.claude/gone.png'))
  symlinkSync('/', join(cwd, '.claude/outside'))
  const { listing, sources } = discover(cwd, ['.'], path => path.endsWith('drafts') || path.endsWith('e.md'))
  const below = listing.paths.map(path => path.slice(cwd.length + 1)).sort()
  expect(below).toEqual([
    '.claude/docs/pot.png',
    '.claude/outside/',
    '.claude/pot.png',
    '.claude/skills/review/.hidden/a.md',
    '.claude/skills/review/SKILL.md',
    '.claude/skills/review/drafts/',
    '.claude/skills/review/node_modules/',
    '.claude/skills/review/notes/e.md',
    '.claude/skills/review/scripts/go.py',
    '.git/',
    'docs/pot.png',
  ])
  expect(listing.roots).toEqual([cwd])
  expect(sources.map(({ path }) => path)).toEqual(['.claude/skills/review/.hidden/a.md', NAME])
})

test('a root is listed by paths below it', async () => {
  const cwd = await folder({ 'flows/ship.md': '', 'flows/swarm/hunt.js': '', 'flows/.cache/x.md': '' })
  const [root] = listRoots([{ prefix: '~/.maestro/workflows', folder: './flows', full: join(cwd, 'flows') }])
  expect(root).toEqual({
    prefix: '~/.maestro/workflows',
    folder: './flows',
    files: ['.cache/', 'ship.md', 'swarm/hunt.js'],
  })
})

test.each(['./flows', './flows/ship.md'])('a root that is no folder is one sentence: %s', async place => {
  const cwd = await folder({
    [NAME]: CLEAN,
    ...(place.endsWith('.md') ? { 'flows/ship.md': '' } : {}),
    'maestro.config.json': JSON.stringify({ referenceRoots: { '~/.maestro/workflows': place } }),
  })
  const { code, err } = await runBin('maestro-lint', [], { cwd })
  expect(err).toContain(`“~/.maestro/workflows” is “${place}”, and there is no such folder`)
  expect(code).toBe(2)
})

test.each([
  [{ referenceRoots: { '/etc': './flows' } }, 'referenceRoots'],
  [{ referenceRoots: { '~/.maestro/workflows': '' } }, 'referenceRoots'],
  [{ externalClis: { maestro: 'spec' } }, 'externalClis'],
  [{ externalClis: { maestro: ['--all'] } }, 'externalClis'],
])('%j is refused', async (config, place) => {
  const cwd = await folder({ [NAME]: CLEAN, 'maestro.config.json': JSON.stringify(config) })
  const { code, err } = await runBin('maestro-lint', [], { cwd })
  expect(err).toContain(place)
  expect(code).toBe(2)
})

test('roots and programs of the configuration are looked up', async () => {
  const text = `${CLEAN}\n@~/.maestro/workflows/ship.md\n\n@~/.maestro/workflows/Hunt.md\n\n@~/.maestro/workflows/land.md\n\nRun \`maestro spec drop\`.\n`
  const cwd = await folder({
    [NAME]: text,
    'flows/ship.md': '',
    'flows/hunt.md': '',
    'maestro.config.json': JSON.stringify({
      profile: 'strict',
      referenceRoots: { '~/.maestro/workflows/': './flows' },
      externalClis: { maestro: ['spec add'] },
    }),
  })
  const run = () => runBin('maestro-lint', ['--format', 'json', '.'], { cwd })
  const found = JSON.parse((await run()).out).diagnostics as { rule: string; line: number }[]
  const own = found.filter(({ rule }) => rule.startsWith('references/'))
  expect(own.map(({ rule, line }) => `${line} ${rule}`)).toEqual([
    '12 references/case-mismatch',
    '14 references/dangling-maestro',
    '16 references/unknown-cli',
  ])
  // From inside of the pack the configuration above holds, and so do its folders.
  const inside = await runBin('maestro-lint', ['--format', 'json', '.'], { cwd: join(cwd, '.claude/skills/review') })
  const rules = (JSON.parse(inside.out).diagnostics as { rule: string }[]).map(({ rule }) => rule)
  expect(rules.filter(rule => rule.startsWith('references/'))).toEqual(own.map(({ rule }) => rule))
})

test('a link to a file that git does not know is found on disk', async () => {
  const cwd = await folder({
    '.git/HEAD': '',
    [NAME]: `${CLEAN}\n![pot](assets/pot.png) [run](scripts/run.sh) [gone](scripts/gone.sh)\n`,
    '.claude/skills/review/assets/pot.png': '',
    '.claude/skills/review/scripts/run.sh': '',
  })
  const { out } = await runBin('maestro-lint', ['--format', 'json', NAME], { cwd })
  const found = JSON.parse(out).diagnostics as { rule: string; line: number; column: number }[]
  expect(found.map(({ rule, line, column }) => `${line}:${column} ${rule}`)).toEqual(['10:53 references/link-target'])
})
