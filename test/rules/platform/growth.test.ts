import { test } from 'vitest'
import { rules } from '../../../src/rules/index.gen.ts'
import { finishes } from '../../helpers/growth.ts'
import { lintTexts } from '../../helpers/lint.ts'

const HEAD = '---\nname: garden-plan\ndescription: Plans a garden.\n---\n\n'
const FAMILY = Object.fromEntries(
  ['run', 'check'].map(name => [`.codex/skills/garden-${name}/SKILL.md`, HEAD.replace('plan', name)]),
)

const lintOf =
  (id: string, text: string, path = '.codex/skills/garden-plan/SKILL.md') =>
  () =>
    lintTexts(
      { ...FAMILY, [path]: path.endsWith('.md') ? HEAD + text : text },
      rules.filter(rule => rule.id === `platform/${id}`),
    )

/** Texts that would have a pattern, or a look around, start over at each of their places. */
test.each<[string, (n: number) => () => unknown]>([
  ['names on one line', n => lintOf('foreign-tool', 'TodoWrite '.repeat(n / 10))],
  ['names that are denied', n => lintOf('foreign-tool', 'no TodoWrite\n'.repeat(n / 13))],
  ['names in comments', n => lintOf('foreign-tool', '<!-- TodoWrite --> '.repeat(n / 19))],
  ['names under headings', n => lintOf('foreign-tool', '# Claude\n\nTodoWrite\n\n'.repeat(n / 21))],
  ['names below colons', n => lintOf('foreign-tool', `Claude:\n${'- TodoWrite\n'.repeat(n / 12)}`)],
  ['names in a drawing', n => lintOf('foreign-tool', `\`\`\`\n+--+\n${'TodoWrite\n'.repeat(n / 10)}\`\`\`\n`)],
  [
    'calls of another client',
    n => lintOf('foreign-tool', `\`\`\`\n${'Agent({ prompt: "x" })\n'.repeat(n / 23)}\`\`\`\n`),
  ],
  ['a table of names', n => lintOf('foreign-tool', `| a | b |\n|---|---|\n${'| TodoWrite | x |\n'.repeat(n / 18)}`)],
  [
    'calls that never close',
    n => lintOf('call-args', `\`\`\`\n${'spawn_agent({ prompt: "x",\n'.repeat(n / 27)}\`\`\`\n`),
  ],
  [
    'strings that never close',
    n => lintOf('call-args', `\`\`\`\n${'spawn_agent({ prompt: `x\n'.repeat(n / 25)}\`\`\`\n`),
  ],
  ['keys of one call', n => lintOf('call-args', `\`\`\`\nspawn_agent({ ${'k: 1, '.repeat(n / 60)}})\n\`\`\`\n`)],
  ['a name without end', n => lintOf('invocation-prefix', `/${'garden-'.repeat(n / 7)}_`)],
  ['slashes', n => lintOf('invocation-prefix', ' /garden-run'.repeat(n / 12))],
  ['arrows on one line', n => lintOf('shell-dialect', `\`\`\`bash\n${'x 2>nul '.repeat(n / 8)}\n\`\`\`\n`)],
  ['arrows to nothing', n => lintOf('shell-dialect', `\`\`\`bash\n${'>'.repeat(n)} nul\n\`\`\`\n`)],
  ['spaces after an arrow', n => lintOf('shell-dialect', `\`\`\`bash\nx >${' '.repeat(n)}y\n\`\`\`\n`)],
  [
    'a prompt of an agent',
    n => lintOf('codex-agent-toml', `a = """\n${'x\n'.repeat(n / 2)}"""\n`, '.codex/agents/a.toml'),
  ],
  [
    'names in a prompt of an agent',
    n =>
      lintOf(
        'codex-agent-toml',
        `developer_instructions = """\n${'no TodoWrite\n'.repeat(n / 13)}"""\n`,
        '.codex/agents/a.toml',
      ),
  ],
  [
    'keys of a face',
    n =>
      lintOf('openai-yaml', `interface:\n${'  x: 1\n'.repeat(n / 100)}`, '.codex/skills/garden-run/agents/openai.yaml'),
  ],
])(
  '%s',
  (_, job) => {
    finishes(100_000, job, run => run())
  },
  30_000,
)
