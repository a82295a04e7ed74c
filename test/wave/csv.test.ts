import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineOf, saidBy, writtenAs, writtenCells } from '../../src/runtime/wave/csv.ts'
import { allRows, tables } from '../helpers/wave.ts'

const read = async (text: string | Uint8Array, options = {}) => {
  const folder = tables({ 't.csv': text })
  return allRows(folder.at('t.csv'), options)
}

describe('what is read', () => {
  test.each([
    ['id,a\n1,x\n', ['id', 'a'], [['1', 'x']], [2]],
    [
      '\ufeffid,a\r\n1,"x\r\ny"\r\n\r\n2,z',
      ['id', 'a'],
      [
        ['1', 'x\r\ny'],
        ['2', 'z'],
      ],
      [2, 5],
    ],
    ['id,a\n\n,\n1,"a""b"\n', ['id', 'a'], [['1', 'a"b']], [4]],
    ['id,a\r1,2\r', ['id', 'a'], [['1', '2']], [2]],
    [
      'id,a\r\n1,2\n3,4\r\n',
      ['id', 'a'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
      [2, 3],
    ],
    [' id,\n" 1 ",x\n', [' id', ''], [[' 1 ', 'x']], [2]],
    ['\n\nid\n1\n', ['id'], [['1']], [4]],
    ['id,a\n1\n2,3,4\n', ['id', 'a'], [['1'], ['2', '3', '4']], [2, 3]],
  ])('%j', async (text, header, cells, lines) => {
    const found = await read(text)
    expect(found.header).toEqual(header)
    expect(found.rows.map(row => row.cells)).toEqual(cells)
    expect(found.rows.map(({ line }) => line)).toEqual(lines)
  })

  test('rows know their bytes', async () => {
    const text = '\ufeffid,ä\r\n1,"ü\r\n"\r\n\n2,€'
    const { rows } = await read(text)
    const bytes = Buffer.from(text)
    expect(rows.map(({ start, end }) => bytes.toString('utf8', start, end))).toEqual(['1,"ü\r\n"\r\n', '2,€'])
  })
})

describe('what is no table', () => {
  test.each([
    ['', 't.csv has no header'],
    ['\n\n', 't.csv has no header'],
    ['a,b,a\n', 't.csv:1: the header names the column “a” twice'],
    ['id,a\n1,"x"y\n', 't.csv:2: a quoted cell goes on after its closing quote'],
    ['id,a\n1,x\n\n2,say "x"\n', 't.csv:4: a quote stands inside a cell without quotes'],
    ['id,a\n1,x\n2,"open\n3,y\n', 't.csv:3: a quote is never closed in the row that begins here'],
    [Uint8Array.of(0x69, 0x64, 0x0a, 0xe4, 0x0a), 't.csv is not UTF-8'],
    [Buffer.from('\ufeffid\n', 'utf16le'), 't.csv is not UTF-8 but UTF-16'],
  ])('%j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })

  test('the lenient reader takes quotes as they are, as Codex did', async () => {
    const { rows } = await read('id,a\n1,say "x"\n', { lenient: true })
    expect(rows[0]!.cells).toEqual(['1', 'say "x"'])
  })
})

/** Cells with all that CSV is particular about. */
const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ä', '😀', ';', '\t', '{', '=') })

test('what is written is read again, byte by byte', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (cells, end, isMarked) => {
        const whole = (isMarked ? '\ufeff' : '') + [['id', 'b', 'c'], ...cells].map(row => lineOf(row, end)).join('')
        const { rows } = await read(whole)
        const full = cells.filter(row => row.some(cell => cell !== ''))
        expect(rows.map(row => row.cells)).toEqual(full)
        const bytes = Buffer.from(whole)
        for (const [i, { start, end: stop }] of rows.entries()) {
          const { written, lineEnd } = writtenCells(bytes.subarray(start, stop))
          expect(written.map(saidBy)).toEqual(full[i])
          expect(written.join(',') + lineEnd).toBe(bytes.toString('latin1', start, stop))
          expect(full[i]!.map(writtenAs).join(',') + lineEnd).toBe(bytes.toString('latin1', start, stop))
        }
      },
    ),
    { numRuns: 150 },
  ))

test('a cell of a megabyte, across chunks', async () => {
  const big = 'x"ä\n'.repeat(250_000)
  const { rows } = await read(`id,a\n1,${'"'}${big.replaceAll('"', '""')}${'"'}\n2,y\n`)
  expect(rows.map(({ cells }) => cells[1])).toEqual([big, 'y'])
  expect(rows[1]!.line).toBe(250_003)
})
