import type { ToolArgs, ToolParameter } from '../core/platform.ts'
import type { Span } from '../core/types.ts'
import type { Literal, LiteralEntry } from '../markdown/literal.ts'
import type { WrittenCall } from './platform-calls.ts'

/**
 * What a written call and the signature of its tool disagree on.
 *
 * `at` is the smallest span that shows it; `of` names what takes the parameters, in words: `“spawn_agent”`, `an element
 * of “questions”`.
 */
export type CallFault =
  | { kind: 'bare'; at: Span; param: string; list: Literal & { kind: 'array' }; sound: boolean }
  | {
      kind: 'unknown'
      at: Span
      of: string
      keys: readonly LiteralEntry[]
      all: readonly LiteralEntry[]
      args: ToolArgs
    }
  | { kind: 'missing'; at: Span; of: string; names: readonly string[]; implied: boolean }
  | { kind: 'no-list'; at: Span; param: string }
  | { kind: 'no-object'; at: Span; param: string; names: readonly string[] }
  | { kind: 'value'; at: Span; param: string; value: string; want: string }
  | { kind: 'size'; at: Span; param: string; size: number; limit: string; unit: 'characters' | 'elements' }

/** Characters that show that a string is a pattern, to be filled in by whoever calls. */
const HOLE = /[{}<>$…]|\.\.\.|^\[.*\]$/

/** The text of a string that is meant as it stands. */
const plainText = (literal: Literal): string | undefined =>
  literal.kind === 'string' && !literal.template && !HOLE.test(literal.value) ? literal.value : undefined

const quoteAll = (names: readonly string[]) => names.map(name => `“${name}”`).join(' or ')

function faultsOfText(param: string, takes: ToolParameter, value: Literal): CallFault[] {
  const text = plainText(value)
  if (text === undefined) return []
  const at = value.span
  const { values, form, max } = takes
  if (values && !values.includes(text)) return [{ kind: 'value', at, param, value: text, want: quoteAll(values) }]
  if (form && !new RegExp(form.pattern).test(text)) return [{ kind: 'value', at, param, value: text, want: form.says }]
  const size = [...text].length
  if (max === undefined || takes.items || size <= max) return []
  return [{ kind: 'size', at, param, size, limit: `at most ${max}`, unit: 'characters' }]
}

function faultsOfList(param: string, takes: ToolParameter, value: Literal, isWhole: boolean): CallFault[] {
  const { items: fields, min = 0, max = Number.POSITIVE_INFINITY } = takes
  if (!fields) return []
  if (value.kind === 'object' || (value.kind === 'string' && plainText(value) !== undefined))
    return [{ kind: 'no-list', at: value.span, param }]
  if (value.kind !== 'array') return []
  const faults: CallFault[] = []
  const size = value.items.length
  const isCounted = !value.open && size > 0 && value.items.every(({ kind }) => kind === 'object' || kind === 'string')
  const limit = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`
  if ((isCounted && size < min) || size > max)
    faults.push({ kind: 'size', at: value.span, param, size, limit, unit: 'elements' })
  const text = value.items.find(item => plainText(item) !== undefined)
  if (text && fields.required.length) faults.push({ kind: 'no-object', at: text.span, param, names: fields.required })
  for (const item of value.items)
    if (item.kind === 'object')
      faults.push(
        ...faultsOfFields(`an element of “${param}”`, fields, item.entries, item.open ?? false, item.span, isWhole),
      )
  return faults
}

/** The one parameter of a tool that takes a list of objects. */
export const listParameter = (args: ToolArgs): string | undefined =>
  args.required.length === 1 && args.takes?.[args.required[0]!]?.items ? args.required[0] : undefined

/** Whether a name belongs into an element of the list that a tool takes, under its own name or another client's. */
export function belongsInside(key: string, args: ToolArgs): boolean {
  const list = listParameter(args)
  const inner = list ? args.takes![list]!.items! : undefined
  if (!inner) return false
  return [...inner.required, ...inner.optional].includes(key) || Object.hasOwn(inner.instead ?? {}, key)
}

/** What is given under a name that is not the tool's: told as unknown, it is not missing too. */
function misnamed(unknown: readonly LiteralEntry[], args: ToolArgs): Set<string> {
  const list = listParameter(args)
  return new Set(
    unknown.flatMap(({ key }) => (list && belongsInside(key, args) ? [list] : (args.instead?.[key] ?? []))),
  )
}

/** Faults of arguments by name. `isWhole` says whether what is not there is missing, and not just not shown. */
function faultsOfFields(
  of: string,
  args: ToolArgs,
  entries: readonly LiteralEntry[],
  open: boolean,
  at: Span,
  isWhole: boolean,
): CallFault[] {
  const names = new Set([...args.required, ...args.optional])
  const given = new Set(entries.map(({ key }) => key))
  const faults: CallFault[] = []
  // `<key>` stands for a key that is not said.
  const unknown = entries.filter(({ key }) => !names.has(key) && !HOLE.test(key))
  const first = unknown[0]
  if (first) faults.push({ kind: 'unknown', at: first.keySpan, of, keys: unknown, all: entries, args })
  if (isWhole && !open && entries.length) {
    const isGiven = (name: string) => given.has(name) || elsewhere.has(name)
    const elsewhere = misnamed(unknown, args)
    const missing = args.required.filter(name => !isGiven(name))
    const group = args.anyOf && !args.anyOf.some(names => names.every(isGiven)) ? args.anyOf[0]! : []
    const needed = [...missing.filter(name => !args.implied?.includes(name)), ...group]
    const implied = missing.filter(name => args.implied?.includes(name))
    if (needed.length) faults.push({ kind: 'missing', at, of, names: needed, implied: false })
    else if (implied.length) faults.push({ kind: 'missing', at, of, names: implied, implied: true })
  }
  for (const { key, value } of entries) {
    const takes = args.takes?.[key]
    if (takes) faults.push(...faultsOfText(key, takes, value), ...faultsOfList(key, takes, value, isWhole))
  }
  return faults
}

/** Whether a name shows that a call means this tool and not another program's function. */
export const isTelling = (key: string, args: ToolArgs): boolean =>
  args.required.includes(key) || (key.includes('_') && args.optional.includes(key))

/**
 * Holds a call to the signature of its tool; in order of place.
 *
 * Names that are words too (`Agent`, `Task`) are judged only where a parameter shows that the tool is meant. Inline code
 * shows pieces of calls: what it leaves out is not missing.
 */
export function callFaultsOf(call: WrittenCall, args: ToolArgs): CallFault[] {
  const of = `“${call.tool}”`
  if (call.form === 'list') {
    const param = listParameter(args)
    const list = call.list!
    const objects = list.items.filter(({ kind }) => kind === 'object')
    if (!param || (objects.length < list.items.length && !list.open)) return []
    const inner = faultsOfList(param, args.takes![param]!, list, call.where === 'fence')
    const sound = objects.length > 0 && inner.every(({ kind }) => kind !== 'unknown' && kind !== 'missing')
    return [{ kind: 'bare', at: { start: list.span.start, end: list.span.start + 1 }, param, list, sound }, ...inner]
  }
  if (call.form === 'text' || call.sketch) return []
  const isWhole = call.where === 'fence' && call.form === 'object'
  const isMeant = /_|[a-z][A-Z]/.test(call.tool) || call.entries.some(({ key }) => isTelling(key, args))
  return isMeant ? faultsOfFields(of, args, call.entries, call.open, call.span, isWhole) : []
}
