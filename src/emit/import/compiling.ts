import { applyEdits } from '../../core/edit.ts'
import type { Document } from '../../core/types.ts'
import type { Lowering } from '../kind.ts'
import { kinds } from '../kinds/index.ts'
import { readDocument } from '../skill.ts'
import { editsOf } from '../text.ts'
import type { Fault, SourceDocument, SourceSkill, Target } from '../types.ts'
import { CLIENTS, type Context } from './context.ts'

/** A source as the compiler reads it for a target. */
export interface Compiling {
  read: SourceDocument
  lowering: Lowering
  /** What the compiler finds wrong. */
  faults: Fault[]
  /** Files that blocks put into the skill’s folder. */
  files: string[]
}

/** Reads a text as a source of the skill that a document belongs to. */
export function compiling(
  source: string,
  name: string,
  document: Document,
  { setup, skills }: Context,
  target: Target,
): Compiling {
  const faults: Fault[] = []
  const files: string[] = []
  const read = readDocument({ path: document.path, text: source }, name, target, setup.parser, kinds, faults)
  const tools = read.meta.at('tools')?.value
  const roles = (document.skill?.files ?? []).map(file => ({
    ...read,
    name: file.inner.replace(/^skills\/(?:[^/]+\/)*?(?=roles\/)/, ''),
  }))
  const skill: SourceSkill = {
    name: document.skill?.name ?? 'skill',
    dir: '',
    entry: read,
    documents: [read, ...roles],
    copied: [],
    agents: [],
    blocks: read.blocks.map(block => ({ block, in: read })),
    tools: Array.isArray(tools) ? tools.map(String) : [],
  }
  const lowering: Lowering = {
    target,
    client: CLIENTS[target.platform.id]!,
    skill,
    document: read,
    skills,
    workflows: new Set(),
    fault: (span, text, help, severity = 'error') => faults.push({ severity, path: document.path, span, text, help }),
    cannot: (span, _, text) => faults.push({ severity: 'error', path: document.path, span, text, help: '' }),
    file: file => files.push(file),
    needs: () => {},
    brings: () => {},
  }
  return { read, lowering, faults, files }
}

/** The frontmatter that the home client gets from a source. */
export function homeHead(source: string, document: Document, context: Context): string {
  const isAgent = document.kind === 'agent'
  const name = isAgent ? `agents/${document.path.split('/').at(-1)}` : 'SKILL.md'
  const { read, lowering } = compiling(source, name, document, context, context.setup.home)
  if (isAgent) return lowering.client.agent(read, '', lowering).head
  const edits = editsOf(read, lowering, kinds, lowering.client.frontmatter(read, lowering))
  const end = read.meta.span.end
  return applyEdits(
    source.slice(0, end),
    edits.filter(({ span }) => span.end <= end),
  ).text
}
