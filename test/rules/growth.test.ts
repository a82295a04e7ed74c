import { test } from 'vitest'
import { meantText, quoteScalar } from '../../src/core/scalar.ts'
import { rules } from '../../src/rules/index.gen.ts'
import { finishes } from '../helpers/growth.ts'
import { lintTexts } from '../helpers/lint.ts'

const HEAD = '---\nname: review\ndescription: Reviews a change.\n---\n\n'
const EXECUTION = '<execution>\n1. Read.\n2. Think.\n3. Write.\n</execution>\n'

const lintOf = (ids: string[], text: string) => () =>
  lintTexts(
    { '.claude/skills/review/SKILL.md': text },
    rules.filter(({ id }) => ids.includes(id)),
  )

const spaces = (n: number) => ' '.repeat(n)

/** Texts that made a pattern look at everything again from each of their places. */
test.each<[string, (n: number) => () => unknown]>([
  ['blank lines before gates', n => lintOf(['gates/required'], HEAD + '\n'.repeat(n) + EXECUTION)],
  [
    'spaces in a value',
    n => lintOf(['frontmatter/unquoted-special'], `---\nname: x\ndescription: a${spaces(n)}b\n---\n`),
  ],
  [
    'spaces in an item of a list of tools',
    n => lintOf(['tools/undeclared'], `---\nname: x\nallowed-tools:\n  - Read${spaces(n)}b\n---\n`),
  ],
  ['spaces before no comment', n => () => meantText(`a: b${spaces(n)}c`)],
  ['opening brackets', n => () => meantText(`a: ${'('.repeat(n)})`)],
  ['digits of no number', n => () => quoteScalar(`${'1'.repeat(n)}x`)],
  [
    'blank lines in a fence',
    n => lintOf(['fences/nested-same-length'], `${HEAD}\`\`\`md\n\`\`\`sh\n${'\n'.repeat(n)}\n\`\`\`\n\`\`\`\n`),
  ],
  [
    'blank lines in a script',
    n => lintOf(['platform/dollar-in-body'], `${HEAD}\`\`\`sh\n${'\n'.repeat(n)}echo $1\n\`\`\`\n`),
  ],
  ['verbs of delegation', n => lintOf(['gates/required'], `${HEAD}${'执行'.repeat(n / 2)}\n\n${EXECUTION}`)],
  [
    'folders of workflows',
    n =>
      lintOf(
        ['frontmatter/dead-flag'],
        `---\nname: x\nargument-hint: "[--all]"\n---\n${'workflows/'.repeat(n / 10)}\n`,
      ),
  ],
  ['a drawing of dashes', n => lintOf(['tools/undeclared'], `${HEAD}${'-'.repeat(n)} Read(x)\n`)],
  [
    'dashes in a parameter',
    n =>
      lintOf(['sections/on-complete-params'], `${HEAD}<on_complete>\nSESSION_TYPE=${'-'.repeat(n)}x\n</on_complete>\n`),
  ],
  [
    'comments that open and do not close',
    n => lintOf(['suppressions/unknown'], HEAD + 'a <!-- maestro-lint-disable\n'.repeat(n / 20)),
  ],
  [
    'one cell and no bar after it',
    n => lintOf(['termination/fanout-contract'], `${HEAD}spawn_agents_on_csv({})\n\n| a${spaces(n)}\n`),
  ],
])(
  '%s',
  (_, job) => {
    finishes(300_000, job, run => run())
  },
  30_000,
)
