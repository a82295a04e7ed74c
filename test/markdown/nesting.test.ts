import { describe, expect, it } from 'vitest'
import { parse } from '../../src/markdown/parse.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { textOf } from '../../src/markdown/walk.ts'
import { finishes } from '../helpers/growth.ts'

const read = (text: string, parser = parseWithSatteri) => {
  const { tree, meta } = parse({ path: 'a.md', text }, 'other', false, parser)
  return { tree, meta }
}
const yaml = (body: string) => `---\n${body}\n---\n`

describe('documents that nest', () => {
  it.each(['- ', '1. ', '> - ', '>'])(
    'are read in little more than linear time: %j',
    mark => {
      finishes(150_000, size => `${mark.repeat(size)}a`, read)
    },
    60_000,
  )

  it('keep what stands on other lines, and what authors nest', () => {
    expect(textOf(read(`${'> '.repeat(300)}deep\n\n> - > a\n`).tree)).toBe('a')
    expect(textOf(read(`${'> '.repeat(90)}b\n`).tree)).toBe('b')
    expect(read(`${'- '.repeat(300)}\n`).tree.children.map(({ type }) => type)).toEqual(['thematicBreak'])
  })
})

describe('character references in one paragraph', () => {
  it('are resolved', () => {
    expect(textOf(read('&amp; '.repeat(2000)).tree)).toBe('& '.repeat(2000).trim())
  })

  it('never exhaust memory, nor time', () => {
    finishes(100_000, size => `A | b\n\n${'&amp; '.repeat(size)}`, read)
    expect(() => read(`${'a'.repeat(1_900_000)}${' &#38;'.repeat(10_000)}`)).not.toThrow()
  }, 60_000)
})

it('a parser that fails leaves a document without a tree', () => {
  const fail = () => {
    throw new RangeError('too much')
  }
  expect(read('# A\n', fail).tree.children).toEqual([])
})

describe('YAML', () => {
  const reasons = (body: string) => read(yaml(body)).meta.faults.map(({ reason }) => reason)

  it.each(['[', '{', '- ', '? ', '{a: ', '["]", ', '- ? ', 'b: '])('that nests too deep is a fault: %j', mark => {
    for (const size of [100, 20_000])
      for (const body of [`a: ${mark.repeat(size)}`, mark.repeat(size)]) expect(reasons(body)).not.toEqual([])
    expect(reasons(`a: ${mark.repeat(20_000)}`)).toEqual(['nested too deeply'])
  })

  it.each([
    ['lists', `a: ${'['.repeat(40)}${']'.repeat(40)}`],
    ['many lists side by side', `a: [${'[b], '.repeat(500)}]`],
    ['a long text with dashes', `a: ${'b - '.repeat(1000)}c`],
    ['indents', Array.from({ length: 40 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
  ])('that authors write is read: %s', (_, body) => {
    expect(reasons(body)).toEqual([])
  })

  it('that nests too deep over many lines is a fault', () => {
    const make = (size: number) => yaml(Array.from({ length: size }, (_, at) => `${' '.repeat(at)}a:`).join('\n'))
    expect(reasons(make(300).slice(4, -5))).toEqual(['nested too deeply'])
  })
})
