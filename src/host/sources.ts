import { isUtf8 } from 'node:buffer'
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { MaestroError } from '../core/error.ts'
import type { Runtime, SourceFile } from '../emit/types.ts'
import { filesBelow } from './folder.ts'

/** Files larger than this (bytes) are no sources. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads the sources of a project: texts where a file is UTF-8, bytes otherwise. Editors' and systems' own files are
 * passed over; links are followed inside the project.
 *
 * @throws MaestroError `bad-source` for what cannot be read or leads out of the project
 */
export function readSources(root: string, dir: string): SourceFile[] {
  const top = join(root, dir)
  if (!existsSync(top))
    throw new MaestroError(
      'no-sources',
      `There is no folder “${dir}” with sources.`,
      'Make one with “maestro-pack new skill NAME”, or name another under “sources” in maestro.config.ts.',
    )
  const real = realpathSync(root)
  return filesBelow(top)
    .filter(path => !/(?:^|\/)(?:\.DS_Store|Thumbs\.db|\.git|node_modules)(?:\/|$)|~$|\.sw[op]$/.test(path))
    .map(path => readOne(join(top, path), `${dir}/${path}`, real))
}

function readOne(file: string, path: string, root: string): SourceFile {
  const wrong = (what: string) => new MaestroError('bad-source', `“${path}” ${what}.`)
  try {
    if (lstatSync(file).isSymbolicLink() && !`${realpathSync(file)}${sep}`.startsWith(root + sep))
      throw wrong('is a link that leads out of the project')
    const stats = statSync(file)
    if (!stats.isFile()) throw wrong('is no regular file')
    if (stats.size > MAX_BYTES) throw wrong('is larger than 64 MB')
    const bytes = readFileSync(file)
    if (isUtf8(bytes) && !bytes.includes(0)) return { path, text: bytes.toString('utf8').replace(/^\uFEFF/, '') }
    if (/\.(?:md|json|toml|ya?ml)$/i.test(path)) throw wrong('is not UTF-8')
    return { path, bytes }
  } catch (cause) {
    if (cause instanceof MaestroError) throw cause
    throw new MaestroError(
      'bad-source',
      `“${path}” cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`,
      undefined,
      cause,
    )
  }
}

/** The folder of this installation: above `dist` when bundled, above `src` in the repository. */
export const packageRoot = (): string =>
  [join(import.meta.dirname, '..'), join(import.meta.dirname, '..', '..')].find(dir =>
    existsSync(join(dir, 'package.json')),
  ) ?? import.meta.dirname

/** The runtimes that this installation has, each with its licences. */
export function readRuntimes(): Runtime[] {
  return (['aco', 'wave'] as const).flatMap(name => {
    const [code, licences] = [`${name}.mjs`, `${name}.LICENSES.txt`].map(file =>
      [import.meta.dirname, join(import.meta.dirname, '..', '..', 'dist')]
        .map(dir => join(dir, file))
        .find(path => existsSync(path)),
    )
    return code && licences
      ? [{ name, code: readFileSync(code, 'utf8'), licences: readFileSync(licences, 'utf8') }]
      : []
  })
}
