import type { ControllerManifest } from '../core/swarm-manifest.ts'
import type { Document, Span } from '../core/types.ts'
import { type CommandLine, commandLinesOf } from './controller-commands.ts'
import { fileTokensIn, sessionFileOf } from './controller-files.ts'
import { commandRowsOf } from './controller-outputs.ts'
import { fenceAt } from './examples.ts'
import { bare, columnAt } from './roles-tables.ts'

/** A file of the session that a text says a command writes. */
export interface ToldWrite {
  manifest: ControllerManifest
  command: string
  /** As `SWARM_FILES` has it. */
  file: string
  span: Span
}

const EFFECTS_HEAD = /side[- ]?effects?|writes|副作用|写入/i
const WRITES = /\b(?:over)?(?:writes?|saves?|creates?|updates?)\b|写入|生成|更新/i
const OTHERWISE = /\b(?:reads?|from|returns?|prints?|needs?|see)\b|读取|返回|打印/i
/** What an arrow leads to when it leads to a file: `→ best.json`, `→ writes best.json + trails/k.jsonl`. */
const LEADS_TO =
  /^\s*(?:→|⇒|⟶|-->|->|=>)\s*(?:(?:over)?(?:writes?|saves?|creates?|updates?)\s+(?:to\s+)?|写入|生成|更新)?[`"']?(?=[\w<{$./-]+\.jsonl?\b)/i
const TREE = /^[\s│├└─╰┣┗>+|-]*/

/** Lines of a tree below a command line that are looked through. */
const REACH = 12

/** The files named in a stretch of text up to a word that says something else of them. */
function filesIn({ text }: Document, span: Span): { file: string; span: Span }[] {
  const part = text.slice(span.start, Math.min(span.end, span.start + 1_000))
  const stop = OTHERWISE.exec(part)
  return fileTokensIn(text, { start: span.start, end: span.start + (stop?.index ?? part.length) }).flatMap(token => {
    const file = sessionFileOf(token.text)
    return file ? [{ file: file.name, span: token.span }] : []
  })
}

/** Files behind a command line: where an arrow or a redirection leads. */
function behind(document: Document, { rest, writes }: CommandLine) {
  const redirected = writes.flatMap(({ span }) => filesIn(document, span))
  const lead = LEADS_TO.exec(document.text.slice(rest.start, Math.min(rest.end, rest.start + 300)))
  return lead
    ? [...redirected, ...filesIn(document, { start: rest.start + lead[0].length, end: rest.end })]
    : redirected
}

/** Files that the lines below a command line in a tree say are written. */
function below(document: Document, { span, isDrawn }: CommandLine) {
  const { lines } = document
  const fence = isDrawn ? fenceAt(document, span.start) : undefined
  if (!fence) return []
  const first = lines.index(span.start)
  const column = span.start - lines.starts[first]!
  const found: { file: string; span: Span }[] = []
  for (let index = first + 1; index <= first + REACH && lines.span(index).end <= fence.body.end; index++) {
    const text = lines.text(index).slice(0, 1_000)
    const indent = TREE.exec(text)![0].length
    if (indent <= column || indent === text.length) break
    const verb = WRITES.exec(text)
    const start = lines.starts[index]!
    if (verb) found.push(...filesIn(document, { start: start + verb.index + verb[0].length, end: start + text.length }))
  }
  return found
}

/** The column of side effects in a table of commands. */
function inTables(document: Document): ToldWrite[] {
  return commandRowsOf(document).flatMap(({ manifest, command, table, cells }) => {
    const cell = cells[columnAt(table, EFFECTS_HEAD)]
    if (!cell) return []
    const verb = WRITES.exec(cell.text)
    const isColumn = /writes|写入/i.test(bare(table.head[columnAt(table, EFFECTS_HEAD)]!.text))
    if (!verb && !isColumn) return []
    const start = cell.span.start + (verb ? verb.index + verb[0].length : 0)
    return filesIn(document, { start, end: cell.span.end }).map(told => ({ manifest, command, ...told }))
  })
}

/** What a document says that a controller’s commands write: behind command lines, below them in a tree, in a table. */
export function toldWritesOf(document: Document): ToldWrite[] {
  const told = commandLinesOf(document).flatMap(line =>
    Object.hasOwn(line.manifest.commands, line.command.name)
      ? [...behind(document, line), ...below(document, line)].map(write => ({
          manifest: line.manifest,
          command: line.command.name,
          ...write,
        }))
      : [],
  )
  return [...told, ...inTables(document)]
}
