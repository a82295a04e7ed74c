import { describe, expect, test } from 'vitest'
import { table, tables } from '../helpers/wave.ts'

describe('retry', () => {
  const rows = () =>
    table([
      { id: '1', status: 'failed', error: 'e', findings: 'f' },
      { id: '2', status: 'blocked' },
      { id: '3', status: 'skipped', deps: '1', wave: '2', error: 'skipped' },
      { id: '4', status: 'completed' },
    ])

  test.each([
    [['--failed'], ['1'], ['3'], ['pending', 'blocked', 'pending', 'completed']],
    [['--blocked'], ['2'], [], ['failed', 'pending', 'skipped', 'completed']],
    [['--failed', '--blocked'], ['1', '2'], ['3'], ['pending', 'pending', 'pending', 'completed']],
    [['--id', '4; 2'], ['2', '4'], [], ['failed', 'pending', 'skipped', 'pending']],
  ])('%j', async (flags, retried, reopened, statuses) => {
    const folder = tables({ 'tasks.csv': rows() })
    expect(await folder.run(0, 'retry', '--csv', 'tasks.csv', ...flags)).toMatchObject({ retried, reopened })
    expect(await folder.column('status')).toEqual(statuses)
    expect(await folder.run(0, 'retry', '--csv', 'tasks.csv', ...flags)).toMatchObject({ retried: [] })
  })

  test('says what it cannot do', async () => {
    const folder = tables({ 'tasks.csv': rows() })
    expect((await folder.run(2, 'retry', '--csv', 'tasks.csv')).message).toContain('needs --failed')
    expect((await folder.run(2, 'retry', '--csv', 'tasks.csv', '--id', '9')).message).toContain('names 9')
  })
})

test('status says where the table stands', async () => {
  const folder = tables({
    'tasks.csv': table([{ id: '<1>', status: 'failed' }, { id: '2' }, { id: '3', deps: '<1>', wave: '2' }]),
  })
  const output = await folder.run(0, 'status', '--csv', 'tasks.csv', '--html', 'page.html')
  expect(output).toMatchObject({
    ...{ rows: 3, pending: 2, next_wave: 1, stuck: 1, busy: false, runs: [], next_step: 'next' },
    by_wave: { 1: { failed: 1, pending: 1 }, 2: { pending: 1 } },
  })
  expect(folder.text('page.html')).toContain(
    '<td>2<td>3<td><span class="s pending">pending</span><td>&lt;1&gt;<td></tr>',
  )
})

describe('the command line', () => {
  test.each([
    [[], 'no command'],
    [['chek'], 'there is no command “chek”; did you mean “check”?'],
    [['check'], 'check needs --csv'],
    [['check', '--csv'], '--csv has no value'],
    [['check', '--csv', 'a', '--csv=b'], '--csv is given twice'],
    [['check', '--csv', 'a', '--wave', '1'], 'check has no option --wave'],
    [['next', '--csv', 'a', '--wave', 'N'], '--wave takes a whole number from 1 on, not “N”'],
    [['retry', '--csv', 'a', '--failed=yes'], '--failed takes no value'],
    [['check', '--csv', 'a', 'b'], 'check takes no further words: b'],
  ])('%j', async (argv, message) => {
    const folder = tables()
    const output = await folder.run(2, ...(argv as [string]))
    expect(output).toMatchObject({ status: 'error', code: 'E_USAGE', warnings: [] })
    expect(output.message).toContain(message)
  })

  test.each([['--help'], ['-h'], ['help']])('%s is an object too', async flag => {
    const { commands, exit } = await tables().run(0, flag)
    expect(Object.keys(commands)).toEqual(['check', 'next', 'run', 'merge', 'status', 'resume', 'retry'])
    expect(exit[2]).toContain('bad input')
  })

  test('nothing overwrites or removes a table that is given', async () => {
    const text = table([{ id: '1' }], 'id,wave,status,result_status')
    const folder = tables({ 'wave-1.csv': text })
    for (const argv of [
      ['next', '--csv', 'wave-1.csv'],
      ['merge', '--csv', 'wave-1.csv', '--results', folder.at('./wave-1.csv')],
      ['status', '--csv', 'wave-1.csv', '--html', 'wave-1.csv'],
    ])
      expect((await folder.run(2, ...argv)).message).toContain('would overwrite')
    expect((await folder.work(2, 1, '--results', 'wave-1.csv')).message).toContain('--results would overwrite')
    expect(folder.text('wave-1.csv')).toBe(text)
  })

  test('a table that is not there, or no file', async () => {
    const folder = tables()
    for (const command of ['check', 'next', 'status', 'resume']) {
      expect((await folder.run(2, command, '--csv', 'no.csv')).message).toContain('there is no file')
      expect((await folder.run(2, command, '--csv', folder.path)).message).toContain('is a folder, not a file')
    }
    expect(folder.has('.wave')).toBe(false)
  })
})
