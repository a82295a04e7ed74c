import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { BREAKING, meantText, needsQuotes, quoteScalar } from '../../src/core/scalar.ts'
import { runs } from '../helpers/runs.ts'

/** Pieces that YAML reads in a way of its own, among words of several scripts. */
const piece = fc.constantFrom(
  '"',
  "'",
  '\\',
  '\\n',
  '[',
  ']',
  '{',
  '}',
  ',',
  ': ',
  ':',
  ' #',
  '#',
  '# ',
  '&',
  '*',
  '!',
  '%',
  '@',
  '`',
  '|',
  '>',
  '- ',
  '-',
  '? ',
  ' ',
  '  ',
  'yes',
  'null',
  '~',
  '1',
  '.5',
  '1e3',
  '0x1F',
  'true',
  '2024-01-01',
  '<',
  '<<',
  '=',
  '--flag',
  'a|b',
  'word',
  'don',
  't',
  '成功',
  '：',
  '（可选）',
  '…',
  '“x”',
  '😀',
  '👩‍💻',
  'é',
  '---',
  '...',
)
const line = fc.array(piece, { minLength: 1, maxLength: 7 }).map(list => list.join(''))
const text = fc.oneof(
  { weight: 3, arbitrary: line },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(piece, fc.constantFrom('\n', '\r\n', '\t', '\0', '\x85', '\u2028', '\ufeff', '\ud800')))
      .map(list => list.join('')),
  },
)

test.each(['\n', '\r\n'])('a quoted text is read back exactly, on one line (%j)', end => {
  fc.assert(
    fc.property(text, value => {
      const quoted = quoteScalar(value)
      expect(quoted).not.toMatch(/[\r\n]/)
      expect(parse(`key: ${quoted}${end}next: 1${end}`)).toEqual({ key: value, next: 1 })
    }),
    runs(1500),
  )
})

test('readers of YAML 1.1 agree', () => {
  fc.assert(
    fc.property(text, value => {
      expect(parse(`key: ${quoteScalar(value)}\n`, { version: '1.1' })).toEqual({ key: value })
    }),
    runs(1500),
  )
})

/** What one reader or another takes for a boolean, a number, a date or a merge key. */
const typed =
  /^(?:y|n|yes|no|on|off|=|<<|[-+.:_\d]+|[-+]?0[bx][\da-f_]+|[-+.:_\d]+e[-+]?\d+|\d+-\d+-\d+\s*(?:t?\d.*)?)$/i

test('no shorter form would do', () => {
  const readsBack = (form: string, value: string) =>
    (['1.1', '1.2'] as const).every(version => {
      const yaml = parseDocument(`key: ${form}\n`, { version, logLevel: 'silent' })
      return !yaml.errors.length && !yaml.warnings.length && yaml.get('key') === value
    })
  fc.assert(
    fc.property(line, value => {
      fc.pre(!typed.test(value))
      const quoted = quoteScalar(value)
      const forms = [value, `'${value.replaceAll("'", "''")}'`, `"${value.replace(/["\\]/g, '\\$&')}"`]
      expect(forms.filter(form => form.length < quoted.length && readsBack(form, value))).toEqual([])
    }),
    runs(1500),
  )
})

/** A value as it stands after `key: `, judged by the reader. */
function read(raw: string) {
  const yaml = parseDocument(`key: ${raw}\nnext: 1\n`, { uniqueKeys: false, logLevel: 'silent' })
  const value = yaml.errors.length ? undefined : yaml.get('key')
  return { isBroken: yaml.errors.length > 0, value }
}

test('a value needs quotes where the reader does not give back its text', () => {
  fc.assert(
    fc.property(line, written => {
      const raw = written.trim()
      const misreading = needsQuotes(raw)
      fc.pre(raw !== '' && !['[', '{', '|', '>', '*', '&', '!'].includes(raw[0]!))
      const { isBroken, value } = read(raw)
      expect({ raw, isBroken }).toEqual({ raw, isBroken: BREAKING.has(misreading) })
      if (misreading) expect(value).not.toBe(raw)
      else if (!/^["']/.test(raw)) expect(value).toBe(raw)
    }),
    runs(2000),
  )
})

test('what breaks the block is never called fine, whatever it begins with', () => {
  fc.assert(
    fc.property(line, written => {
      const raw = written.trim()
      if (read(raw).isBroken) expect(needsQuotes(raw)).toBeDefined()
    }),
    runs(2000),
  )
})

test.each([
  ["'don't stop'", "don't stop"],
  ["'the users' guide'", "the users' guide"],
  ['"say "hi" now"', 'say "hi" now'],
  ['"plan" or "run"', '"plan" or "run"'],
  ['"plan" the work', '"plan" the work'],
  ['"\\d+"', '\\d+'],
  ['[a] [b] # optional', '[a] [b]'],
  ['fix #12: now', 'fix #12: now'],
  ['[issue # or url] [--all]', '[issue # or url] [--all]'],
  ['"never closed', undefined],
  ['"a \\" b" c"', undefined],
])('what the author of %s meant', (raw, meant) => {
  expect(meantText(raw)?.text).toBe(meant)
})
