import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf } from '../../src/core/span.ts'
import { filesBelow } from '../../src/host/folder.ts'
import { skillOf } from '../helpers/bundle.ts'
import { lintBundles, TARGETS } from '../helpers/emit.ts'
import { buildFor, expectedTexts, foreignIn, importFiles } from '../helpers/import.ts'

const root = join(import.meta.dirname, 'pack/.claude')
const pack = Object.fromEntries(
  filesBelow(root).map(path => {
    const bytes = readFileSync(join(root, path))
    return [path, isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : new Uint8Array(bytes)]
  }),
)
const imported = importFiles(pack)

test('Claude Code gets the same text again, but for what is listed as normalised', () => {
  const bundle = buildFor(imported, 'claude')
  expect(bundle.faults).toEqual([])
  const expected = expectedTexts(imported)
  for (const [at, text] of expected) expect(bundle.files.get(`.claude/${at}`)?.text, at).toBe(text)
})

test.each(['codex', 'agy'] as const)('the bundle for %s has no name that only Claude Code knows', id => {
  const bundle = buildFor(imported, id)
  expect(bundle.faults).toEqual([])
  expect(foreignIn(bundle)).toEqual([])
  if (id === 'codex')
    for (const { text } of bundle.files.values())
      expect(text ?? '').not.toMatch(/(?<![\w.*/])\/(?:harbor-(?:plan|run|log)|team-survey)/)
})

test('what the pack had no fault in has none in a bundle: findings are the pack’s own', () => {
  const bundles = (['claude', 'codex', 'agy'] as const).map(id => buildFor(imported, id))
  const rules = lintBundles(bundles, 'recommended').map(finding => finding.split(' ')[1])
  // “model” and a heading of its own are the pack’s; a limited “Bash(git:*)” is not granted whole.
  expect([...new Set(rules)].sort()).toEqual(['gates/section-heading', 'platform/ignored-key', 'tools/undeclared'])
})

test('our own bundle for Claude Code, imported, gives those of the other clients', () => {
  const only = 'team-swarm'
  const files = Object.fromEntries(
    [...skillOf(only, TARGETS[0]).files].map(([path, { text }]) => [path.slice('.claude/'.length), text ?? '']),
  )
  const own = importFiles(files)
  expect(own.notes.filter(({ kind }) => kind !== 'normalised')).toEqual([])
  for (const target of [TARGETS[1], TARGETS[3]]) {
    const built = buildFor(own, target[0])
    expect(built.faults).toEqual([])
    // The one that says something to Codex alone.
    for (const [path, { text }] of skillOf(only, target).files)
      if (path.endsWith('.md') && !(target[0] === 'codex' && path.endsWith('/iterate.md')))
        expect(built.files.get(path)?.text, path).toBe(text)
  }
})

test('the report, and what becomes of each file', async () => {
  const lines = imported.notes.map(({ kind, path, span, what, why }) => {
    const { line, column } = linesOf(String(pack[path.slice('.claude/'.length)] ?? '')).position(span.start)
    return `${path}:${line}:${column} ${kind} ${what}: ${why}\n`
  })
  await expect(lines.join('')).toMatchFileSnapshot('expected/report.txt')
  for (const { path, text } of imported.files)
    if (path.endsWith('.md')) await expect(text).toMatchFileSnapshot(`expected/${path}`)
})
