import type { FileKind } from '../core/types.ts'
import { parse } from '../markdown/parse.ts'
import type { MarkdownParser } from '../markdown/parser.ts'
import { blocksIn } from './blocks.ts'
import type { Kind } from './kind.ts'
import { blanked, passagesFor, tokensIn } from './tokens.ts'
import type { Fault, SourceDocument, SourceFile, SourceSkill, Sources, Target } from './types.ts'

/** Platforms that passages can be for. */
export const PASSAGES: readonly string[] = ['claude', 'codex', 'agy']

/** Files whose tokens are expanded. */
const COMPILED = /\.(?:md|json|toml)$/

/** The kind of a file by its place in its skill. */
function kindAt(name: string): FileKind {
  if (name === 'SKILL.md') return 'skill'
  if (!name.endsWith('.md')) return 'data'
  if (/^roles\/[^/]+\/role\.md$/.test(name)) return 'role'
  if (/^roles\/[^/]+\/commands\//.test(name)) return 'role-command'
  if (name.startsWith('agents/')) return 'agent'
  return name.startsWith('specs/') ? 'spec' : 'other'
}

/** Reads a file of the sources for one target: its blocks are those that the target gets. */
export function readDocument(
  file: SourceFile & { text: string },
  name: string,
  target: Target,
  parser: MarkdownParser,
  kinds: readonly Kind[],
  faults: Fault[],
): SourceDocument {
  const { path, text } = file
  const document = parse({ path, text }, kindAt(name), false, parser)
  const { tokens } = tokensIn(text)
  const { dropped } = passagesFor(text, tokens, target.platform.id, PASSAGES)
  const found = blocksIn(document, blanked(text, dropped), dropped, kinds)
  for (const fault of found.faults) faults.push({ severity: 'error', path, ...fault })
  return { path, name, text, document, meta: document.meta, blocks: found.blocks }
}

const order = (a: SourceFile, b: SourceFile) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/** Names of the skills of the sources, in order. */
export function skillNames({ files, dir }: Sources): string[] {
  const names = files.flatMap(({ path }) => {
    if (!path.startsWith(`${dir}/`)) return []
    const [name, file, ...rest] = path.slice(dir.length + 1).split('/')
    return file === 'SKILL.md' && !rest.length && !name!.startsWith('_') ? [name!] : []
  })
  return [...new Set(names)].sort()
}

/** Texts of the shared workflows by name. */
export function workflowsOf({ files, dir }: Sources): Map<string, SourceFile & { text: string }> {
  const root = `${dir}/_workflows/`
  return new Map(
    [...files]
      .sort(order)
      .flatMap(file =>
        file.path.startsWith(root) && file.path.endsWith('.md') && file.text !== undefined
          ? [[file.path.slice(root.length, -'.md'.length), { ...file, text: file.text }] as const]
          : [],
      ),
  )
}

/** Reads a skill for one target. */
export function readSkill(
  sources: Sources,
  name: string,
  target: Target,
  parser: MarkdownParser,
  kinds: readonly Kind[],
  faults: Fault[],
): SourceSkill {
  const dir = `${sources.dir}/${name}`
  const documents: SourceDocument[] = []
  const copied: SourceFile[] = []
  for (const file of [...sources.files].sort(order)) {
    if (!file.path.startsWith(`${dir}/`)) continue
    const within = file.path.slice(dir.length + 1)
    if (file.text === undefined || !COMPILED.test(within)) copied.push(file)
    else documents.push(readDocument({ ...file, text: file.text }, within, target, parser, kinds, faults))
  }
  const entry = documents.find(document => document.name === 'SKILL.md')!
  const tools = entry.meta.at('tools')?.value
  return {
    name,
    dir,
    entry,
    documents,
    copied,
    agents: documents.flatMap(document => /^agents\/([^/]+)\.md$/.exec(document.name)?.[1] ?? []),
    blocks: documents.flatMap(document => document.blocks.map(block => ({ block, in: document }))),
    tools: Array.isArray(tools) ? tools.filter(tool => typeof tool === 'string') : [],
  }
}

/** Agents that belong to no one skill (`_agents/*.md`), each read as a skill that holds nothing else. */
export function readSharedAgents(
  { files, dir }: Sources,
  target: Target,
  parser: MarkdownParser,
  kinds: readonly Kind[],
  faults: Fault[],
): SourceSkill[] {
  const root = `${dir}/_agents`
  return [...files].sort(order).flatMap(({ path, text }): SourceSkill[] => {
    if (text === undefined || !path.startsWith(`${root}/`) || !/^[^/]+\.md$/.test(path.slice(root.length + 1)))
      return []
    const name = `agents/${path.slice(root.length + 1)}`
    const entry = readDocument({ path, text }, name, target, parser, kinds, faults)
    const blocks = entry.blocks.map(block => ({ block, in: entry }))
    return [{ name: '_agents', dir: root, entry, documents: [entry], copied: [], agents: [name], blocks, tools: [] }]
  })
}

/** The platforms that a skill is for: what its frontmatter names, else all that are built. */
export function platformsOf({ entry }: Pick<SourceSkill, 'entry'>, all: readonly string[]): string[] {
  const named = entry.meta.at('platforms')?.value
  return Array.isArray(named) ? named.filter(name => typeof name === 'string') : [...all]
}
