import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFixture, type FsFixture } from 'fs-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultSettings } from '../src/config/settings.ts'
import type { Diagnostic, Edit } from '../src/core/types.ts'
import { discover } from '../src/host/discover.ts'
import { lintFiles } from '../src/lint.ts'
import { parseWithSatteri } from '../src/markdown/satteri.ts'
import { rules } from '../src/rules/index.gen.ts'
import { runBin } from './helpers/cli.ts'

/**
 * Packs that are sound but for one fault per rule. `expected.txt` lists the faults as a report does:
 * `path:line:column rule`. The folder of a fault is called like its rule, with a hyphen for the slash.
 */

const seeded = join(import.meta.dirname, 'fixtures', 'seeded')
const expected = readFileSync(join(seeded, 'expected.txt'), 'utf8')
  .split('\n')
  .filter(line => line && !line.startsWith('#'))
const ruleIn = (line: string) => line.slice(line.lastIndexOf(' ') + 1)

/** Files that a repository is no place for: more than two million characters. */
const WRITTEN = {
  'agy/.agy/skills/hygiene-large-document/log.md': '- 06:00, 4.1 °C, 0.2 mm of rain, wind from the west\n'.repeat(
    40_000,
  ),
}

const made: FsFixture[] = []
afterEach(async () => {
  for (const fixture of made.splice(0)) await fixture.rm()
})

/** A copy of the packs with what the repository does not hold. */
async function copy(): Promise<string> {
  const fixture = await createFixture(seeded)
  made.push(fixture)
  for (const [path, text] of Object.entries(WRITTEN)) writeFileSync(join(fixture.path, path), text)
  return fixture.path
}

const find = (folder: string): Diagnostic[] =>
  lintFiles(
    discover(folder, ['.'], () => false),
    { settings: defaultSettings('strict'), parser: parseWithSatteri },
  ).diagnostics

const placeOf = ({ path, range, rule }: Diagnostic) => `${path}:${range.line}:${range.column} ${rule}`
const names = (findings: readonly { path: string; rule: string }[]) =>
  findings.map(({ path, rule }) => `${path} ${rule}`).sort()

/** All files of a folder, byte by byte. */
function bytesIn(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const full = join(parentPath, name)
      return [full.slice(join(folder, '/').length).replaceAll('\\', '/'), readFileSync(full)] as const
    }),
  )
}

const BOM = '\uFEFF'

/** Replaces spans from the last to the first, by another way than the linter's own; offset −1 is the mark. */
function withEdits(bytes: Buffer, edits: readonly Edit[]): Buffer {
  let text = bytes.toString('utf8')
  const mark = text.startsWith(BOM) ? BOM.length : 0
  for (const { span, text: next } of [...edits].sort((a, b) => b.span.start - a.span.start))
    text = text.slice(0, span.start + mark) + next + text.slice(span.end + mark)
  return Buffer.from(text, 'utf8')
}

/** Runs the built command on a folder; gives what it still reports. */
async function fix(cwd: string, ...flags: string[]): Promise<{ path: string; rule: string }[]> {
  const args = [...flags, '--profile', 'strict', '--no-config', '--format', 'json']
  const { code, out, err } = await runBin('maestro-lint', args, { cwd })
  expect({ code, err: err.replace(/^Repaired \d+ findings in \d+ files\.\n$/, '') }).toEqual({ code: 1, err: '' })
  return JSON.parse(out).diagnostics
}

/** Paths whose bytes differ. */
const changedIn = (before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>) =>
  [...before].filter(([path, bytes]) => !after.get(path)?.equals(bytes)).map(([path]) => path)

describe('seeded faults', () => {
  test('each seed is of one rule, in the folder named after it', () => {
    const seeds = expected.map(ruleIn)
    // A rule that is not seeded here is held by its own examples (test/rules.test.ts); those that are must stay.
    expect(seeds.length).toBeGreaterThanOrEqual(51)
    const ids = rules.map(({ id }) => id)
    expect(
      seeds.filter(id => !ids.includes(id)),
      'seeds of rules that are gone: take them out',
    ).toEqual([])
    expect(
      seeds.filter((id, index) => seeds.indexOf(id) !== index),
      'rules with several seeds',
    ).toEqual([])
    expect(expected.filter(line => !line.split(':')[0]!.includes(ruleIn(line).replace('/', '-')))).toEqual([])
  })

  test('each is found exactly where it is, and nothing else', async () => {
    expect(find(await copy()).map(placeOf)).toEqual(expected)
  })

  test('each shows the kind of fix that its rule has', async () => {
    const kindOf = ({ fix }: Diagnostic) => (fix ? (fix.safe ? 'safe' : 'unsafe') : 'none')
    const found = find(await copy()).map(diagnostic => `${diagnostic.rule} ${kindOf(diagnostic)}`)
    const seeded = rules.filter(({ id }) => expected.map(ruleIn).includes(id))
    expect(found.sort()).toEqual(seeded.map(({ id, fixable }) => `${id} ${fixable ?? 'none'}`).sort())
  })

  test('files that are repaired have all kinds of line ends, marks and wide characters', async () => {
    const folder = await copy()
    const repaired = find(folder).filter(({ fix }) => fix?.safe)
    const texts = repaired.map(({ path }) => readFileSync(join(folder, path), 'utf8'))
    expect(texts.filter(text => text.includes('\r\n')).length).toBeGreaterThan(4)
    expect(texts.filter(text => text.startsWith(BOM)).length).toBeGreaterThan(1)
    expect(texts.filter(text => !text.endsWith('\n')).length).toBeGreaterThan(2)
    const isWide = (text: string, index: number) =>
      /\p{Script=Han}|\p{Emoji_Presentation}/u.test(text.slice(0, repaired[index]!.span.start))
    expect(texts.filter(isWide).length).toBeGreaterThan(7)
  })
})

describe('the command repairs them', { timeout: 60_000 }, () => {
  test('--fix takes the edits of the safe fixes and leaves every other byte', async () => {
    const folder = await copy()
    const before = bytesIn(folder)
    const found = find(folder)
    const left = await fix(folder, '--fix')
    expect(names(left)).toEqual(names(found.filter(({ fix }) => !fix?.safe)))

    const edits = found.flatMap(({ fix }) => (fix?.safe ? fix.edits : []))
    const after = bytesIn(folder)
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
    for (const [path, bytes] of before) {
      const wanted = withEdits(
        bytes,
        edits.filter(edit => edit.path === path),
      )
      const isTouched = edits.some(edit => edit.path === path)
      if (isTouched) expect(after.get(path)!.toString('utf8'), path).toBe(wanted.toString('utf8'))
      expect(after.get(path)!.equals(isTouched ? wanted : bytes), path).toBe(true)
    }
    expect(changedIn(before, after).sort()).toEqual([...new Set(edits.map(({ path }) => path))].sort())

    expect(names(await fix(folder, '--fix'))).toEqual(names(left))
    expect(changedIn(after, bytesIn(folder))).toEqual([])
  })

  test('standard input: a mark that is accepted stays, one that is a fault goes', async () => {
    const folder = await copy()
    const faults = find(folder).filter(({ path, fix }) => fix && bytesIn(folder).get(path)!.includes(BOM))
    expect(faults.map(({ rule }) => rule)).toEqual(['hygiene/bom', 'platform/dollar-in-body'])
    for (const { path, fix } of faults) {
      const input = bytesIn(folder).get(path)!
      const flags = ['--stdin-filename', path, '--fix', '--profile', 'strict', '--no-config']
      const { code, out } = await runBin('maestro-lint', flags, { cwd: folder, input })
      expect({ code, out }).toEqual({ code: 0, out: withEdits(input, fix!.edits).toString('utf8') })
    }
  })

  test('--fix --fix-unsafe leaves what has no fix, and a second run finds nothing to do', async () => {
    const folder = await copy()
    const found = find(folder)
    const left = await fix(folder, '--fix', '--fix-unsafe')
    expect(names(left)).toEqual(names(found.filter(({ fix }) => !fix)))

    const after = bytesIn(folder)
    expect(names(await fix(folder, '--fix', '--fix-unsafe'))).toEqual(names(left))
    expect(changedIn(after, bytesIn(folder))).toEqual([])
  })
})
