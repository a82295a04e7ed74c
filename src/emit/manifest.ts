import type { Bundle, EmittedFile } from './types.ts'

/** What a bundle folder says of itself (`maestro-manifest.json`). */
export interface Manifest {
  version: 1
  /** `maestro-pack@x.y.z`. */
  tool: string
  /** Client versions by platform. */
  targets: Readonly<Record<string, string>>
  /** Owned files by path, each with its SHA-256 in hex. */
  files: Readonly<Record<string, { sha256: string; source: string; platform: string }>>
}

export const MANIFEST = 'maestro-manifest.json'

/** The bytes of an emitted file. */
export const bytesOf = ({ text, bytes }: EmittedFile): Uint8Array => bytes ?? new TextEncoder().encode(text ?? '')

const sorted = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))

/** The manifest of bundles; what `kept` says of other platforms stays. */
export function manifestOf(
  bundles: readonly Bundle[],
  tool: string,
  hash: (bytes: Uint8Array) => string,
  kept?: Manifest,
): Manifest {
  const built = new Set<string>(bundles.map(({ target }) => target.platform.id))
  const others = Object.entries(kept?.files ?? {}).filter(([, { platform }]) => !built.has(platform))
  const files = bundles.flatMap(({ target, files: emitted }) =>
    [...emitted].map(([path, file]) => {
      const entry = { sha256: hash(bytesOf(file)), source: file.source, platform: target.platform.id }
      return [path, entry] as const
    }),
  )
  const targets = [
    ...Object.entries(kept?.targets ?? {}).filter(([id]) => !built.has(id)),
    ...bundles.map(({ target }) => [target.platform.id, target.version] as const),
  ]
  return { version: 1, tool, targets: sorted(targets), files: sorted([...others, ...files]) }
}

/** Reads a manifest; `undefined` for what is none. Paths that lead out of the folder make it none. */
export function readManifest(text: string): Manifest | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const isObject = (part: unknown): part is Record<string, unknown> =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
  if (!isObject(value) || value['version'] !== 1 || !isObject(value['files']) || !isObject(value['targets']))
    return undefined
  for (const [path, entry] of Object.entries(value['files']))
    if (
      !isObject(entry) ||
      typeof entry['sha256'] !== 'string' ||
      typeof entry['platform'] !== 'string' ||
      !isInside(path)
    )
      return undefined
  return value as unknown as Manifest
}

/** Whether a relative path stays inside its folder. */
export const isInside = (path: string): boolean =>
  path !== '' && !/^(?:[\\/]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).some(part => part === '..' || part === '')

/** How what is on disk differs from what would be built. */
export interface Drift {
  path: string
  /**
   * `changed`: the sources say something else by now. `edited`: it is not what was built. `missing`: it is not there.
   * `stale`: it would not be built any more.
   */
  kind: 'changed' | 'edited' | 'missing' | 'stale'
}

/**
 * Compares a folder with what would be built. `disk` and `expected` give hashes by path; `owned` is what the folder's
 * manifest records of the platforms that are built.
 */
export function driftOf(
  disk: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  owned: Readonly<Record<string, string>>,
): Drift[] {
  const drifts: Drift[] = []
  for (const [path, want] of expected) {
    const is = disk.get(path)
    if (is === undefined) drifts.push({ path, kind: 'missing' })
    else if (is !== want)
      drifts.push({ path, kind: owned[path] === undefined || owned[path] === is ? 'changed' : 'edited' })
  }
  for (const path of Object.keys(owned)) if (!expected.has(path) && disk.has(path)) drifts.push({ path, kind: 'stale' })
  return drifts.sort((a, b) => (a.path < b.path ? -1 : 1))
}
