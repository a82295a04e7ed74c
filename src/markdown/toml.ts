import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'
import type { Span } from '../core/types.ts'
import type { Fault } from './brackets.ts'
import type { Literal, LiteralEntry } from './literal.ts'
import { tooDeepAt } from './nesting.ts'

const spanOf = ({ range: [start, end] }: { range: AST.Range }): Span => ({ start, end })

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string => (key.type === 'TOMLBare' ? key.name : key.value)

function literalOf(node: AST.TOMLContentNode): Literal {
  const span = spanOf(node)
  if (node.type === 'TOMLArray') return { kind: 'array', span, items: node.elements.map(literalOf) }
  if (node.type === 'TOMLInlineTable') return { kind: 'object', span, entries: entriesOf(node.body) }
  switch (node.kind) {
    case 'string':
      return { kind: 'string', span, value: node.value }
    case 'integer':
    case 'float':
      return { kind: 'number', span, value: Number(node.value) }
    case 'boolean':
      return { kind: 'boolean', span, value: node.value }
    default:
      return { kind: 'other', span }
  }
}

/** The entries of a table; of a dotted key only the first part. */
function entriesOf(body: readonly AST.TOMLKeyValue[]): LiteralEntry[] {
  return body.map(({ key, value }) => {
    const [first, ...rest] = key.keys
    const held: Literal = rest.length ? { kind: 'other', span: spanOf(value) } : literalOf(value)
    return { key: nameOf(first!), keySpan: spanOf(first!), value: held, shorthand: false }
  })
}

/**
 * Reads a TOML text (1.1) as one object, tables and all, with the place of every key and value.
 *
 * A table stands under the first part of its name, once for each of its headers; the parts below it are not told apart.
 * Never throws.
 */
export function readToml(text: string): { value: Literal & { kind: 'object' } } | Fault {
  const deep = tooDeepAt(text)
  if (deep >= 0) return { error: 'nested too deeply', at: deep }
  try {
    const [top] = parseTOML(text, { tomlVersion: '1.1.0' }).body
    const entries = top.body.flatMap(node => {
      if (node.type === 'TOMLKeyValue') return entriesOf([node])
      const [first, ...rest] = node.key.keys
      const span = spanOf(node)
      const isList = node.kind === 'array' && !rest.length
      const held: Literal = isList
        ? { kind: 'array', span, items: [] }
        : { kind: 'object', span, entries: rest.length ? [] : entriesOf(node.body) }
      return [{ key: nameOf(first!), keySpan: spanOf(first!), value: held, shorthand: false }]
    })
    return { value: { kind: 'object', span: { start: 0, end: text.length }, entries } }
  } catch (error) {
    if (error instanceof ParseError) {
      const at = Math.min(error.index, text.length)
      // A string that never closes is told where it opens: nothing after its quotes is like them.
      const open = at === text.length ? Math.max(text.lastIndexOf('"""'), text.lastIndexOf("'''")) : -1
      return { error: error.message, at: open < 0 ? at : open }
    }
    // The parser calls itself for each level: what it could not go through.
    return { error: 'it cannot be read', at: 0 }
  }
}
