import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../src/config/settings.ts'
import type { Settings } from '../src/core/lint.ts'
import type { PlatformId, Profile } from '../src/core/types.ts'
import { discover } from '../src/host/discover.ts'
import { lintFiles } from '../src/lint.ts'
import { parseWithSatteri } from '../src/markdown/satteri.ts'

/**
 * Real folders. Each case is a folder of `test/fixtures/<group>/` with an `expected.txt`: one line
 * `path:line:column rule` per finding, in order; empty where nothing may be found. A line `# profile: strict` chooses a
 * profile, `# target: codex@0.144` a client version; other lines that begin with `#` are comments.
 */

const fixtures = join(import.meta.dirname, 'fixtures')

/** The settings that the comments of an expected.txt choose. */
function settingsIn(expected: string) {
  const profile = /^# profile: (\w+)$/m.exec(expected)?.[1] as Profile | undefined
  const targets = [...expected.matchAll(/^# target: (\w+)@([\d.]+)$/gm)].map(([, id, version]) => [id, version])
  return defaultSettings(profile, Object.fromEntries(targets) as Partial<Record<PlatformId, string>>)
}

/** Findings of a case as its expected.txt writes them. */
function findings(folder: string, settings: Settings): string[] {
  const files = discover(folder, ['.'], () => false)
  const { diagnostics } = lintFiles(files, { settings, parser: parseWithSatteri })
  return diagnostics.map(({ path, range, rule }) => `${path}:${range.line}:${range.column} ${rule}`)
}

describe.each(['traps', 'bad-input'])('%s', group => {
  const folder = join(fixtures, group)
  const cases = existsSync(folder) ? readdirSync(folder) : []
  test('there are cases', () => expect(cases.length).toBeGreaterThan(0))
  test.each(cases)('%s', name => {
    const text = readFileSync(join(folder, name, 'expected.txt'), 'utf8')
    const expected = text.split('\n').filter(line => line && !line.startsWith('#'))
    expect(findings(join(folder, name), settingsIn(text))).toEqual(expected)
    expect(discover(join(folder, name), ['.'], () => false).count).toBeGreaterThan(0)
  })
})
