import type { Platform } from './platform.ts'
import { type AnyRule, fill, type ReferenceSettings, type RuleContext, type VariantSettings } from './rule.ts'
import { linesOf, rangeOf, spanOf } from './span.ts'
import { suppress } from './suppress.ts'
import type { Diagnostic, Document, Pack, Place, PlatformId, Profile, Related, Severity, Skill } from './types.ts'

export type RuleSetting = Severity | 'off'

/** A resolved configuration, as the engine reads it. */
export interface Settings {
  profile: Profile
  /** By rule id: the user's severity. */
  rules: Readonly<Record<string, RuleSetting>>
  options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Severities for some paths, later ones win. */
  overrides: readonly { applies(path: string): boolean; rules: Readonly<Record<string, RuleSetting>> }[]
  /** Versions that the pack must run on. */
  targets: Readonly<Record<PlatformId, string>>
  variants?: VariantSettings
  references?: ReferenceSettings
}

interface RawFinding {
  message: string
  at: Place
  in?: Document
  path?: string
  data?: Readonly<Record<string, string | number>>
  fix?: Diagnostic['fix']
  related?: readonly { in?: Document; at: Place; text: string }[]
  severity?: Severity
}

/** Time that a rule took, in milliseconds. */
export type Timer = (rule: string, run: () => void) => void

/** Whether a profile runs a rule at all. */
export function inProfile(rule: AnyRule, profile: Profile): boolean {
  if (profile === 'spec') return rule.spec === true
  return profile === 'strict' || rule.profile === 'recommended'
}

/** What the user set for a rule on a path; `undefined` where nothing was said. */
function settingFor(rule: AnyRule, path: string, settings: Settings): RuleSetting | undefined {
  let setting = settings.rules[rule.id]
  for (const override of settings.overrides)
    if (rule.id in override.rules && override.applies(path)) setting = override.rules[rule.id]
  return setting
}

/** Whether a rule runs anywhere under these settings. */
export function isActive(rule: AnyRule, settings: Settings): boolean {
  const set = settings.rules[rule.id]
  const wanted = set ? set !== 'off' : inProfile(rule, settings.profile)
  return wanted || settings.overrides.some(({ rules }) => rule.id in rules && rules[rule.id] !== 'off')
}

/** What a project without configuration says of its variants. */
const NO_VARIANTS: VariantSettings = { reasons: {} }

/** What a project without configuration says of places outside of its packs. */
const NO_REFERENCES: ReferenceSettings = { roots: [], clis: {} }

/** What a finding needs of the file that it points into. */
type Home = Pick<Document, 'path' | 'lines' | 'source'>

/** A file without a document: it could not be read. */
const unread = (path: string): Home => ({ path, lines: linesOf(''), source: { path, text: '' } })

function diagnosticOf(rule: AnyRule, finding: RawFinding, document: Home, severity: Severity): Diagnostic {
  const message = rule.messages[finding.message]
  if (!message) throw new Error(`${rule.id} has no message ${finding.message}`)
  const span = spanOf(finding.at)
  const related = (finding.related ?? []).map((other): Related => {
    const home = other.in ?? document
    const place = spanOf(other.at)
    return { path: home.path, span: place, range: rangeOf(home.lines, place), text: other.text }
  })
  return {
    rule: rule.id,
    message: finding.message,
    severity,
    path: document.path,
    span,
    range: rangeOf(document.lines, span),
    text: fill(message.text, finding.data),
    help: fill(message.help, finding.data),
    ...(finding.fix && !document.source.badByte ? { fix: finding.fix } : {}),
    related,
  }
}

/** Appends one by one: spreading a hundred thousand findings into `push` would overflow the stack. */
function add(list: Diagnostic[], more: readonly Diagnostic[]) {
  for (const diagnostic of more) list.push(diagnostic)
}

/** Order of a report: path, line, column, rule, then text. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  const text = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
  return (
    text(a.path, b.path) ||
    a.range.line - b.range.line ||
    a.range.column - b.range.column ||
    text(a.rule, b.rule) ||
    text(a.text, b.text)
  )
}

/**
 * Runs rules over packs.
 *
 * Pure: packs in, findings out, in the order of {@link byPlace}. A rule that throws is a bug of the rule and is thrown
 * on, with the rule and the path named.
 */
export function lint(
  packs: readonly Pack[],
  rules: readonly AnyRule[],
  platforms: Readonly<Record<PlatformId, Platform>>,
  settings: Settings,
  timer: Timer = (_, run) => run(),
): { diagnostics: Diagnostic[]; hidden: Diagnostic[] } {
  const active = rules.filter(rule => isActive(rule, settings))
  const found = new Map<Document, Diagnostic[]>()
  const loose: Diagnostic[] = []

  const run = (rule: AnyRule, target: unknown, home: Document | undefined, pack: Pack) => {
    const context: RuleContext = {
      platform: platforms[pack.platform],
      version: settings.targets[pack.platform],
      platforms,
      profile: settings.profile,
      variants: settings.variants ?? NO_VARIANTS,
      references: settings.references ?? NO_REFERENCES,
      options: settings.options[rule.id] ?? {},
    }
    const report = (finding: RawFinding) => {
      const isLoose = finding.path !== undefined && !finding.in
      const document = isLoose ? undefined : (finding.in ?? home)
      const place = isLoose ? unread(finding.path!) : document
      if (!place) throw new Error(`${rule.id} reported without a document`)
      const set = settingFor(rule, place.path, settings)
      if (set === 'off' || (!set && !inProfile(rule, settings.profile))) return
      const diagnostic = diagnosticOf(rule, finding, place, set ?? finding.severity ?? rule.severity)
      const list = document ? (found.get(document) ?? []) : loose
      list.push(diagnostic)
      if (document) found.set(document, list)
    }
    timer(rule.id, () => {
      try {
        rule.check(target, report, context)
      } catch (cause) {
        const place = home?.path ?? pack.dir
        throw new Error(`rule ${rule.id} failed on ${place}: ${cause instanceof Error ? cause.message : cause}`, {
          cause,
        })
      }
    })
  }

  const looksAt = (rule: AnyRule, document: Document, pack: Pack) =>
    (!rule.platforms || rule.platforms.includes(pack.platform)) &&
    (!rule.kinds || rule.kinds.includes(document.kind)) &&
    (rule.generators || !document.generator)

  const runSkill = (skill: Skill, pack: Pack) => {
    for (const rule of active)
      if (rule.scope === 'skill' && looksAt(rule, skill.entry, pack)) run(rule, skill, skill.entry, pack)
  }

  for (const pack of packs) {
    for (const document of pack.documents)
      for (const rule of active)
        if (rule.scope === 'document' && looksAt(rule, document, pack)) run(rule, document, document, pack)
    for (const skill of pack.skills) runSkill(skill, pack)
    for (const rule of active)
      if (rule.scope === 'pack' && (!rule.platforms || rule.platforms.includes(pack.platform)))
        run(rule, pack, pack.documents[0], pack)
  }

  const ruleIds = rules.map(rule => rule.id)
  const activeIds = new Set(active.map(rule => rule.id))
  const reviewers = active.filter(rule => rule.scope === 'suppressions')
  const diagnostics: Diagnostic[] = [...loose]
  const hidden: Diagnostic[] = []
  for (const pack of packs)
    for (const document of pack.documents) {
      const own = found.get(document) ?? []
      if (!document.suppressions.length) {
        add(diagnostics, own)
        continue
      }
      const judged = suppress(document, own, ruleIds, activeIds)
      found.set(document, [])
      for (const rule of reviewers) run(rule, judged.review, document, pack)
      add(diagnostics, judged.kept)
      add(diagnostics, found.get(document)!)
      add(hidden, judged.hidden)
    }
  return { diagnostics: diagnostics.sort(byPlace), hidden: hidden.sort(byPlace) }
}
