import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Scaffolds for developers: `npm run new rule GROUP/NAME`, `npm run new reporter NAME`. Writes one file that fails its test. */

const root = join(import.meta.dirname, '..', '..')

const RULE = (id: string) => `import { defineRule } from '../../core/rule.ts'

export default defineRule({
  id: '${id}',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: ['skill', 'command'],
  summary: 'Say in one sentence what the rule asks.',
  why: 'Say what happens to a run, or to a reader, without it.',
  source: { url: 'https://agentskills.io/specification', level: 'ADVICE', verified: '2026-08' },
  messages: {
    wrong: { text: 'Say what is wrong with “{word}”.', help: 'Say what to write.' },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '---\\nname: review\\ndescription: Reviews a change.\\n---\\n' } },
    {
      files: { '.claude/skills/review/SKILL.md': '---\\nname: review\\ndescription: TODO\\n---\\n' },
      reports: ['.claude/skills/review/SKILL.md:3:14 wrong'],
    },
  ],

  check(document, report) {
    const field = document.meta.at('description')
    if (field?.value === 'write the check') report({ message: 'wrong', at: field, data: { word: String(field.value) } })
  },
})
`

const REPORTER = (id: string) => `import { defineReporter } from '../core/reporter.ts'

export default defineReporter({
  id: '${id}',
  summary: 'Say what the format is for.',
  print: result => \`\${result.diagnostics.length}\\n\`,
})
`

const KINDS: Record<string, { file(name: string): string; text(name: string): string; name: RegExp; next: string }> = {
  rule: {
    name: /^[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/,
    file: name => `src/rules/${name}.ts`,
    text: RULE,
    next: 'Fill in check() and the examples, then: npm run gen && npx vitest run test/rules.test.ts -t',
  },
  reporter: {
    name: /^[a-z]+$/,
    file: name => `src/reporters/${name}.ts`,
    text: REPORTER,
    next: 'Fill in print(), then: npm run gen && npx vitest run test/reporters.test.ts',
  },
}

const [kind = '', name = ''] = process.argv.slice(2)
const scaffold = KINDS[kind]
if (!scaffold?.name.test(name)) {
  console.error(`usage: npm run new ${Object.keys(KINDS).join('|')} NAME   (a rule: group/name-in-kebab-case)`)
  process.exitCode = 2
} else if (existsSync(join(root, scaffold.file(name)))) {
  console.error(`${scaffold.file(name)} exists already.`)
  process.exitCode = 2
} else {
  const file = join(root, scaffold.file(name))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, scaffold.text(name))
  console.log(`${scaffold.file(name)}\n${scaffold.next} ${name}`)
}
