import { statSync } from 'node:fs'
import { MaestroError } from '../core/error.ts'
import type { ReferenceRoot } from '../core/rule.ts'
import { slashed, walk } from './walk.ts'

/**
 * Lists the files of reference roots; nothing is read.
 *
 * @throws MaestroError `bad-config` for a root that is no folder: every path below it would seem to lead nowhere.
 */
export function listRoots(roots: readonly { prefix: string; folder: string; full: string }[]): ReferenceRoot[] {
  return roots.map(({ prefix, folder, full }) => {
    if (!statSync(full, { throwIfNoEntry: false })?.isDirectory())
      throw new MaestroError(
        'bad-config',
        `The reference root “${prefix}” is “${folder}”, and there is no such folder.`,
      )
    const top = slashed(full).replace(/\/$/, '')
    return { prefix, folder, files: walk(full, () => false).listing.map(path => path.slice(top.length + 1)) }
  })
}
