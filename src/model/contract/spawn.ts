import type { Document, Span } from '../../core/types.ts'
import { isNegated } from '../../markdown/calls.ts'
import { type Literal, type LiteralEntry, readJsLiteral } from '../../markdown/literal.ts'

/** The tool that fans a table out to workers, in Codex before 0.145. */
export const FAN_OUT = 'spawn_agents_on_csv'

/**
 * A mention of the fan-out tool outside the frontmatter.
 *
 * `call` is a literal call with its arguments, `ellipsis` one that shows some arguments only (`{ …, ... }`), `prose`
 * any other mention. A negated mention forbids the tool (“do NOT call …, no recursion”).
 */
export interface SpawnUse {
  span: Span
  form: 'call' | 'ellipsis' | 'prose'
  negated: boolean
  /** The argument object of a call. */
  args?: Literal & { kind: 'object' }
  /** The whole call, parentheses included. */
  whole: Span
}

/** Where a stretch of code ends that holds an offset: its fence or its line. */
function codeEnd(document: Document, offset: number): number {
  const fence = document.fences.find(({ body }) => body.start <= offset && offset < body.end)
  return fence ? fence.body.end : Math.min(document.text.length, offset + 20_000)
}

/** All mentions of the fan-out tool, in order. */
export function spawnUsesOf(document: Document): SpawnUse[] {
  const { text, meta, lines } = document
  const uses: SpawnUse[] = []
  for (let at = text.indexOf(FAN_OUT, meta.span.end); at >= 0; at = text.indexOf(FAN_OUT, at + 1)) {
    const span = { start: at, end: at + FAN_OUT.length }
    if (/\w/.test(text[span.end] ?? '') || /\w/.test(text[at - 1] ?? '')) continue
    const after = text.slice(span.end, lines.span(lines.index(at)).end)
    const negated = isNegated(lines, at) || /^`?\s*[(（](?:no|禁止)[\s-]*recursion/i.test(after)
    const open = /^\s*\(\s*\{/.exec(text.slice(span.end, span.end + 40))
    if (!open) {
      uses.push({ span, form: 'prose', negated, whole: span })
      continue
    }
    const start = span.end + open[0].length - 1
    const read = readJsLiteral(text.slice(0, codeEnd(document, at)), start)
    if ('error' in read || read.value.kind !== 'object') {
      uses.push({ span, form: 'prose', negated, whole: span })
      continue
    }
    const args = read.value
    const close = text.indexOf(')', read.end)
    const whole = { start: at, end: close < 0 ? read.end : close + 1 }
    uses.push({ span, form: args.open ? 'ellipsis' : 'call', negated, args, whole })
  }
  return uses
}

/** An argument of a call by one of its names. */
export function argumentOf(use: SpawnUse, ...names: string[]): LiteralEntry | undefined {
  return use.args?.entries.find(({ key }) => names.includes(key))
}

/** Whether a document fans out: any mention that is neither negated nor an ellipsis (`rules.md` 8b). */
export const fansOut = (uses: readonly SpawnUse[]): SpawnUse | undefined =>
  uses.find(({ negated, form }) => !negated && form !== 'ellipsis')
