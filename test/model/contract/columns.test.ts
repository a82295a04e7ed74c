import { describe, expect, test } from 'vitest'
import type { Document } from '../../../src/core/types.ts'
import { parseWithSatteri } from '../../../src/markdown/satteri.ts'
import {
  appendColumns,
  declaredColumns,
  isElided,
  masterTableOf,
  roleOf,
  separateLifecycle,
  taskTablesOf,
  undeclaredCopies,
} from '../../../src/model/contract/columns.ts'
import { contractsOf } from '../../../src/model/contract/contract.ts'
import { readCsv } from '../../../src/model/contract/table.ts'
import { packsOf } from '../../../src/model/packs.ts'

/** What tables, filters and merges say, as the rules read it. */

const documentOf = (text: string): Document =>
  packsOf({ sources: [{ path: '.codex/skills/x/SKILL.md', text }], unread: [] }, parseWithSatteri)[0]!.documents[0]!

describe('CSV fences', () => {
  const shape = (text: string) =>
    contractsOf(documentOf(`\`\`\`csv\n${text}\n\`\`\`\n`)).csv.map(({ header, rows, open }) => ({
      header: header?.map(({ value }) => value),
      rows: rows.map(({ cells }) => cells.map(({ value }) => value)),
      open,
    }))[0]

  test.each([
    ['id,wave\n1,2', { header: ['id', 'wave'], rows: [['1', '2']] }],
    ['id,wave\r\n"a, ""b""","x\ny"', { header: ['id', 'wave'], rows: [['a, "b"', 'x\ny']] }],
    ['"1","Read it."', { rows: [['1', 'Read it.']] }],
    ['id,title,...\n1,2,3', { rows: [['1', '2', '3']], open: true }],
    ['', { rows: [] }],
  ])('%j', (text, expected) => expect(shape(text)).toEqual(expected))

  test.each([
    ['...', true],
    ['<one row per file>', true],
    ['# more, and more, and more', true],
    ['"1",...', true],
    ['"1","..."', true],
    ['"1","...","x"', false],
    ['1,2', false],
  ])('%j stands for other rows: %s', (text, expected) =>
    expect(isElided(readCsv(text, 0, text.length)[0]!, 3)).toBe(expected),
  )
})

describe('the role of a fence', () => {
  test.each([
    ['### tasks.csv (Master State)', 'master'],
    ['主表：', 'master'],
    ['Write `wave-1.csv` from tasks.csv:', 'wave'],
    ['### wave-{N}.csv', 'wave'],
    ['`wave-${n}-results.csv`:', 'results'],
    ['results.csv', 'results'],
    ['### Rows', undefined],
  ])('%s', (line, expected) => {
    const document = documentOf(`${line}\n\n\`\`\`csv\nid,wave\n\`\`\`\n`)
    expect(roleOf(document, contractsOf(document).csv[0]!)).toBe(expected)
  })

  test('results are no task table, the master wins', () => {
    const fence = (header: string) => `\`\`\`csv\n${header}\n\`\`\`\n`
    const document = documentOf(
      `a\n\n${fence('id,wave')}\nresults.csv:\n\n${fence('id,wave,x')}\nb\n\n${fence('id,wave,status')}`,
    )
    expect(taskTablesOf(document)).toHaveLength(2)
    expect(masterTableOf(document)!.header.map(({ value }) => value)).toEqual(['id', 'wave', 'status'])
  })
})

describe('lists of columns', () => {
  const lists = (text: string) =>
    contractsOf(documentOf(text)).columns.map(({ columns }) =>
      columns.map(({ name, phase }) => `${name}${phase ? `:${phase}` : ''}`).join(' '),
    )

  test.each([
    [
      '| Column | Phase |\n|---|---|\n| `id`, `title` | Input |\n| status | Lifecycle |\n',
      ['id:input title:input status:lifecycle'],
    ],
    ['### Input columns\n\n| Column | Description |\n|---|---|\n| id | number |\n', ['id:input']],
    ['### tasks.csv (Master State)\n\n| Column | Description |\n|---|---|\n| id | number |\n', ['id']],
    ['| 列名 | 阶段 |\n|---|---|\n| id | 输入 |\n| error | 生命周期 |\n', ['id:input error:lifecycle']],
    [
      'Input columns: id, title (short, please) and wave. Output columns: findings.',
      ['id:input title:input wave:input', 'findings:output'],
    ],
    [
      '输入列：`id`、`title`；生命周期列：status、error。',
      ['id:input title:input', 'status:lifecycle error:lifecycle'],
    ],
    ['**Columns:** `id`, `wave`', ['id wave']],
    ['| Code | Meaning |\n|---|---|\n| E001 | none |\n', []],
  ])('%j', (text, expected) => expect(lists(text)).toEqual(expected))

  test('a lifecycle list of its own, and what is declared anywhere', () => {
    const apart = documentOf('Input columns: id, wave. Lifecycle columns: status, error.')
    const joined = documentOf('| Column | Phase |\n|---|---|\n| id | Input |\n| status | Lifecycle |\n')
    expect(separateLifecycle([apart]).map(({ name }) => name)).toEqual(['status', 'error'])
    expect(separateLifecycle([joined])).toEqual([])
    const code = documentOf('The header is `id,title,score`.\n\n```csv\nid,wave\n```\n')
    expect([...declaredColumns([code, joined])].sort()).toEqual(['id', 'score', 'status', 'title', 'wave'])
  })
})

describe('filters', () => {
  const filters = (text: string) =>
    contractsOf(documentOf(text)).filters.map(({ span, wave, pending, namesStatus, isFilter }) =>
      [wave, isFilter && 'filter', pending && 'pending', namesStatus && 'status', text.slice(span.start, span.end)]
        .filter(Boolean)
        .join(' '),
    )

  test.each([
    ['Filter `wave==N AND status=="pending"`.', ['N filter pending status wave==N AND status=="pending"']],
    ['Filter wave == 1.', ['1 filter wave == 1']],
    ['筛选 wave=2 且状态为待处理的行。', ['2 filter pending status wave=2']],
    ["Filter `wave==1`\nAND `status=='pending'`", ["1 filter pending status wave==1`\nAND `status=='pending'"]],
    ['Filter wave==1. Rows are pending.', ['1 filter wave==1']],
    ['For each row with wave==1 go on.', ['1 wave==1']],
    ['rows.filter(r => r.wave == 2)', ['2 wave == 2']],
    ['if (wave == null) stop', []],
  ])('%j', (text, expected) => expect(filters(text)).toEqual(expected))
})

describe('merges', () => {
  const merges = (text: string) =>
    contractsOf(documentOf(text)).merges.map(({ maps, namesMaster, copies, masterSpan, sentenceEnd }) => ({
      says: [maps && 'maps', namesMaster && 'master'].filter(Boolean).join(' '),
      copies: copies.map(({ name, to }) => (to ? `${name}>${to.name}` : name)).join(' '),
      master: masterSpan && text.slice(masterSpan.start, masterSpan.end),
      rest: sentenceEnd === undefined ? undefined : text.slice(sentenceEnd),
    }))

  test.each([
    [
      'Merge: `result_status` → master `status`; copy `a`, `b` (short) and `c` → `d`. Delete `x`.',
      { says: 'maps master', copies: 'a b c>d', master: 'master', rest: '. Delete `x`.' },
    ],
    ['Merge the answers -> master tasks.csv.', { says: 'master', copies: '', master: 'master tasks.csv', rest: '.' }],
    [
      'Merge into `tasks.csv`: copy `a`, then delete `b`.',
      { says: 'master', copies: 'a', master: '`tasks.csv`', rest: '.' },
    ],
    [
      'Merge into tasks.csv:\n\n- map `result_status` to `status`\n- copy `a`, `b`',
      { says: 'maps master', copies: 'a b', master: 'tasks.csv' },
    ],
    [
      '合并到主表 `tasks.csv`：`result_status` 映射为 `status`；复制 `a`、`b`。删除临时文件。',
      { says: 'maps master', copies: 'a b', master: '主表 `tasks.csv`', rest: '。删除临时文件。' },
    ],
    [
      'Merge into the master: copy from `wave-1-results.csv` `a` and `b`, not `c`.',
      { says: 'master', copies: 'a b', master: 'master', rest: '.' },
    ],
    ['Merge into tasks.csv; do not copy `a`.', { says: 'master', copies: '', master: 'tasks.csv', rest: '.' }],
  ])('%j', (text, expected) => expect(merges(text)).toEqual([expected]))

  test.each(['Merge the branch into master.', 'Merge all findings into report.md.', 'Copy `a` to tasks.csv.'])(
    '%j is none',
    text => expect(merges(text)).toEqual([]),
  )

  test('copies without a column, and the edits that add one', () => {
    const text = '```csv\nid,status\n"1","pending"\n...\n```\n\nMerge into tasks.csv: copy `a` → `b`, `status`.\n'
    const document = documentOf(text)
    expect(undeclaredCopies(document).map(({ column }) => column.to?.name)).toEqual(['b'])
    const edits = appendColumns(document, taskTablesOf(document)[0]!, [{ name: 'b', value: '' }])!
    expect(edits.map(edit => [edit.span.start, edit.text])).toEqual([
      [text.indexOf('\n"1"'), ',b'],
      [text.indexOf('\n...'), ',""'],
    ])
  })
})
