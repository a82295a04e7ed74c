import { describe, expect, test } from 'vitest'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { type Files, packsOf } from '../../src/model/packs.ts'
import { type FileReference, referencesOf } from '../../src/model/references.ts'
import { indexFiles, join } from '../../src/model/references-files.ts'
import { resolve } from '../../src/model/references-resolve.ts'
import { relative } from '../../src/model/references-spelling.ts'
import { finishes } from '../helpers/growth.ts'

const HEAD = '---\nname: hike\ndescription: Hikes.\n---\n\n'
const ROOT = '/home/ann/trips'
const SKILL = `${ROOT}/.claude/skills/hike/SKILL.md`

/** What the references of a document lead to; `others` are files that nobody reads, folders end with `/`. */
function outcomes(files: Record<string, string>, others: readonly string[] = [], roots: readonly string[] = [ROOT]) {
  const sources = Object.entries(files).map(([path, text]) => ({ path: path.slice(ROOT.length + 1), full: path, text }))
  const listing = { paths: [...Object.keys(files), ...others], roots }
  const packs = packsOf({ sources, unread: [], listing } satisfies Files, parseWithSatteri)
  const document = packs.flatMap(pack => pack.documents).find(({ path }) => SKILL.endsWith(path))!
  return referencesOf(document).map(reference => {
    const found = resolve(document, reference, [])
    const more = found.kind === 'case' ? ` ${found.actual}` : found.kind === 'missing' ? ` (${found.meant ?? ''})` : ''
    return `${reference.target}: ${found.kind}${more}`
  })
}

describe('what nobody looked at is not missing', () => {
  const text = `${HEAD}[a](.cache/a1.md) [b](node_modules/b1/c.md) [d](assets/d1.png) [e](e1.md) [g](../../notes/g1.md)\n`
  const links = (others: string[], roots?: string[]) => outcomes({ [SKILL]: text }, others, roots)
  const dir = `${ROOT}/.claude/skills/hike`

  test('files that are listed and not read', () => {
    expect(links([`${dir}/.cache/`, `${dir}/node_modules/`, `${dir}/assets/d1.png`, `${dir}/e1.md`])).toEqual([
      '.cache/a1.md: unknown',
      'node_modules/b1/c.md: unknown',
      'assets/d1.png: found',
      'e1.md: found',
      '../../notes/g1.md: missing ()',
    ])
  })

  test('folders outside of those that were looked through', () => {
    expect(links([], [`${ROOT}/.claude/skills`]).at(-1)).toBe('../../notes/g1.md: unknown')
    expect(links([], [`${ROOT}/.claude/skills`]).at(-2)).toBe('e1.md: missing ()')
  })

  test('without a listing only texts are known', () => {
    const sources = [{ path: '.claude/skills/hike/SKILL.md', text }]
    const [document] = packsOf({ sources, unread: [] }, parseWithSatteri)[0]!.documents
    const kinds = referencesOf(document!).map(reference => resolve(document!, reference, []).kind)
    expect(kinds).toEqual(['missing', 'missing', 'unknown', 'missing', 'missing'])
  })

  test('a loose folder of skills of which only a part was walked', () => {
    const path = '/home/ann/skills/hike/SKILL.md'
    const files = { sources: [{ path, full: path, text: '[a](../../docs/a1.md) [b](../walk/b1.md)\n' }], unread: [] }
    const listing = { paths: [path], roots: ['/home/ann/skills'] }
    const [document] = packsOf({ ...files, listing }, parseWithSatteri)[0]!.documents
    const kinds = referencesOf(document!).map(reference => resolve(document!, reference, []).kind)
    expect(kinds).toEqual(['unknown', 'missing'])
  })
})

test('the working directory may lie inside of the pack', () => {
  const [path, other] = ['/home/ann/.claude/skills/hike/SKILL.md', '/home/ann/.claude/skills/walk/SKILL.md']
  const sources = [
    { path: 'SKILL.md', full: path, text: `${HEAD}[a](../../skills/walk/SKILL.md) [b](../../../notes.md)\n` },
    { path: '../walk/SKILL.md', full: other, text: HEAD },
  ]
  const listing = { paths: [path, other], roots: ['/home/ann/.claude'] }
  const [document] = packsOf({ sources, unread: [], listing }, parseWithSatteri)[0]!.documents.filter(
    ({ path: shown }) => shown === 'SKILL.md',
  )
  const kinds = referencesOf(document!).map(reference => resolve(document!, reference, []).kind)
  expect(kinds).toEqual(['found', 'outside'])
})

test('a file is found from its own folder, from those above it, and by its end', () => {
  const dir = `${ROOT}/.claude/skills/hike`
  const files = {
    [SKILL]: `${HEAD}\`commands/go.md\` @roles/guide/role.md \`specs/Map.md\` \`specs/mapp.md\` @../walk/specs/way.md\n`,
    [`${dir}/roles/guide/role.md`]: '',
    [`${dir}/roles/guide/commands/go.md`]: '',
    [`${dir}/specs/map.md`]: '',
    [`${ROOT}/.claude/skills/walk/specs/way.md`]: '',
  }
  expect(outcomes(files)).toEqual([
    'commands/go.md: found',
    'roles/guide/role.md: found',
    'specs/Map.md: case specs/map.md',
    'specs/mapp.md: missing (specs/map.md)',
    '../walk/specs/way.md: found',
  ])
})

test('a spelling that two files share is told once', () => {
  const index = indexFiles({ paths: ['A.md', 'a.md', 'd/B.md'], looked: [''], textsOnly: false })
  expect(index.look('a.MD')).toEqual({ kind: 'case', actual: 'A.md', isOnly: false })
  expect(index.look('D/b.md')).toEqual({ kind: 'case', actual: 'd/B.md', isOnly: true })
  expect(index.look('D')).toEqual({ kind: 'case', actual: 'd', isOnly: true })
  expect(index.look('')).toEqual({ kind: 'found' })
})

test.each([
  ['a/b', '../c.md', 'a/c.md'],
  ['a/b', '../../c.md', 'c.md'],
  ['a/b', '../../../c.md', undefined],
  ['', './c//d.md', 'c/d.md'],
  ['', '..', undefined],
])('%j and %j join to %j', (dir, path, expected) => expect(join(dir, path)).toBe(expected))

test.each([
  ['a/b', 'a/b/c.md', 'c.md'],
  ['a/b', 'a/c.md', '../c.md'],
  ['', 'a/c.md', 'a/c.md'],
  ['a/b', 'c.md', '../../c.md'],
])('from %j, %j is %j', (dir, path, expected) => expect(relative(dir, path)).toBe(expected))

test('many files and many broken links', () => {
  finishes(
    20_000,
    size => {
      const dir = `${ROOT}/.claude/skills`
      const others = Array.from({ length: size }, (_, index) => `${dir}/s${index}/SKILL.md`)
      const text = HEAD + Array.from({ length: size / 4 }, (_, index) => `[a](b/c${index}.md)\n`).join('')
      return { files: { [SKILL]: text }, others }
    },
    ({ files, others }) => void outcomes(files, others),
  )
}, 30_000)

test('a reference keeps what a fix needs', () => {
  const text = `${HEAD}Read \`<skill_root>/Specs/map.md\`.\n`
  const [pack] = packsOf({ sources: [{ path: '.claude/skills/hike/SKILL.md', text }], unread: [] }, parseWithSatteri)
  const reference = referencesOf(pack!.documents[0]!)[0] as FileReference
  expect(text.slice(reference.span.start, reference.span.end)).toBe('Specs/map.md')
})
