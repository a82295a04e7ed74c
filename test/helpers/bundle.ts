import { join } from 'node:path'
import { BUILDABLE, emit } from '../../src/emit/emit.ts'
import type { Bundle } from '../../src/emit/types.ts'
import { readRuntimes, readSources } from '../../src/host/sources.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { platforms } from '../../src/platforms/index.gen.ts'
import type { BuildTarget } from './emit.ts'

const root = join(import.meta.dirname, '..', '..')

const built = new Map<string, Bundle>()

/** The bundle of all our own skills for a target, compiled once per process. */
export function bundleOf([id, version]: BuildTarget): Bundle {
  const key = `${id}@${version}`
  const bundle =
    built.get(key) ??
    emit(
      { files: readSources(root, 'skills'), dir: 'skills', platforms: BUILDABLE, runtimes: readRuntimes() },
      { platform: platforms[id], version },
      parseWithSatteri,
    )
  built.set(key, bundle)
  return bundle
}

/** The files of one skill of ours. */
export function skillOf(name: string, target: BuildTarget): Bundle {
  const bundle = bundleOf(target)
  return { ...bundle, files: new Map([...bundle.files].filter(([path]) => path.includes(`/skills/${name}/`))) }
}
