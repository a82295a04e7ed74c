import { expect, it } from 'vitest'
import { cellsOf } from '../../src/markdown/tables.ts'

it.each([
  ['| a | b |', ['a', 'b']],
  ['a | b', ['a', 'b']],
  ['| a | b', ['a', 'b']],
  ['  | a |  b  |  ', ['a', 'b']],
  ['| a | | c |', ['a', '', 'c']],
  ['||', ['']],
  ['|', []],
  ['', []],
  ['| --- | :-: |', ['---', ':-:']],
  ['| `a | b` | c |', ['`a | b`', 'c']],
  ['| `` ` | `` | c |', ['`` ` | ``', 'c']],
  ['| ` | b |', ['`', 'b']],
  ['| `a`` | b | `` c |', ['`a`` | b | `` c']],
  ['| a \\| b | c |', ['a \\| b', 'c']],
  ['| `\\` | c |', ['`\\`', 'c']],
  ['| \\` | b ` |', ['\\`', 'b `']],
  ['| a \\|', ['a \\|']],
  ['| 成功 | 😀 |', ['成功', '😀']],
])('splits %j', (line, expected) => {
  const cells = cellsOf(line, 100)
  expect(cells.map(cell => cell.text)).toEqual(expected)
  for (const { text, span } of cells) expect(line.slice(span.start - 100, span.end - 100)).toBe(text)
})

it('takes a code span of many lengths in its stride', () => {
  cellsOf(Array.from({ length: 1000 }, (_, index) => `${'`'.repeat(index + 1)}|`).join(''), 0)
  cellsOf('`|``|'.repeat(20_000), 0)
})
