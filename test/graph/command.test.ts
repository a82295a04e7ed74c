import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFixture, type FsFixture } from 'fs-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maestroPack } from '../../src/cli/maestro-pack.ts'
import { FAULTY } from './samples.ts'

const head = (name: string) => `---\nname: ${name}\ndescription: Rents boats. Use when somebody wants to row.\n---\n\n`

/** A skill in the source language. */
const SOURCE = `${head('rafts')}# Rafts

\`\`\`yaml states
start: S_TIE
states:
  S_TIE: { does: ties the logs }
  S_FLOAT: { does: floats }
transitions:
  S_TIE: [{ to: S_FLOAT, when: the knots hold }]
  S_FLOAT: [{ to: END }]
\`\`\`

### Phase Gates

**GATE 2: Tied → Afloat**
- REQUIRED: the knots hold
- BLOCKED if: a log is loose

**GATE 1: Afloat → Ashore**
- REQUIRED: the bank is near
- BLOCKED if: the river is high
`

let folder: FsFixture
beforeAll(async () => {
  folder = await createFixture({
    '.claude/skills/boats/SKILL.md': head('boats') + FAULTY,
    '.claude/commands/row.md': '---\ndescription: Rows.\n---\n\nRow.\n',
    '.codex/skills/boats/SKILL.md': head('boats') + FAULTY,
    '.codex/skills/oars/SKILL.md': `${head('oars')}Row.\n`,
    '.codex/skills/rafts/SKILL.md': `${head('rafts')}What was built before.\n`,
    'skills/rafts/SKILL.md': SOURCE,
    'notes.md': 'No skill.\n',
  })
})
afterAll(() => folder.rm())

async function graph(...args: string[]) {
  const said = { out: '', err: '' }
  const code = await maestroPack(['graph', ...args], {
    cwd: folder.path.replace(/[\\/]$/, ''),
    env: {},
    isTty: false,
    width: 100,
    out: text => void (said.out += text),
    err: text => void (said.err += text),
    stdin: async () => Buffer.alloc(0),
  })
  return { code, ...said }
}

test('a skill in several client folders: which one is said, or chosen', async () => {
  expect(await graph('boats')).toEqual({
    code: 2,
    out: '',
    err: 'There are several “boats”: .claude/skills/boats, .codex/skills/boats. Choose one with --platform, or write its path.\n',
  })
  const chosen = await graph('boats', '--platform', 'codex')
  expect(chosen).toMatchObject({ code: 0, err: '' })
  expect(chosen.out).toMatch(/^flowchart TB\n {2}accTitle: boats\n {2}accDescr: \.codex\/skills\/boats, for Codex CLI /)
  expect(chosen.out).toContain('states/undeclared-state')
  for (const path of ['.codex/skills/boats', '.codex/skills/boats/SKILL.md', './.codex/skills/boats/'])
    expect((await graph(path)).out).toBe(chosen.out)
})

test.each([
  ['a name that is not there', ['boots'], 'There is no skill “boots”. Did you mean “boats”?\n'],
  ['a path that is not there', ['./boots'], 'There is no file or folder “./boots”.\n'],
  ['a file of no skill', ['./notes.md'], '“./notes.md” belongs to no skill.\n'],
  [
    'a folder of several skills',
    ['.claude'],
    '“.claude” holds several skills: .claude/skills/boats, .claude/commands/row.md. Write the path of one.\n',
  ],
  ['another platform', ['oars', '-p', 'claude'], 'There is no “oars” for Claude Code. There is .codex/skills/oars.\n'],
  [
    'an unknown platform',
    ['boats', '-p', 'cortex'],
    'Nothing is built for a platform “cortex”. Did you mean “codex”?\n',
  ],
  ['two platforms', ['boats', '-p', 'codex,claude'], 'A picture shows one variant. Name one platform.\n'],
  ['an unknown format', ['oars', '-f', 'svgz'], 'There is no format “svgz”. Did you mean “svg”?\n'],
  [
    'a file of no format',
    ['oars', '-o', 'x.png'],
    '“x.png” names no format. End it in .mmd, .svg or .html, or add --format.\n',
  ],
  ['no skill', [], '“maestro-pack graph” takes one skill. Write its name, or a path to it.\n'],
  ['two skills', ['a', 'b'], '“maestro-pack graph” takes one skill. Write its name, or a path to it.\n'],
  [
    'an unknown option',
    ['oars', '--fromat', 'svg'],
    '“maestro-pack graph” has no option “--fromat”. Did you mean “--format”?\n',
  ],
  [
    'a folder that is not there',
    ['oars', '-o', 'no/x.svg'],
    '“oars” has no states, gates or waves: there is nothing to draw.\n“no/x.svg” cannot be written (ENOENT).\n',
  ],
])('exit code 2 and one sentence: %s', async (_, args, err) => {
  expect(await graph(...args)).toEqual({ code: 2, out: '', err })
})

test('nothing to draw is said, and is no error', async () => {
  const { code, out, err } = await graph('row')
  expect({ code, err }).toEqual({ code: 0, err: '“row” has no states, gates or waves: there is nothing to draw.\n' })
  expect(out).toMatch(/^flowchart TB\n/)
})

test('a source comes before what was built from it, is compiled, and its faults point at the source', async () => {
  const { code, out, err } = await graph('rafts', '-p', 'codex@0.144')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/accDescr: skills\/rafts, compiled for Codex CLI 0\.144/)
  expect(out).toMatch(/S_TIE.*ties the logs/)
  expect(out).toMatch(/error gates\/sequence, skills\/rafts\/SKILL\.md line 20/)
  expect((await graph('skills/rafts/SKILL.md', '-p', 'codex@0.144')).out).toBe(out)
  expect((await graph('.codex/skills/rafts')).out).not.toContain('S_TIE')
})

test('--out writes one file, in the format of its ending or the one that is asked for', async () => {
  expect(await graph('rafts', '-o', 'a.svg')).toMatchObject({ code: 0, out: 'a.svg\n' })
  await graph('rafts', '-o', 'a.html')
  await graph('rafts', '-o', 'a.txt', '-f', 'html')
  await graph('rafts', '-o', 'a.mmd')
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8')
  expect(read('a.svg')).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<svg /)
  expect(read('a.html')).toMatch(/^<!doctype html>\n/)
  expect(read('a.txt')).toBe(read('a.html'))
  expect(read('a.mmd')).toMatch(/^flowchart TB\n/)
  expect(readdirSync(folder.path).filter(name => name.startsWith('a.'))).toHaveLength(4)
})

test('help names the formats', async () => {
  expect((await graph('--help')).out).toMatch(/maestro-pack graph SKILL\|PATH\n[\s\S]*mermaid, svg or html/)
})
