import { linesOf } from '../../core/span.ts'
import type { Document } from '../../core/types.ts'
import { readYamlBlock } from '../../markdown/yaml-block.ts'
import { packsOf } from '../../model/packs.ts'
import { toolInvocationsIn } from '../../model/references-skills.ts'
import type { SourceFile } from '../types.ts'
import { homeHead } from './compiling.ts'
import { type Context, contextOf } from './context.ts'
import { convert } from './convert.ts'
import type { HeadSetup } from './frontmatter.ts'
import { type Planned, planOf } from './places.ts'
import { agentFromToml } from './toml.ts'
import type { Imported, ImportedFile, ImportSetup, Note } from './types.ts'

const COMPILED = /\.(?:md|json|toml)$/
const AT_START = { start: 0, end: 0 }

/**
 * Turns a pack that was written for one client into sources. Pure: `files` are those of the client’s folder, with paths
 * that begin with `folder`.
 *
 * Prose stays byte for byte. What only the client understands becomes a token or a typed block where that says the same,
 * and else a passage for this client alone, which is told as a loss. Building the sources for the client gives the pack’s
 * texts again, but for what is told as normalised.
 */
export function importPack(files: readonly SourceFile[], folder: string, setup: ImportSetup): Imported {
  const { files: planned, notes: planNotes } = planOf(files, folder)
  const places = new Map(planned.map(({ inner, place }) => [inner, place] as const))
  const skills = new Set(planned.flatMap(plan => (isEntry(plan) ? [plan.skill] : [])))
  const context = contextOf(setup, skills, places)
  const sources = planned.flatMap(({ file: { path, text } }) =>
    text !== undefined && COMPILED.test(path) ? [{ path, text }] : [],
  )
  const documents = new Map(
    packsOf({ sources, unread: [] }, setup.parser).flatMap(pack =>
      pack.documents.map(document => [document.path, document] as const),
    ),
  )
  const called = new Set(
    [...documents.values()].flatMap(document => [...toolInvocationsIn(document)].map(({ name }) => name)),
  )
  const userOnly = new Set(planned.filter(keepsModelsAway).map(({ skill }) => skill))
  const notes: Note[] = [...planNotes]
  const imported: ImportedFile[] = []
  for (const plan of [...planned.filter(isEntry), ...planned.filter(one => !isEntry(one))]) {
    const { file, source, place } = plan
    const made = { path: `${setup.dir}/${source}`, from: file.path, at: place }
    const tell = (told: readonly Omit<Note, 'path'>[]) =>
      notes.push(...told.map(note => ({ ...note, path: file.path })))
    const document = documents.get(file.path)
    if (isPolicy(plan) && isForUsers(plan.skill, imported, setup)) {
      tell([
        {
          kind: 'normalised',
          span: AT_START,
          what: 'the policy is written anew',
          why: '“invocation: user” says it in sources',
        },
      ])
      continue
    }
    if (plan.kind === 'agent' && file.path.endsWith('.toml')) {
      const agent = agentFromToml(document, file, context)
      tell(agent.notes)
      if (agent.text !== undefined) imported.push({ ...made, text: agent.text })
    } else if (file.text === undefined || !document) {
      imported.push({ ...made, ...(file.bytes ? { bytes: file.bytes } : { text: file.text ?? '' }) })
      tell(namesIn(file, context))
    } else {
      const head: HeadSetup = { plan, isCalled: called.has(plan.skill), isUserOnly: userOnly.has(plan.skill) }
      const { text, notes: told } = convert(document, context, isEntry(plan) ? head : undefined)
      imported.push({ ...made, text })
      tell(told)
      if (isEntry(plan) || plan.kind === 'agent') tell(headNotes(document, text, context))
      if (/\r/.test(file.text))
        tell([
          {
            kind: 'normalised',
            span: { start: file.text.indexOf('\r'), end: file.text.indexOf('\r') + 1 },
            what: 'line ends become LF',
            why: 'bundles have no other',
            to: '',
          },
        ])
    }
  }
  return { files: imported.sort((a, b) => (a.path < b.path ? -1 : 1)), notes: inOrder(notes) }
}

const isEntry = ({ kind }: Planned) => kind === 'entry' || kind === 'command'

const inOrder = (notes: readonly Note[]): Note[] =>
  [...notes].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.span.start - b.span.start))

const isPolicy = ({ kind, source, skill }: Planned) => kind === 'file' && source === `${skill}/agents/openai.yaml`

/** Whether the source of a skill, which comes before its other files, says that no model calls it. */
const isForUsers = (skill: string, imported: readonly ImportedFile[], { dir }: ImportSetup): boolean =>
  /^invocation: user\r?$/m.test(imported.find(({ path }) => path === `${dir}/${skill}/SKILL.md`)?.text ?? '')

/** Whether a file is a policy by which Codex never chooses a skill by itself. */
function keepsModelsAway(plan: Planned): boolean {
  if (!isPolicy(plan)) return false
  const { value } = readYamlBlock(plan.file.text ?? '', 0)
  return (
    (value as { policy?: { allow_implicit_invocation?: unknown } } | null)?.policy?.allow_implicit_invocation === false
  )
}

/** Names of the home client in files that are copied as they are. */
function namesIn({ text }: SourceFile, { words, home }: Context): Omit<Note, 'path'>[] {
  if (text === undefined) return []
  const names = new Map<string, number>()
  for (const { 0: name, index } of text.matchAll(words.pattern)) if (!names.has(name)) names.set(name, index)
  return [...names].map(([name, start]) => ({
    kind: 'lost',
    span: { start, end: start + name.length },
    what: `“${name}” stays for all clients`,
    why: `files of this kind are copied, and the name is one of ${home.title}`,
  }))
}

/** How the home client’s frontmatter differs from the pack’s: the lines between the first and the last that do. */
function headNotes(document: Document, source: string, context: Context): Omit<Note, 'path'>[] {
  const { text, meta } = document
  if (meta.state === 'unclosed' || meta.faults.length)
    return [{ kind: 'lost', span: meta.span, what: 'the frontmatter stays as it is', why: 'it cannot be read as YAML' }]
  const own = text.slice(0, meta.span.end)
  const now = homeHead(source, document, context)
  if (own.replace(/\r\n?/g, '\n') === now) return []
  const [before, after] = [own.split(/(?<=\n)/), now.split(/(?<=\n)/)]
  const same = (a: string | undefined, b: string | undefined) => a !== undefined && a.replace(/\r\n?/g, '\n') === b
  let first = 0
  while (same(before[first], after[first])) first++
  let last = 0
  while (last < Math.min(before.length, after.length) - first && same(before.at(-1 - last), after.at(-1 - last))) last++
  const start = before.slice(0, first).join('').length
  const end = own.length - before.slice(before.length - last).join('').length
  const to = after.slice(first, after.length - last).join('') + (meta.state === 'absent' ? '\n\n' : '')
  const what =
    meta.state === 'absent'
      ? 'the file gets a frontmatter'
      : `the frontmatter from line ${linesOf(text).index(start) + 1} on`
  return [{ kind: 'normalised', span: { start, end }, what, why: 'it is written from neutral keys', to }]
}
