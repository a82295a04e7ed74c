import { TREE_LIMIT } from '../../core/limits.ts'
import { defineRule } from '../../core/rule.ts'

export default defineRule({
  id: 'hygiene/large-document',
  scope: 'document',
  severity: 'info',
  profile: 'recommended',
  kinds: ['skill', 'command', 'role', 'role-command', 'agent', 'spec', 'other'],
  generators: true,
  summary: 'A document is small enough to be checked in full.',
  why: 'Beyond two million UTF-16 units only a scan of the lines runs, and the rules that need no syntax tree; silence of the others would look like approval. No client reads that much as instructions anyway.',
  source: { url: 'https://agentskills.io/specification', level: 'ADVICE', verified: '2026-08' },
  messages: {
    large: {
      text: 'The document passes {limit} characters here, so it was only partly checked.',
      help: 'Split it, or move what is data into a file of its own that the skill reads in parts.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '# Review\n\nReads the change.\n' } },
    {
      files: { '.claude/skills/review/log.md': 'A line like any other.\n'.repeat(90_000) },
      reports: ['.claude/skills/review/log.md:86957:1 large'],
    },
  ],

  check({ text, lines }, report) {
    if (text.length <= TREE_LIMIT) return
    const { start } = lines.span(lines.index(TREE_LIMIT))
    report({ message: 'large', at: { start, end: start }, data: { limit: TREE_LIMIT.toLocaleString('en') } })
  },
})
