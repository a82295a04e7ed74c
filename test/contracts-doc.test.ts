import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rules } from '../src/rules/index.gen.ts'
import { lintTexts, reportLine } from './helpers/lint.ts'

/** The page on contracts keeps what it promises. */

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'contracts.md'), 'utf8').replaceAll('\r\n', '\n')
const examples = [...page.matchAll(/^````markdown\n([\s\S]*?)^````$/gm)].map(([, text]) => text!)

const lintAs = (text: string, codex: string) => {
  const name = /^name: (.+)$/m.exec(text)![1]!
  return lintTexts({ [`.codex/skills/${name}/SKILL.md`]: text }, undefined, { profile: 'strict', targets: { codex } })
}

test('the example is clean for Codex 0.144, whatever rule is asked', () => {
  expect(examples).toHaveLength(1)
  expect(lintAs(examples[0]!, '0.144').map(found => `${reportLine(found)} (${found.rule}) ${found.text}`)).toEqual([])
})

test('what the example shows is judged: each part that is taken away is missed', () => {
  const parts: readonly (readonly [string, RegExp, string])[] = [
    ['result_status', /^ {6}result_status: .*\n/m, 'spawn/schema-result-status'],
    ['required', /^ {4}required: .*\n/m, 'spawn/schema-required-present'],
    ['error', /^ {6}error: .*\n/m, 'spawn/schema-error-field'],
    ['maxLength', /, maxLength: 500/, 'spawn/schema-findings-maxlength'],
    ['a shown field', /^ {4}"verdict": .*\n/m, 'worker/output-keys'],
    ['the timeout', /^ {2}- Timeout .*\n/m, 'termination/clauses'],
    ['pending rows', / AND status=="pending"/g, 'wave/filter-status'],
    ['the mapping', /`result_status` → master `status`; /, 'merge/mapping-missing'],
    ['the column', /^\| `verdict` .*\n/m, 'csv/table-covers-header'],
  ]
  const known = new Set(rules.map(({ id }) => id))
  for (const [part, pattern, rule] of parts) {
    expect(known, rule).toContain(rule)
    const text = examples[0]!.replace(pattern, '')
    expect(text, part).not.toBe(examples[0])
    expect(
      lintAs(text, '0.144').map(found => found.rule),
      part,
    ).toContain(rule)
  }
})

test('the page names rules and files that exist', () => {
  const ids = [...page.matchAll(/`((?:spawn|termination|csv|wave|merge|worker)\/[a-z-]+)`/g)].map(([, id]) => id!)
  expect(ids.filter(id => !rules.some(rule => rule.id === id))).toEqual([])
})
