import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document, Pack } from '../../src/core/types.ts'
import { inPack, parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { errorCodesOf } from '../../src/model/errors/errors.ts'
import { undefinedCodesOf } from '../../src/model/errors/undefined.ts'
import { finishes } from '../helpers/growth.ts'
import { runs } from '../helpers/runs.ts'

const pack = { skills: [], documents: [] } as unknown as Pack
const read = (text: string): Document =>
  inPack(parse({ path: 'a.md', text }, 'skill', false, parseWithSatteri), pack, 'a.md')

const definitions = (text: string) =>
  errorCodesOf(read(text)).definitions.map(
    ({ code, form, isMain, severity, condition, recovery }) =>
      `${code} ${form}${isMain ? '' : '?'} ${[severity, condition, recovery].map(part => part ?? '·').join(' / ')}`,
  )

const table = (head: string, ...rows: string[]) =>
  `| ${head.replaceAll('|', ' | ')} |\n|${'---|'.repeat(head.split('|').length)}\n${rows.map(row => `| ${row.replaceAll('|', ' | ')} |\n`).join('')}`

test.each([
  ['Code|Severity|Condition|Recovery', 'E001|error|no key|ask', 'E001 table error / no key / ask'],
  ['Code|Severity|Description', 'E001|error|no key', 'E001 table error / no key / ·'],
  ['Code|Severity|Description|Stage', '`E001`|error|no key|2', 'E001 table error / no key / ·'],
  ['Code|Condition|Recovery', '**E001**|no key|ask', 'E001 table · / no key / ask'],
  ['Code|Exit|Severity|Description|STATUS', 'E001|1|error|no key|BLOCKED', 'E001 table error / no key / ·'],
  ['错误码|严重性|条件|恢复', 'E001|错误|没有密钥|询问', 'E001 table 错误 / 没有密钥 / 询问'],
  ['代码|说明|处理', 'W_OLD_KEY|旧密钥|继续', 'W_OLD_KEY table · / 旧密钥 / 继续'],
  ['Error|Meaning', 'E001|no key', 'E001 table · / no key / ·'],
  ['Problem|Code|Action', 'no key|E001|ask', 'E001 table · / no key / ask'],
  ['Code|Severity|Condition', 'ERR-001|error|no key', 'ERR-001 table error / no key / ·'],
  ['Code|Times', 'E001|3', 'E001 table? · / · / ·'],
])('a table %j', (head, row, expected) => {
  expect(definitions(table(head, row))).toEqual([expected])
})

test('tables that define none', () => {
  expect(definitions(table('Condition|Recovery', 'no key|ask'))).toEqual([])
  expect(definitions(table('State|Code', 'S_SIGN|E001'))).toEqual([])
  expect(definitions(table('Code|Meaning', '0|fine', '404|not there'))).toEqual([])
  const { tables } = errorCodesOf(read(`### Error Codes\n\n${table('Error|Resolution', 'no key|ask')}`))
  expect(tables.map(({ hasCodes, part }) => [hasCodes, part])).toEqual([[false, 'heading']])
})

test('cells with several codes, rows that lost their table', () => {
  expect(
    definitions(table('Code|Condition', 'E001/E002|a', 'E003–E005|b', 'W001, W002|c')).map(own => own.slice(0, 4)),
  ).toEqual(['E001', 'E002', 'E003', 'E004', 'E005', 'W001', 'W002'])
  expect(definitions('| E001 | no key | ask |\n')).toEqual(['E001 row? · / no key / ·'])
  expect(definitions('## Error Codes\n\n| E001 | no key | ask |\n')).toEqual(['E001 row · / no key / ·'])
  expect(definitions('- [ ] E001: told\n- [ ] E002: told\n')).toEqual([])
})

test('lists, headings and prose', () => {
  const list = '- E001: a\n- **E002** — b\n* `W001`：丙\n1. E003 (fatal): d\n'
  expect(definitions(list)).toEqual([
    'E001 list · / a / ·',
    'E002 list · / b / ·',
    'W001 list · / 丙 / ·',
    'E003 list fatal / d / ·',
  ])
  expect(definitions('- E001: a\n\nE002 stops the run.\n'), 'one item alone only adds').toEqual([
    'E001 list? · / a / ·',
  ])
  expect(definitions('## Error Codes\n\n- E001 → ask\n- E002 stops\n')).toEqual(['E001 list · / · / ask'])
  expect(definitions('#### E001: a\n\n#### E002 — b\n')).toEqual(['E001 heading · / a / ·', 'E002 heading · / b / ·'])
  expect(definitions('Error codes: E001 (a), `E002`（乙）, E003 = c.\n').map(own => own.slice(0, 10))).toEqual([
    'E001 prose',
    'E002 prose',
    'E003 prose',
  ])
  expect(definitions('## 错误处理\n\n**E001**：甲\n')).toEqual(['E001 prose · / 甲 / ·'])
})

const references = (text: string) =>
  errorCodesOf(read(text)).references.map(
    ({ codes, form, isForeign }) => `${codes.map(({ code }) => code).join(' ')} ${form}${isForeign ? ' foreign' : ''}`,
  )

test.each([
  ['raise E003', 'E003 raise'],
  ['→ ERROR(E001)', 'E001 error'],
  ['no key (E001).', 'E001 bare'],
  ['`E_NO_KEY`', 'E_NO_KEY bare'],
  ['E004/E005', 'E004 E005 list'],
  ['E004/005', 'E004 E005 list'],
  ['E001–E003', 'E001 E002 E003 range'],
  ['E001-E003', 'E001 E002 E003 range'],
  ['E001 to E003', 'E001 E002 E003 range'],
  ['E001 至 E003', 'E001 E002 E003 range'],
  ['E001~003', 'E001 E002 E003 range'],
  ['E003–E001', 'E003 E001 range'],
  ['`signer check` returns E007', 'E007 bare foreign'],
  ['`signer check` fails (E007)', 'E007 bare'],
  ['`signer check` fails with E007', 'E007 bare foreign'],
  ['the signer CLI exits with E007', 'E007 bare foreign'],
  ['a sentence whose last words are the signer CLI exits\nwith E007', 'E007 bare foreign'],
  ['E007 of $other-skill', 'E007 bare foreign'],
  ['`other-skill` 返回 E007', 'E007 bare foreign'],
  ['no matching tool (E007)', 'E007 bare'],
  ['error=E007', 'E007 bare'],
  ['pylint: W601', 'W601 bare foreign'],
])('the words %j', (text, expected) => {
  expect(references(text)).toEqual([expected])
})

test('what is no code', () => {
  for (const text of [
    'docs/E001.md',
    'https://x.org/E001',
    '[a](E001)',
    'ME001',
    'E0012',
    'E001a',
    'E_',
    '#E001',
    'E2E',
    'W3C',
  ])
    expect(references(text), text).toEqual([])
  expect(references('```\nE001 raise E002\n{"id": "E003"}\nERROR(E004)\n```\n')).toEqual(['E002 raise', 'E004 error'])
  expect(references('---\nname: E001\n---\n<!-- E002 -->\nE003 <!-- E004 --> E005\n')).toEqual([
    'E003 bare',
    'E005 bare',
  ])
})

const inherited = (text: string) =>
  errorCodesOf(read(text)).inherited.map(({ codes, owners }) => `${codes.join(' ')} of ${owners.join(' ')}`)

test.each([
  ['E001–E002 适用。', 'E001 E002 of '],
  ['适用 E001/E002', 'E001 E002 of '],
  ['E001 and W001 apply as well.', 'E001 W001 of '],
  ['Error codes of `paper-plane` apply.', ' of paper-plane'],
  ['The error codes of $paper-plane apply here.', ' of paper-plane'],
  ['Inherits the error codes of /paper-plane.', ' of paper-plane'],
  ['继承 `paper-plane` 的错误码。', ' of paper-plane'],
])('the sentence %j', (text, expected) => {
  expect(inherited(text)).toEqual([expected])
})

test('sentences that take nothing over', () => {
  for (const text of [
    'E001 stops the run.',
    'See the error codes.',
    'Apply the patch (E001).',
    '| E001 | applies | x |',
  ])
    expect(inherited(text), text).toEqual([])
})

test('CR LF, no final newline, empty sections', () => {
  const text = `### Error Codes\n\n${table('Code|Condition', 'E001|a')}\nraise E002`
  const told = (source: string) => undefinedCodesOf(read(source)).map(({ code }) => code)
  expect(told(text)).toEqual(['E002'])
  expect(told(text.replaceAll('\n', '\r\n'))).toEqual(['E002'])
  expect(definitions('<error_codes>\n</error_codes>')).toEqual([])
  expect(definitions('')).toEqual([])
})

const piece = fc.constantFrom(
  ...['E001', 'W002', 'E_NO_KEY', '–', '/', ' to ', '|', '---|', '\n', '\r\n', '- ', ': ', '：', '`', '**', ' ', '('],
  ...[
    '<error_codes>\n',
    '</error_codes>\n',
    '### Error Codes\n',
    '错误码',
    '适用',
    'raise ',
    '```\n',
    '<!--',
    '-->',
    'CLI ',
    '\\',
  ],
)

test('never throws; every code stands where its span says', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const text = pieces.join('')
      const document = read(text)
      const { definitions: found, references: named } = errorCodesOf(document)
      undefinedCodesOf(document)
      for (const { code, span } of [...found, ...named.flatMap(({ codes }) => codes)]) {
        const written = text.slice(span.start, span.end)
        expect(written === code || /^[EW]\d{3}\D|^\d{3}$/.test(written), `${code} in ${written}`).toBe(true)
      }
    }),
    runs(300),
  )
})

test.each<[string, (n: number) => string]>([
  ['codes', n => 'E002 '.repeat(n / 5)],
  ['lists', n => 'E002/'.repeat(n / 5)],
  ['ranges', n => 'E001–E060 '.repeat(n / 10)],
  ['tables', n => '| Code | Condition |\n|--|--|\n| E002 | x |\n\n'.repeat(n / 44)],
  ['sections', n => '<error_codes>\n- E001: x\n</error_codes>\n'.repeat(n / 38)],
  ['headings', n => '### Error Codes\n- E001: x\n\n'.repeat(n / 27)],
  ['spaces in a cell', n => `| Code | Recovery |\n|--|--|\n| E001${' '.repeat(n)}x | ${'*'.repeat(n)}x |\n`],
  ['owners', n => '`a b` returns E007 '.repeat(n / 19)],
])(
  '%s without end',
  (_, make) => {
    finishes(100_000, make, text => undefinedCodesOf(read(`### Error Codes\n\n- E001: x\n\n${text}`)))
  },
  30_000,
)
