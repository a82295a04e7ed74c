import { defineRule } from '../../core/rule.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { argumentOf } from '../../model/contract/spawn.ts'

const ALIAS = 'max_workers'
const NAME = 'max_concurrency'

export default defineRule({
  id: 'spawn/max-workers-alias',
  scope: 'document',
  severity: 'info',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agents'],
  fixable: 'safe',
  summary: 'The number of workers at a time is called max_concurrency.',
  why: 'Codex takes “max_workers” as an alias and reads it only where “max_concurrency” is missing. Two names for one thing in a pack mean that a search for one misses the other, and in a call with both one of them has no effect.',
  source: { url: 'https://github.com/openai/codex/pull/10935', level: 'ADVICE', verified: '2026-10' },
  messages: {
    alias: { text: '“max_workers” is an alias.', help: 'Write “max_concurrency”.' },
    both: {
      text: '“max_workers” has no effect beside “max_concurrency”.',
      help: 'Remove one of the two.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({ csv_path: "wave-1.csv", max_concurrency: 3 })\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path: "wave-1.csv",\n  max_workers: 3,\n})\nspawn_agents_on_csv({ "max_workers": 3, ... })\n```\n\n`spawn_agents_on_csv({ csv_path, max_workers })`\n',
      },
      reports: [
        '.codex/skills/survey/SKILL.md:4:3 alias',
        '.codex/skills/survey/SKILL.md:6:23 alias',
        '.codex/skills/survey/SKILL.md:9:34 alias',
      ],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agents_on_csv({\n  csv_path: "wave-1.csv",\n  max_concurrency: 3,\n})\nspawn_agents_on_csv({ "max_concurrency": 3, ... })\n```\n\n`spawn_agents_on_csv({ csv_path, max_concurrency: max_workers })`\n',
      },
    },
    {
      title: 'Both: which one is meant is the author’s to say',
      files: {
        '.codex/skills/survey/SKILL.md': '`spawn_agents_on_csv({ csv_path, max_workers: 2, max_concurrency: 4 })`\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:1:34 both'],
    },
    {
      title: 'The word elsewhere, and a description of the tool',
      files: {
        '.codex/tools.md': '`spawn_agents_on_csv({ csv_path, max_workers })` works too.\n',
        '.codex/skills/survey/SKILL.md':
          'The option max_workers of `pool({ max_workers: 3 })` is another thing. Never write spawn_agents_on_csv({ max_workers: 3 }).\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { path, text } = document
    for (const use of contractsOf(document).uses) {
      const alias = use.negated ? undefined : argumentOf(use, ALIAS)
      if (!alias) continue
      const other = argumentOf(use, NAME)
      if (other) {
        report({ message: 'both', at: alias.keySpan, related: [{ at: other.keySpan, text: 'what is read' }] })
        continue
      }
      const isQuoted = /["']/.test(text[alias.keySpan.start]!)
      const span = isQuoted ? { start: alias.keySpan.start + 1, end: alias.keySpan.end - 1 } : alias.keySpan
      const edit = { path, span, text: alias.shorthand ? `${NAME}: ${ALIAS}` : NAME }
      report({ message: 'alias', at: alias.keySpan, fix: { title: `Write “${NAME}”`, safe: true, edits: [edit] } })
    }
  },
})
