import { describe, expect, it } from 'vitest'
import type { Span } from '../../src/core/types.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'

const documentOf = (text: string) => parse({ path: 'a.md', text }, 'skill', false, parseWithSatteri)
const metaOf = (text: string) => documentOf(text).meta

describe('bounds', () => {
  it.each([
    ['---\na: 1\n---\nb', 'closed', '---\na: 1\n---', 'a: 1\n'],
    ['---\r\na: 1\r\n---\r\nb', 'closed', '---\r\na: 1\r\n---', 'a: 1\r\n'],
    ['---\ra: 1\r---\rb', 'closed', '---\ra: 1\r---', 'a: 1\r'],
    ['--- \na: 1\n---  \nb', 'closed', '--- \na: 1\n---', 'a: 1\n'],
    ['---\n---\n', 'closed', '---\n---', ''],
    ['---\na: |\n  ---\n---', 'closed', '---\na: |\n  ---\n---', 'a: |\n  ---\n'],
    ['---\na: 1\n  b\n\n# c\n', 'unclosed', '---\na: 1\n  b', 'a: 1\n  b'],
    ['---\na: 1', 'unclosed', '---\na: 1', 'a: 1'],
    ['---\n\ntext\n', 'absent', '', ''],
    ['---', 'absent', '', ''],
    ['----\na: 1\n----\n', 'absent', '', ''],
    ['\n---\na: 1\n---\n', 'absent', '', ''],
    ['', 'absent', '', ''],
  ])('%j', (text, state, whole, body) => {
    const meta = metaOf(text)
    expect(meta.state).toBe(state)
    expect(text.slice(meta.span.start, meta.span.end)).toBe(whole)
    expect(text.slice(meta.body.start, meta.body.end)).toBe(body)
  })

  it('leaves what follows to the scan', () => {
    expect(documentOf('---\n# a: 1\nb: 2\n---\n# C\n').headings.map(heading => heading.text)).toEqual(['C'])
    expect(documentOf('---\na: 1\n\n# C\n').headings.map(heading => heading.text)).toEqual(['C'])
  })
})

describe('fields', () => {
  const text = [
    '---',
    'name: 名字 😀',
    'plain: a b # comment',
    "single: 'it''s'",
    'double: "a\\n"',
    'empty:',
    'block: |',
    '  one',
    '  two',
    '',
    'folded: >-',
    '  one',
    'flow: [a, b]',
    'list:',
    '  - a',
    'map:',
    '  k: 1',
    'number: 3',
    '"quoted key": true',
    '---',
    '',
  ]

  it.each(['\n', '\r\n', '\r'])('have values, styles and spans with line ends %j', end => {
    const whole = text.join(end)
    const at = ({ start, end: last }: Span) => whole.slice(start, last).replaceAll(end, '\n')
    const meta = metaOf(whole)
    expect(meta.faults).toEqual([])
    expect(meta.isMap).toBe(true)
    expect(meta.fields.map(({ keySpan, span, value, style }) => [at(keySpan), at(span), value, style])).toEqual([
      ['name', '名字 😀', '名字 😀', 'plain'],
      ['plain', 'a b', 'a b', 'plain'],
      ['single', "'it''s'", "it's", 'single'],
      ['double', '"a\\n"', 'a\n', 'double'],
      ['empty', '', null, 'none'],
      ['block', '|\n  one\n  two', 'one\ntwo\n', 'block'],
      ['folded', '>-\n  one', 'one', 'block'],
      ['flow', '[a, b]', ['a', 'b'], 'flow'],
      ['list', '- a', ['a'], 'list'],
      ['map', 'k: 1', { k: 1 }, 'map'],
      ['number', '3', 3, 'plain'],
      ['"quoted key"', 'true', true, 'plain'],
    ])
    expect(meta.at('number')?.value).toBe(3)
    expect(meta.at('other')).toBeUndefined()
  })

  it('keeps repeated keys', () => {
    expect(metaOf('---\na: 1\na: 2\n---').fields.map(({ value }) => value)).toEqual([1, 2])
  })

  it.each([
    ['---\na: [\n---', 1],
    ['---\na: "x\n---', 1],
    ['---\na: b: c\n---', 1],
    ['---\n\ta: 1\n---', 1],
  ])('%j has a fault inside the block', (broken, least) => {
    const { faults, body } = metaOf(broken)
    expect(faults.length).toBeGreaterThanOrEqual(least)
    for (const { span } of faults) {
      expect(span.start).toBeGreaterThanOrEqual(body.start)
      expect(span.end).toBeLessThanOrEqual(body.end)
    }
  })

  it('does not follow an alias bomb', () => {
    const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`)
    const meta = metaOf(['---', 'l0: &l0 x', ...levels, '---'].join('\n'))
    expect(meta.faults.length).toBeGreaterThan(0)
    expect(meta.at('l9')?.value).toBeNull()
  })

  it.each(['---\n- a\n---', '---\ntext\n---', '---\n---'])('%j is no mapping', block => {
    expect(metaOf(block)).toMatchObject({ state: 'closed', isMap: false, fields: [] })
  })
})

describe('suppressions in frontmatter', () => {
  it('are YAML comments on their own line', () => {
    const block =
      '---\r\n  # maestro-lint-disable-next-line a/b, c -- why  \r\nname: x # maestro-lint-disable\r\n---\r\n'
    const { suppressions } = documentOf(block)
    const at = ({ start, end }: Span) => block.slice(start, end)
    expect(suppressions.map(({ kind, reason, span }) => [kind, reason, at(span)])).toEqual([
      ['disable-next-line', 'why', '# maestro-lint-disable-next-line a/b, c -- why'],
    ])
    expect(suppressions[0]?.rules.map(({ id, span }) => [id, at(span)])).toEqual([
      ['a/b', 'a/b'],
      ['c', 'c'],
    ])
  })
})
