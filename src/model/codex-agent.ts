import { TREE_LIMIT } from '../core/limits.ts'
import type { Document, Pack, Span } from '../core/types.ts'
import type { Fault } from '../markdown/brackets.ts'
import type { Literal, LiteralEntry } from '../markdown/literal.ts'
import { inPack, parse } from '../markdown/parse.ts'
import { readToml } from '../markdown/toml.ts'
import { baseName } from './layout.ts'

/** An agent of Codex, a TOML file, as it is written. */
export interface CodexAgent {
  entries: readonly LiteralEntry[]
  /** Its instructions as a text to the model: a document of the same length, blank but for them. */
  instructions?: Document
}

/** Whether a file is an agent of Codex: `agents/**.toml` in a client folder or plugin. */
export const isCodexAgent = ({ kind, inner, text }: Document): boolean =>
  kind === 'data' && /^agents\/(?:[^/]+\/)*[^/]+\.toml$/i.test(inner) && text.length <= TREE_LIMIT

/** Whether the pack's config.toml hands the file to a role: what the file leaves out may stand there. */
export function isConfigured({ path, pack }: Document): boolean {
  const config = pack.documents.find(({ kind, inner }) => kind === 'data' && inner === 'config.toml')
  return config?.text.includes(`/${baseName(path)}`) ?? false
}

const secondAgents = new WeakMap<Pack, boolean>()

/** Whether the pack's config.toml turns on the second set of collaboration tools, in any of the ways to write it. */
export function hasSecondAgents(pack: Pack): boolean {
  const known = secondAgents.get(pack)
  if (known !== undefined) return known
  const text = pack.documents.find(({ kind, inner }) => kind === 'data' && inner === 'config.toml')?.text ?? ''
  const table = /^[ \t]*\[features\.multi_agent_v2\][^\n]*\n((?:(?![ \t]*\[)[^\n]*\n?)*)/m.exec(text)?.[1]
  const isOn =
    /^[ \t]*(?:features\.)?multi_agent_v2(?:\.enabled)?[ \t]*=[ \t]*(?:true\b|\{[^}\n]*\benabled[ \t]*=[ \t]*true\b)/m.test(
      text,
    ) ||
    (table !== undefined && /^[ \t]*enabled[ \t]*=[ \t]*true\b/m.test(table))
  secondAgents.set(pack, isOn)
  return isOn
}

/** The inside of a TOML string: what stands between its quotes. */
function insideOf(text: string, { start, end }: Span): Span {
  const quotes = /^(?:"""|'''|["'])/.exec(text.slice(start, start + 3))?.[0].length ?? 0
  return { start: start + quotes, end: Math.max(start + quotes, end - quotes) }
}

const blank = (text: string) => text.replace(/[^\r\n]/g, ' ')

/** A document that holds one stretch of another at its place, read by its lines. */
function documentOf(document: Document, span: Span): Document {
  const { text, path, pack, inner, skill } = document
  const only = blank(text.slice(0, span.start)) + text.slice(span.start, span.end) + blank(text.slice(span.end))
  const parsed = parse({ path: path.replace(/\.toml$/i, '.md'), text: only }, 'agent', false, () => ({
    type: 'root',
    children: [],
  }))
  const told = inPack(parsed, pack, inner)
  if (skill) told.skill = skill
  return told
}

/** Reads an agent; a fault where it is no TOML. */
export function readCodexAgent(document: Document): CodexAgent | Fault {
  const read = readToml(document.text)
  if ('error' in read) return read
  const { entries } = read.value
  const told: Literal | undefined = entries.find(({ key }) => key === 'developer_instructions')?.value
  if (told?.kind !== 'string') return { entries }
  return { entries, instructions: documentOf(document, insideOf(document.text, told.span)) }
}
