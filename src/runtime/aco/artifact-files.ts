import { basename, join } from 'node:path'
import { MAX_GIVEN, namesIn, readRegular } from './access.ts'
import {
  type Artifact,
  checkArtifact,
  isNamedBy,
  isRejected,
  type Rejected,
  settleNames,
  tokensOf,
} from './artifact.ts'
import { inWords, ioFault } from './refusal.ts'
import type { Session } from './session.ts'
import { byNature, decodeText, isObject, parseJson } from './text.ts'

/**
 * The artifact files of an iteration: `R/outputs` first when a run folder is given, else `S/artifacts`.
 *
 * Everything with such a name is one: what is no file is rejected when it is read.
 */
export function artifactFiles(session: string, iteration: number, runDir: string | undefined): string[] {
  const own = [join(session, 'artifacts'), 'artifacts'] as const
  const folders = runDir === undefined ? [own] : [[join(runDir, 'outputs'), join(runDir, 'outputs')] as const, own]
  for (const [folder, shown] of folders) {
    const names = namesIn(folder, shown).filter(name => name.startsWith(`ant-${iteration}-`) && name.endsWith('.json'))
    if (names.length) return names.sort(byNature).map(name => join(folder, name))
  }
  return []
}

/** Errors that say nothing about the file that was to be read. */
const MACHINE: ReadonlySet<string> = new Set(['EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'ESTALE', 'ETIMEDOUT'])

/** The value of an artifact file, or why there is none: whatever is wrong with it, it is wrong with it alone. */
export function readArtifact(path: string): { value: unknown } | { reason: string } {
  let bytes: ReturnType<typeof readRegular>
  try {
    bytes = readRegular(path, MAX_GIVEN)
  } catch (error) {
    // What the machine refuses is no fault of the ant, and may be gone at the next try.
    if (MACHINE.has((error as NodeJS.ErrnoException).code ?? '')) throw ioFault(error, `read ${path}`, path)
    return { reason: `cannot be read: ${inWords(error)}` }
  }
  if (!bytes) return { reason: 'does not exist' }
  if ('reason' in bytes) return bytes
  const text = decodeText(bytes)
  if (text === undefined) return { reason: 'not UTF-8' }
  const value = parseJson(text, true)
  return value === undefined ? { reason: 'not JSON, or nested too deeply' } : { value }
}

/** What artifacts are checked against. */
export type Rules = Pick<Session, 'config' | 'space'>

/** An artifact file, read and checked. */
export interface ArtifactFile {
  path: string
  /** `undefined` when it cannot be read. */
  value: unknown
  checked: Artifact | Rejected
}

/** Reads and checks the artifacts of an iteration, in the order given; a bad one is rejected alone. */
export function checkFiles(
  paths: readonly string[],
  iteration: number,
  { config, space }: Rules,
  runDir: string | undefined,
): ArtifactFile[] {
  const options = { strict: config.strictValidation, needsMeta: runDir !== undefined }
  const files = paths.map(path => {
    const file = basename(path)
    const read = readArtifact(path)
    return 'reason' in read
      ? { path, value: undefined, checked: { file, reason: read.reason } }
      : { path, value: read.value, checked: checkArtifact(file, read.value, iteration, space, options) }
  })
  const settled = settleNames(files.map(({ checked }) => checked))
  return files.map((file, at) => ({ ...file, checked: settled[at]! }))
}

/** The artifacts of an iteration by what became of them, and what they say they cost. */
export function readArtifacts(paths: readonly string[], iteration: number, session: Rules, runDir: string | undefined) {
  const files = checkFiles(paths, iteration, session, runDir)
  const readable = files.filter(({ value }) => value !== undefined)
  const costs = readable.map(({ value }) => tokensOf(value))
  return {
    artifacts: files.flatMap(({ checked }) => (isRejected(checked) ? [] : [checked])),
    rejected: files.map(({ checked }) => checked).filter(isRejected),
    tokens: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    missing: costs.filter(cost => cost === undefined).length,
  }
}

/** The artifact of an ant as written: of several, that of the file which has its name. */
export function artifactOf(antId: string, paths: readonly string[]): Record<string, unknown> | undefined {
  const isOwn = (path: string) => isNamedBy(basename(path), antId)
  for (const path of [...paths.filter(isOwn), ...paths.filter(path => !isOwn(path))]) {
    const read = readArtifact(path)
    const value = 'value' in read ? read.value : undefined
    if (isObject(value) && value['ant_id'] === antId) return value
  }
  return undefined
}
