import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'

/** A value as clients fold it: white space runs are one space. Counted in code points, not bytes or UTF-16 units. */
const lengthOf = (document: Document, key: string) => {
  const value = document.meta.at(key)?.value
  return typeof value === 'string' ? [...value.replace(/\s+/g, ' ').trim()].length : 0
}

const LONG = 'Reviews every change of the branch. '.repeat(29)

export default defineRule({
  id: 'frontmatter/description-length',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  kinds: ['skill', 'command'],
  summary: 'A description is no longer than its client takes.',
  why: 'Codex leaves out a skill whose description is longer than 1,024 characters, with a line in its log that few see. Claude Code lists the first 1,536 characters of description and when_to_use together, so that the rest never reaches the model that chooses a skill.',
  source: { url: 'https://agentskills.io/specification', level: 'MUST', verified: '2026-08' },
  messages: {
    long: {
      text: 'The description has {count} characters, more than {max}: {effect}.',
      help: 'Say in {max} characters what it does and when to use it; the rest belongs into the body.',
    },
    together: {
      text: 'Description and “when_to_use” have {count} characters together, more than {max}: {effect}.',
      help: 'Say in {max} characters what it does and when to use it; the rest belongs into the body.',
    },
  },
  examples: [
    { files: { '.codex/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' } },
    {
      title: 'Too long for Codex and the specification',
      files: {
        '.agents/skills/review/SKILL.md': `---\nname: review\ndescription: ${LONG.trim()}\n---\n`,
        '.codex/skills/review/SKILL.md': `---\nname: review\ndescription: ${LONG.trim()}\n---\n`,
      },
      reports: ['.agents/skills/review/SKILL.md:3:14 long', '.codex/skills/review/SKILL.md:3:14 long'],
    },
    {
      title: 'Claude Code takes more',
      files: { '.claude/skills/review/SKILL.md': `---\nname: review\ndescription: ${LONG.trim()}\n---\n` },
    },
    {
      title: 'The specification alone does not',
      files: { '.claude/skills/review/SKILL.md': `---\nname: review\ndescription: ${LONG.trim()}\n---\n` },
      reports: ['.claude/skills/review/SKILL.md:3:14 long'],
      profile: 'spec',
    },
    {
      title: 'Claude Code counts “when_to_use” as well',
      files: {
        '.claude/skills/review/SKILL.md': `---\nname: review\ndescription: ${LONG.trim()}\nwhen_to_use: ${LONG.slice(0, 540).trim()}\n---\n`,
      },
      reports: ['.claude/skills/review/SKILL.md:3:14 together'],
    },
    {
      title: 'Longer than Claude Code lists',
      files: { '.claude/commands/review.md': `---\ndescription: >-\n  ${LONG}\n  ${LONG}\n---\n` },
      reports: ['.claude/commands/review.md:2:14 long'],
    },
    {
      title: 'Characters are counted, not bytes; folded lines count as one space each',
      files: {
        '.codex/skills/review/SKILL.md': `---\nname: review\ndescription: |\n${`  ${'审'.repeat(100)}\n`.repeat(10)}---\n`,
      },
    },
  ],

  check(document, report, { platform, platforms, profile }) {
    const { kind, meta } = document
    const isClaude = platform.id === 'claude' && profile !== 'spec'
    // Only Claude Code lists commands as it lists skills.
    if (kind === 'command' && !isClaude) return
    const field = meta.at('description')
    if (!field) return
    const { max, effect } = (profile === 'spec' ? platforms.agents : platform).limits.description
    const also = isClaude ? lengthOf(document, 'when_to_use') : 0
    const count = lengthOf(document, 'description') + also
    if (count <= max) return
    const severity = isClaude ? 'warn' : 'error'
    report({ message: also ? 'together' : 'long', at: field, data: { count, max, effect }, severity })
  },
})
