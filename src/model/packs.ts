import type { Document, Listing, Pack, Skill, Source, Unread } from '../core/types.ts'
import { inPack, type ParsedDocument, parse } from '../markdown/parse.ts'
import type { MarkdownParser } from '../markdown/parser.ts'
import { baseName, isEntry, type LayoutOptions, layOut, parentOf, type Seat } from './layout.ts'

/** Parsed documents by source: parsing again what has not changed would be waste. */
export type ParseCache = WeakMap<Source, { seat: string; document: ParsedDocument }>

/** What the host read. A source's `full` path tells its place where the working directory lies inside of a pack. */
export interface Files {
  sources: readonly (Source & { full?: string })[]
  unread: readonly (Unread & { full?: string })[]
  /** What was seen below the folders that were looked through; full paths, as {@link Listing} has them. */
  listing?: { paths: readonly string[]; roots: readonly string[] }
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Puts files into packs and skills; variants of one pack know each other. Order of files does not matter. */
export function packsOf(
  files: Files,
  parser: MarkdownParser,
  options: LayoutOptions = {},
  cache: ParseCache = new WeakMap(),
): Pack[] {
  const sources = [...files.sources].sort((a, b) => order(a.path, b.path))
  const fullOf = (file: { path: string; full?: string }) => file.full ?? file.path
  const seats = new Map(
    layOut([...sources, ...files.unread].map(fullOf), options).map(seat => [seat.path, seat] as const),
  )

  const groups = new Map<string, { seat: Seat; sources: (Source & { full?: string })[]; unread: Unread[] }>()
  const groupOf = (seat: Seat) => {
    const group = groups.get(seat.packDir) ?? { seat, sources: [], unread: [] }
    groups.set(seat.packDir, group)
    return group
  }
  for (const source of sources) {
    const seat = seats.get(fullOf(source))
    if (seat) groupOf(seat).sources.push(source)
  }
  for (const file of files.unread) {
    const seat = seats.get(fullOf(file))
    if (seat) groupOf(seat).unread.push({ path: file.path, reason: file.reason, detail: file.detail })
  }

  const listings = listingsOf(files, [...groups.keys()])
  const packs: { root: string; pack: Mutable<Pack> }[] = []
  for (const [dir, group] of [...groups].sort(([a], [b]) => order(a, b))) {
    const pack: Mutable<Pack> = {
      dir,
      platform: group.seat.platform,
      skills: [],
      documents: [],
      unread: group.unread,
      listing: listings.get(dir)!,
      siblings: [],
    }
    const documents = group.sources.map(source => {
      const seat = seats.get(fullOf(source))!
      const key = `${seat.kind} ${seat.generator}`
      const known = cache.get(source)
      const parsed = known?.seat === key ? known.document : parse(source, seat.kind, seat.generator, parser)
      cache.set(source, { seat: key, document: parsed })
      return { seat, document: inPack(parsed, pack, seat.inner) }
    })
    pack.documents = documents.map(({ document }) => document)
    pack.skills = skillsOf(documents, pack)
    packs.push({ root: parentOf(dir), pack })
  }
  for (const one of packs)
    one.pack.siblings = packs
      .filter(other => other !== one && other.root === one.root && baseName(other.pack.dir).startsWith('.'))
      .map(({ pack }) => pack)
  return packs.map(({ pack }) => pack)
}

/** What is known of the files below each pack's folder. */
function listingsOf({ sources, unread, listing }: Files, dirs: readonly string[]): Map<string, Listing> {
  const isIn = (path: string, dir: string) => !dir || path === dir || path.startsWith(`${dir}/`)
  const below = (path: string, dir: string) => (dir ? path.slice(dir.length + 1) : path)
  const paths = new Map(dirs.map(dir => [dir, new Set<string>()] as const))
  const read = [...sources, ...unread].map(file => file.full ?? file.path)
  for (const path of [...read, ...(listing?.paths ?? [])])
    for (let dir = parentOf(path.replace(/\/$/, '')); ; dir = parentOf(dir)) {
      paths.get(dir)?.add(below(path, dir))
      if (!dir) break
    }
  return new Map(
    dirs.map(dir => {
      const roots = listing?.roots ?? [dir]
      const looked = roots.some(root => isIn(dir, root))
        ? ['']
        : roots.filter(root => isIn(root, dir)).map(root => below(root, dir))
      return [dir, { paths: [...paths.get(dir)!], looked, textsOnly: !listing }]
    }),
  )
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

function skillsOf(documents: readonly { seat: Seat; document: Document }[], pack: Pack): Skill[] {
  const bySkill = new Map<string, Document[]>()
  for (const { seat, document } of documents) {
    if (seat.skillDir === undefined) continue
    const files = bySkill.get(seat.skillDir) ?? []
    bySkill.set(
      seat.skillDir,
      isEntry(document.path) && parentOf(seat.path) === seat.skillDir ? [document, ...files] : [...files, document],
    )
  }
  const skills: Skill[] = []
  for (const [dir, files] of bySkill) {
    const entry = files[0]!
    if (!isEntry(entry.path)) continue
    const skill: Skill = { name: baseName(dir), dir: parentOf(entry.path), entry, files, pack }
    for (const document of files) document.skill = skill
    skills.push(skill)
  }
  return skills
}
