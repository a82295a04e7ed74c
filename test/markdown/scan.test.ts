import { describe, expect, it } from 'vitest'
import { linesOf } from '../../src/core/span.ts'
import type { Span } from '../../src/core/types.ts'
import { scan, veil } from '../../src/markdown/scan.ts'

const scanOf = (text: string) => scan(linesOf(text), 0)
const at = (text: string, span: Span | undefined) => span && text.slice(span.start, span.end)

describe('sections', () => {
  /** Sections as `parent>tag:body`, faults as `kind tag`. */
  const sectionsOf = (text: string) => {
    const { sections, tagFaults } = scanOf(text)
    return [
      ...sections.map(({ tag, body, parent }) => `${parent ? `${parent.tag}>` : ''}${tag}:${at(text, body)?.trim()}`),
      ...tagFaults.map(({ kind, tag }) => `${kind} ${tag}`),
    ]
  }

  it.each([
    ['one', '<purpose>\na\n</purpose>\n', ['purpose:a']],
    ['Chinese text', '<purpose>\n目的：说明\n</purpose>\n', ['purpose:目的：说明']],
    ['nested', '<a>\n<b>\nx\n</b>\n</a>', ['a:<b>\nx\n</b>', 'a>b:x']],
    ['of one name', '<a>\n<a>\nx\n</a>\n</a>', ['a:<a>\nx\n</a>', 'a>a:x']],
    ['side by side', '<a>\n</a>\n<b>\n</b>\n', ['a:', 'b:']],
    ['attributes', '<step name="x" id="2">\na\n</step>', ['step:a']],
    ['indented', '  <a>\n  x\n  </a>  \n', ['a:x']],
    ['CR LF', '<a>\r\nx\r\n</a>\r\n', ['a:x']],
    ['a closing tag alone', 'x\n</purpose>\n', ['unopened purpose']],
    ['a known tag that is not closed', '<purpose>\nx\n', ['unclosed purpose']],
    ['a tag that is closed elsewhere', '<a>\n</a>\n<a>\n', ['a:', 'unclosed a']],
    ['crossing', '<a>\n<b>\n</a>\n</b>\n', ['a:<b>', 'unclosed b', 'unopened b']],
    ['a placeholder', 'x\n\n<slug>\n', []],
    ['a placeholder inside a section', '<purpose>\n<slug>\n</purpose>', ['purpose:<slug>']],
    ['inside a fence', '```\n<purpose>\n```\n', []],
    ['inside a comment', '<!--\n<purpose>\n-->\n', []],
    ['inside raw HTML', '<pre>\n<purpose>\n</pre>\n', []],
    ['HTML elements', '<details>\n<summary>\nx\n</summary>\n</details>\n<br>\n', []],
    ['shown as indented code', '    </purpose>\n    <purpose>\n', []],
    ['not alone on the line', 'a <purpose>\n<purpose> b\n', []],
    ['in a table or list', '- <purpose>\n| <purpose> |\n', []],
  ])('%s', (_, text, expected) => {
    expect(sectionsOf(text)).toEqual(expected)
  })

  it('span from tag to tag, and are hidden from the parser', () => {
    const text = 'x\n  <a>\ny\n</a> \n'
    const { sections, veils } = scanOf(text)
    expect(sections.map(({ span, open, close }) => [span, open, close].map(part => at(text, part)))).toEqual([
      ['<a>\ny\n</a>', '<a>', '</a>'],
    ])
    expect(veil(text, veils)).toBe('x\n     \ny\n     \n')
  })
})

describe('headings', () => {
  it.each([
    ['# A', [[1, 'A']]],
    ['###### A ##', [[6, 'A']]],
    ['#', [[1, '']]],
    ['## ##', [[2, '']]],
    ['# A#', [[1, 'A#']]],
    ['# A \\#', [[1, 'A \\#']]],
    ['   # 中文 😀 \t', [[1, '中文 😀']]],
    ['#A\n####### B\n    # C\n\\# D', []],
    ['```\n# A\n```\n# B', [[1, 'B']]],
    ['<!--\n# A\n-->\n# B', [[1, 'B']]],
    [
      '# A\r\n## B\r\n',
      [
        [1, 'A'],
        [2, 'B'],
      ],
    ],
    ['<purpose>\n## A\n</purpose>', [[2, 'A']]],
  ])('%j', (text, expected) => {
    expect(scanOf(text).headings.map(({ depth, text }) => [depth, text])).toEqual(expected)
  })

  it('span their line', () => {
    expect(scanOf('a\r\n## B ##\r\n').headings).toEqual([{ depth: 2, text: 'B', span: { start: 3, end: 10 } }])
  })
})

describe('comments and raw HTML', () => {
  it.each([
    ['on one line', '<!-- a -->\n# B', 1],
    ['over lines', '<!-- a\n\n# A\n--> b\n# B', 1],
    ['unclosed: nothing is swallowed', '<!-- a\n# A\n# B', 2],
    ['unclosed raw HTML', '<style>\n# A\n# B', 2],
    ['raw HTML in capitals', '<PRE>\n# A\n</Pre>\n# B', 1],
    ['four columns in it is code', '    <!--\n# A\n', 1],
    ['<prefix> is no <pre>', '<prefix>\n# A\n', 1],
  ])('%s', (_, text, count) => {
    expect(scanOf(text).headings).toHaveLength(count)
  })
})

describe('suppressions', () => {
  const suppressionsOf = (text: string) =>
    scanOf(text).suppressions.map(({ kind, rules, reason, span }) => ({
      kind,
      rules: rules.map(rule => rule.id),
      reason,
      text: at(text, span),
    }))

  it.each([
    ['<!-- maestro-lint-disable -->', 'disable', [], ''],
    ['<!-- maestro-lint-enable -->', 'enable', [], ''],
    ['<!--maestro-lint-disable-next-line-->', 'disable-next-line', [], ''],
    ['<!-- maestro-lint-disable fences/unclosed -->', 'disable', ['fences/unclosed'], ''],
    [
      '<!-- maestro-lint-disable fences/unclosed, links tables/x -->',
      'disable',
      ['fences/unclosed', 'links', 'tables/x'],
      '',
    ],
    ['<!-- maestro-lint-disable a/b -- 原因 -- more -->', 'disable', ['a/b'], '原因 -- more'],
    ['<!-- maestro-lint-disable -- a reason -->', 'disable', [], 'a reason'],
  ])('%s', (text, kind, rules, reason) => {
    expect(suppressionsOf(`x ${text} y`)).toEqual([{ kind, rules, reason, text }])
  })

  it('name rules with their spans', () => {
    const text = 'a\r\n<!-- maestro-lint-disable x/y, z -- x/y -->\r\n'
    expect(scanOf(text).suppressions[0]?.rules.map(({ span }) => at(text, span))).toEqual(['x/y', 'z'])
    expect(scanOf(text).suppressions[0]?.rules[0]?.span.start).toBe(29)
  })

  it.each([
    ['in a code span', 'write `<!-- maestro-lint-disable -->`', 0],
    ['in a longer code span', 'write `` ` <!-- maestro-lint-disable --> ``', 0],
    ['after a code span', '`a` <!-- maestro-lint-disable -->', 1],
    ['after a backtick without partner', 'a ` b <!-- maestro-lint-disable -->', 1],
    ['in a fence', '```\n<!-- maestro-lint-disable -->\n```\n', 0],
    ['in raw HTML', '<pre>\n<!-- maestro-lint-disable -->\n</pre>\n', 0],
    ['with another word', '<!-- maestro-lint-disabled --> <!-- maestro-lint-disable-all -->', 0],
    ['unclosed', '<!-- maestro-lint-disable\n-->', 0],
    ['twice on a line', '<!-- maestro-lint-disable a --> b <!-- maestro-lint-enable a -->', 2],
    ['in a list or quote', '- a <!-- maestro-lint-disable -->\n> <!-- maestro-lint-enable -->', 2],
  ])('%s', (_, text, count) => {
    expect(scanOf(text).suppressions.filter(({ kind }) => kind !== 'unknown')).toHaveLength(count)
  })
})

describe('time', () => {
  it.each([
    ['quote marks', `${'> '.repeat(50_000)}x ~~~`],
    ['list markers', `${'-    '.repeat(20_000)}x ~~~`],
    ['blanks in a heading', `# a${' '.repeat(100_000)}x`],
    ['number signs', `# a${'#'.repeat(100_000)}x`],
    ['unclosed comments', '<!--\n'.repeat(50_000)],
    ['unclosed raw HTML', '<pre>\n'.repeat(50_000)],
    ['unclosed suppressions', '<!-- maestro-lint-disable '.repeat(5_000)],
    ['unbalanced fences', '```a\n```b\n```\n'.repeat(10_000)],
    ['unbalanced fences in a quote', '> ```a\n> ```b\n> ```\n'.repeat(10_000)],
    ['closing tags', '</a>\n'.repeat(50_000)],
    ['crossing tags', '<a>\n<b>\n</a>\n</b>\n'.repeat(10_000)],
  ])('is linear in %s', (_, text) => {
    scanOf(text)
  })
})
