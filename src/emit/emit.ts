import { applyEdits } from '../core/edit.ts'
import type { Edit, PlatformId, Span } from '../core/types.ts'
import type { MarkdownParser } from '../markdown/parser.ts'
import type { Client } from './client.ts'
import { agy } from './clients/agy.ts'
import { claude } from './clients/claude.ts'
import { codex } from './clients/codex.ts'
import type { Lowering } from './kind.ts'
import { kinds } from './kinds/index.ts'
import { platformsOf, readDocument, readSharedAgents, readSkill, skillNames, workflowsOf } from './skill.ts'
import { editsOf } from './text.ts'
import type { Bundle, Downgrade, EmittedFile, Fault, SourceDocument, SourceSkill, Sources, Target } from './types.ts'

const CLIENTS: Readonly<Partial<Record<PlatformId, Client>>> = { claude, codex, agy }

/** Platforms that bundles can be built for. */
export const BUILDABLE = Object.keys(CLIENTS) as ('claude' | 'codex' | 'agy')[]

/**
 * Compiles the sources for one target. Pure: the order of the files does not matter, the same sources give the same
 * bytes. Paths of the bundle begin with the client’s folder (`.codex/skills/…`).
 *
 * A bundle with faults of severity error is not to be written.
 */
export function emit(sources: Sources, target: Target, parser: MarkdownParser): Bundle {
  const client = CLIENTS[target.platform.id]
  if (!client) throw new Error(`no client for ${target.platform.id}`)
  const faults: Fault[] = []
  const downgrades: Downgrade[] = []
  const files = new Map<string, EmittedFile>()
  const workflows = workflowsOf(sources)
  const read = skillNames(sources).map(name => readSkill(sources, name, target, parser, kinds, faults))
  const skills = read.filter(skill => platformsOf(skill, sources.platforms).includes(target.platform.id))
  const names = new Set(skills.map(({ name }) => name))
  const put = (file: EmittedFile) => {
    const path = `${target.platform.dir}/${file.path}`
    const other = files.get(path)
    if (other)
      faults.push({
        severity: 'error',
        path: file.source,
        span: { start: 0, end: 0 },
        text: `Two sources become “${path}”; the other is “${other.source}”.`,
        help: 'Rename one of them.',
      })
    else files.set(path, { ...file, path })
  }

  const shared = readSharedAgents(sources, target, parser, kinds, faults)
  const agents = shared.filter(agent => platformsOf(agent, sources.platforms).includes(target.platform.id))
  for (const skill of [...skills, ...agents]) {
    const needed = new Set<'aco' | 'wave'>()
    const brought = new Set<string>()
    const loweringOf = (document: SourceDocument): Lowering => ({
      target,
      client,
      skill,
      document,
      skills: names,
      workflows: new Set(workflows.keys()),
      fault: (span, text, help, severity = 'error') => faults.push({ severity, path: document.path, span, text, help }),
      cannot: (span, id, what) => cannot(skill, document, target, { span, id, what }, faults, downgrades),
      file: (name, text) => put({ path: `skills/${skill.name}/${name}`, text, source: document.path }),
      needs: runtime => needed.add(runtime),
      brings: workflow => brought.add(workflow),
    })
    for (const document of skill.documents) emitDocument(document, loweringOf(document), put)
    for (const file of skill.copied) {
      const path = `skills/${skill.name}/${file.path.slice(skill.dir.length + 1)}`
      put({ path, source: file.path, ...(file.bytes ? { bytes: file.bytes } : { text: file.text ?? '' }) })
    }
    const done = new Set<string>()
    while (done.size < brought.size)
      for (const name of [...brought].sort()) {
        if (done.has(name)) continue
        done.add(name)
        const source = readDocument(workflows.get(name)!, `workflows/${name}.md`, target, parser, kinds, faults)
        emitDocument(source, loweringOf(source), put)
      }
    for (const { name, text } of client.extras(skill.entry, loweringOf(skill.entry)))
      put({ path: `skills/${skill.name}/${name}`, text, source: skill.entry.path })
    for (const name of [...needed].sort()) addRuntime(sources, skill, name, put, faults)
  }
  if (sources.plugin && skills.length) for (const file of client.manifests(sources.plugin, [...names])) put(file)
  return {
    target,
    files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
    faults: [...unique(faults)].sort((a, b) =>
      a.path < b.path ? -1 : a.path > b.path ? 1 : a.span.start - b.span.start,
    ),
    downgrades,
  }
}

/** A workflow that several skills bring along has its faults told once. */
const unique = (faults: readonly Fault[]) =>
  new Map(faults.map(fault => [`${fault.path}\0${fault.span.start}\0${fault.text}`, fault] as const)).values()

function emitDocument(source: SourceDocument, lowering: Lowering, put: (file: EmittedFile) => void) {
  const { client, skill } = lowering
  const isEntry = source.name === 'SKILL.md'
  const edits = editsOf(source, lowering, kinds, isEntry ? client.frontmatter(source, lowering) : [])
  if (/^agents\/[^/]+\.md$/.test(source.name)) return put(agentFile(source, edits, lowering))
  const noted = [...edits, ...skillDirNote(source, edits, client)].sort((a, b) => a.span.start - b.span.start)
  const { text } = applyEdits(source.text, noted)
  put({ path: `skills/${skill.name}/${source.name}`, text, source: source.path, edits: noted })
}

/** The frontmatter of an agent's source becomes what the client wants before the body, which stays where it is. */
function agentFile(source: SourceDocument, edits: readonly Edit[], lowering: Lowering): EmittedFile {
  const { path, text, meta } = source
  const end = meta.state === 'closed' ? meta.span.end : 0
  const inBody = edits.filter(({ span }) => span.start >= end)
  const whole = applyEdits(text, [{ path, span: { start: 0, end }, text: '' }, ...inBody]).text
  const { path: name, head, tail, body } = lowering.client.agent(source, whole, lowering)
  if (body !== undefined) return { path: name, text: `${head}${body}${tail}`, source: path }
  const around: Edit[] = [
    { path, span: { start: 0, end }, text: head },
    ...inBody,
    ...(tail ? [{ path, span: { start: text.length, end: text.length }, text: tail }] : []),
  ]
  return { path: name, text: applyEdits(text, around).text, source: path, edits: around }
}

/** Says once in a Markdown file what `<skill_dir>` stands for, where its text has it. */
function skillDirNote({ name, path, document, text }: SourceDocument, edits: readonly Edit[], client: Client): Edit[] {
  if (client.skillDir !== '<skill_dir>' || !name.endsWith('.md')) return []
  const emitted = applyEdits(text, edits).text
  if (!emitted.includes('<skill_dir>') || emitted.includes('`<skill_dir>` is the folder')) return []
  const at = document.meta.state === 'closed' ? document.meta.span.end : 0
  const span: Span = { start: at, end: at }
  const note = '`<skill_dir>` is the folder that holds this skill’s SKILL.md.'
  return [{ path, span, text: at ? `\n\n${note}` : `${note}\n\n` }]
}

function cannot(
  skill: SourceSkill,
  document: SourceDocument,
  target: Target,
  { span, id, what }: { span: Span; id: string; what: string },
  faults: Fault[],
  downgrades: Downgrade[],
) {
  const { id: platform, title } = target.platform
  const accepted = skill.entry.meta.at('downgrades')?.value as Record<string, unknown> | undefined
  const list = accepted?.[platform]
  if (Array.isArray(list) && list.includes(id)) downgrades.push({ platform, path: document.path, span, what })
  else
    faults.push({
      severity: 'error',
      path: document.path,
      span,
      text: what,
      help: `Accept it with “downgrades: { ${platform}: [${id}] }” in the frontmatter of ${skill.name}, or leave ${title} out of its “platforms”.`,
    })
}

function addRuntime(
  { runtimes }: Sources,
  { name, entry }: SourceSkill,
  runtime: 'aco' | 'wave',
  put: (file: EmittedFile) => void,
  faults: Fault[],
) {
  const found = runtimes.find(candidate => candidate.name === runtime)
  if (!found) {
    const text = `The skill “${name}” needs ${runtime}.mjs, which this installation lacks.`
    faults.push({
      severity: 'error',
      path: entry.path,
      span: { start: 0, end: 0 },
      text,
      help: 'Install maestro-pack again.',
    })
    return
  }
  put({ path: `skills/${name}/scripts/${runtime}.mjs`, text: found.code, source: 'maestro-pack' })
  put({ path: `skills/${name}/scripts/${runtime}.LICENSES.txt`, text: found.licences, source: 'maestro-pack' })
}
