import { isMap, isNode, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import type { Span, YamlFault } from '../core/types.ts'
import { tooDeepAt } from './nesting.ts'

/** Keys and indexes from the root of a YAML text to one of its values. */
export type YamlPath = readonly (string | number)[]

/** A YAML text inside a document, read with positions. */
export interface YamlBlock {
  value: unknown
  faults: readonly YamlFault[]
  /** The span of a value; of its nearest ancestor that is there when it is not. */
  at(path: YamlPath): Span
  /** The span of the key that leads to a value; of the value itself in a list. */
  keyAt(path: YamlPath): Span
}

/** Aliases that a block may resolve before it counts as a bomb. */
const MAX_ALIASES = 100

/** Reads `text`, which stands at `offset` of a document; spans are those of the document. Never throws. */
export function readYamlBlock(text: string, offset: number): YamlBlock {
  // A lone CR ends a line in YAML 1.2; the `yaml` package reads it as text.
  const source = text.replace(/\r(?!\n)/g, '\n')
  const whole: Span = { start: offset, end: offset + source.length }
  const failed = (reason: string, at = 0): YamlBlock => ({
    value: undefined,
    faults: [{ span: { start: offset + at, end: offset + Math.min(at + 1, source.length) }, reason }],
    at: () => whole,
    keyAt: () => whole,
  })
  const deep = tooDeepAt(source)
  if (deep >= 0) return failed('nested too deeply', deep)
  let document: ReturnType<typeof parseDocument>
  let value: unknown
  const spanOf = (start: number, end: number): Span => ({ start: offset + start, end: offset + Math.max(start, end) })
  try {
    document = parseDocument(source, { logLevel: 'silent', prettyErrors: false })
    if (document.errors.length)
      return {
        ...failed(''),
        faults: document.errors.map(({ pos, message }) => ({
          span: spanOf(Math.min(pos[0], source.length), Math.min(Math.max(pos[1], pos[0] + 1), source.length)),
          reason: message.split('\n')[0]!.replace(/[.:]$/, ''),
        })),
      }
    value = document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch {
    return failed('it cannot be read')
  }

  const rangeOf = (node: unknown): Span | undefined => {
    if (!isNode(node) || !node.range) return undefined
    const [start, end] = node.range
    return spanOf(start, start + source.slice(start, end).trimEnd().length)
  }
  const walk = (path: YamlPath) => {
    let node: Node | null = document.contents
    let span = rangeOf(node) ?? whole
    let key = span
    for (const part of path) {
      let next: unknown
      if (isMap(node)) {
        const pair = node.items.find(item => String(isScalar(item.key) ? item.key.value : item.key) === String(part))
        if (!pair) break
        next = pair.value
        key = rangeOf(pair.key) ?? span
        span = rangeOf(next) ?? key
      } else if (isSeq(node)) {
        next = node.items[Number(part)]
        if (next === undefined) break
        span = rangeOf(next) ?? span
        key = span
      } else break
      node = isNode(next) ? next : null
    }
    return { span, key }
  }
  return { value, faults: [], at: path => walk(path).span, keyAt: path => walk(path).key }
}
