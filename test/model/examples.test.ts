import { expect, test } from 'vitest'
import type { Document } from '../../src/core/types.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { isDenied, isExample } from '../../src/model/examples.ts'

const ask = (judge: typeof isDenied, text: string) =>
  judge(parse({ path: 'SKILL.md', text }, 'skill', false, parseWithSatteri) as Document, text.indexOf('HERE'))

test.each([
  'Never use HERE.\n',
  '❌ `HERE`\n',
  '禁止使用 HERE。\n',
  'Never run these:\n\n- HERE\n',
  'Avoid:\n\n- one\n- HERE\n',
  '## Anti-patterns\n\nText.\n\n### Paths\n\n```sh\nHERE\n```\n',
  '<forbidden>\n\nHERE\n\n</forbidden>\n',
  'BAD:\n\n```sh\nHERE\n```\n',
  '```sh\n# ❌ no\none\nHERE\n```\n',
  '```sh\nHERE # wrong\n```\n',
  '```js\n// BAD\nHERE\n```\n',
  '```sh bad\nHERE\n```\n',
  '反例：\n\n```sh\nHERE\n```\n',
])('denied: %j', text => expect(ask(isDenied, text)).toBe(true))

test.each([
  'Use HERE.\n',
  '# Never-ending stories\n\nHERE\n',
  'Never mind.\n\nHERE\n',
  'If you do not have it, install it:\n\n```sh\nHERE\n```\n',
  'When something goes wrong:\n\n```sh\nHERE\n```\n',
  '```sh\n# BAD\none\n\nHERE\n```\n',
  '## Anti-patterns\n\nText.\n\n## Paths\n\nHERE\n',
  '<forbidden>\n\nText.\n\n</forbidden>\n\nHERE\n',
  'Steps:\n\n1. HERE\n',
])('not denied: %j', text => expect(ask(isDenied, text)).toBe(false))

test.each([
  ['GOOD:\n\n```sh\nHERE\n```\n', true],
  ['✅ HERE\n', true],
  ['For example HERE.\n', true],
  ['### 正确\n\n```sh\nHERE\n```\n', true],
  ['Never HERE.\n', true],
  ['Run:\n\n```sh\nHERE\n```\n', false],
  ['Do it right: HERE\n', false],
])('example: %j is %s', (text, expected) => expect(ask(isExample, text)).toBe(expected))
