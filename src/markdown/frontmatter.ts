import { isMap, isPair, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import type { Lines } from '../core/span.ts'
import type { Field, Frontmatter, Span, YamlFault } from '../core/types.ts'
import { tooDeepAt, YAML_LIMIT } from './nesting.ts'

/** Aliases that a block may resolve before it counts as a bomb. */
const MAX_ALIASES = 100

interface Bounds {
  state: Frontmatter['state']
  span: Span
  body: Span
  /** The first line after the block. */
  next: number
}

/** Finds the block: line 1 is `---`, a later line is `---`. An opening without a close counts when a key follows. */
export function frontmatterBounds(text: string, lines: Lines): Bounds {
  const absent: Bounds = { state: 'absent', span: { start: 0, end: 0 }, body: { start: 0, end: 0 }, next: 0 }
  if (!text.startsWith('---') || lines.text(0).trimEnd() !== '---') return absent
  const start = lines.starts[1] ?? text.length
  for (let index = 1; index < lines.starts.length; index++) {
    if (lines.text(index).trimEnd() !== '---' || lines.text(index).startsWith(' ')) continue
    const close = lines.span(index)
    return {
      state: 'closed',
      span: { start: 0, end: close.start + 3 },
      body: { start, end: close.start },
      next: index + 1,
    }
  }
  if (!/^[A-Za-z_][\w-]*[ \t]*:/.test(lines.text(1))) return absent
  let last = 1
  while (last + 1 < lines.starts.length && /^(?:[A-Za-z_][\w-]*[ \t]*:|[ \t]+\S|- )/.test(lines.text(last + 1))) last++
  const end = lines.span(last).end
  return { state: 'unclosed', span: { start: 0, end }, body: { start, end }, next: last + 1 }
}

function styleOf(node: unknown): Field['style'] {
  if (isMap(node)) return node.flow ? 'flow' : 'map'
  if (isSeq(node)) return node.flow ? 'flow' : 'list'
  if (!isScalar(node)) return 'none'
  switch (node.type) {
    case 'QUOTE_DOUBLE':
      return 'double'
    case 'QUOTE_SINGLE':
      return 'single'
    case 'BLOCK_FOLDED':
    case 'BLOCK_LITERAL':
      return 'block'
    default:
      return node.range && node.range[0] === node.range[1] ? 'none' : 'plain'
  }
}

/** Reads the block: nodes with positions, faults instead of exceptions, no value computed before it is asked for. */
export function readFrontmatter(text: string, bounds: Bounds): Frontmatter {
  const { state, span, body } = bounds
  if (state === 'absent') return { state, span, body, isMap: false, fields: [], faults: [], at: () => undefined }

  // A lone CR ends a line in YAML 1.2 and in CommonMark; the `yaml` package reads it as text.
  const source = text.slice(body.start, body.end).replace(/\r(?!\n)/g, '\n')
  const failed = (at: number): Frontmatter => {
    const start = body.start + at
    const faults = [{ span: { start, end: start + 1 }, reason: 'nested too deeply' }]
    return { state, span, body, isMap: false, fields: [], faults, at: () => undefined }
  }
  const deep = tooDeepAt(source)
  if (deep >= 0) return failed(deep)
  let yaml: ReturnType<typeof parseDocument>
  try {
    yaml = parseDocument(source, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false })
  } catch {
    // The reader calls itself for each level: what it could not go through.
    return failed(0)
  }
  if (isTooDeep(yaml.contents)) return failed(0)
  const spanAt = (start: number, end: number): Span => ({
    start: body.start + Math.min(start, source.length),
    end: body.start + Math.min(Math.max(start, end), source.length),
  })
  const faults: YamlFault[] = yaml.errors.map(error => ({
    span: spanAt(error.pos[0], Math.max(error.pos[1], error.pos[0] + 1)),
    reason: error.message.split('\n')[0]!.replace(/[.:]$/, ''),
  }))

  const valueFrom = (node: unknown): unknown => {
    if (node === null || node === undefined) return null
    if (isScalar(node)) return node.value
    try {
      return (node as Node).toJS(yaml, { maxAliasCount: MAX_ALIASES })
    } catch (error) {
      const range = (node as Node).range ?? [0, 0, 0]
      faults.push({ span: spanAt(range[0], range[1]), reason: (error as Error).message.replace(/[.:]$/, '') })
      return null
    }
  }

  const contents = yaml.contents
  const fields: Field[] = []
  if (isMap(contents))
    for (const item of contents.items) {
      if (!isPair(item) || !isScalar(item.key) || !item.key.range) continue
      const keySpan = spanAt(item.key.range[0], item.key.range[1])
      const node = item.value
      const range = (node as Node | null)?.range
      const end = range ? trimmedEnd(source, range[0], range[1]) : 0
      fields.push({
        key: String(item.key.value),
        keySpan,
        value: valueFrom(node),
        span: range ? spanAt(range[0], end) : { start: keySpan.end, end: keySpan.end },
        style: node ? styleOf(node) : 'none',
      })
    }
  return {
    state,
    span,
    body,
    isMap: isMap(contents),
    fields,
    faults,
    at: key => fields.find(field => field.key === key),
  }
}

/** Whether a node nests deeper than the limit, level by level: recursion could not tell. */
function isTooDeep(root: unknown): boolean {
  let level: unknown[] = [root]
  for (let depth = 0; level.length; depth++) {
    if (depth > YAML_LIMIT) return true
    level = level.flatMap(node =>
      isMap(node) || isSeq(node) ? node.items.flatMap(item => (isPair(item) ? [item.key, item.value] : [item])) : [],
    )
  }
  return false
}

/** A block scalar's range ends after its last line break; a value ends before it. */
function trimmedEnd(source: string, start: number, end: number): number {
  let last = end
  while (last > start && /[ \t\r\n]/.test(source[last - 1]!)) last--
  return last
}
