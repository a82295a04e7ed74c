import { expect, test } from 'vitest'
import type { AnyRule } from '../../src/core/rule.ts'
import descriptionLength from '../../src/rules/frontmatter/description-length.ts'
import installedName from '../../src/rules/frontmatter/installed-name.ts'
import listingBudget from '../../src/rules/frontmatter/listing-budget.ts'
import ignoredKey from '../../src/rules/platform/ignored-key.ts'
import foreignInAllowed from '../../src/rules/tools/foreign-in-allowed.ts'
import undeclared from '../../src/rules/tools/undeclared.ts'
import { lintTexts } from '../helpers/lint.ts'

const skill = (keys: string, body = '') => `---\nname: x\ndescription: x\n${keys}---\n\n${body}`

const severities = (rule: AnyRule, files: Record<string, string>) =>
  lintTexts(files, [rule]).map(({ severity, path }) => `${path.split('/')[0]} ${severity}`)

test('what a client ignores or merely cuts weighs less than what it refuses', () => {
  const call = '```\nSkill({ skill: "y" })\nrequest_user_input({ questions: [] })\n```\n'
  expect(
    severities(undeclared, {
      '.claude/skills/x/SKILL.md': skill('allowed-tools: Read\n', call),
      '.codex/skills/x/SKILL.md': skill('allowed-tools: Read\n', call),
    }),
  ).toEqual(['.claude warn', '.codex info'])
  expect(
    severities(foreignInAllowed, { '.codex/skills/x/SKILL.md': skill('allowed-tools: AskUserQuestion\n') }),
  ).toEqual(['.codex error'])
  expect(
    severities(ignoredKey, {
      '.claude/agents/x.md': skill('allowed-tools: Read\n'),
      '.codex/skills/x/SKILL.md': skill('allowed-tools: Read\ndisable-model-invocation: true\n'),
    }),
  ).toEqual(['.claude warn', '.codex info', '.codex warn'])
  const long = `---\nname: x\ndescription: ${'x'.repeat(1537)}\n---\n`
  expect(
    severities(descriptionLength, { '.claude/skills/x/SKILL.md': long, '.codex/skills/x/SKILL.md': long }),
  ).toEqual(['.claude warn', '.codex error'])
  const capital = '---\nname: X\ndescription: x\n---\n'
  expect(
    severities(installedName, { '.claude/skills/X/SKILL.md': capital, '.codex/skills/X/SKILL.md': capital }),
  ).toEqual(['.claude error', '.codex warn'])
})

test('the list of skills names its three longest', () => {
  const files = Object.fromEntries(
    [900, 1000, 950, 980, 990, 970, 960, 940, 930].map((length, index) => [
      `.codex/skills/s${index}/SKILL.md`,
      `---\nname: s${index}\ndescription: ${'x'.repeat(length)}\n---\n`,
    ]),
  )
  const [finding, ...rest] = lintTexts(files, [listingBudget])
  expect(rest).toEqual([])
  expect(finding).toMatchObject({
    path: '.codex/skills/s1/SKILL.md',
    text: 'The list of 9 skills has 8638 characters, more than 8000: descriptions are cut, then skills are left out.',
    help: 'Shorten the longest first: “s1” (1002), “s4” (992), “s3” (982). Or keep skills that only users call from the model.',
  })
  expect(finding!.related.map(({ path }) => path)).toEqual(['.codex/skills/s4/SKILL.md', '.codex/skills/s3/SKILL.md'])
  const [first] = Object.keys(files)
  expect(lintTexts({ ...files, [first!]: '---\nname: s0\ndescription: x\n---\n' }, [listingBudget])).toEqual([])
})
