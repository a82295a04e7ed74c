import type { VariantSettings } from '../../core/rule.ts'
import type { Document, FileKind, Pack, Span } from '../../core/types.ts'
import { baseName, CLIENT_FOLDERS, parentOf } from '../layout.ts'

/** What a client runs by its name: a skill with its files, a command, an agent. */
export interface Unit {
  name: string
  kind: FileKind
  entry: Document
  /** The entry first. */
  files: readonly Document[]
  pack: Pack
}

/** Two files of one unit, for two clients. */
export interface Pair {
  source: Document
  mirror: Document
}

/** One unit in two client folders: the one that counts, and the one that is held to it. */
export interface Variant {
  name: string
  source: Unit
  mirror: Unit
  /** Files that stand in both, the entries first. */
  pairs: readonly Pair[]
}

/** The place that stands for a whole document: its name, else its description, its first heading or its first line. */
export function placeOf({ meta, headings, lines }: Document): Span {
  const field = meta.at('name') ?? meta.at('description')
  return field?.span ?? headings[0]?.span ?? lines.span(0)
}

/** Names that a file system may not keep apart. */
const folded = (name: string) => name.normalize('NFC').toLowerCase()

const unitOf = (document: Document): Unit => ({
  name: baseName(document.path).slice(0, -'.md'.length),
  kind: document.kind,
  entry: document,
  files: [document],
  pack: document.pack,
})

/** The skills and commands of a pack; generators of skills are none. */
export function unitsOf(pack: Pack): Unit[] {
  const skills = pack.skills
    .filter(({ entry }) => !entry.generator)
    .map(({ name, entry, files }): Unit => ({ name, kind: 'skill', entry, files, pack }))
  const commands = pack.documents.filter(({ kind, generator }) => kind === 'command' && !generator).map(unitOf)
  // A skill beside a command of its name is what other clients have: they have no commands.
  const names = new Set(skills.map(({ name }) => folded(name)))
  return [...skills, ...commands.filter(({ name }) => !names.has(folded(name)))]
}

const agentsOf = (pack: Pack): Unit[] =>
  pack.documents.filter(({ kind, generator }) => kind === 'agent' && !generator).map(unitOf)

/** Files below `skills` whose skill has no SKILL.md (yet), each for itself, called by their paths. */
const strayOf = (pack: Pack): Unit[] =>
  pack.documents
    .filter(({ skill, inner, generator }) => !skill && !generator && inner.startsWith('skills/'))
    .map(document => ({ ...unitOf(document), name: document.inner }))

/** Units by name; several of one name (commands in subfolders) stand for none. */
export interface Names {
  find(name: string): Unit | undefined
  /** The same in any case. */
  findFolded(name: string): Unit | undefined
  all: readonly Unit[]
}

function namesOf(all: readonly Unit[]): Names {
  const group = (keyOf: (name: string) => string) => {
    const groups = new Map<string, Unit | undefined>()
    for (const unit of all) {
      const key = keyOf(unit.name)
      groups.set(key, groups.has(key) ? undefined : unit)
    }
    return groups
  }
  const exact = group(name => name.normalize('NFC'))
  const loose = group(folded)
  return {
    all: all.filter(({ name }) => exact.get(name.normalize('NFC'))),
    find: name => exact.get(name.normalize('NFC')),
    findFolded: name => exact.get(name.normalize('NFC')) ?? loose.get(folded(name)),
  }
}

/** The units of a pack: those that clients list, its agents, and files without a skill around them. */
interface PackNames {
  units: Names
  agents: Names
  stray: Names
}

const known = new WeakMap<Pack, PackNames>()

/** The units of a pack by name; read once. */
export function namesIn(pack: Pack): PackNames {
  const names = known.get(pack) ?? {
    units: namesOf(unitsOf(pack)),
    agents: namesOf(agentsOf(pack)),
    stray: namesOf(strayOf(pack)),
  }
  known.set(pack, names)
  return names
}

/**
 * The client folders beside each other that a pack is one of, the one that counts first: what the configuration says,
 * else `.claude`, `.codex`, `.agy`, `.agents`. A pack that is no client folder stands alone.
 */
export function clientPacksOf(pack: Pack, { source }: VariantSettings): Pack[] {
  const order = Object.keys(CLIENT_FOLDERS)
  const rank = ({ dir, platform }: Pack) => (platform === source ? -1 : order.indexOf(baseName(dir)))
  const isClient = ({ dir }: Pack) => order.includes(baseName(dir))
  return [pack, ...pack.siblings].filter(isClient).sort((a, b) => rank(a) - rank(b))
}

/** The path of a file inside of its unit. */
const innerOf = (document: Document, { entry }: Unit) => document.inner.slice(parentOf(entry.inner).length)

function pairsOf(source: Unit, mirror: Unit): Pair[] {
  const inner = new Map(source.files.map(file => [innerOf(file, source), file]))
  const pairs: Pair[] = [{ source: source.entry, mirror: mirror.entry }]
  for (const file of mirror.files) {
    const other = file === mirror.entry ? undefined : inner.get(innerOf(file, mirror))
    if (other && !other.generator && !file.generator) pairs.push({ source: other, mirror: file })
  }
  return pairs
}

const joined = new WeakMap<Pack, { settings: VariantSettings; variants: Variant[] }>()

/**
 * The variants whose mirror lies in a pack: of each name, the first client folder that has it is the source. Computed
 * once per pack and configuration.
 */
export function variantsOf(pack: Pack, settings: VariantSettings): readonly Variant[] {
  const found = joined.get(pack)
  if (found?.settings === settings) return found.variants
  const variants = joinUp(pack, settings)
  joined.set(pack, { settings, variants })
  return variants
}

function joinUp(pack: Pack, settings: VariantSettings): Variant[] {
  const packs = clientPacksOf(pack, settings)
  const before = packs.slice(0, Math.max(0, packs.indexOf(pack))).map(namesIn)
  if (!before.length) return []
  const own = namesIn(pack)
  const join = (kind: keyof PackNames, mirror: Unit): Variant[] => {
    for (const names of before) {
      const source = names[kind].findFolded(mirror.name)
      // A mirror of this very name stands beside it: this one is another skill.
      if (source && source.name !== mirror.name && own[kind].find(source.name)) return []
      if (source) return [{ name: source.name, source, mirror, pairs: pairsOf(source, mirror) }]
    }
    return []
  }
  return [
    ...own.units.all.flatMap(mirror => join('units', mirror)),
    ...own.agents.all.flatMap(mirror => join('agents', mirror)),
    ...own.stray.all.flatMap(mirror => join('stray', mirror)),
  ]
}

/**
 * Whether two packs are meant to hold the same skills: at least half of the smaller one's are in the other.
 *
 * Client folders that share a skill or two by chance are no mirrors of each other.
 */
export function areMirrors(a: Pack, b: Pack): boolean {
  const [left, right] = [namesIn(a).units, namesIn(b).units]
  const [small, large] = left.all.length < right.all.length ? [left, right] : [right, left]
  const shared = small.all.filter(({ name }) => large.findFolded(name)).length
  return shared > 0 && shared * 2 >= small.all.length
}
