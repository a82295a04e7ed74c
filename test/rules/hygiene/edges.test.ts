import { expect, test } from 'vitest'
import type { AnyRule, Example } from '../../../src/core/rule.ts'
import bom from '../../../src/rules/hygiene/bom.ts'
import hidden from '../../../src/rules/hygiene/hidden-unicode.ts'
import internal from '../../../src/rules/hygiene/internal-tool-name.ts'
import conflict from '../../../src/rules/hygiene/merge-conflict.ts'
import unreadable from '../../../src/rules/hygiene/unreadable.ts'
import { fixTexts, lintTexts } from '../../helpers/lint.ts'

const PATH = '.claude/skills/review/notes.md'
const lint = (rule: AnyRule, text: string, path = PATH, example: Omit<Example, 'files'> = {}) =>
  lintTexts({ [path]: text }, [rule], example)

test('a mark in a table or a script may be needed, in JSON it is not', () => {
  expect(lint(bom, '\uFEFFid,text\n', '.claude/skills/review/rows.csv')).toEqual([])
  expect(lint(bom, '\uFEFF{}', '.claude/skills/review/a.json')).toHaveLength(1)
})

test('marks that are left in the text are removed, whether or not one was taken off', () => {
  const source = { path: PATH, text: '\uFEFFA\n' }
  expect(fixTexts({ [PATH]: `\uFEFF${source.text}` }, [bom])).toEqual({ [PATH]: 'A\n' })
})

test.each([
  ['a\u200b\u200d\u200b', 'Characters that nobody sees stand here (U+200B ×2, U+200D).'],
  ['a\u200b\u200c\u200d\u2060\ufeff', 'Characters that nobody sees stand here (U+200B, U+200C, U+200D and 2 more).'],
  ['a\u{e0001}\u{e0068}\u{e0069}', '3 tag characters stand here unseen and spell “hi”.'],
  ['🏴\u{e0067}\u{e0062}', '2 tag characters stand here unseen and spell “gb”.'],
  ['a\u2062\u2064\u2062\u2064', '4 invisible marks stand here in a row, which is how data is hidden.'],
])('names what is hidden in %j', (text, expected) => {
  expect(lint(hidden, text).map(found => found.text)).toEqual([expected])
})

test.each([
  ['in prose, in a word', 'chan\u200bge', true],
  ['at the end of a line', 'change\u200b\nnext', true],
  ['before structure', '\u200b# Not a heading', false],
  ['before a mark', 'a\u2060. b', false],
  ['in code', '`a\u200bb`', false],
  ['in a link', '[a](b\u200bc)', false],
  ['in frontmatter', '---\nname: a\u200bb\n---\n', false],
  ['in a fence', '~~~\na\u200bb\n~~~\n', false],
  ['in a very long line', `${'word '.repeat(500)}a\u200bb`, false],
])('deleting %s is safe: %s', (_, text, safe) => {
  expect(lint(hidden, text).map(({ fix }) => fix?.safe)).toEqual([safe])
})

test.each([
  ['<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n', [2]],
  ['<<<<<<<\n=======\n>>>>>>>\n', [1]],
  ['<<<<<<< a\r\n=======\r\n>>>>>>> b\r\n', [1]],
  ['<<<<<<< a\n>>>>>>> b\n', []],
  ['=======\n>>>>>>> b\n', []],
  [' <<<<<<< a\n=======\n>>>>>>> b\n', []],
  ['<<<<<<<< a\n========\n>>>>>>>> b\n', []],
  ['A conflict:\n\n```\n<<<<<<< a\n```\n\n```\n=======\n>>>>>>> b\n```\n', [4]],
])('conflicts in %j', (text, lines) => {
  expect(lint(conflict, text).map(({ range }) => range.line)).toEqual(lines)
})

test('a path without a document: its severity can be set, and no reason is no hole', () => {
  const unread = [{ path: '.claude/skills/x/SKILL.md', reason: 'unreadable', detail: '' }] as const
  const [found] = lint(unreadable, '# A\n', PATH, { unread })
  expect(found).toMatchObject({ path: unread[0].path, severity: 'error', span: { start: 0, end: 0 }, related: [] })
  expect(found!.text).toBe('This cannot be read (no reason given).')
})

test.each([
  [['acme'], 'Run `acme`.\n', 1],
  [['acme'], 'Run `acme-x` or `/acme`.\n', 0],
  [['acme'], '`acme(x)` and `acme {`\n', 2],
  [['mcp__acme'], 'Call `mcp__acme__*` or `mcp__acme`, not mcp__acme__x; `xmcp__acme__y`.\n', 2],
  [['mcp__acme'], '```js\nmcp__acme__read({ a: 1 })\n```\n', 1],
  [['a.b'], 'Run `axb`.\n', 0],
  [[], 'Run `ccw`.\n', 0],
])('%j in %j', (names, text, count) => {
  expect(lint(internal, text, PATH, { options: { names } })).toHaveLength(count)
})
