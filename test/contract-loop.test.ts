import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rules } from '../src/rules/index.gen.ts'
import { fixTexts, lintTexts } from './helpers/lint.ts'

/**
 * The whole loop: a pack as authors wrote them before there was a checker. The linter names every fault, the fixes
 * repair what can be repaired, and three edits by hand, listed here, leave nothing to find.
 */

const folder = join(import.meta.dirname, 'fixtures', 'contract-loop', 'before')
const before = Object.fromEntries(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .map(file => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]),
)
const SITE = '.codex/skills/site-survey/SKILL.md'
const CHECK = '.codex/skills/release-check/SKILL.md'
const options = { profile: 'strict', targets: { codex: '0.144' } } as const

/** What an author has to say: which columns are whose, and what a verdict is. */
const BY_HAND: readonly (readonly [path: string, from: string, to: string])[] = [
  [
    SITE,
    'Output columns: findings, severity, error.',
    'Lifecycle columns: status, findings, severity, screenshot, error.',
  ],
  [
    CHECK,
    '| `findings` | Lifecycle |',
    '| `status` | Lifecycle | pending, then how the side ended |\n| `findings` | Lifecycle |',
  ],
  [CHECK, 'enum: ["good", "bad", "failed"]', 'enum: ["completed", "failed"]'],
]

const found = (files: Record<string, string>) => lintTexts(files, undefined, options)

test('every fault is named', () => {
  const named = found(before).map(({ path, rule }) => `${path.split('/')[2]} ${rule}`)
  expect([...new Set(named)]).toEqual([
    'release-check csv/status-column',
    'release-check wave/filter-status',
    'release-check spawn/schema-result-status-enum',
    'release-check spawn/schema-findings-maxlength',
    'release-check spawn/schema-id-required',
    'release-check termination/clauses',
    'release-check merge/mapping-missing',
    'release-check merge/column-in-header',
    'site-survey csv/table-covers-header',
    'site-survey csv/output-column-in-input-header',
    'site-survey csv/status-initial',
    'site-survey wave/filter-status',
    'site-survey termination/missing',
    'site-survey spawn/max-workers-alias',
    'site-survey spawn/schema-strict',
    'site-survey spawn/schema-result-status',
    'site-survey merge/column-undeclared',
  ])
  expect(named.every(line => rules.some(({ id }) => line.endsWith(id)))).toBe(true)
})

test('fixes and three edits by hand leave nothing to find', () => {
  const fixed = { ...before, ...fixTexts(before, undefined, { ...options, unsafe: true }) }
  for (const [path, from, to] of BY_HAND) {
    expect(fixed[path]).toContain(from)
    fixed[path] = fixed[path]!.replace(from, to)
  }
  const last = { ...fixed, ...fixTexts(fixed, undefined, { ...options, unsafe: true }) }
  expect(found(last).map(({ path, range, rule, text }) => `${path}:${range.line} ${rule}: ${text}`)).toEqual([])
})
