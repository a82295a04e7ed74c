import type { ControllerManifest } from '../core/swarm-manifest.ts'
import type { Document, Fence, Span } from '../core/types.ts'
import type { Literal } from '../markdown/literal.ts'
import { readTemplateJson } from '../markdown/template-json.ts'
import { codeSpansOf, lineBefore } from './contract/text.ts'
import { type ControllerName, controllerOf, controllers } from './controller.ts'
import { type CommandLine, commandLinesOf } from './controller-commands.ts'
import { bare, columnAt, type Table, type TableCell, tablesOf } from './roles-tables.ts'

/** What a document shows as the output of a controller’s command. */
export interface ShownOutput {
  manifest: ControllerManifest
  command: string
  literal: Literal & { kind: 'object' }
}

/** A row of a table of commands: `| update | … |`. */
export interface CommandRow {
  manifest: ControllerManifest
  command: string
  table: Table
  cells: readonly TableCell[]
}

const OUTPUT =
  /\b(?:stdout|outputs?|expect(?:ed|s)?|returns?|prints?|emits?|parse|response|results?)\b|输出|返回|打印|预期|期望|解析/i
const ARROW = /->|→|⇒/
const CALLED = /(?<![\w.-])aco\.(py|mjs)[`*]* +[`*]*([a-z][\w-]*)/
const COMMANDS_HEAD = /^(?:sub-?commands?|commands?|子命令|命令)$/i
const OUTPUT_HEAD = /output|stdout|prints?|returns?|输出|返回|打印/i

/** How far behind a command line its output may stand. */
const REACH = 600

const objectIn = (text: string, { start, end }: Span): (Literal & { kind: 'object' }) | undefined => {
  const read = readTemplateJson(text, start, end)
  return 'value' in read && read.value.kind === 'object' ? read.value : undefined
}

/** The rows of tables that list a controller’s commands; at least two of them, for one may be a coincidence. */
export function commandRowsOf(document: Document): CommandRow[] {
  const manifest = controllerOf(document)
  if (!manifest) return []
  return tablesOf(document).flatMap(table => {
    if (!COMMANDS_HEAD.test(bare(table.head[0]?.text ?? ''))) return []
    const rows = table.rows.flatMap(cells => {
      const command = /[a-z][\w-]*/.exec(bare(cells[0]?.text ?? '').replace(/^aco(?:\.\w+)?\s+/, ''))?.[0]
      return command !== undefined && Object.hasOwn(manifest.commands, command)
        ? [{ manifest, command, table, cells }]
        : []
    })
    return rows.length > 1 ? rows : []
  })
}

/** Outputs in a table of commands: a code span `{status, n_nodes}` in the column of outputs. */
function inTables(document: Document): ShownOutput[] {
  return commandRowsOf(document).flatMap(({ manifest, command, table, cells }) => {
    const cell = cells[columnAt(table, OUTPUT_HEAD)]
    if (!cell) return []
    const start = cell.text.indexOf('`{')
    const end = cell.text.lastIndexOf('}`')
    if (start < 0 || end < start) return []
    const literal = objectIn(document.text, { start: cell.span.start + start + 1, end: cell.span.start + end + 1 })
    return literal ? [{ manifest, command, literal }] : []
  })
}

/** Outputs in code spans right behind a command line: “-> returns `{ assignments: […] }`”. */
function inCode(document: Document, lines: readonly CommandLine[]): ShownOutput[] {
  const spans = lines.length ? codeSpansOf(document) : []
  let next = 0
  return lines.flatMap((line, index) => {
    const until = Math.min(lines[index + 1]?.span.start ?? Number.POSITIVE_INFINITY, line.span.end + REACH)
    while (next < spans.length && spans[next]!.span.start < line.span.end) next++
    const code = spans[next]
    if (!code?.text.trimStart().startsWith('{') || code.span.start > until) return []
    const between = document.text.slice(line.span.end, code.span.start)
    if (/\n\s*\n|```/.test(between) || !(OUTPUT.test(between) || ARROW.test(between))) return []
    const literal = objectIn(document.text, code.inner)
    return literal ? [{ manifest: line.manifest, command: line.command.name, literal }] : []
  })
}

/** The command that a line of prose or a heading names together with its controller. */
function calledIn(text: string): { manifest: ControllerManifest; command: string } | undefined {
  const [, ending, command] = CALLED.exec(text.slice(0, 1_000)) ?? []
  if (!ending || !command) return undefined
  const manifest = controllers[`aco.${ending}` as ControllerName]
  return Object.hasOwn(manifest.commands, command) ? { manifest, command } : undefined
}

/** What a fence of JSON is the output of: by the line above it, the command line before it, or its heading. */
function labelOf(document: Document, fence: Fence, lines: readonly CommandLine[]) {
  const { start } = fence.span
  const heading = document.headings.findLast(({ span }) => span.end <= start)
  const lead = lineBefore(document, start)
  const leadIn = lead && lead.span.start > (heading?.span.end ?? -1) ? lead.text : ''
  const isAnnounced = OUTPUT.test(leadIn)
  const named = isAnnounced ? calledIn(leadIn) : undefined
  if (named) return named
  const line = lines.findLast(({ span }) => span.end <= start && span.start > (heading?.span.start ?? -1))
  if (line && isAnnounced) return { manifest: line.manifest, command: line.command.name }
  const words = heading?.text ?? ''
  return isAnnounced || /\boutput|stdout|\breturn|\bresponse|\bresult|输出|返回/i.test(words)
    ? calledIn(words)
    : undefined
}

function inFences(document: Document, lines: readonly CommandLine[]): ShownOutput[] {
  return document.fences.flatMap(fence => {
    const isJson = /^(?:json[c5]?)?$/.test(fence.lang)
    if (!isJson || !/^\s*\{/.test(document.text.slice(fence.body.start, fence.body.start + 200))) return []
    const label = labelOf(document, fence, lines)
    const literal = label && objectIn(document.text, fence.body)
    return label && literal ? [{ ...label, literal }] : []
  })
}

/** What a document shows as outputs of a controller’s commands: in fences, in code spans, in a table of commands. */
export function shownOutputsOf(document: Document): ShownOutput[] {
  if (!controllerOf(document) && !document.text.includes('aco.')) return []
  const lines = commandLinesOf(document)
  return [...inTables(document), ...inCode(document, lines), ...inFences(document, lines)]
}

/** A key that is shown and never printed. */
export interface UnknownKey {
  /** Dotted from the printed object on: `metrics.cost`. */
  name: string
  span: Span
  /** The keys that are printed there. */
  known: readonly string[]
}

const shownKeys = ({ entries }: Literal & { kind: 'object' }) => entries.filter(({ key }) => /^[a-z_]\w*$/i.test(key))

/**
 * The keys of a shown output that its command never prints.
 *
 * An object that shares no key with the output shows something else, or one row of it: an assignment, say.
 */
export function unknownKeysOf({ manifest, command, literal }: ShownOutput): UnknownKey[] {
  const printed = manifest.commands[command]!.output
  const keys = shownKeys(literal)
  const isError = keys.some(({ key, value }) => key === 'status' && value.kind === 'string' && value.value === 'error')
  const lacking = (object: Literal & { kind: 'object' }, known: readonly string[], prefix: string): UnknownKey[] =>
    shownKeys(object)
      .filter(({ key }) => !known.includes(key))
      .map(({ key, keySpan }) => ({ name: `${prefix}${key}`, span: keySpan, known }))
  if (isError || !keys.some(({ key }) => printed.includes(key))) return []
  const parts = Object.entries(manifest.inner).filter(([path]) => path.startsWith(`${command}.`))
  const isRow = parts.some(([path, known]) => {
    const isOwn = keys.some(({ key }) => key === path.slice(command.length + 1))
    return (
      !isOwn &&
      keys.filter(({ key }) => known.includes(key)).length > keys.filter(({ key }) => printed.includes(key)).length
    )
  })
  if (isRow) return []
  const inner = parts.flatMap(([path, known]) => {
    const name = path.slice(command.length + 1)
    const value = literal.entries.find(({ key }) => key === name)?.value
    const object = value?.kind === 'array' ? value.items[0] : value
    return object?.kind === 'object' ? lacking(object, known, `${name}.`) : []
  })
  return [...lacking(literal, [...manifest.always, ...printed], ''), ...inner]
}
