import { expect, test } from 'vitest'
import type { Document } from '../../src/core/types.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { withoutComment } from '../../src/model/comments.ts'

const C = '<!-- maestro-lint-disable x -->'

test.each([
  [`say a ${C}b\n`, 'say a b\n', true],
  [`say a${C} b\n`, 'say a b\n', true],
  [`say a ${C} b\n`, 'say a b\n', true],
  [`say a ${C}\n`, 'say a\n', true],
  [`say a\u3000${C}b\n`, 'say a\u3000b\n', true],
  [`say a\u3000${C}\n`, 'say a\u3000\n', true],
  [`# ${C} a\n`, '# a\n', true],
  [`- ${C}b\n`, '- b\n', false],
  [`> 1. ${C} b\n`, '> 1. b\n', false],
  [`${C} b\n`, ' b\n', false],
  [`a\n${C}\nb\n`, 'a\n\nb\n', true],
])('%j without its comment', (text, after, isSafe) => {
  const document = parse({ path: 'a.md', text }, 'skill', false, parseWithSatteri) as unknown as Document
  const { edit, safe } = withoutComment(document, document.suppressions[0]!)
  expect(text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end)).toBe(after)
  expect(safe).toBe(isSafe)
})
