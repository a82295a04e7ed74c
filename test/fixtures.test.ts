import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../src/config/settings.ts'
import type { Profile } from '../src/core/types.ts'
import { discover } from '../src/host/discover.ts'
import { lintFiles } from '../src/lint.ts'
import { parseWithSatteri } from '../src/markdown/satteri.ts'

/**
 * Real folders. Each case is a folder of `test/fixtures/<group>/` with an `expected.txt`: one line
 * `path:line:column rule` per finding, in order; empty where nothing may be found. A first line `# profile: strict`
 * chooses a profile.
 */

const fixtures = join(import.meta.dirname, 'fixtures')

/** Findings of a case as its expected.txt writes them. */
function findings(folder: string, profile: Profile): string[] {
  const files = discover(folder, ['.'], () => false)
  const { diagnostics } = lintFiles(files, { settings: defaultSettings(profile), parser: parseWithSatteri })
  return diagnostics.map(({ path, range, rule }) => `${path}:${range.line}:${range.column} ${rule}`)
}

describe.each(['traps', 'bad-input'])('%s', group => {
  const folder = join(fixtures, group)
  const cases = existsSync(folder) ? readdirSync(folder) : []
  test('there are cases', () => expect(cases.length).toBeGreaterThan(0))
  test.each(cases)('%s', name => {
    const [first = '', ...rest] = readFileSync(join(folder, name, 'expected.txt'), 'utf8').split('\n')
    const profile = /^# profile: (\w+)$/.exec(first)?.[1] as Profile | undefined
    const expected = (profile ? rest : [first, ...rest]).filter(line => line && !line.startsWith('#'))
    expect(findings(join(folder, name), profile ?? 'recommended')).toEqual(expected)
    expect(discover(join(folder, name), ['.'], () => false).count).toBeGreaterThan(0)
  })
})
