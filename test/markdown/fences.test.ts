import { describe, expect, it } from 'vitest'
import { linesOf } from '../../src/core/span.ts'
import type { Span } from '../../src/core/types.ts'
import { scan, veil } from '../../src/markdown/scan.ts'

const scanOf = (text: string) => scan(linesOf(text), 0)
const at = (text: string, span: Span | undefined) => span && text.slice(span.start, span.end)

/** Fences as `open|body|close`, the parts that are missing as `-`; `!` where the author's reading was taken. */
const fencesOf = (text: string) =>
  scanOf(text).fences.map(
    ({ open, body, close, isAuthors }) =>
      `${isAuthors ? '!' : ''}${at(text, open)}|${at(text, body)}|${at(text, close) ?? '-'}`,
  )

describe('fences', () => {
  it.each([
    ['backticks', '```js\na\n```\n', ['```js|a\n|```']],
    ['tildes', '~~~\na\n```\n~~~\n', ['~~~|a\n```\n|~~~']],
    ['a longer closing line', '```\na\n`````\nb\n', ['```|a\n|`````']],
    ['a shorter line that does not close', '````\na\n```\n````\n', ['````|a\n```\n|````']],
    ['a line with an info string that does not close', '```\n~~~ x\n``` y\n', ['```|~~~ x\n``` y\n|-']],
    ['nothing inside', '```\n```\n', ['```||```']],
    ['in a list', '- a\n\n  ```js\n  b\n  ```\n', ['```js|  b\n|```']],
    ['behind list markers', '1. - ```js\n     b\n     ```\n', ['```js|     b\n|```']],
    ['in a quote', '> ```\n> a\n> ```\nb\n', ['```|> a\n|```']],
    ['in a quote that ends', '> ```\n> a\n\n```\nb\n```\n', ['```|> a|-', '```|b\n|```']],
    ['in a quote in a quote', '> > ```\n> > a\n> b\n', ['```|> > a|-']],
    ['unclosed', '```js\na\n', ['```js|a\n|-']],
    ['unclosed on the last line', 'a\n```', ['```||-']],
    ['two', '```\na\n```\n\n~~~\nb\n~~~', ['```|a\n|```', '~~~|b\n|~~~']],
    ['CR LF', '```js\r\na\r\n```\r\n', ['```js|a\r\n|```']],
    ['Chinese', '```中文\n内容\n```', ['```中文|内容\n|```']],
    ['a code span of three backticks is none', '```a```\n', []],
    ['marks inside a line are none', 'use ``` here\n', []],
    ['inside a comment none is seen', '<!--\n```\n-->\n', []],
    ['inside <pre> none is seen', '<pre>\n```\n</pre>\n', []],
  ])('%s', (_, text, expected) => {
    expect(fencesOf(text)).toEqual(expected)
  })

  it.each([
    [
      'a balanced pair is read as the author means it',
      '```md\n```js\na\n```\n```\nb\n',
      ['!```md|```js\na\n```\n|```'],
    ],
    ['two pairs', '```md\n```a\n```\n```b\n```\n```\n', ['!```md|```a\n```\n```b\n```\n|```']],
    ['an unbalanced one is read as CommonMark does', '```md\n```js\na\n```\nb\n', ['```md|```js\na\n|```']],
    ['a bare pair cannot be told from a close', '```\n```\na\n```\n```\n', ['```||```', '```||```']],
    [
      'four columns in, a mark is text',
      '```md\n1. a\n\n    ```js\n    ```\n```\n',
      ['```md|1. a\n\n    ```js\n    ```\n|```'],
    ],
    ['a tab in, a mark is text', '```md\n\t```js\n\t```\n```\n', ['```md|\t```js\n\t```\n|```']],
    ['behind a quote mark it is text', '```md\n> ```js\n> ```\n```\n', ['```md|> ```js\n> ```\n|```']],
    ['behind a list marker it does not close', '```md\n- ```\n```\n', ['```md|- ```\n|```']],
    [
      'in a diff the signs are no list',
      '```diff\n+ ```js\n+ ```\n- ```\n```\n',
      ['```diff|+ ```js\n+ ```\n- ```\n|```'],
    ],
    ['a longer outer fence needs no reading', '````md\n```js\n```\n````\n', ['````md|```js\n```\n|````']],
    ['in a quote', '> ```md\n> ```js\n> ```\n> ```\n', ['!```md|> ```js\n> ```\n|```']],
  ])('of one length inside each other: %s', (_, text, expected) => {
    expect(fencesOf(text)).toEqual(expected)
  })

  it('tells of the fences inside', () => {
    const text = '```md\n  ```js\n```\n```\n~~~\n```js\n~~~\n'
    expect(scanOf(text).fences.map(({ nested }) => nested.map(span => at(text, span)))).toEqual([['```js'], []])
  })

  it.each([
    ['```JSON title="x"', 'json', 'JSON title="x"', '`', 3],
    ['~~~~  bash', 'bash', 'bash', '~', 4],
    ['```{.js}', '', '{.js}', '`', 3],
    ['```js{1,2}', 'js', 'js{1,2}', '`', 3],
    ['```', '', '', '`', 3],
  ])('reads the info string of %s', (text, lang, info, marker, length) => {
    expect(scanOf(text).fences).toMatchObject([{ lang, info, marker, length }])
  })

  it('hides the marks of fences inside from the parser, at equal length', () => {
    const text = '```md\n```js\na\n```\n```\n'
    expect(veil(text, scanOf(text).veils)).toBe('```md\n     \na\n   \n```\n')
  })
})
