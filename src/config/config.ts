import type { RuleSetting } from '../core/lint.ts'
import type { PlatformId, Profile } from '../core/types.ts'
import type { RuleId } from '../rules/index.gen.ts'

/** Severities by rule id, or severity and options. */
export type RuleSettings = { [Id in RuleId]?: RuleSetting | [RuleSetting, Record<string, unknown>] }

/** What `maestro.config.ts` exports (schemas/config.schema.json). Paths and globs are relative to the config file. */
export interface MaestroConfig {
  $schema?: string
  /** Which rules run; `recommended` by default. */
  profile?: Profile
  rules?: RuleSettings
  /** Rule settings for some files; later entries win. */
  overrides?: { files: string[]; rules: RuleSettings }[]
  /** Client versions that the pack must run on, such as `{ codex: '0.171' }`; the newest known by default. */
  targets?: Partial<Record<PlatformId, string>>
  /** Files that are not linted. */
  ignore?: string[]
  /** Files that describe skills instead of being one. */
  generators?: string[]
  /** The client that `.agents` is written for; by default what all its readers accept. */
  agentsFolder?: PlatformId
  /** Skills whose variants for several clients differ on purpose, each with the reason. */
  variants?: Record<string, string>
  /** The client whose variants the others are held to; `claude` by default where it has one. */
  variantSource?: PlatformId
  /** Folders that paths at home stand for, such as `{ '~/.maestro/workflows': './workflows' }`. */
  referenceRoots?: Record<string, string>
  /** Commands of programs that texts run, such as `{ maestro: ['delegate', 'spec add'] }`; nothing is checked without. */
  externalClis?: Record<string, string[]>
  /** The folder of the sources; `skills` by default. */
  sources?: string
  /** The folder that bundles are built into; `build` by default. */
  out?: string
  /** Clients that bundles are built for; all by default. */
  platforms?: ('claude' | 'codex' | 'agy')[]
  /** What makes the bundles plugins. */
  plugin?: {
    name: string
    version: string
    description: string
    author?: string
    homepage?: string
    repository?: string
    license?: string
    keywords?: string[]
  }
  /** File of accepted findings. */
  baseline?: string
  parser?: 'satteri' | 'remark'
}

/** Types a configuration; gives it back as it is. */
export function defineConfig(config: MaestroConfig): MaestroConfig {
  return config
}
