import { existsSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { MaestroError } from '../core/error.ts'
import { type Discovery, discover, topsOf } from '../host/discover.ts'
import { decode } from '../host/read.ts'
import { slashed } from '../host/walk.ts'
import { type LayoutOptions, layOut } from '../model/layout.ts'
import type { Io } from './io.ts'
import type { LintOptions } from './options.ts'

/** The file itself, or the nearest folder above it that exists; never one that would make us walk the whole disk. */
function anchorOf(full: string, filename: string, cwd: string): string {
  let anchor = full
  while (!existsSync(anchor)) anchor = dirname(anchor)
  const isFolder = statSync(anchor).isDirectory()
  if (anchor === full && isFolder)
    throw new MaestroError('bad-option', `“${filename}” is a folder.`, 'Name a file of a skill.')
  if (anchor !== full && !isFolder)
    throw new MaestroError('bad-option', `“${filename}” lies below a file.`, 'Name a file of a skill.')
  const isBelow = anchor === cwd || anchor.startsWith(cwd.endsWith('/') ? cwd : `${cwd}/`)
  if (!isBelow && !topsOf(full, false).length) throw noPack(filename)
  return anchor
}

const noPack = (filename: string) =>
  new MaestroError('bad-option', `“${filename}” belongs to no pack.`, 'Name a file of a skill.')

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
  const anchor = anchorOf(full, filename, slashed(io.cwd))
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
  if (!isSeated) throw noPack(filename)
  const isWanted = (wanted: string) => wanted === path
  return { ...found, sources, isWanted, mayRepair: isWanted, strays: [], ignored: [], count: 1 }
}
