import { expect, test } from 'vitest'
import hidden from '../../../src/rules/hygiene/hidden-unicode.ts'
import merge from '../../../src/rules/hygiene/merge-conflict.ts'
import unused from '../../../src/rules/suppressions/unused.ts'
import { fixTexts } from '../../helpers/lint.ts'

const PATH = '.claude/skills/review/notes.md'
const rules = [hidden, merge, unused]
const fixed = (text: string, unsafe = false) => fixTexts({ [PATH]: text }, rules, { unsafe })[PATH]
const disable = (names: string) => `<!-- maestro-lint-disable ${names} -->`

test.each([
  ['alone on its line', `# A\n\n${disable('')}\n\nB\n`, '# A\n\n\nB\n'],
  ['between two lines of prose', `A\n${disable('hygiene')}\nB\n`, 'A\n\nB\n'],
  ['between two items', `- A\n${disable('hygiene')}\n- B\n`, '- A\n- B\n'],
  ['above an underline that would make a heading', `A\n${disable('hygiene')}\n===\n`, 'A\n\n===\n'],
  ['behind text', `A ${disable('hygiene')} B\n`, 'A B\n'],
  ['on the last line', `A\n\n${disable('hygiene')}`, 'A\n\n'],
  ['CR LF', `A\r\n\r\n${disable('hygiene')}\r\n`, 'A\r\n\r\n'],
  ['in the frontmatter', '---\nname: a\n# maestro-lint-disable hygiene\n---\n', '---\nname: a\n---\n'],
  ['with its enable', `${disable('hygiene')}\n\nA\n\n<!-- maestro-lint-enable hygiene -->\n`, '\nA\n\n'],
  [
    'a name of two, with its reason',
    `${disable('hygiene/merge-conflict hygiene/hidden-unicode -- old')}\n\n\u2060A\n`,
    `${disable('hygiene/hidden-unicode -- old')}\n\n\u2060A\n`,
  ],
  ['all names', `${disable('hygiene/merge-conflict, hygiene/hidden-unicode')}\n\nA\n`, '\nA\n'],
  ['an unknown name stays', `${disable('hygiene/hidden-unicode, no-such')}\n\nA\n`, `${disable('no-such')}\n\nA\n`],
])('%s', (_, text, expected) => {
  expect(fixed(text)).toBe(expected)
  expect(fixed(expected)).toBeUndefined()
})

test('a used one stays', () => expect(fixed(`${disable('hygiene/hidden-unicode')}\n\n\u2060A\n`)).toBeUndefined())

test('an enable stays where it ends another suppression', () => {
  const text = `${disable('hygiene')}\n\n\u2060A\n\n${disable('hygiene')}\n\nB\n\n<!-- maestro-lint-enable hygiene -->\n`
  expect(fixed(text)).toBe(text.replace(`${disable('hygiene')}\n\nB`, '\nB'))
})

test('at the start of a line of text it makes the line HTML: an author decides', () => {
  const text = `${disable('hygiene')} A *b*\n`
  expect(fixed(text)).toBeUndefined()
  expect(fixed(text, true)).toBe(' A *b*\n')
})
