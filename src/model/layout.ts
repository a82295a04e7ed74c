import type { FileKind, PlatformId } from '../core/types.ts'

/** Where a file stands in its pack. */
export interface Seat {
  path: string
  /** The pack's folder as part of the path; empty for the top. */
  packDir: string
  platform: PlatformId
  /** The path inside the pack. */
  inner: string
  kind: FileKind
  generator: boolean
  /** The folder of the skill that the file belongs to. */
  skillDir?: string
}

/** How a project differs from what paths say. */
export interface LayoutOptions {
  /** The platform of `.agents` folders: several clients read them. */
  agentsFolder?: PlatformId
  /** Further generators of skills. */
  isGenerator?: (path: string) => boolean
}

/** The folders that clients own in a project. */
export const CLIENT_FOLDERS: Readonly<Record<string, PlatformId>> = {
  '.claude': 'claude',
  '.codex': 'codex',
  '.agy': 'agy',
  '.agents': 'agents',
}

/** The manifest that makes a folder a client's plugin. */
export const PLUGIN_MANIFESTS: Readonly<Record<string, PlatformId>> = {
  '.claude-plugin/plugin.json': 'claude',
  '.codex-plugin/plugin.json': 'codex',
}

/** Folders and skills that describe skills instead of being one (`rules.md` trap 1). */
const GENERATOR_SEGMENT = /^(?:templates?|[\w-]+-(?:generator|designer|tuning|scaffold(?:er)?))$/

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const parentOf = (path: string): string => {
  const cut = path.lastIndexOf('/')
  return cut < 0 ? '' : path.slice(0, cut)
}

const join = (dir: string, name: string) => (dir ? `${dir}/${name}` : name)

/** Whether a file is one of those that the linter reads. */
export const isText = (path: string): boolean => /\.(?:md|json|toml|ya?ml)$/i.test(path)

/** Whether a path names a skill's entry file, in whatever case; `commands/skill.md` is a command of that name. */
export const isEntry = (path: string): boolean =>
  baseName(path).toLowerCase() === 'skill.md' && !/(?:^|\/)(?:commands|agents)\/skill\.md$/.test(path)

/** The client folder that a path lies in, the outermost one. */
export function clientFolderOf(path: string): { dir: string; platform: PlatformId } | undefined {
  const segments = path.split('/')
  const at = segments.findIndex(
    (segment, index) => Object.hasOwn(CLIENT_FOLDERS, segment) && segments[index + 1] !== 'worktrees',
  )
  if (at < 0) return undefined
  return { dir: segments.slice(0, at + 1).join('/'), platform: CLIENT_FOLDERS[segments[at]!]! }
}

/** What a file is, by its path inside the pack. */
function kindOf(inner: string, isClient: boolean): FileKind {
  if (!inner.toLowerCase().endsWith('.md')) return 'data'
  if (isEntry(inner)) return 'skill'
  if (/(?:^|\/)roles\/[^/]+\/role\.md$/i.test(inner)) return 'role'
  if (/(?:^|\/)roles\/[^/]+\/commands\/[^/]+\.md$/.test(inner)) return 'role-command'
  if (isClient && /^commands\/(?:[^/]+\/)*[^/]+\.md$/.test(inner))
    return baseName(inner) === 'README.md' ? 'other' : 'command'
  if (isClient && /^agents\/(?:[^/]+\/)*[^/]+\.md$/.test(inner))
    return baseName(inner) === 'README.md' ? 'other' : 'agent'
  if (/(?:^|\/)specs\//.test(inner)) return 'spec'
  return 'other'
}

const isGeneratorPath = (inner: string) =>
  inner
    .split('/')
    .slice(0, -1)
    .some(segment => GENERATOR_SEGMENT.test(segment))

/**
 * Seats files in packs by their paths alone; files that belong to no pack are left out.
 *
 * A pack is a client folder, or the folder that holds a loose skill folder (the parent of `skills` where it is called
 * so, which makes a plugin one pack).
 */
export function layOut(paths: readonly string[], options: LayoutOptions = {}): Seat[] {
  const entries = paths.filter(path => isEntry(path))
  const skillDirs = new Set(entries.filter(path => !isGeneratorPath(path)).map(parentOf))
  const looseDirs = new Set(entries.filter(path => !clientFolderOf(path)).map(parentOf))
  const packDirOf = (skillDir: string) => {
    const parent = parentOf(skillDir)
    return baseName(parent) === 'skills' ? parentOf(parent) : parent
  }
  const loosePacks = new Set([...looseDirs].filter(dir => baseName(parentOf(dir)) === 'skills').map(packDirOf))
  const nearest = (path: string, dirs: ReadonlySet<string>) => {
    for (let dir = parentOf(path); ; dir = parentOf(dir)) {
      if (dirs.has(dir)) return dir
      if (!dir) return undefined
    }
  }
  const outermost = (path: string, dirs: ReadonlySet<string>) => {
    let found: string | undefined
    for (let dir = parentOf(path); ; dir = parentOf(dir)) {
      if (dirs.has(dir)) found = dir
      if (!dir) return found
    }
  }

  const known = new Set(paths)
  const platformOf = (dir: string): PlatformId => {
    const found = Object.keys(PLUGIN_MANIFESTS).filter(manifest => known.has(join(dir, manifest)))
    return found.length === 1 ? PLUGIN_MANIFESTS[found[0]!]! : 'agents'
  }
  const belongs = (path: string, dir: string) =>
    ['agents/', 'commands/', ...Object.keys(PLUGIN_MANIFESTS)].some(part => path.startsWith(join(dir, part)))

  const seats: Seat[] = []
  for (const path of paths) {
    const client = clientFolderOf(path)
    const skillDir = nearest(path, skillDirs)
    let packDir: string
    let platform: PlatformId
    if (client) {
      packDir = client.dir
      platform = client.platform === 'agents' ? (options.agentsFolder ?? 'agents') : client.platform
    } else {
      const loose = outermost(path, looseDirs)
      const plugin = [...loosePacks].find(dir => belongs(path, dir))
      if (loose === undefined && plugin === undefined) continue
      packDir = loose === undefined ? plugin! : packDirOf(loose)
      platform = platformOf(packDir)
    }
    const inner = packDir ? path.slice(packDir.length + 1) : path
    seats.push({
      path,
      packDir,
      platform,
      inner,
      kind: kindOf(inner, client !== undefined || loosePacks.has(packDir)),
      generator: isGeneratorPath(inner) || (options.isGenerator?.(path) ?? false),
      ...(skillDir === undefined ? {} : { skillDir }),
    })
  }
  return seats
}
