import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document, Pack } from '../../src/core/types.ts'
import { inPack, parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { allGatesOf, gatesOf } from '../../src/model/gates/gates.ts'
import { finishes } from '../helpers/growth.ts'
import { runs } from '../helpers/runs.ts'

const pack = { skills: [], documents: [] } as unknown as Pack
const read = (text: string): Document =>
  inPack(parse({ path: 'a.md', text }, 'skill', false, parseWithSatteri), pack, 'a.md')

const gate = (text: string) => allGatesOf(read(`### Phase Gates\n\n${text}\n`))[0]

test.each([
  [
    '**GATE 1: Read → Write**',
    { id: '1', number: 1, dialect: 'number', from: 'Read', to: 'Write', separator: 'colon' },
  ],
  ['**GATE 12：读 → 写**（第二步）', { id: '12', number: 12, from: '读', to: '写', note: '第二步' }],
  ['**GATE 2: Read → Write** (steps (1) → 2)', { note: 'steps (1) → 2', text: '' }],
  ['**GATE 2: Read → Write (step 1)**', { to: 'Write', note: 'step 1' }],
  ['**GATE 2.5: Read -> Write**', { id: '2.5', number: 2.5, dialect: 'decimal', from: 'Read', to: 'Write' }],
  [
    '**GATE P0 → P1**: all is read',
    { id: 'P0 → P1', dialect: 'short-phase', from: 'P0', to: 'P1', text: 'all is read' },
  ],
  ['**GATE P1 → P2: Read → Write**', { id: 'P1 → P2', from: 'Read', to: 'Write', head: 'Read → Write' }],
  ['**GATE P6**: all agree', { id: 'P6', dialect: 'short-phase', text: 'all agree' }],
  ['**GATE: Read → Write**', { id: '', dialect: 'unnumbered', from: 'Read', to: 'Write' }],
  [
    '**GATE Phase 1 → Phase 2: Read → Write**',
    { id: 'Phase 1 → Phase 2', dialect: 'phase', from: 'Read', to: 'Write' },
  ],
  [
    '**GATE Phase 4 → Completion: Write → Done**',
    { id: 'Phase 4 → Completion', dialect: 'phase', from: 'Write', to: 'Done' },
  ],
  ['**GATE P3 → Done: Write → End**', { id: 'P3 → Done', dialect: 'short-phase', from: 'Write', to: 'End' }],
  ['**GATE 阶段 1 → 阶段 2：读 → 写**', { id: '阶段 1 → 阶段 2', dialect: 'phase', from: '读' }],
  ['**门禁 十二：读 → 写**', { id: '十二', number: 12, word: '门禁' }],
  ['**GATE 3a: Read → Write**', { id: '3a', dialect: 'other', from: 'Read' }],
  ['**GATE 1 — Read → Write**', { id: '1', separator: 'mark', from: 'Read' }],
  ['**GATE 1 Read → Write**', { id: '1', separator: 'none', from: 'Read' }],
  ['**GATE 1**: Read → Write (x)', { id: '1', separator: 'outside', from: 'Read', to: 'Write', note: 'x', text: '' }],
  ['**GATE 1**: read all files. Then go on.', { id: '1', text: 'read all files. Then go on.' }],
  ['**GATE 1: Read → Think → Write**', { from: 'Read', to: 'Write' }],
  ['- **GATE 1: Read → Write**', { form: 'item', id: '1' }],
  ['> __GATE 1: Read → Write__', { form: 'bold', id: '1' }],
  ['#### GATE 1: Read → Write', { form: 'heading', id: '1', to: 'Write' }],
  ['**🚧 GATE 1: Read → Write**', { id: '1' }],
])('the head %j', (text, expected) => {
  expect(gate(text)).toMatchObject(expected)
})

test.each([
  ['- REQUIRED: a', 'required', 'colon', 'a'],
  ['- **REQUIRED**: a', 'required', 'colon', 'a'],
  ['- **REQUIRED:** a', 'required', 'colon', 'a'],
  ['- [ ] REQUIRED (always): a', 'required', 'colon', 'a'],
  ['* MUST have a', 'required', 'plain', 'a'],
  ['1. 必需：甲', 'required', 'colon', '甲'],
  ['- 必须已读', 'required', 'plain', '已读'],
  ['REQUIRED: a', 'required', 'colon', 'a'],
  ['- BLOCKED if: a', 'blocked', 'if:', 'a'],
  ['- BLOCKED if missing: a', 'blocked', 'if missing:', 'a'],
  ['- **BLOCKED if**: a', 'blocked', 'if:', 'a'],
  ['- BLOCKED if a', 'blocked', 'if', 'a'],
  ['- BLOCKED: a', 'blocked', 'bare', 'a'],
  ['- BLOCKED — a', 'blocked', 'bare', 'a'],
  ['- BLOCKED until a', 'blocked', 'condition', 'until a'],
  ['- 阻塞：甲', 'blocked', 'colon', '甲'],
  ['- 若甲缺失则阻止', 'blocked', 'condition', '若甲缺失则阻止'],
  ['- If a is missing: BLOCK', 'blocked', 'condition', 'If a is missing: BLOCK'],
  ['- NON-BLOCKING: a', 'non-blocking', 'colon', 'a'],
  ['- 非阻塞：甲', 'non-blocking', 'colon', '甲'],
  ['- a', 'other', 'none', 'a'],
  ['- Must a be read? See b.', 'required', 'plain', 'a be read? See b.'],
])('the bullet %j', (text, kind, form, words) => {
  expect(gate(`**GATE 1: A → B**\n${text}`)?.bullets[0]).toMatchObject({ kind, form, text: words })
})

const kinds = (text: string) =>
  gate(text)
    ?.bullets.map(({ kind }) => kind)
    .join(' ')

test('a gate ends where something else begins', () => {
  const head = '**GATE 1: A → B**\n'
  expect(kinds(`${head}\n- REQUIRED: a\n\n- BLOCKED if: b\n`)).toBe('required blocked')
  expect(kinds(`${head}Both hold.\n\n- REQUIRED: a\n  and more\n  - a part\n- BLOCKED if: b\n`)).toBe(
    'required blocked',
  )
  expect(kinds(`${head}- REQUIRED: a\n\nWrite a list:\n\n- one\n- two\n`)).toBe('required')
  expect(kinds(`${head}- REQUIRED: a\n\nIt is\n\n- BLOCKED if: b\n- REQUIRED: c\n`)).toBe('required blocked')
  expect(kinds(`${head}- REQUIRED: a\n\`\`\`sh\n- REQUIRED: no\n\`\`\`\n- BLOCKED if: b\n`)).toBe('required blocked')
  expect(kinds(`${head}- REQUIRED: a\n## Next\n- BLOCKED if: b\n`)).toBe('required')
  expect(kinds(`${head}- REQUIRED: a\n</execution>\n- BLOCKED if: b\n`)).toBe('required')
  expect(kinds(`- ${head}  - REQUIRED: a\n- other\n  - BLOCKED if: b\n`)).toBe('required blocked')
  expect(kinds(`${head}- REQUIRED: a, else BLOCKED\n`)).toBe('required blocked')
  expect(kinds('**GATE P0 → P1**: REQUIRED: a. BLOCKED if b.')).toBe('required blocked')
})

test('sections: below headings, in tags, without a heading, with none, and what is no gate', () => {
  const sections = gatesOf(
    read(
      '## Build Phase Gates — shared\n\n**GATE 1: A → B**\n\n### GATE 2: B → C\n\n## Phase Gates\n\nAs in the base skill.\n\n<execution>\n\n**GATE 3: C → D**\n\n**GATE 4** comes later.\n\n</execution>\n\n<phase_gates>\n**GATE 5: D → E**\n</phase_gates>\n\n`**GATE 6: E → F**`\n',
    ),
  )
  expect(sections.map(({ heading, gates, inherits }) => [heading?.form, gates.map(({ id }) => id), inherits])).toEqual([
    ['heading', ['1', '2'], true],
    ['heading', [], true],
    [undefined, ['3'], false],
    ['tag', ['5'], false],
  ])
})

test('the same with CR LF, and in a document that is not Markdown', () => {
  const text = '### Phase Gates\n\n**GATE 1: A → B** (x)\n- REQUIRED: a\n  b\n- BLOCKED if: c\n'
  const told = (source: string) =>
    allGatesOf(read(source)).flatMap(({ bullets, to, note }) => [to, note, ...bullets.map(bullet => bullet.text)])
  expect(told(text.replaceAll('\n', '\r\n'))).toEqual(told(text))
  const data = parse({ path: 'a.json', text }, 'data', false, parseWithSatteri) as unknown as Document
  expect(gatesOf(data)).toEqual([])
})

const piece = fc.constantFrom(
  ...['**', 'GATE', ' ', '1', '2.5', 'P0', ': ', '：', ' → ', 'A', '（', '）', '\n', '\r\n', '- ', '  ', '### '],
  ...[
    'Phase Gates',
    '门禁',
    'REQUIRED',
    'BLOCKED',
    ' if',
    '必需',
    '若',
    '阻止',
    '```\n',
    '<a>\n',
    '</a>\n',
    '<!--',
    '-->',
    '|',
  ],
)

test('never throws; spans lie in the text and in order', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const text = pieces.join('')
      for (const { body, gates } of gatesOf(read(text)))
        for (const { span, headSpan, idSpan, id, bullets } of gates) {
          expect(body.start <= span.start && span.end <= text.length && span.start < span.end).toBe(true)
          expect(text.slice(idSpan.start, idSpan.end)).toBe(id)
          expect(span.start <= headSpan.start && headSpan.end <= span.end).toBe(true)
          for (const bullet of bullets) {
            expect(span.start <= bullet.span.start && bullet.span.end <= span.end).toBe(true)
            expect(bullet.textSpan.start).toBeLessThanOrEqual(bullet.textSpan.end)
            if (bullet.form !== 'inline')
              expect(text.slice(bullet.textSpan.start, bullet.textSpan.end)).toBe(bullet.text)
          }
        }
    }),
    runs(300),
  )
})

test.each<[string, (n: number) => string]>([
  ['heads', n => '**GATE 1: A → B**\n- REQUIRED: x\n'.repeat(n / 32)],
  ['headings', n => `### Phase Gates\n${'### GATE 1: A → B\n'.repeat(n / 20)}`],
  ['sections', n => '<a>\n</a>\n### Phase Gates\n'.repeat(n / 25)],
  ['spaces behind a keyword', n => `**GATE 1: A → B**\n- BLOCKED${' '.repeat(n)}x`],
  ['conditions', n => `**GATE 1: A → B**\n- ${'若'.repeat(n)}`],
  ['brackets', n => `**GATE 1: A → B** ${'('.repeat(n)}`],
])(
  '%s without end',
  (_, make) => {
    finishes(100_000, make, text => gatesOf(read(text)))
  },
  30_000,
)
