import { baseName, isEntry, parentOf } from '../../model/layout.ts'
import { nameFault } from '../template.ts'
import type { SourceFile } from '../types.ts'
import type { Note } from './types.ts'

/** A file of the pack that is imported. */
export interface Planned {
  file: SourceFile
  /** Its path inside the client’s folder. */
  inner: string
  kind: 'entry' | 'command' | 'agent' | 'file'
  /** The skill that it belongs to; empty for agents that belong to none. */
  skill: string
  /** Where the home client’s bundle has it, inside the client’s folder. */
  place: string
  /** Where the sources have it, below their folder. */
  source: string
}

export interface Plan {
  files: Planned[]
  notes: Note[]
}

/** A name that a skill can have, from a file’s name. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)

const AT_START = { start: 0, end: 0 }
const order = (a: SourceFile, b: SourceFile) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/** Folders with an entry file, outermost ones only, below `skills`. */
function skillDirs(inners: readonly string[]): string[] {
  const dirs = inners.filter(inner => inner.startsWith('skills/') && isEntry(inner)).map(parentOf)
  return dirs.filter(dir => dir !== 'skills' && !dirs.some(other => other !== dir && dir.startsWith(`${other}/`)))
}

/**
 * Says where each file of a pack goes: skills stay, a command becomes a skill of its own, an agent goes to the one skill
 * that names it, or to those that belong to no skill. What has no place in sources is told.
 */
export function planOf(files: readonly SourceFile[], folder: string): Plan {
  const prefix = folder ? `${folder}/` : ''
  const own = [...files].filter(({ path }) => path.startsWith(prefix)).sort(order)
  const innerOf = ({ path }: SourceFile) => path.slice(prefix.length)
  const planned: Planned[] = []
  const notes: Note[] = []
  const tell = (kind: Note['kind'], path: string, what: string, why: string) =>
    notes.push({ kind, path, span: AT_START, what, why })
  const taken = new Set<string>()
  const put = (plan: Planned) => {
    if (taken.has(plan.source))
      return tell('lost', plan.file.path, `“${plan.inner}” is not imported`, `“${plan.source}” is there already`)
    taken.add(plan.source)
    planned.push(plan)
  }

  const dirs = skillDirs(own.map(innerOf))
  const names = new Map<string, string>()
  for (const dir of dirs) {
    const name = baseName(dir)
    const entry = own.find(file => parentOf(innerOf(file)) === dir && isEntry(innerOf(file)))!
    if ([...names.values()].includes(name) || name.startsWith('_'))
      tell(
        'lost',
        entry.path,
        `the skill “${dir}” is not imported`,
        name.startsWith('_') ? 'sources keep such folders for what is no skill' : 'there is another of its name',
      )
    else {
      names.set(dir, name)
      if (dir !== `skills/${name}`)
        tell('normalised', entry.path, `“${dir}” becomes “skills/${name}”`, 'sources have one folder per skill')
    }
  }
  const rest: SourceFile[] = []
  for (const file of own) {
    const inner = innerOf(file)
    const dir = dirs.find(candidate => inner.startsWith(`${candidate}/`))
    const name = dir && names.get(dir)
    if (dir && name === undefined) continue
    if (dir && name) {
      let within = inner.slice(dir.length + 1)
      const isOwnEntry = isEntry(within) && !within.includes('/')
      if (isOwnEntry && within !== 'SKILL.md') {
        tell('normalised', file.path, `“${within}” becomes “SKILL.md”`, 'clients look for this name')
        within = 'SKILL.md'
      }
      if (/^agents\/[^/]+\.md$/.test(within)) {
        within = `agent-files/${within.slice('agents/'.length)}`
        tell(
          'normalised',
          file.path,
          `“${inner}” becomes “skills/${name}/${within}”`,
          'files of “agents/” in sources become agents of the client',
        )
      }
      put({
        file,
        inner,
        kind: isOwnEntry ? 'entry' : 'file',
        skill: name,
        place: `skills/${name}/${within}`,
        source: `${name}/${within}`,
      })
    } else rest.push(file)
  }

  const skillNames = new Set(names.values())
  const others: SourceFile[] = []
  const agents: SourceFile[] = []
  for (const file of rest) {
    const inner = innerOf(file)
    const isReadme = baseName(inner).toLowerCase() === 'readme.md'
    if (/^agents\/(?:[^/]+\/)*[^/]+\.(?:md|toml)$/.test(inner) && !isReadme) agents.push(file)
    else if (/^commands\/(?:[^/]+\/)*[^/]+\.md$/.test(inner) && !isReadme && file.text !== undefined) {
      const base = baseName(inner).slice(0, -'.md'.length)
      const slug = nameFault(base) ? slugOf(base) : base
      const space = slugOf(parentOf(inner).slice('commands/'.length))
      const free = [slug, space && `${space}-${slug}`, `${slug}-command`].find(
        name => name && !nameFault(name) && !skillNames.has(name),
      )
      if (!free) tell('lost', file.path, `the command “${base}” is not imported`, 'no name for its skill is free')
      else {
        skillNames.add(free)
        if (free !== base)
          tell(
            'normalised',
            file.path,
            `the command “${base}” becomes the skill “${free}”`,
            skillNames.has(slug) && free !== slug
              ? 'there is a skill of its name'
              : 'a skill is named in lower-case words',
          )
        put({ file, inner, kind: 'command', skill: free, place: `skills/${free}/SKILL.md`, source: `${free}/SKILL.md` })
      }
    } else others.push(file)
  }

  for (const file of agents) {
    const inner = innerOf(file)
    const name = baseName(inner).replace(/\.\w+$/, '')
    const named = new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`)
    const users = new Set(
      planned.filter(plan => plan.kind !== 'agent' && named.test(plan.file.text ?? '')).map(({ skill }) => skill),
    )
    const [skill = ''] = users.size === 1 ? users : []
    if (inner !== `agents/${baseName(inner)}`)
      tell(
        'normalised',
        file.path,
        `“${inner}” becomes “agents/${baseName(inner)}”`,
        'clients have one folder of agents',
      )
    put({
      file,
      inner,
      kind: 'agent',
      skill,
      place: `agents/${name}.md`,
      source: `${skill || '_agents'}/agents/${name}.md`.replace('_agents/agents/', '_agents/'),
    })
  }

  const groups = new Map<string, SourceFile[]>()
  for (const file of others) {
    const inner = innerOf(file)
    const key = inner.includes('/')
      ? inner
          .split('/')
          .slice(0, inner.startsWith('skills/') ? 2 : 1)
          .join('/')
      : inner
    groups.set(key, [...(groups.get(key) ?? []), file])
  }
  for (const [key, group] of groups)
    tell(
      'lost',
      group[0]!.path,
      group.length > 1
        ? `“${key}” with ${group.length} files is not imported`
        : `“${innerOf(group[0]!)}” is not imported`,
      'it is part of no skill',
    )
  return { files: planned, notes }
}
