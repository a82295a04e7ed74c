import type { RuleSetting, Settings } from '../core/lint.ts'
import type { PlatformId, Profile } from '../core/types.ts'
import { resolveVersion } from '../core/version.ts'
import { platforms } from '../platforms/index.gen.ts'

/** The client versions that count when nothing else is said: the newest known ones. */
export function newestTargets(): Record<PlatformId, string> {
  return Object.fromEntries(
    Object.values(platforms).map(platform => [platform.id, platform.versions.at(-1) ?? '0']),
  ) as Record<PlatformId, string>
}

/** Versions as a user writes them (`codex: '0.144'`) over the newest ones; a prefix means the newest known of its kind. */
export function targetsFrom(wanted: Partial<Record<PlatformId, string>>): Record<PlatformId, string> {
  const targets = newestTargets()
  for (const [id, version] of Object.entries(wanted) as [PlatformId, string][])
    targets[id] = resolveVersion(version, platforms[id].versions)
  return targets
}

/** Settings of a run without configuration. */
export function defaultSettings(
  profile: Profile = 'recommended',
  targets: Partial<Record<PlatformId, string>> = {},
  rules: Readonly<Record<string, RuleSetting>> = {},
): Settings {
  return { profile, rules, options: {}, overrides: [], targets: targetsFrom(targets) }
}
