import { dirname, extname, resolve } from 'node:path'
import { findConfig, loadConfig } from '../../config/load.ts'
import { resolveConfig } from '../../config/resolve.ts'
import { MaestroError } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import type { PlatformId } from '../../core/types.ts'
import { visible } from '../../core/visible.ts'
import { MERMAID_LIMITS, mermaid } from '../../graph/mermaid.ts'
import { pictureOf } from '../../graph/picture.ts'
import type { Picture } from '../../graph/types.ts'
import { writeText } from '../../host/write.ts'
import type { Io } from '../io.ts'
import { defineCommand, type Given } from './command.ts'
import { PROJECT_FLAGS, readPlatforms } from './project.ts'
import { type Found, inPacks, type Wanted } from './subject.ts'
import { inSources, isSource, sourceName } from './subject-source.ts'

const FORMATS = ['mermaid', 'svg', 'html'] as const
type Format = (typeof FORMATS)[number]

const ENDINGS: Readonly<Record<string, Format>> = {
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.svg': 'svg',
  '.html': 'html',
  '.htm': 'html',
}

export default defineCommand({
  name: 'graph',
  usage: 'SKILL|PATH',
  summary:
    'Draws the state machines, gates and waves of a skill or command; what the linter finds in them is marked. A skill of\nthe sources is drawn as it is compiled.',
  flags: {
    format: {
      value: 'FORMAT',
      short: 'f',
      help: 'mermaid, svg or html (default: by the ending of --out, else mermaid)',
    },
    out: { value: 'FILE', short: 'o', help: 'where the picture goes (default: standard output)' },
    platform: { value: 'P[@VERSION]', short: 'p', help: 'which variant: claude, codex, agy or agents' },
    config: PROJECT_FLAGS.config,
    shipped: { help: 'draw a skill that comes with maestro-pack' },
  },

  async run(given, io) {
    const [wanted, extra] = given.args
    if (wanted === undefined || extra !== undefined)
      throw new MaestroError('bad-option', '“maestro-pack graph” takes one skill.', 'Write its name, or a path to it.')
    const format = formatOf(given)
    const { subject, findings, shown, remark } = await subjectOf(wanted, given, io)
    const picture = pictureOf(subject, findings, shown)
    if (remark) io.err(`${visible(remark)}\n`)
    if (!picture.groups.length)
      io.err(`“${visible(subject.name)}” has no states, gates or waves: there is nothing to draw.\n`)
    const text = await draw(picture, format)
    const edges = picture.groups.reduce((sum, group) => sum + group.edges.length, 0)
    if (format === 'mermaid' && (text.length > MERMAID_LIMITS.characters || edges > MERMAID_LIMITS.edges))
      io.err(
        `Mermaid draws ${MERMAID_LIMITS.characters} characters and ${MERMAID_LIMITS.edges} arrows at most, unless maxTextSize and maxEdges say more. Use --format svg or html.\n`,
      )
    const { out } = given.values
    if (out === undefined) io.out(text)
    else {
      writeText(resolve(io.cwd, out), text, out)
      io.out(`${visible(out)}\n`)
    }
    return 0
  },
})

function formatOf({ values: { format, out } }: Given): Format {
  if (format === undefined) {
    if (out === undefined) return 'mermaid'
    const named = ENDINGS[extname(out).toLowerCase()]
    if (named) return named
    throw new MaestroError('bad-option', `“${out}” names no format.`, 'End it in .mmd, .svg or .html, or add --format.')
  }
  const found = FORMATS.find(known => known === format)
  if (found) return found
  const meant = nearest(format, FORMATS)
  const hint = meant ? `Did you mean “${meant}”?` : `Formats are ${FORMATS.join(', ')}.`
  throw new MaestroError('bad-option', `There is no format “${format}”.`, hint)
}

/** The layout is loaded by what needs it. */
async function draw(picture: Picture, format: Format): Promise<string> {
  if (format === 'mermaid') return mermaid(picture)
  if (format === 'svg') {
    const { svg } = await import('../../graph/svg.ts')
    return `<?xml version="1.0" encoding="UTF-8"?>\n${svg(picture)}`
  }
  const { html } = await import('../../graph/html.ts')
  return html(picture)
}

/**
 * Finds a skill or command by its name or by a path. Sources come before what was built from them; of several client
 * folders the platform decides.
 *
 * @throws MaestroError `bad-option` for what is not there, or is there several times
 */
async function subjectOf(name: string, given: Given, io: Io): Promise<Found> {
  const platform = platformOf(given.values['platform'])
  const wanted: Wanted = { name, given, ...(platform ? { platform } : {}) }
  if (given.on.has('shipped')) return inSources(wanted, name, io)
  const file = given.values['config'] ? resolve(io.cwd, given.values['config']) : findConfig(io.cwd)
  const config = file ? await loadConfig(file) : {}
  const root = file ? dirname(file) : io.cwd
  const sources = (config.sources ?? 'skills').replace(/^\.\//, '').replace(/\/+$/, '')
  const source = sourceName(name, root, sources, io.cwd)
  if (source !== undefined && isSource(root, `${sources}/${source}`)) return inSources(wanted, source, io)
  const version = platform?.version
  const targets = platform && version ? { [platform.id]: version } : {}
  return inPacks(wanted, resolveConfig(config, file, { rules: {}, targets }, io.cwd), io)
}

function platformOf(given: string | undefined): Wanted['platform'] {
  if (given === undefined) return undefined
  if (given === 'agents') return { id: given }
  const [first, more] = Object.entries(readPlatforms(given))
  if (more) throw new MaestroError('bad-option', 'A picture shows one variant.', 'Name one platform.')
  const [id, version] = first!
  return { id: id as PlatformId, ...(version === undefined ? {} : { version }) }
}
