import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Literal, readJsLiteral, toValue } from '../../src/markdown/literal.ts'
import { readTemplateJson } from '../../src/markdown/template-json.ts'
import { runs } from '../helpers/runs.ts'

const readers: readonly [
  string,
  (text: string) => ReturnType<typeof readJsLiteral> | ReturnType<typeof readTemplateJson>,
][] = [
  ['readJsLiteral', text => readJsLiteral(text, 0)],
  ['readTemplateJson', text => readTemplateJson(text, 0, text.length)],
]

/** A literal without its offsets, and the spans that it held. */
function split(literal: Literal): { bare: unknown; spans: { start: number; end: number }[] } {
  const spans: { start: number; end: number }[] = []
  const bare = JSON.stringify(literal, (key, value) => {
    if (key !== 'span' && key !== 'keySpan') return value
    spans.push(value)
    return undefined
  })
  return { bare, spans }
}

function partsOf(literal: Literal): Literal[] {
  switch (literal.kind) {
    case 'object':
      return literal.entries.map(entry => entry.value)
    case 'array':
      return literal.items
    case 'sum':
      return literal.parts
    case 'union':
      return literal.options
    default:
      return []
  }
}

/** Pieces of literals and of what stands around them. */
const pieces = fc.constantFrom(
  ...['{', '}', '[', ']', '(', ')', '<', '>', ',', ':', ';', '|', '+', '-', '?', '.', '...', '…', '"', "'", '`', '\\'],
  ...['${', '//', '/*', '*/', '\n', '\r\n', ' ', 'a', 'b.c', 'null', 'true', '1', '-2.5e3', '中文', '😀', '<k>', '"s"'],
  ...['{ a: 1 }', '["x", y]', 'a: ', '"k": ', 'f(x)', '...rest', '`t${x}`', '\ud83d', '\0', '__proto__: '],
)
const soup = fc.oneof(
  fc.array(pieces, { maxLength: 25 }).map(list => list.join('')),
  fc.string({ unit: 'binary' }),
)

describe.each(readers)('%s', (_, read) => {
  it('reads JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 0, 1, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const result = read(text)
        expect(result).toHaveProperty('value')
        if ('value' in result) expect(toValue(result.value)).toStrictEqual(JSON.parse(text))
      }),
      runs(1500),
    )
  })

  it('gives spans that read as the same literal again', () => {
    const check = (text: string, literal: Literal) => {
      const slice = text.slice(literal.span.start, literal.span.end)
      const again = read(slice)
      expect(again, slice).toHaveProperty('value')
      if ('value' in again) {
        expect(split(again.value).bare, slice).toEqual(split(literal).bare)
        expect(split(again.value).spans).toEqual(
          split(literal).spans.map(({ start, end }) => ({
            start: start - literal.span.start,
            end: end - literal.span.start,
          })),
        )
      }
      for (const part of partsOf(literal)) check(text, part)
    }
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const result = read(text)
        if ('value' in result) check(text, result.value)
      }),
      runs(1000),
    )
  })

  it('never throws, and keeps its spans inside the text', () => {
    fc.assert(
      fc.property(soup, text => {
        const result = read(text)
        if ('error' in result) {
          expect(result.at).toBeGreaterThanOrEqual(0)
          expect(result.at).toBeLessThanOrEqual(text.length)
          return
        }
        for (const { start, end } of split(result.value).spans) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
        toValue(result.value)
      }),
      runs(5000),
    )
  })
})
