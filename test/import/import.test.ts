import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../src/host/folder.ts'
import { bundleOf } from '../helpers/bundle.ts'
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

test('lint', () => {
  console.log(
    lintBundles(
      [buildFor(imported, 'claude'), buildFor(imported, 'codex'), buildFor(imported, 'agy')],
      'recommended',
    ).join('\n'),
  )
})

test.each(['codex', 'agy'] as const)('our own bundle for Claude Code, imported, gives the one for %s', id => {
  const files = Object.fromEntries([...bundleOf(TARGETS[0]).files].map(([path, { text }]) => [path.slice('.claude/'.length), text ?? '']))
  const own = bundleOf(TARGETS.find(([platform]) => platform === id)!)
  const built = buildFor(importFiles(files), id)
  expect(built.faults).toEqual([])
  for (const [path, { text }] of own.files) if (path.endsWith('.md')) expect(built.files.get(path)?.text, path).toBe(text)
})
