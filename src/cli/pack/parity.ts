import { resolve } from 'node:path'
import { findConfig, loadConfig } from '../../config/load.ts'
import { resolveConfig } from '../../config/resolve.ts'
import { plural } from '../../core/counts.ts'
import { MaestroError } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import { visible } from '../../core/visible.ts'
import { discover } from '../../host/discover.ts'
import { loadParser } from '../../markdown/parser.ts'
import { packsOf } from '../../model/packs.ts'
import { type Difference, parityOf, type Side } from '../../model/variants/parity.ts'
import { clausesOf, folderOf } from '../../model/variants/phrase.ts'
import { platforms } from '../../platforms/index.gen.ts'
import { defineCommand } from './command.ts'
import { PROJECT_FLAGS } from './project.ts'

export default defineCommand({
  name: 'parity',
  usage: '[SKILL]',
  summary:
    'Compares the variants of each skill in the client folders of a project by what they mean: result fields, gates, states,\nerror codes, flags, tools, frontmatter. Exit 1 when they differ.',
  flags: {
    dir: { value: 'DIR', help: 'the folder that holds the client folders (default: this one)' },
    json: { help: 'print one JSON object' },
    config: PROJECT_FLAGS.config,
  },

  async run({ args, values, on }, io) {
    if (args.length > 1) throw new MaestroError('bad-option', '“maestro-pack parity” takes one skill.')
    const file = values['config'] ? resolve(io.cwd, values['config']) : findConfig(io.cwd)
    const resolved = resolveConfig(file ? await loadConfig(file) : {}, file, { rules: {}, targets: {} }, io.cwd)
    const found = discover(io.cwd, [values['dir'] ?? '.'], resolved.isIgnored, { isGenerator: resolved.isGenerator })
    const { parser } = await loadParser(resolved.parser)
    const packs = packsOf(found, parser, { isGenerator: resolved.isGenerator })
    const setup = { platforms, variants: resolved.settings.variants ?? { reasons: {} } }
    const names = [...new Set(packs.flatMap(pack => pack.skills.map(({ name }) => name)))].sort()
    const [wanted] = args
    if (wanted !== undefined && !names.includes(wanted)) {
      const meant = nearest(wanted, names)
      throw new MaestroError(
        'bad-option',
        `There is no skill “${wanted}”.`,
        meant ? `Did you mean “${meant}”?` : undefined,
      )
    }
    const all = packs.flatMap(pack => parityOf(pack, setup))
    const differences = wanted === undefined ? all : all.filter(({ name }) => name === wanted)
    if (on.has('json')) io.out(`${JSON.stringify({ version: 1, differences: differences.map(plain) }, null, 2)}\n`)
    else {
      for (const [name, group] of grouped(differences)) io.out(`${visible(name)}\n${group.map(line).join('')}`)
      const compared = packs.filter(({ siblings }) => siblings.length).length
      if (!compared) io.err('There is one client folder only: nothing to compare.\n')
      else io.out(differences.length ? `${plural(differences.length, 'difference')}\n` : 'The variants agree.\n')
    }
    return differences.length ? 1 : 0
  },
})

function grouped(differences: readonly Difference[]): [string, Difference[]][] {
  const groups = new Map<string, Difference[]>()
  for (const difference of differences)
    groups.set(difference.name, [...(groups.get(difference.name) ?? []), difference])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

const placeOf = (side: Side | undefined) => {
  if (!side) return undefined
  const { line, column } = side.document.lines.position(side.at.start)
  return { path: side.document.path, line, column }
}

function line(difference: Difference): string {
  const { kind, source, mirror } = difference
  const at = placeOf(mirror ?? source)
  const what =
    kind === 'missing-skill'
      ? `missing in ${difference.lacks.join(', ')}`
      : kind === 'orphan-mirror'
        ? 'has no source'
        : `${clausesOf(difference)}${source && mirror ? ` (compared with ${folderOf(source)})` : ''}`
  return `  ${kind.padEnd(13)}  ${visible(`${at?.path}:${at?.line}:${at?.column}  ${what}`)}\n`
}

const plain = (difference: Difference) => ({
  kind: difference.kind,
  name: difference.name,
  source: placeOf(difference.source),
  mirror: placeOf(difference.mirror),
  lacks: difference.lacks,
  adds: difference.adds,
  changes: difference.changes,
})
