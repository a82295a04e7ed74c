import type { Platform } from './platform.ts'
import type {
  Document,
  FileKind,
  Fix,
  Pack,
  Place,
  PlatformId,
  Profile,
  Severity,
  Skill,
  Suppression,
  Unread,
} from './types.ts'

/** What a rule is called with. */
export interface Targets {
  document: Document
  skill: Skill
  pack: Pack
  suppressions: SuppressionReview
}

/** A document's suppressions after all other rules have run. */
export interface SuppressionReview {
  document: Document
  /** Suppressions (or single names of them) that hid nothing. */
  unused: readonly { suppression: Suppression; id?: string; span: { start: number; end: number } }[]
  /** Names that are no rule. */
  unknown: readonly { suppression: Suppression; id: string; span: { start: number; end: number } }[]
  /** Ids of all rules, for “did you mean”. */
  ruleIds: readonly string[]
}

/** A message: `text` says what is wrong, `help` what to write. `{name}` is filled from the finding's data. */
export interface Message {
  text: string
  help: string
}

type Holes<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never
type HolesOf<M extends Message> = Holes<M['text']> | Holes<M['help']>
type DataOf<M extends Message> = [HolesOf<M>] extends [never]
  ? { data?: undefined }
  : { data: { readonly [Hole in HolesOf<M>]: string | number } }

interface FindingBase {
  at: Place
  /** The document that `at` lies in; the target's own (a skill's SKILL.md) when left out. */
  in?: Document
  /** A path that has no document (a file that could not be read), where `in` is left out; `at` is then its start. */
  path?: string
  fix?: Fix
  related?: readonly { in?: Document; at: Place; text: string }[]
  /** Instead of the rule's own severity; what the user configured wins over both. */
  severity?: Severity
}

/** A finding of a rule with the messages `M`: the compiler checks the message id and its data. */
export type Finding<M extends Record<string, Message>> = {
  [Id in keyof M & string]: FindingBase & { message: Id } & DataOf<M[Id]>
}[keyof M & string]

/** Takes a finding. */
export type Report<M extends Record<string, Message>> = (finding: Finding<M>) => void

/** Where a demand comes from: a vendor’s page, a specification, a public record, or a page of our docs. */
export interface Evidence {
  url: string
  level: 'MUST' | 'SHOULD' | 'ADVICE'
  /** Year and month of the look-up. */
  verified: string
}

/** What a project says of its variants: the skills that stand in several client folders. */
export interface VariantSettings {
  /** The client whose variants the others are held to. */
  source?: PlatformId
  /** Skills whose variants differ on purpose, each with the reason. */
  reasons: Readonly<Record<string, string>>
}

/** A folder that paths at home stand for: `~/.maestro/workflows` → the files of `./workflows`. */
export interface ReferenceRoot {
  /** As texts write it, without a slash at the end. */
  prefix: string
  /** The folder that the configuration names. */
  folder: string
  /** Paths relative to the folder. */
  files: readonly string[]
}

/** What a project says of places outside of its packs that texts refer to. */
export interface ReferenceSettings {
  roots: readonly ReferenceRoot[]
  /** The commands of programs, by program: `{ maestro: ['delegate', 'spec add'] }`. */
  clis: Readonly<Record<string, readonly string[]>>
}

/** What else a rule may know. */
export interface RuleContext {
  /** The platform of the target's pack. */
  platform: Platform
  /** The client version that the pack must run on. */
  version: string
  platforms: Readonly<Record<PlatformId, Platform>>
  profile: Profile
  variants: VariantSettings
  references: ReferenceSettings
  options: Readonly<Record<string, unknown>>
}

/**
 * One example: files, what is reported (`path:line:column message`) and the files after all safe fixes.
 *
 * In files a byte that is not UTF-8 is written as U+DC00 + byte.
 */
export interface Example {
  /** A short title where the files do not speak for themselves. */
  title?: string
  files: Readonly<Record<string, string>>
  /** Files of the pack that could not be read. */
  unread?: readonly Unread[]
  reports?: readonly string[]
  /** Files that the fixes change. */
  fixed?: Readonly<Record<string, string>>
  /** Apply unsafe fixes too. */
  unsafe?: boolean
  profile?: Profile
  targets?: Partial<Record<PlatformId, string>>
  /** Places outside of the pack, as the configuration would name them. */
  references?: Partial<ReferenceSettings>
  options?: Readonly<Record<string, unknown>>
}

/** A rule: data first, then one function. `id` equals the path below `src/rules`. */
export interface Rule<M extends Record<string, Message>, S extends keyof Targets> {
  id: string
  scope: S
  severity: Severity
  /** `recommended` runs by default, `strict` only there. */
  profile: Exclude<Profile, 'spec'>
  /** Whether the agentskills.io specification demands it: runs under `--profile spec`. */
  spec?: boolean
  /** Kinds of file (of a skill: its entry's) that the rule looks at; all when left out. */
  kinds?: readonly FileKind[]
  /** Platforms whose packs the rule looks at; all when left out. */
  platforms?: readonly PlatformId[]
  /** Whether the rule also reads generators of skills (templates and the like); they are passed over by default. */
  generators?: boolean
  /** Whether the rule has fixes, and of which kind. */
  fixable?: 'safe' | 'unsafe'
  summary: string
  why: string
  source: Evidence
  messages: M
  /** JSON Schema of the options; defaults inside. */
  options?: Readonly<Record<string, unknown>>
  examples: readonly Example[]
  check(target: Targets[S], report: Report<M>, context: RuleContext): void
}

/** Any rule, as the registry holds it. */
export interface AnyRule extends Omit<Rule<Record<string, Message>, keyof Targets>, 'check'> {
  // Under contravariance `Rule<any>` does not erase the message types; `any` here is what makes a registry possible.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  check(target: any, report: (finding: any) => void, context: RuleContext): void
}

/** Declares a rule; the compiler checks message ids, their data and the target's type. */
export function defineRule<const M extends Record<string, Message>, S extends keyof Targets>(rule: Rule<M, S>) {
  return rule
}

/** Fills the holes of a message. */
export function fill(text: string, data: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => (name in data ? String(data[name]) : hole))
}
