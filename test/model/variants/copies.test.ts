import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frontmatter, markdown } from '../../helpers/arbitraries.ts'
import { finishes } from '../../helpers/growth.ts'
import { runs } from '../../helpers/runs.ts'
import { codes, differencesIn, skill, type Texts } from '../../helpers/variants.ts'

describe('a copy is no other variant', () => {
  const root = join(import.meta.dirname, '..', '..', 'fixtures')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(?:claude|codex|agy)\/.*\.(?:md|json)$/.test(path) && /(?:traps|clean-wave|seeded)\//.test(path))
    .filter(
      path =>
        !readdirSync(join(root, path, '..'), { withFileTypes: true }).some(
          e => e.isDirectory() && path.endsWith(e.name),
        ),
    )

  test('of all fixtures', () => {
    expect(files.length).toBeGreaterThan(80)
    const texts: Texts = {}
    for (const path of files) {
      const text = readFileSync(join(root, path), 'utf8')
      const [, parent, client, inner] = /^(.*\/)\.(\w+)\/(.*)$/.exec(path)!
      for (const other of ['codex', 'agents']) texts[`${parent}${client}/.${other}/${inner}`] = text
    }
    expect(differencesIn(texts).map(({ kind, name }) => `${kind} ${name}`)).toEqual([])
  })

  test('of any text', () => {
    const text = fc.tuple(frontmatter, markdown).map(([head, body]) => head + body)
    fc.assert(
      fc.property(text, one => {
        expect(differencesIn({ ...skill('codex', one), ...skill('agents', one) }).map(({ kind }) => kind)).toEqual([])
      }),
      runs(100),
    )
  })

  test('of any two texts nothing is thrown, and every place lies in its text', () => {
    const text = fc.tuple(frontmatter, markdown).map(([head, body]) => head + body)
    fc.assert(
      fc.property(text, text, (one, two) => {
        for (const { source, mirror } of differencesIn({ ...skill('claude', one), ...skill('codex', two) }))
          for (const side of [source!, mirror!].filter(Boolean)) {
            expect(side.at.start).toBeGreaterThanOrEqual(0)
            expect(side.at.end).toBeLessThanOrEqual(side.document.text.length)
          }
      }),
      runs(100),
    )
  })
})

describe('large variants', () => {
  const letters = (n: number) => [...String(n)].map(digit => 'ABCDEFGHIJ'[Number(digit)]).join('')
  const many = (n: number, line: (index: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join('')
  test.each<[string, (n: number, from: number) => string]>([
    ['codes', (n, from) => `## Error codes\n\n${many(n, i => `- E_${letters(from + i)}: it failed\n`)}`],
    [
      'states',
      (n, from) => {
        const steps = many(n, i => `S_X${from + i} → S_X${from + i + 1}\n`)
        return `<state_machine>\n<transitions>\n${steps}</transitions>\n</state_machine>\n`
      },
    ],
    [
      'gates',
      (n, from) => `## Phase Gates\n\n${many(n, i => `**GATE ${(from + i) % 9999}: A → B**\n- REQUIRED: a.\n\n`)}`,
    ],
    ['comments', n => `# X\n\n${many(n, i => `## H${i}\n\n<!-- maestro-variant: ${i} -->\n\n`)}${codes('E001')}`],
    ['comments without text', n => `# X\n\n${many(n, () => '<!-- maestro-variant: a -->\n')}${codes('E001')}`],
    ['comments that do not end', n => `# X\n\n${many(n, () => '<!-- maestro-variant:\n')}${codes('E001')}`],
  ])(
    '%s',
    (_, text) => {
      finishes(
        8_000,
        n => ({ ...skill('claude', text(n, 1)), ...skill('codex', text(n, 2 * n)) }),
        texts => expect(differencesIn(texts).length).toBeLessThan(5),
      )
    },
    30_000,
  )
})
