import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { MaestroError } from '../../core/error.ts'
import { toSources } from '../../emit/findings.ts'
import { readSources } from '../../host/sources.ts'
import { slashed } from '../../host/walk.ts'
import { loadParser } from '../../markdown/parser.ts'
import { companionsOf } from '../../model/contract/scope.ts'
import { isText } from '../../model/layout.ts'
import { packsOf } from '../../model/packs.ts'
import { platforms } from '../../platforms/index.gen.ts'
import type { Io } from '../io.ts'
import { compile, loadProject } from './project.ts'
import { type Found, isPath, lintPack, missing, type Wanted } from './subject.ts'

/** The name of a source skill that a name or path means. */
export function sourceName(name: string, root: string, sources: string, cwd: string): string | undefined {
  if (!isPath(name)) return existsSync(join(root, sources, name, 'SKILL.md')) ? name : undefined
  const inside = slashed(relative(join(root, sources), resolve(cwd, name)))
  const [first = ''] = inside.split('/')
  return first && first !== '..' && existsSync(join(root, sources, first, 'SKILL.md')) ? first : undefined
}

/** Typed blocks and tokens: what only a source has. */
const SOURCE =
  /^[ \t]*(?:`{3,}|~{3,})[ \t]*yaml[ \t]+(?:contract|csv|gates|states|errors|spawn)\b|\{\{#?(?:tool|shell|skill|workflow|args|aco|dispatch|wave|claude|codex|agy)\b/m

/** Whether a folder of the sources is written in the source language. */
export const isSource = (root: string, dir: string): boolean =>
  readSources(root, dir).some(({ path, text }) => path.endsWith('.md') && text !== undefined && SOURCE.test(text))

/** A skill of the sources, compiled for one client. */
export async function inSources({ platform, given }: Wanted, name: string, io: Io): Promise<Found> {
  const { config, platform: asked } = given.values
  const values = { ...(config ? { config } : {}), ...(asked ? { platform: asked } : {}) }
  const project = await loadProject({ ...given, values }, io)
  // What a bundle brings along is not drawn, whether this installation has it or not.
  const runtimes = (['aco', 'wave'] as const).map(runtime => ({ name: runtime, code: '', licences: '' }))
  const bundles = await compile({ ...project, sources: { ...project.sources, runtimes } })
  const entryIn = (dir: string) => `${dir}/skills/${name}/SKILL.md`
  const bundle = bundles.find(({ files, target }) => files.has(entryIn(target.platform.dir)))
  if (!bundle) {
    const { dir, files } = project.sources
    const names = files.flatMap(({ path }) => /^([^/]+)\/SKILL\.md$/.exec(path.slice(dir.length + 1))?.[1] ?? [])
    if (!names.includes(name)) throw missing(name, names)
    const client = platform ? platforms[platform.id].title : 'any platform of this project'
    throw new MaestroError('bad-option', `The skill “${name}” is not built for ${client}.`)
  }
  const { target, files } = bundle
  const texts = [...files.values()].flatMap(({ path, text }) =>
    text !== undefined && isText(path) ? [{ path, text }] : [],
  )
  const { parser } = await loadParser(project.resolved.parser)
  const listing = { paths: [...files.keys()], roots: [target.platform.dir] }
  const packs = packsOf({ sources: texts, unread: [], listing }, parser)
  const skill = packs.flatMap(({ skills }) => skills).find(({ entry }) => entry.path === entryIn(target.platform.dir))!
  const dir = `${project.sources.dir}/${name}`
  const read = new Map(
    project.sources.files.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text] as const])),
  )
  const errors = bundle.faults.filter(({ severity, path }) => severity === 'error' && path.startsWith(`${dir}/`))
  return {
    subject: {
      name,
      subtitle: `${dir}, compiled for ${target.platform.title} ${target.version}`,
      documents: companionsOf(skill.entry),
    },
    findings: lintPack(skill.pack, project.resolved, { [target.platform.id]: target.version }),
    shown: finding => toSources([finding], [bundle], read)[0] ?? finding,
    ...(errors.length
      ? { remark: `${dir} has faults that “maestro-pack build” tells; the picture may lack what they are about.` }
      : {}),
  }
}
