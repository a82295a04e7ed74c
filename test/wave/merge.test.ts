import { describe, expect, test } from 'vitest'
import { table, tables } from '../helpers/wave.ts'

describe('merge', () => {
  const master = `\ufeffid,title,status,wave,findings,pages,notes,error,extra\r
1,"A ""quoted"" one",pending,1,,,"keep, me",,\r
\r
2,B,pending,1,old,old,,old,"x"\r
3,C,completed,1,done,,,,\r
4,D,pending,2,,,,,`

  const results =
    'id,result_status,findings,pages,error,attempt,reason\n2,failed,"a ""b""\nc",,broken,1,\n1,completed,fine,7,,1,\n'

  test('changes the cells of results, and no other byte', async () => {
    const folder = tables({ 'tasks.csv': master, 'wave-1-results.csv': results, 'wave-1.csv': 'id\n1\n2\n' })
    const output = await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv')
    expect(output).toMatchObject({ merged: 2, kept: 0, missing: 0, skipped: 0, next_wave: 2, done: false })
    expect(folder.text('tasks.csv')).toBe(
      master
        .replace(',pending,1,,,"keep, me"', ',completed,1,fine,7,"keep, me"')
        .replace('B,pending,1,old,old,,old,', 'B,failed,1,"a ""b""\nc",,,broken,'),
    )
    expect(folder.names()).toEqual(['contract.json', 'tasks.csv'])
    const again = await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv')
    expect(again).toMatchObject({ merged: 0, merged_before: true })
  })

  test('takes renamed fields, keeps rows that have ended, fails rows without a result', async () => {
    const folder = tables({
      'tasks.csv': master,
      'wave-1.csv': 'id\n1\n2\n3\n',
      'wave-1-results.csv':
        'id,result_status,findings,remarks,error\n1,blocked,why,mine,e\n3,failed,no,,\n9,completed,,,\n',
    })
    const merge = (exit: number, ...more: string[]) =>
      folder.run(exit, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.csv', ...more)
    expect((await merge(2, '--map', 'notes=mood')).message).toContain('--map names the field “mood”')
    expect((await merge(2, '--map', 'mood=findings')).message).toContain('--map names the column “mood”')
    expect((await merge(2, '--map', 'mood')).code).toBe('E_USAGE')
    const output = await merge(0, '--map', 'notes=remarks')
    expect(output).toMatchObject({ merged: 2, kept: 1, missing: 1, results_by_status: { blocked: 1, failed: 1 } })
    expect(output.warnings).toEqual([expect.objectContaining({ code: 'W_UNKNOWN_ID', id: '9' })])
    const rows = await folder.rows()
    expect(rows[0]).toMatchObject({ status: 'blocked', findings: 'why', notes: 'mine', error: 'e' })
    expect(rows[1]).toMatchObject({
      status: 'failed',
      findings: '',
      pages: 'old',
      error: 'the worker handed in no result',
    })
    expect(rows[2]).toMatchObject({ status: 'completed', findings: 'done' })
  })

  test('checks raw results against the contract', async () => {
    const result = (id: string, more = {}) =>
      JSON.stringify({ id, result_status: 'completed', findings: 'ok', pages: 2, ...more })
    const ids = ['1', '2', '3', '4', '5', '6']
    const folder = tables({
      'tasks.csv': table([...ids.map(id => ({ id })), { id: '7', wave: '2', deps: '2' }]),
      'wave-1.csv': `id\n${ids.join('\n')}\n`,
      'wave-1-results.jsonl': [
        ...[
          result('1'),
          '',
          result('2', { verdict: 'so-so' }),
          result('3', { result_status: 'blocked', error: 'no book' }),
        ],
        ...[result('4'), result('4', { findings: 'again' }), '{"torn', '[]', '{"findings":"whose?"}'],
      ].join('\r\n'),
    })
    const merge = (exit: number, ...more: string[]) =>
      folder.run(exit, 'merge', '--csv', 'tasks.csv', '--results', 'wave-1-results.jsonl', ...more)
    expect((await merge(2)).message).toContain('needs --contract')
    const output = await merge(0, '--contract', 'contract.json')
    expect(output).toMatchObject({ merged: 6, missing: 2, skipped: 1 })
    expect(output.warnings.map(({ message }: { message: string }) => message)).toEqual([
      'line 7 is no JSON object',
      'line 8 is no JSON object',
      'line 9 is no result: it has no “id”',
      '“2”: the result does not fit: /verdict must be one of "good", "bad" (#/properties/verdict/enum)',
      '“4”: 2 results were handed in, the first counts',
    ])
    expect(await folder.column('status')).toEqual([
      'completed',
      'failed',
      'blocked',
      'completed',
      'failed',
      'failed',
      'skipped',
    ])
    expect(await folder.column('findings')).toEqual(['ok', '', 'ok', 'ok', '', '', ''])
    expect((await folder.column('error'))[2]).toBe('no book')
    expect(folder.names()).toEqual(['contract.json', 'tasks.csv'])
  })

  test('takes results of Codex’s tool', async () => {
    const header =
      'id,job_id,item_id,row_index,source_id,status,attempt_count,last_error,result_json,reported_at,completed_at'
    const folder = tables({
      'tasks.csv': table([{ id: '1' }, { id: '2' }]),
      'out.csv': `${header}\n1,j,1,0,1,completed,1,,"{""id"":""1"",""result_status"":""completed"",""findings"":""f"",""pages"":4}",,\n2,j,2,1,2,failed,1,no report,,,\n`,
    })
    await folder.run(0, 'merge', '--csv', 'tasks.csv', '--results', 'out.csv')
    expect(await folder.rows()).toMatchObject([
      { status: 'completed', findings: 'f', pages: '4' },
      { status: 'failed', error: 'no report' },
    ])
  })

  test.each([
    ['there is none', {}, 'E_FILE'],
    ['it has no ids', { 'r.csv': 'result_status\ncompleted\n' }, 'E_RESULTS'],
    ['its rows are ragged', { 'r.csv': 'id,result_status\n1\n' }, 'E_TABLE'],
    [
      'the table is broken',
      { 'r.csv': 'id,result_status\n1,completed\n', 'tasks.csv': 'id,wave,status\n1,1\n' },
      'E_TABLE',
    ],
  ])('a file of results is refused when %s', async (_, files, code) => {
    const folder = tables({ 'tasks.csv': master, ...files })
    const before = folder.text('tasks.csv')
    expect((await folder.run(2, 'merge', '--csv', 'tasks.csv', '--results', 'r.csv')).code).toBe(code)
    expect(folder.text('tasks.csv')).toBe(before)
  })
})
