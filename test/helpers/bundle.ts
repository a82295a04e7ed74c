import { join } from 'node:path'
import { BUILDABLE, emit } from '../../src/emit/emit.ts'
import type { Bundle, SourceFile } from '../../src/emit/types.ts'
import { readRuntimes, readSources } from '../../src/host/sources.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { platforms } from '../../src/platforms/index.gen.ts'
import type { BuildTarget } from './emit.ts'

const root = join(import.meta.dirname, '..', '..')

const ours = (): SourceFile[] => readSources(root, 'skills')

/** The bundle of our own skills for a target; `only` leaves the others out. */
export function bundleOf([id, version]: BuildTarget, only?: string): Bundle {
  const files = ours().filter(
    ({ path }) => !only || path.startsWith(`skills/${only}/`) || path.startsWith('skills/_workflows/'),
  )
  return emit(
    { files, dir: 'skills', platforms: BUILDABLE, runtimes: readRuntimes() },
    { platform: platforms[id], version },
    parseWithSatteri,
  )
}
