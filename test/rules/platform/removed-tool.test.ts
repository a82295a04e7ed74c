import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintTexts, reportLine } from '../../helpers/lint.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const PATH = '.codex/skills/survey/SKILL.md'

const SURVEY = `---
name: survey
description: Reads many files at once. Use when a folder is to be summed up.
allowed-tools: Read, spawn_agents_on_csv
---

# Survey

Readers are started via spawn_agents_on_csv, the page is fetched via exec_command.

\`\`\`
spawn_agents_on_csv({ csv_path: "wave-1.csv", max_workers: 3 })
\`\`\`

\`\`\`
Call report_agent_job_result exactly once.
- Success → result_status=completed
- Timeout → result_status=failed
\`\`\`
`

const linted = (text: string, codex: string) =>
  lintTexts({ [PATH]: text }, undefined, { targets: { codex } }).map(
    found => `${reportLine(found)} ${found.rule} ${found.severity}`,
  )

/** What two versions of the client make of one file: findings of one of them only. */
function difference(text: string): string[] {
  const [old, current] = [linted(text, '0.144'), linted(text, '0.171')]
  return [...old.filter(line => !current.includes(line)), ...current.filter(line => !old.includes(line))]
}

test('a file differs between codex 0.144 and 0.171 in this rule and in nothing else', () => {
  expect(linted(SURVEY, '0.144').length).toBeGreaterThan(3)
  expect(difference(SURVEY)).toEqual([
    `${PATH}:9:25 replaced platform/removed-tool error`,
    `${PATH}:16:6 replaced platform/removed-tool error`,
  ])
})

test.each([
  '18-js-literals/.codex/skills/check-strings',
  '11-ellipsis/.codex/skills/batch-rename',
  '21-chinese/.codex/skills/term-check',
])('%s differs in this rule only', folder => {
  const text = readFileSync(join(root, 'test/fixtures/traps', folder, 'SKILL.md'), 'utf8')
  const rules = difference(text).map(line => line.split(' ')[2])
  expect(new Set(rules)).toEqual(new Set(['platform/removed-tool']))
  expect(rules.length).toBeLessThanOrEqual(2)
})

test('the version counts from which the tool is gone, not the newest one', () => {
  const rules = (codex: string) => linted(SURVEY, codex).filter(line => line.includes('platform/removed-tool')).length
  expect([rules('0.144.1'), rules('0.145'), rules('0.146.0')]).toEqual([0, 2, 2])
})

test('a name that is only listed weighs less, and least where the client ignores the list', () => {
  const list = '---\nname: survey\ndescription: Reads.\nallowed-tools: Read, spawn_agents_on_csv, MultiEdit\n---\n'
  const found = lintTexts({ [PATH]: list, '.claude/skills/survey/SKILL.md': list }, undefined).filter(
    ({ rule }) => rule === 'platform/removed-tool',
  )
  expect(found.map(({ path, severity, text }) => `${path.split('/')[0]} ${severity} ${text}`)).toEqual([
    '.claude warn Claude Code 2.1.218 has no tool “MultiEdit” any more.',
    '.codex info Codex CLI 0.171.0 has no tool “spawn_agents_on_csv” any more.',
  ])
})
