import { nearest } from '../core/nearest.ts'
import type { Document, Pack, Span } from '../core/types.ts'
import { baseName, isEntry, parentOf } from './layout.ts'
import { filesOf } from './references-files.ts'
import type { Piece } from './references-pieces.ts'

/** A name behind the mark that calls a skill. */
export interface InvocationMention {
  /** Empty where a tool is called with the name. */
  sigil: '/' | '$' | ''
  name: string
  span: Span
}

/** Names of two words or more: single words are too often something else. */
const NAME = /[/$]([a-z][a-z0-9]*(?:-[a-z0-9]+)+)/g

/** What stands before a mark that begins no call: a path, a variable, a tag, an address. */
const BEFORE = /[\w/.~$:<>{}@#&=%*+\\\])-]/

/** Words that stand for any skill. */
const ANY_NAME = /(?:^|-)(?:x+|y+|foo|bar|baz|name|skill|command|cmd|placeholder|example|something)$|^(?:my|your|some)-/

/** Commands of the clients themselves, today's and former ones, that are written with a hyphen. */
const BUILT_IN: ReadonlySet<string> = new Set(
  (
    'add-dir allowed-tools autofix-pr claude-api code-review extra-usage install-github-app install-slack-app ' +
    'less-permission-prompts migrate-installer output-style pr-comments privacy-settings release-notes reload-plugins ' +
    'remote-control remote-env security-review terminal-setup web-setup ' +
    'debug-config debug-m-drop debug-m-update multi-agents sandbox-add-read-dir setup-default-sandbox test-approval'
  ).split(' '),
)

/** Whether a name is a client’s own command. */
export const isBuiltIn = (name: string): boolean => BUILT_IN.has(name)

/** All calls of skills in a piece, `$plan-week` or `/plan-week`; paths, placeholders and patterns are left out. */
export function* invocationsIn(text: string, { span, where }: Piece): Generator<InvocationMention> {
  if (where === 'fence') return
  const own = text.slice(span.start, span.end)
  if (!own.includes('/') && !own.includes('$')) return
  for (const match of own.matchAll(NAME)) {
    const start = span.start + match.index
    const end = start + match[0].length
    const before = start > 0 ? text[start - 1]! : ''
    if (BEFORE.test(before) || (match[0][0] === '/' && /\p{L}/u.test(before))) continue
    // A longer word, a path, a file, a pattern, an assignment, a method.
    if (/^(?:[\w/<{*:=([\\…]|-|\.\w|\.\.)/.test(text.slice(end, end + 2)) && !/^:\s/.test(text.slice(end, end + 2)))
      continue
    const name = match[1]!
    if (!ANY_NAME.test(name)) yield { sigil: match[0][0] as '/' | '$', name, span: { start, end } }
  }
}

/** The name that a call of the `Skill` tool begins with: `Skill({ skill: "plan-week" })`, `Skill("plan-week")`. */
const CALLED = /^\(\s*\{?\s*(?:["'`]?skill["'`]?\s*[:=]\s*)?["'`]([a-z][a-z0-9]*(?:-[a-z0-9]+)+)["'`]/

/** Skills that a document calls through the client's tool. */
export function* toolInvocationsIn({
  calls,
  text,
}: Document): Generator<InvocationMention & { where: Piece['where'] }> {
  for (const { tool, args, where, negated } of calls) {
    if (tool !== 'Skill' || !args || negated) continue
    const match = CALLED.exec(text.slice(args.start, Math.min(args.end, args.start + 200)))
    if (!match || ANY_NAME.test(match[1]!)) continue
    const end = args.start + match[0].length - 1
    yield { sigil: '', name: match[1]!, span: { start: end - match[1]!.length, end }, where }
  }
}

/** What can be called in a pack. */
export interface SkillNames {
  /** By name: the document, where it was read. */
  names: ReadonlyMap<string, Document | undefined>
  /** First words that at least two names share: `plan` of `plan-week`, `plan-day`. */
  families: ReadonlySet<string>
}

const known = new WeakMap<Pack, SkillNames>()

/** Skills and commands of a pack, by folder, file and declared name; those that are not linted count as well. */
export function skillNamesOf(pack: Pack): SkillNames {
  const found = known.get(pack) ?? collect(pack)
  known.set(pack, found)
  return found
}

function collect(pack: Pack): SkillNames {
  const names = new Map<string, Document | undefined>()
  const add = (name: unknown, document?: Document) => {
    if (typeof name === 'string' && name && !names.get(name)) names.set(name, document)
  }
  for (const document of pack.documents) {
    if (document.kind !== 'skill' && document.kind !== 'command') continue
    const name = document.kind === 'skill' ? baseName(parentOf(document.inner)) : baseName(document.inner).slice(0, -3)
    add(name, document)
    add(document.meta.at('name')?.value, document)
  }
  const { files, closed } = filesOf(pack)
  for (const path of files) if (isEntry(path)) add(baseName(parentOf(path)))
  for (const path of closed) add(baseName(path))
  const counts = new Map<string, number>()
  for (const name of names.keys()) {
    const first = /^([a-z][a-z0-9]*)-/.exec(name)?.[1]
    if (first) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const families = new Set([...counts].filter(([, count]) => count > 1).map(([first]) => first))
  return { names, families }
}

/** The first word of a skill's name. */
export const familyOf = (name: string): string => name.slice(0, name.indexOf('-'))

const meanings = new WeakMap<SkillNames, Map<string, string | undefined>>()

/** The skill of the same family that a misspelt name probably meant; remembered by name. */
export function meantSkill(name: string, skillNames: SkillNames): string | undefined {
  const memory = meanings.get(skillNames) ?? new Map<string, string | undefined>()
  meanings.set(skillNames, memory)
  if (!memory.has(name)) memory.set(name, nearestOf(name, skillNames))
  return memory.get(name)
}

function nearestOf(name: string, { names }: SkillNames): string | undefined {
  const start = `${familyOf(name)}-`
  const rests = [...names.keys()].filter(other => other.startsWith(start)).map(other => other.slice(start.length))
  const meant = nearest(name.slice(start.length), rests)
  return meant && start + meant
}
