import { dirname, relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import { MaestroError } from '../core/error.ts'
import type { RuleSetting, Settings } from '../core/lint.ts'
import type { PlatformId, Profile } from '../core/types.ts'
import { rules } from '../rules/index.gen.ts'
import type { MaestroConfig, RuleSettings } from './config.ts'
import { targetsFrom } from './settings.ts'

/** What the command line says; it wins over the file. */
export interface Flags {
  profile?: Profile
  rules: Readonly<Record<string, RuleSetting>>
  targets: Partial<Record<PlatformId, string>>
  baseline?: string
}

/** A configuration, ready to run. Predicates take paths relative to the working directory. */
export interface Resolved {
  settings: Settings
  isIgnored(path: string): boolean
  isGenerator(path: string): boolean
  agentsFolder?: PlatformId
  /** Folders that paths at home stand for, as written and as absolute paths; the host lists them. */
  referenceRoots: readonly { prefix: string; folder: string; full: string }[]
  /** Absolute path of the baseline file. */
  baseline?: string
  parser: 'satteri' | 'remark'
}

/** Merges a configuration file and the command line over the defaults. */
export function resolveConfig(config: MaestroConfig, file: string | undefined, flags: Flags, cwd: string): Resolved {
  const base = file ? dirname(file) : cwd
  const matcher = (globs: readonly string[] | undefined) => {
    if (!globs?.length) return () => false
    const isMatch = matcherOf(globs)
    return (path: string) => {
      const own = relative(base, resolve(cwd, path)).replaceAll(sep, '/')
      return isMatch(own) || isMatch(`${own}/`)
    }
  }
  const options: Record<string, Record<string, unknown>> = {}
  for (const rule of rules) {
    const defaults = defaultsOf(rule.options)
    const set = config.rules?.[rule.id as keyof RuleSettings]
    const own = Array.isArray(set) ? set[1] : undefined
    if (defaults || own) options[rule.id] = { ...defaults, ...own }
  }
  const baseline = flags.baseline ? resolve(cwd, flags.baseline) : config.baseline && resolve(base, config.baseline)
  return {
    settings: {
      profile: flags.profile ?? config.profile ?? 'recommended',
      rules: { ...severities(config.rules), ...flags.rules },
      options,
      overrides: (config.overrides ?? []).map(override => ({
        applies: matcher(override.files),
        rules: { ...severities(override.rules), ...flags.rules },
      })),
      targets: targetsFrom({ ...config.targets, ...flags.targets }),
      variants: {
        reasons: config.variants ?? {},
        ...(config.variantSource ? { source: config.variantSource } : {}),
      },
      references: { roots: [], clis: config.externalClis ?? {} },
    },
    isIgnored: matcher(config.ignore),
    isGenerator: matcher(config.generators),
    ...(config.agentsFolder ? { agentsFolder: config.agentsFolder } : {}),
    ...(baseline ? { baseline } : {}),
    referenceRoots: Object.entries(config.referenceRoots ?? {}).map(([prefix, folder]) => ({
      prefix: prefix.replace(/\/+$/, ''),
      folder,
      full: resolve(base, folder),
    })),
    parser: config.parser ?? 'satteri',
  }
}

/** @throws MaestroError `bad-config` for a glob that cannot be compiled. */
function matcherOf(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map(glob => {
    try {
      return picomatch(glob, { dot: true })
    } catch (cause) {
      const name = glob.length > 60 ? `${glob.slice(0, 60)}…` : glob
      const reason = (cause as Error).message
      throw new MaestroError('bad-config', `The glob “${name}” cannot be read: ${reason}.`, undefined, cause)
    }
  })
  return path => matchers.some(isMatch => isMatch(path))
}

const severities = (settings: RuleSettings | undefined) =>
  Object.fromEntries(
    Object.entries(settings ?? {}).map(([id, set]) => [id, Array.isArray(set) ? set[0]! : set]),
  ) as Record<string, RuleSetting>

/** The defaults that a rule's options schema states. */
function defaultsOf(schema: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> | undefined {
  const properties = schema?.['properties'] as Record<string, { default?: unknown }> | undefined
  if (!properties) return undefined
  const given = Object.entries(properties).filter(([, property]) => property.default !== undefined)
  return Object.fromEntries(given.map(([name, property]) => [name, property.default]))
}
