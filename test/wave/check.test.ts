import { describe, expect, test } from 'vitest'
import { table, tables } from '../helpers/wave.ts'

const HEADER = 'id,deps,deps_mode,context_from,wave,status'
const sound = table([{ id: '1' }, { id: '2', deps: '1', wave: '2' }], HEADER)

describe('check tells what is wrong with a table', () => {
  test.each<[string, string, string[]]>([
    ['nothing', sound, []],
    ['nothing, with CRLF, a mark and blank rows', `\ufeff${sound.replaceAll('\n', '\r\n')}\r\n,,,,,\r\n`, []],
    ['columns', 'Id,wave\n1,1\n', ['1 missing-column', '1 missing-column']],
    ['ragged rows', `${table([{ id: '1' }], HEADER)}2,,\n\n3,,,,1,pending,\n`, ['3 ragged', '5 ragged']],
    [
      'a reserved column',
      table([{ id: '1' }], `${HEADER},item_id,result_json`),
      ['1 reserved-column', '1 reserved-column'],
    ],
    [
      'ids',
      table([{ id: '1' }, { id: '' }, { id: '1' }, { id: 'a;b' }, { id: ' 4' }], HEADER),
      ['3 no-id', '4 duplicate-id', '5 bad-id', '6 bad-id'],
    ],
    [
      'waves',
      table(
        [
          { id: '1', wave: '' },
          { id: '2', wave: '0' },
          { id: '3', wave: ' 1' },
        ],
        HEADER,
      ),
      ['2 bad-wave', '3 bad-wave'],
    ],
    [
      'statuses',
      table(
        [
          { id: '1', status: '' },
          { id: '2', status: 'running' },
        ],
        HEADER,
      ),
      ['2 bad-status', '3 bad-status'],
    ],
    [
      'modes',
      table(
        [
          { id: '1', deps_mode: 'some' },
          { id: '2', deps_mode: 'any' },
        ],
        HEADER,
      ),
      ['2 bad-mode'],
    ],
    [
      'names',
      table([{ id: '1', deps: '9; 8', context_from: '7' }], HEADER),
      ['2 unknown-dependency', '2 unknown-dependency', '2 unknown-context'],
    ],
    [
      'circles',
      table(
        [
          { id: '1', deps: '2' },
          { id: '2', deps: '1', wave: '2' },
        ],
        HEADER,
      ),
      ['3 cycle', '2 wave-order'],
    ],
    [
      'order',
      table(
        [
          { id: '1', wave: '2' },
          { id: '2', deps: '1', wave: '2' },
          { id: '3', context_from: '1' },
        ],
        HEADER,
      ),
      ['3 wave-order', '4 wave-order'],
    ],
  ])('%s', async (_, text, problems) => {
    const folder = tables({ 'tasks.csv': text })
    const output = await folder.run(problems.length ? 2 : 0, 'check', '--csv', 'tasks.csv')
    const found = output.details?.problems ?? []
    expect(found.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`)).toEqual(problems)
    expect(folder.names()).toEqual(['contract.json', 'tasks.csv'])
  })

  test('a message names file, line and how many there are', async () => {
    const folder = tables({ 'tasks.csv': table([{ id: '1' }, { id: '1' }, { id: '1' }], HEADER) })
    const { code, message } = await folder.run(2, 'check', '--csv', 'tasks.csv')
    expect([code, message]).toEqual([
      'E_TABLE',
      `${folder.at('tasks.csv')}:3: the id “1” stands on line 2 already (and 1 more)`,
    ])
  })

  test('columns against contracts', async () => {
    const folder = tables({ 'tasks.csv': table([{ id: '1' }]), 'contract.schema.json': {} })
    const check = (exit: number, contract: unknown) => {
      folder.write('contract.json', contract)
      return folder.run(exit, 'check', '--csv', 'tasks.csv', '--contract', folder.path)
    }
    const contract = JSON.parse(folder.text('contract.json'))
    expect((await check(0, contract)).warnings).toEqual([])
    const { warnings } = await check(0, { ...contract, waves: [1, 3], result: { pages: {}, mood: {} } })
    expect(warnings.map(({ message }: { message: string }) => message)).toEqual([
      'contract reader: no column takes mood',
      'contract reader is for wave 3, which has no rows',
    ])
    const output = await check(2, { ...contract, params: ['shelf'], instruction: '{titel} {shelf} {prev_context}' })
    expect(output.message).toContain('contract reader: {titel} is neither a column nor a param; did you mean {title}?')
  })
})
