import type { Document, Pack, PlatformId } from '../../core/types.ts'
import { baseName } from '../layout.ts'
import { declarationsOf, reasonFor } from './declared.ts'
import type { Difference, ParitySetup } from './difference.ts'
import { areMirrors, clientPacksOf, namesIn, placeOf, type Unit } from './variants.ts'

/** The clients that a document is for, by its `platforms`; all where it does not say. */
function platformsOf({ meta }: Document): ReadonlySet<string> | undefined {
  const value = meta.at('platforms')?.value
  const list = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
  return Array.isArray(list) ? new Set(list.map(String)) : undefined
}

/** Clients that read a folder, where it is not one client's alone. */
const READERS: readonly PlatformId[] = ['codex', 'agy']

/** Whether a document is for the client of a pack. */
function isFor(document: Document, { platform }: Pack): boolean {
  const wanted = platformsOf(document)
  if (!wanted || wanted.has(platform)) return true
  return platform === 'agents' && READERS.some(reader => wanted.has(reader))
}

/** Whether a skill may stand alone: its text or the configuration gives the reason. */
const mayBeAlone = ({ name, entry }: Unit, { variants }: ParitySetup): boolean =>
  Boolean(reasonFor(variants, name) || declarationsOf(entry).whole)

const blankIn = ({ entry }: Unit) => declarationsOf(entry).blank.map(at => ({ document: entry, at }))

const empty = { lacks: [], adds: [], changes: [] }

/**
 * The skills of a pack that other client folders beside it lack; none where the pack is a mirror itself.
 *
 * Only folders that mirror the pack are held to it. What stands in `.agents` is there for its readers as well.
 */
export function missingSkills(pack: Pack, setup: ParitySetup): Difference[] {
  const [first, ...others] = clientPacksOf(pack, setup.variants)
  if (first !== pack) return []
  const mirrors = others.filter(other => areMirrors(pack, other))
  const shared = others.filter(({ platform }) => platform === 'agents')
  const has = (mirror: Pack, name: string) =>
    [mirror, ...(READERS.includes(mirror.platform) ? shared : [])].some(one => namesIn(one).units.findFolded(name))
  return namesIn(pack).units.all.flatMap((unit): Difference[] => {
    const lacks = mirrors
      .filter(mirror => isFor(unit.entry, mirror) && !has(mirror, unit.name))
      .map(({ dir }) => baseName(dir))
    if (!lacks.length || mayBeAlone(unit, setup)) return []
    const source = { document: unit.entry, at: placeOf(unit.entry) }
    return [{ kind: 'missing-skill', name: unit.name, ...empty, lacks, source, blank: blankIn(unit) }]
  })
}

/** The skills of a pack that the source they mirror does not have; of several mirrors the first is told. */
export function orphanMirrors(pack: Pack, setup: ParitySetup): Difference[] {
  const packs = clientPacksOf(pack, setup.variants)
  const [first] = packs
  if (!first || first === pack || !packs.includes(pack) || !areMirrors(first, pack)) return []
  const before = packs.slice(0, packs.indexOf(pack)).map(one => namesIn(one).units)
  return namesIn(pack).units.all.flatMap((unit): Difference[] => {
    if (before.some(names => names.findFolded(unit.name)) || !isFor(unit.entry, first)) return []
    if (mayBeAlone(unit, setup)) return []
    const mirror = { document: unit.entry, at: placeOf(unit.entry) }
    return [
      { kind: 'orphan-mirror', name: unit.name, ...empty, lacks: [baseName(first.dir)], mirror, blank: blankIn(unit) },
    ]
  })
}
