import { isInside } from './manifest.ts'

/** A file that an installation owns. `backup` is where the user's own file of that name was put. */
export interface Owned {
  sha256: string
  backup?: string
}

/** What an installation says of itself, beside what it installed (`.maestro-install.json`). */
export interface InstallRecord {
  version: 1
  tool: string
  platform: string
  /** The client version that was built for. */
  target: string
  /** By path from the folder that holds `skills`. */
  files: Readonly<Record<string, Owned>>
  /** Folders that were made. */
  folders: readonly string[]
  /** What a run set out to write and has not yet finished. */
  pending?: Readonly<Record<string, Owned>>
}

/** Reads a record; `undefined` for what is none. Paths that lead out of the folder make it none. */
export function readRecord(text: string): InstallRecord | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const isObject = (part: unknown): part is Record<string, unknown> =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
  const areFiles = (part: unknown) =>
    isObject(part) &&
    Object.entries(part).every(
      ([path, owned]) =>
        isInside(path) &&
        isObject(owned) &&
        typeof owned['sha256'] === 'string' &&
        (owned['backup'] === undefined || (typeof owned['backup'] === 'string' && isInside(owned['backup']))),
    )
  if (!isObject(value) || value['version'] !== 1 || typeof value['platform'] !== 'string') return undefined
  if (!areFiles(value['files']) || (value['pending'] !== undefined && !areFiles(value['pending']))) return undefined
  const { folders } = value
  if (!Array.isArray(folders) || !folders.every(folder => typeof folder === 'string' && isInside(folder)))
    return undefined
  return value as unknown as InstallRecord
}

/** What is owned on disk: what the record says, and what a cut run has already written. */
export function ownedBy(record: InstallRecord | undefined, disk: (path: string) => string | undefined) {
  const owned: Record<string, Owned> = { ...record?.files }
  for (const [path, entry] of Object.entries(record?.pending ?? {}))
    if (disk(path) === entry.sha256) owned[path] = entry
    else if (owned[path] && entry.backup) owned[path] = { ...owned[path], backup: entry.backup }
  return owned
}

/** What an installation would do with one file. */
export interface Step {
  path: string
  /**
   * `write`: new, or owned and as it was installed. `same`: nothing to do. `foreign`: somebody else's file. `edited`:
   * owned, and edited since. `remove`: owned, and not wanted any more. `keep`: like that, but edited.
   */
  kind: 'write' | 'same' | 'foreign' | 'edited' | 'remove' | 'keep'
}

/** Plans an installation. `disk` gives the hash of what is there, `undefined` for nothing. */
export function planInstall(
  wanted: ReadonlyMap<string, string>,
  owned: Readonly<Record<string, Owned>>,
  disk: (path: string) => string | undefined,
): Step[] {
  const steps: Step[] = []
  for (const [path, want] of wanted) {
    const is = disk(path)
    const was = owned[path]?.sha256
    if (is === undefined) steps.push({ path, kind: 'write' })
    else if (is === want && was !== undefined) steps.push({ path, kind: 'same' })
    else if (was === undefined) steps.push({ path, kind: 'foreign' })
    else steps.push({ path, kind: is === was ? 'write' : 'edited' })
  }
  for (const path of Object.keys(owned)) {
    const is = disk(path)
    if (!wanted.has(path) && is !== undefined)
      steps.push({ path, kind: is === owned[path]!.sha256 ? 'remove' : 'keep' })
  }
  return steps.sort((a, b) => (a.path < b.path ? -1 : 1))
}
