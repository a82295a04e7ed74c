import { resolve } from 'node:path'
import type { Resolved } from '../../config/resolve.ts'
import { MaestroError } from '../../core/error.ts'
import { lint } from '../../core/lint.ts'
import { nearest } from '../../core/nearest.ts'
import type { Diagnostic, Document, Pack, PlatformId } from '../../core/types.ts'
import { isDrawn } from '../../graph/faults.ts'
import type { Subject } from '../../graph/picture.ts'
import { discover } from '../../host/discover.ts'
import { slashed } from '../../host/walk.ts'
import { loadParser } from '../../markdown/parser.ts'
import { companionsOf } from '../../model/contract/scope.ts'
import { baseName } from '../../model/layout.ts'
import { packsOf } from '../../model/packs.ts'
import { platforms } from '../../platforms/index.gen.ts'
import { rules as allRules } from '../../rules/index.gen.ts'
import type { Io } from '../io.ts'
import type { Given } from './command.ts'

/** What is drawn, and what the linter says of it. */
export interface Found {
  subject: Subject
  findings: readonly Diagnostic[]
  /** Where a finding is written. */
  shown?: (finding: Diagnostic) => Pick<Diagnostic, 'path' | 'range'>
  /** A sentence for the user. */
  remark?: string
}

/** What is asked for. */
export interface Wanted {
  /** As given. */
  name: string
  platform?: { id: PlatformId; version?: string }
  given: Given
}

const rules = allRules.filter(({ id }) => isDrawn(id))

/** Whether an argument can only be a path. */
export const isPath = (name: string): boolean => /[\\/]|^\.|\.md$/i.test(name)

/** A skill or command of a pack, as it stands. */
export async function inPacks({ name, platform }: Wanted, resolved: Resolved, io: Io): Promise<Found> {
  const layout = {
    isGenerator: resolved.isGenerator,
    ...(resolved.agentsFolder ? { agentsFolder: resolved.agentsFolder } : {}),
  }
  const files = discover(io.cwd, [isPath(name) ? name : '.'], resolved.isIgnored, layout)
  const { parser } = await loadParser(resolved.parser)
  const all = candidatesIn(packsOf(files, parser, layout))
  const near = all.filter(
    ({ documents, dir }) => documents.some(({ path }) => files.isWanted(path)) || isWithin(name, dir, io.cwd),
  )
  const meant = isPath(name) ? near : near.filter(candidate => candidate.name === name)
  const own = platform ? meant.filter(({ pack }) => pack.platform === platform.id) : meant
  if (!meant.length)
    throw missing(
      name,
      near.map(candidate => candidate.name),
    )
  if (!own.length)
    throw new MaestroError(
      'bad-option',
      `There is no “${name}” for ${platforms[platform!.id].title}.`,
      `There is ${listed(meant)}.`,
    )
  if (own.length > 1) {
    const isOneName = new Set(own.map(candidate => candidate.name)).size === 1
    throw new MaestroError(
      'bad-option',
      isOneName
        ? `There are several “${own[0]!.name}”: ${listed(own)}.`
        : `“${name}” holds several skills: ${listed(own)}.`,
      isOneName && new Set(own.map(({ pack }) => pack.platform)).size === own.length
        ? 'Choose one with --platform, or write its path.'
        : 'Write the path of one.',
    )
  }
  const { pack, dir, documents, name: title } = own[0]!
  const { id, title: client } = platforms[pack.platform]
  return {
    subject: { name: title, subtitle: `${dir}, for ${client} ${resolved.settings.targets[id]}`, documents },
    findings: lintPack(pack, resolved, {}),
  }
}

/** What can be drawn: a skill with its files, or a document alone. */
interface Candidate {
  name: string
  /** Its folder, or its file. */
  dir: string
  pack: Pack
  documents: readonly Document[]
}

const candidatesIn = (packs: readonly Pack[]): Candidate[] =>
  packs.flatMap(pack => [
    ...pack.skills.map(skill => ({
      ...{ name: skill.name, dir: skill.dir || skill.entry.path, pack },
      documents: companionsOf(skill.entry),
    })),
    ...pack.documents
      .filter(({ skill, kind }) => !skill && (kind === 'command' || kind === 'agent'))
      .map(document => ({
        ...{ name: baseName(document.path).replace(/\.md$/i, ''), dir: document.path, pack, documents: [document] },
      })),
  ])

/** Whether a path lies in a folder, such as a script of a skill. */
const isWithin = (name: string, dir: string, cwd: string): boolean =>
  slashed(resolve(cwd, name)).startsWith(`${slashed(resolve(cwd, dir))}/`)

function listed(candidates: readonly Candidate[]): string {
  const dirs = candidates.map(({ dir }) => dir)
  return dirs.length > 4 ? `${dirs.slice(0, 4).join(', ')} and ${dirs.length - 4} more` : dirs.join(', ')
}

export function missing(name: string, names: readonly string[]): MaestroError {
  if (isPath(name)) return new MaestroError('bad-option', `“${name}” belongs to no skill.`)
  const meant = nearest(name, [...new Set(names)])
  const hint = meant ? `Did you mean “${meant}”?` : names.length ? undefined : 'No pack lies in or below this folder.'
  return new MaestroError('bad-option', `There is no skill “${name}”.`, hint)
}

export const lintPack = (
  pack: Pack,
  { settings }: Resolved,
  targets: Partial<Record<PlatformId, string>>,
): Diagnostic[] =>
  lint([pack], rules, platforms, { ...settings, targets: { ...settings.targets, ...targets } }).diagnostics
