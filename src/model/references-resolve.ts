import type { ReferenceRoot } from '../core/rule.ts'
import type { Document, Pack } from '../core/types.ts'
import { parentOf } from './layout.ts'
import {
  type FileReference,
  type HomeReference,
  type LinkReference,
  type Reference,
  referencesOf,
} from './references.ts'
import { basesOf, type FileIndex, filesOf, indexFiles, join, type Lookup, skillDirOf } from './references-files.ts'
import { meantIn, relative, respell, spellingOf } from './references-spelling.ts'

/**
 * What a reference leads to.
 *
 * `case` gives the reference's target with its real spelling; `missing` the one that was probably meant. `unknown`
 * means that nobody can say: nothing is known of the place. `outside` leads out of the pack.
 */
export type Resolution =
  | { kind: 'found' | 'unknown' | 'outside' }
  | { kind: 'case'; actual: string; isOnly: boolean }
  | { kind: 'missing'; meant: string | undefined }

const FOUND: Resolution = { kind: 'found' }
const UNKNOWN: Resolution = { kind: 'unknown' }

/** Folders below `~/.maestro` that a pack may ship itself. */
const SHIPPED = /^~\/\.maestro\/((workflows|templates|prepare)\/.+)$/

/** Folders that only a skill has: a file that the client is told to load from one of them is one of the skill. */
const OWN_FOLDERS = /^(?:commands|roles|workflows|instructions|phases)\//

const rootIndexes = new WeakMap<ReferenceRoot, FileIndex>()

function indexOfRoot(root: ReferenceRoot): FileIndex {
  const index = rootIndexes.get(root) ?? indexFiles({ paths: root.files, looked: [''], textsOnly: false })
  rootIndexes.set(root, index)
  return index
}

/** The root that a path at home lies in: the one with the longest prefix. */
export function rootOf(target: string, roots: readonly ReferenceRoot[]): ReferenceRoot | undefined {
  const holding = roots.filter(({ prefix }) => target.startsWith(`${prefix}/`))
  return holding.sort((a, b) => b.prefix.length - a.prefix.length)[0]
}

const resolved = new WeakMap<readonly ReferenceRoot[], WeakMap<Reference, Resolution>>()

/** Finds out where a reference to a file leads; other kinds are `unknown`. Remembered per reference and list of roots. */
export function resolve(document: Document, reference: Reference, roots: readonly ReferenceRoot[]): Resolution {
  const memory = resolved.get(roots) ?? new WeakMap<Reference, Resolution>()
  resolved.set(roots, memory)
  const resolution = memory.get(reference) ?? resolveAnew(document, reference, roots)
  memory.set(reference, resolution)
  return resolution
}

function resolveAnew(document: Document, reference: Reference, roots: readonly ReferenceRoot[]): Resolution {
  if (reference.kind === 'home') return resolveHome(document, reference, roots)
  if (reference.kind === 'link') return resolveLink(document, reference)
  return reference.kind === 'file' ? resolveFile(document, reference) : UNKNOWN
}

const shipping = new WeakMap<Pack, Map<string, boolean>>()

/** Whether a pack ships files of a folder of `~/.maestro`: at least one that its texts name is in it. */
function shipsHome(pack: Pack, folder: string): boolean {
  const memory = shipping.get(pack) ?? new Map<string, boolean>()
  shipping.set(pack, memory)
  const ships =
    memory.get(folder) ??
    pack.documents.some(
      document =>
        document.text.includes(`.maestro/${folder}/`) &&
        referencesOf(document).some(({ kind, target }) => {
          const path = kind === 'home' ? SHIPPED.exec(target) : undefined
          return path?.[2] === folder && filesOf(pack).endingWith(path[1]!).length > 0
        }),
    )
  memory.set(folder, ships)
  return ships
}

function resolveHome(document: Document, { target }: HomeReference, roots: readonly ReferenceRoot[]): Resolution {
  const files = filesOf(document.pack)
  const shipped = SHIPPED.exec(target)
  const bundled = shipped ? files.endingWith(shipped[1]!) : []
  const root = rootOf(target, roots)
  if (root) {
    const index = indexOfRoot(root)
    const path = target.slice(root.prefix.length + 1)
    const found = index.look(path)
    if (found.kind === 'case') return { ...found, actual: respell(target, found.actual) }
    if (found.kind !== 'missing') return found as Resolution
    if (bundled.length) return FOUND
    const meant = meantIn(index, path)
    return { kind: 'missing', meant: meant && `${root.prefix}/${meant}` }
  }
  if (!shipped) return UNKNOWN
  const [, path = '', folder = ''] = shipped
  if (bundled.length) return spellingOf(bundled, path, target) ?? FOUND
  if (!shipsHome(document.pack, folder)) return UNKNOWN
  const skillDir = skillDirOf(document)
  const ships = [folder, ...(skillDir ? [`${skillDir}/${folder}`] : [])].find(dir => files.hasFolder(dir, path))
  if (!ships || !isKnown(files.look(`${ships}${path.slice(folder.length)}`))) return UNKNOWN
  const meant = meantIn(files, `${ships}${path.slice(folder.length)}`)
  const at = meant?.lastIndexOf(`${folder}/`) ?? -1
  return { kind: 'missing', meant: at < 0 ? undefined : `~/.maestro/${meant!.slice(at)}` }
}

const isKnown = ({ kind }: Lookup) => kind !== 'unknown'

/** The first certain answer of several places; a place that nobody knows makes the answer uncertain. */
function lookIn(files: FileIndex, paths: readonly (string | undefined)[]): Lookup {
  const answers = paths.filter(path => path !== undefined).map(path => files.look(path))
  for (const kind of ['found', 'unknown', 'case'] as const) {
    const answer = answers.find(one => one.kind === kind)
    if (answer) return answer
  }
  return { kind: 'missing' }
}

function resolveFile(document: Document, { target, from, hard }: FileReference): Resolution {
  const files = filesOf(document.pack)
  const skillDir = skillDirOf(document)
  const own = parentOf(document.inner)
  if (from !== 'any') {
    const base = from === 'self' ? own : skillDir
    // What a skill keeps in hidden folders of its own is made when it runs.
    if (base === undefined || /(?:^|\/)\.[\w-]/.test(target)) return UNKNOWN
    const path = join(base, target)
    if (path === undefined) return hard ? { kind: 'outside' } : UNKNOWN
    const found = files.look(path)
    if (found.kind === 'case') return { ...found, actual: respell(target, found.actual) }
    if (found.kind !== 'missing') return found as Resolution
    const ending = target.replace(/^(?:\.{1,2}\/)+/, '')
    if (!hard && files.endingWith(ending).length) return FOUND
    const meant = meantIn(files, path)
    return { kind: 'missing', meant: meant && relative(base, meant) }
  }
  const bases = basesOf(document)
  const found = lookIn(
    files,
    [...bases, ''].map(base => join(base, target)),
  )
  if (found.kind === 'found' || found.kind === 'unknown') return found as Resolution
  const isInRole = document.kind === 'role' || document.kind === 'role-command'
  const ending = target.replace(/^(?:\.\/)+/, '')
  const others = hard && isInRole ? [] : files.endingWith(ending)
  if (others.length) return spellingOf(others, ending, target) ?? FOUND
  if (found.kind === 'case') return { ...found, actual: respell(target, found.actual) }
  const folder = ending.slice(0, ending.indexOf('/'))
  const holder = bases.find(base => files.hasFolder(base ? `${base}/${folder}` : folder, ending))
  if (skillDir === undefined || (holder === undefined && !(hard && OWN_FOLDERS.test(ending)))) return UNKNOWN
  const base = holder ?? skillDir
  const meant = meantIn(files, join(base, ending) ?? ending)
  return { kind: 'missing', meant: meant && relative(base, meant) }
}

function resolveLink(document: Document, { target }: LinkReference): Resolution {
  const files = filesOf(document.pack)
  const own = parentOf(document.inner)
  const skillDir = skillDirOf(document)
  const bases = skillDir === undefined || skillDir === own ? [own] : [own, skillDir]
  const paths = bases.map(base => join(base, target))
  const pages = /\.\w+$/.test(target) || target.endsWith('/') ? [] : paths.map(path => path && `${path}.md`)
  const found = lookIn(files, [...paths, ...pages])
  if (found.kind === 'found' || found.kind === 'unknown') return found as Resolution
  const [path] = paths
  if (found.kind === 'case') return { ...found, actual: respell(target, found.actual) }
  if (path === undefined) return { kind: 'outside' }
  const meant = meantIn(files, path)
  return { kind: 'missing', meant: meant && relative(own, meant) }
}
