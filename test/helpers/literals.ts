import type { Literal } from '../../src/markdown/literal.ts'

/** A literal in a short notation: strings quoted, templates with a `t`, calls and the like as `?`, `…` for open. */
export function show(literal: Literal): string {
  const list = (members: string[], open?: boolean) => [...members, ...(open ? ['…'] : [])].join(', ')
  switch (literal.kind) {
    case 'object': {
      const members = literal.entries.map(({ key, value, shorthand }) => (shorthand ? key : `${key}: ${show(value)}`))
      return `{${list(members, literal.open)}}`
    }
    case 'array':
      return `[${list(literal.items.map(show), literal.open)}]`
    case 'string':
      return `${literal.template ? 't' : ''}${JSON.stringify(literal.value)}`
    case 'name':
      return literal.name
    case 'sum':
      return `(${literal.parts.map(show).join(' + ')})`
    case 'union':
      return `(${literal.options.map(show).join(' | ')})`
    case 'hole':
      return literal.text
    case 'other':
      return '?'
    default:
      return String(literal.value)
  }
}
