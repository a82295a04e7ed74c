import { type Expression, parseExpressionAt, type SpreadElement } from 'acorn'
import type { Span } from '../core/types.ts'
import { blankEnd, bracketEnd, type Fault, runEnd } from './brackets.ts'
import { readTemplate } from './template-json.ts'

/** One key of an object, in order, repeated keys too. */
export interface LiteralEntry {
  key: string
  keySpan: Span
  value: Literal
  /** `{ id }`: the value is the name `id`, at the same span. */
  shorthand: boolean
}

/**
 * A value as it is written in code or in a template of JSON.
 *
 * `open` objects and arrays have an ellipsis or a spread: more members than are listed. A `template` string has `${…}`,
 * which its value keeps as written. A `hole` is `<k>` or `...`, its text as written. A `sum` is joined by `+`, a `union`
 * by `|`. What is none of these (calls, conditions, functions) is `other`.
 */
export type Literal =
  | { kind: 'object'; span: Span; entries: LiteralEntry[]; open?: boolean }
  | { kind: 'array'; span: Span; items: Literal[]; open?: boolean }
  | { kind: 'string'; span: Span; value: string; template?: boolean }
  | { kind: 'number'; span: Span; value: number }
  | { kind: 'boolean'; span: Span; value: boolean }
  | { kind: 'null'; span: Span; value: null }
  | { kind: 'name'; span: Span; name: string }
  | { kind: 'sum'; span: Span; parts: Literal[] }
  | { kind: 'hole'; span: Span; text: string }
  | { kind: 'union'; span: Span; options: Literal[] }
  | { kind: 'other'; span: Span }

/** Units that a literal may be long; what runs on is no literal. */
const LENGTH_LIMIT = 100_000

/** The plain JavaScript value of a literal; `undefined` for what is not constant (names, holes, unions, templates). */
export function toValue(literal: Literal): unknown {
  switch (literal.kind) {
    case 'object':
      return Object.fromEntries(literal.entries.map(({ key, value }) => [key, toValue(value)]))
    case 'array':
      return literal.items.map(toValue)
    case 'string':
      return literal.template ? undefined : literal.value
    case 'number':
    case 'boolean':
    case 'null':
      return literal.value
    case 'sum': {
      const parts = literal.parts.map(toValue)
      return parts.every(part => typeof part === 'string') ? parts.join('') : undefined
    }
    default:
      return undefined
  }
}

/**
 * Reads the JavaScript expression at an offset, white space and comments before it passed over.
 *
 * Offsets are those of `text`. Cut `text` at the end of the code span or fence, otherwise an expression that is no
 * bracket may run on into prose. What is not quite JavaScript (`...`, `<k>`, bare lists of words) is read as a template.
 */
export function readJsLiteral(text: string, offset: number): { value: Literal; end: number } | Fault {
  const limit = Math.min(text.length, offset + LENGTH_LIMIT)
  const start = blankEnd(text, offset, limit)
  const isBracket = text[start] === '{' || text[start] === '['
  const end = isBracket ? bracketEnd(text, start, limit) : runEnd(text, start, limit)
  if (typeof end !== 'number') return end
  const source = text.slice(start, end)
  try {
    const value = literalOf(
      parseExpressionAt(source, 0, { ecmaVersion: 'latest', sourceType: 'module' }),
      source,
      start,
    )
    return { value, end: value.span.end }
  } catch {
    // A syntax error, or an expression too deep for acorn's recursion.
    return readTemplate(text, start, end)
  }
}

type Code = Expression | SpreadElement

function literalOf(node: Code, source: string, base: number): Literal {
  const span = { start: base + node.start, end: base + node.end }
  const read = (child: Code) => literalOf(child, source, base)
  switch (node.type) {
    case 'ObjectExpression':
      return objectOf(node, source, base)
    case 'ArrayExpression': {
      const items = node.elements.filter(item => item !== null && item.type !== 'SpreadElement') as Expression[]
      return { kind: 'array', span, items: items.map(read), ...(items.length < node.elements.length && { open: true }) }
    }
    case 'Literal': {
      const { value } = node
      if (typeof value === 'string') return { kind: 'string', span, value }
      if (typeof value === 'number') return { kind: 'number', span, value }
      if (typeof value === 'boolean') return { kind: 'boolean', span, value }
      return node.raw === 'null' ? { kind: 'null', span, value: null } : { kind: 'other', span }
    }
    case 'TemplateLiteral': {
      const [first, ...quasis] = node.quasis.map(quasi => quasi.value.cooked ?? quasi.value.raw)
      const holes = node.expressions.map((_, at) => source.slice(node.quasis[at]!.end, node.quasis[at + 1]!.start))
      const value = (first ?? '') + holes.map((hole, at) => hole + quasis[at]).join('')
      return { kind: 'string', span, value, ...(holes.length && { template: true }) }
    }
    case 'UnaryExpression': {
      const { argument, operator } = node
      const isNumber = argument.type === 'Literal' && typeof argument.value === 'number'
      if (isNumber && operator === '-') return { kind: 'number', span, value: -(argument.value as number) }
      return { kind: 'other', span }
    }
    case 'BinaryExpression':
      if (node.operator === '+') return { kind: 'sum', span, parts: operandsOf(node, '+').map(read) }
      if (node.operator === '|') return { kind: 'union', span, options: operandsOf(node, '|').map(read) }
      return { kind: 'other', span }
    case 'Identifier':
      return { kind: 'name', span, name: node.name }
    case 'MemberExpression': {
      const name = source.slice(node.start, node.end)
      return /^[\w$.]+$/.test(name) ? { kind: 'name', span, name } : { kind: 'other', span }
    }
    default:
      return { kind: 'other', span }
  }
}

function objectOf(node: Expression & { type: 'ObjectExpression' }, source: string, base: number): Literal {
  const entries: LiteralEntry[] = []
  let open = false
  for (const property of node.properties) {
    if (property.type === 'SpreadElement' || property.computed) {
      open = true
      continue
    }
    const { key, shorthand } = property
    entries.push({
      key: key.type === 'Identifier' ? key.name : String((key as { value?: unknown }).value),
      keySpan: { start: base + key.start, end: base + key.end },
      value: literalOf(property.value, source, base),
      shorthand,
    })
  }
  return { kind: 'object', span: { start: base + node.start, end: base + node.end }, entries, ...(open && { open }) }
}

/** The operands of a chain `a + b + c`, in a loop: chains may be long. */
function operandsOf(node: Expression, operator: string): Expression[] {
  const operands: Expression[] = []
  let left = node
  while (left.type === 'BinaryExpression' && left.operator === operator && left.left.type !== 'PrivateIdentifier') {
    operands.push(left.right)
    left = left.left
  }
  return [...operands, left].reverse()
}
