import { expect, test } from 'vitest'
import { quoteScalar } from '../../src/core/scalar.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { entriesOf } from '../../src/model/entries.ts'
import { fixTexts } from '../helpers/lint.ts'

const PATH = '.claude/skills/review/SKILL.md'
const documentOf = (text: string) => parse({ path: PATH, text }, 'skill', false, parseWithSatteri)

test.each([
  ['a', 'a'],
  ['a  ', 'a'],
  ['a \t', 'a'],
  ['a\u3000', 'a\u3000'],
  ['a\u00a0 ', 'a\u00a0'],
  ['a\ufeff', 'a\ufeff'],
  ['a\f', 'a\f'],
  ['a\v\t', 'a\v'],
  ['a\u2028b', 'a\u2028b'],
  ['\u2003', '\u2003'],
  ['', ''],
])('the span of %j is its raw text', (written, raw) => {
  const text = `---\nname: x\nkey: ${written}\n- ${written}\n---\n`
  const entries = entriesOf(documentOf(text)).slice(1)
  for (const { span } of entries) expect(text.slice(span.start, span.end)).toBe(raw)
  expect(entries.map(entry => entry.raw)).toEqual([raw, raw])
})

test.each(['\u3000', '\u00a0', '\u2003', '\ufeff', '\f', '\v'])('a value that ends with %j is quoted whole', space => {
  const text = `---\nname: review\ndescription: Use when: a${space}\n---\n`
  const fixed = `---\nname: review\ndescription: ${quoteScalar(`Use when: a${space}`)}\n---\n`
  expect(fixTexts({ [PATH]: text }, undefined)[PATH]).toBe(fixed)
})

test('the span of a plain field ends where its value ends', () => {
  const text = '---\nname: re\u3000 \n---\n'
  const field = documentOf(text).meta.at('name')!
  expect(text.slice(field.span.start, field.span.end)).toBe(field.value)
})

test('white space behind a closing quote is no part of the text', () => {
  const text = '---\nname: review\ndescription: "Reviews it."\u3000\n---\n'
  expect(fixTexts({ [PATH]: text }, undefined)[PATH]).toBe('---\nname: review\ndescription: Reviews it.\n---\n')
})
