import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { MaestroConfig } from '../../config/config.ts'
import { findConfig, loadConfig } from '../../config/load.ts'
import { type Resolved, resolveConfig } from '../../config/resolve.ts'
import { MaestroError } from '../../core/error.ts'
import { nearest } from '../../core/nearest.ts'
import { BUILDABLE, emit } from '../../emit/emit.ts'
import type { Bundle, Sources } from '../../emit/types.ts'
import { packageRoot, readRuntimes, readSources } from '../../host/sources.ts'
import { loadParser } from '../../markdown/parser.ts'
import { platforms } from '../../platforms/index.gen.ts'
import type { Io } from '../io.ts'
import type { Given } from './command.ts'

export type Buildable = (typeof BUILDABLE)[number]

/** A project whose sources are compiled. */
export interface Project {
  root: string
  config: MaestroConfig
  resolved: Resolved
  sources: Sources
  /** Where bundles go, as written and absolute. */
  out: { name: string; full: string }
  /** Platforms that are built, each with its version. */
  targets: Partial<Record<Buildable, string>>
}

/** Flags that all commands with a project take. */
export const PROJECT_FLAGS = {
  platform: {
    value: 'P[@VERSION]',
    short: 'p',
    help: 'claude, codex or agy, such as codex@0.144; several with commas',
  },
  config: { value: 'FILE', short: 'c', help: 'configuration (default: maestro.config.ts in this folder or one above)' },
  shipped: { help: 'take the skills that come with maestro-pack in the place of the project’s own' },
} as const

/** Reads `codex@0.144,claude`. @throws MaestroError `bad-option` */
export function readPlatforms(given: string): Partial<Record<Buildable, string | undefined>> {
  const wanted: Partial<Record<Buildable, string | undefined>> = {}
  for (const item of given.split(',')) {
    const [name = '', version, ...more] = item.trim().split('@')
    const id = BUILDABLE.find(known => known === name)
    if (!id) {
      const meant = nearest(name, BUILDABLE)
      const hint = meant ? `Did you mean “${meant}”?` : `Known: ${BUILDABLE.join(', ')}.`
      throw new MaestroError('bad-option', `Nothing is built for a platform “${name}”.`, hint)
    }
    if (more.length || (version !== undefined && !/^\d+(\.\d+){0,2}$/.test(version)))
      throw new MaestroError(
        'bad-option',
        `“${item}” names no version.`,
        `Write ${id}@${platforms[id].versions.at(-1)}.`,
      )
    wanted[id] = version
  }
  return wanted
}

/** Loads the configuration and the sources of the project that a folder belongs to. */
export async function loadProject({ values, on }: Given, io: Io): Promise<Project> {
  const isShipped = on.has('shipped')
  if (isShipped && values['config'])
    throw new MaestroError('bad-option', '“--shipped” takes no configuration.', 'Leave “--config” out.')
  const file = isShipped ? undefined : values['config'] ? resolve(io.cwd, values['config']) : findConfig(io.cwd)
  const config: MaestroConfig = file ? await loadConfig(file) : {}
  const root = isShipped ? packageRoot() : file ? dirname(file) : io.cwd
  const all = config.platforms ?? BUILDABLE
  const wanted = values['platform']
    ? readPlatforms(values['platform'])
    : Object.fromEntries(all.map(id => [id, undefined]))
  const given = Object.fromEntries(Object.entries(wanted).filter(([, version]) => version !== undefined))
  const resolved = resolveConfig(config, file, { rules: {}, targets: given as Record<string, string> }, io.cwd)
  const dir = (config.sources ?? 'skills').replace(/^\.\//, '').replace(/\/+$/, '')
  const name = values['out'] ?? config.out ?? 'build'
  // Behind a link the folder that it names is replaced, not the link.
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : path)
  const full = real(values['out'] || isShipped ? resolve(io.cwd, name) : join(root, name))
  const sources = real(join(root, dir))
  if (full === real(root) || `${sources}/`.startsWith(`${full}/`) || full.startsWith(`${sources}/`))
    throw new MaestroError(
      'bad-option',
      `“${name}” cannot hold bundles: the sources are there.`,
      'Name another folder.',
    )
  return {
    root,
    config,
    resolved,
    sources: {
      files: readSources(root, dir),
      dir,
      runtimes: readRuntimes(),
      platforms: all,
      ...(config.plugin ? { plugin: config.plugin } : {}),
    },
    out: { name, full },
    targets: Object.fromEntries(Object.keys(wanted).map(id => [id, resolved.settings.targets[id as Buildable]])),
  }
}

/** Compiles a project for its targets. */
export async function compile({ sources, targets, resolved }: Project): Promise<Bundle[]> {
  const { parser } = await loadParser(resolved.parser)
  return (Object.entries(targets) as [Buildable, string][]).map(([id, version]) =>
    emit(sources, { platform: platforms[id], version }, parser),
  )
}
