import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { MaestroError } from '../core/error.ts'
import { type Discovery, discover } from '../host/discover.ts'
import { decode } from '../host/read.ts'
import { slashed } from '../host/walk.ts'
import { type LayoutOptions, layOut } from '../model/layout.ts'
import type { Io } from './io.ts'
import type { LintOptions } from './options.ts'

/**
 * Finds the packs of one file and puts the text from standard input in its place; the file need not exist yet.
 *
 * @throws MaestroError when the file belongs to no pack, or is to be repaired and is not UTF-8 (nothing is lost then).
 */
export async function discoverStdin(
  options: LintOptions,
  isIgnored: (path: string) => boolean,
  layout: LayoutOptions,
  io: Io,
): Promise<Discovery> {
  const filename = options.stdinFilename!
  const full = slashed(resolve(io.cwd, filename))
  let anchor = full
  while (!existsSync(anchor)) anchor = dirname(anchor)
  const found = discover(io.cwd, [anchor], isIgnored, layout)
  const known = found.sources.find(source => source.full === full)
  const path = known?.path ?? slashed(relative(io.cwd, full))
  const source = { ...decode(path, await io.stdin()), full }
  if (source.badByte && options.fix !== 'none')
    throw new MaestroError(
      'not-utf8',
      `The text of “${filename}” is not UTF-8 at byte ${source.badByte.byte}.`,
      'Nothing was repaired.',
    )
  const sources = [...found.sources.filter(other => other !== known), source]
  const isSeated = layOut(
    sources.map(other => other.full),
    layout,
  ).some(seat => seat.path === full)
  if (!isSeated) throw new MaestroError('bad-option', `“${filename}” belongs to no pack.`, 'Name a file of a skill.')
  return { ...found, sources, isWanted: wanted => wanted === path, strays: [], ignored: [], count: 1 }
}
