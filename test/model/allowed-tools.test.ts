import { expect, test } from 'vitest'
import { applyEdits } from '../../src/core/edit.ts'
import type { Document } from '../../src/core/types.ts'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { toolListOf, withEntry, withoutEntry } from '../../src/model/allowed-tools.ts'

const documentOf = (value: string) => {
  const text = `---\nname: x\nallowed-tools:${value}\nmodel: inherit\n---\n`
  return parse({ path: 'SKILL.md', text }, 'skill', false, parseWithSatteri) as Document
}

const read = (value: string) => {
  const document = documentOf(value)
  const list = toolListOf(document, 'allowed-tools')
  return list && [list.form, ...list.entries.map(({ span }) => document.text.slice(span.start, span.end))]
}

test.each([
  [' Read, Bash', ['comma', 'Read', 'Bash']],
  [' Read Bash', ['space', 'Read', 'Bash']],
  [' Read', ['comma', 'Read']],
  [' Read,Bash(git:*),  Write', ['comma', 'Read', 'Bash(git:*)', 'Write']],
  [' Bash(git add:*, git commit:*) Read', ['space', 'Bash(git add:*, git commit:*)', 'Read']],
  [' Bash(echo (a, b)), Read', ['comma', 'Bash(echo (a, b))', 'Read']],
  [' Read, Bash # the shell', ['comma', 'Read', 'Bash']],
  [' "Read, Bash"', ['comma', 'Read', 'Bash']],
  [" 'Read Bash'", ['space', 'Read', 'Bash']],
  [' Read,\n  Bash,\n  Write', ['comma', 'Read', 'Bash', 'Write']],
  [' >-\n  Read,\n  Bash', ['comma', 'Read', 'Bash']],
  ['\n  - Read\n  # two\n  - "Bash(a, b)" # one\n\n  - Write', ['list', 'Read', 'Bash(a, b)', 'Write']],
  ['\n- Read\n- Bash', ['list', 'Read', 'Bash']],
  ['\r\n  - Read\r\n  - Bash\r', ['list', 'Read', 'Bash']],
  ['\n  - Read, Bash\n  - Write', ['list', 'Read', 'Bash', 'Write']],
  [' [Read, "Bash(git:*)", \'Write\']', ['flow', 'Read', 'Bash(git:*)', 'Write']],
  [' [\n  Read,\n  Bash,\n]', ['flow', 'Read', 'Bash']],
  [' []', ['flow']],
  ['', undefined],
  [' { Read: true }', undefined],
  [' 5', undefined],
  ['\n  - Read\n  - tool: Bash', undefined],
])('%j', (value, expected) => expect(read(value)).toEqual(expected))

test('names and arguments are told apart', () => {
  const list = toolListOf(documentOf(' Bash(npm run test), mcp__a__b, Agent()'), 'allowed-tools')
  expect(list?.entries.map(({ name, args }) => [name, args])).toEqual([
    ['Bash', 'npm run test'],
    ['mcp__a__b', undefined],
    ['Agent', ''],
  ])
})

/** The value after an edit; the rest of the document must be as it was. */
const after = (value: string, index: number | 'Add') => {
  const document = documentOf(value)
  const list = toolListOf(document, 'allowed-tools')!
  const edit = index === 'Add' ? withEntry(document, list, 'Add') : withoutEntry(document, list, list.entries[index]!)
  if (!edit) return undefined
  const { text } = applyEdits(document.text, [edit])
  expect(text.startsWith('---\nname: x\nallowed-tools:')).toBe(true)
  expect(text.endsWith('\nmodel: inherit\n---\n')).toBe(true)
  return text.slice(26, -'\nmodel: inherit\n---\n'.length)
}

test.each([
  [' Read, Bash, Write', [' Bash, Write', ' Read, Write', ' Read, Bash']],
  [' Read Bash(a b)', [' Bash(a b)', ' Read']],
  [' "Read, Bash"', [' "Bash"', ' "Read"']],
  [
    '\n  - Read\n  - Bash # shell\n  - Write',
    ['\n  - Bash # shell\n  - Write', '\n  - Read\n  - Write', '\n  - Read\n  - Bash # shell'],
  ],
  [' [Read, "Bash(a)", Write]', [' ["Bash(a)", Write]', ' [Read, Write]', ' [Read, "Bash(a)"]']],
  [' ["Read", \'Bash\']', [" ['Bash']", ' ["Read"]']],
  [' >-\n  Read,\n  Bash', [' >-\n  Bash', ' >-\n  Read']],
  [' Read', [undefined]],
  ['\n  - Read, Bash', [undefined, undefined]],
])('without an entry: %j', (value, expected) =>
  expect(expected.map((_, index) => after(value, index))).toEqual(expected),
)

test.each([
  [' Read, Bash', ' Read, Bash, Add'],
  [' Read Bash', ' Read Bash Add'],
  [' Read', ' Read, Add'],
  [' "Read" # all', ' "Read, Add" # all'],
  ['\n  - Read', '\n  - Read\n  - Add'],
  ['\r\n- Read\r', '\r\n- Read\r\n- Add\r'],
  [' [Read, "Bash(a)"]', ' [Read, "Bash(a)", Add]'],
  [' []', undefined],
])('with an entry: %j', (value, expected) => expect(after(value, 'Add')).toEqual(expected))
