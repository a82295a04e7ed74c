import { defineRule } from '../../core/rule.ts'

const FOREIGN = /(?<![\w/~.-]|~\/)\.claude\/(?:skills|commands|agents)(?:\/[\w./<>{}*-]*)?/g

/** Words that show that the line speaks of several clients, or of Claude Code on purpose. */
const ON_PURPOSE = /\.(?:codex|agy|agents|gemini)\/|\bclaude\b(?!\/)/i

export default defineRule({
  id: 'platform/path-leak',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  platforms: ['codex', 'agy'],
  kinds: ['skill', 'command', 'role', 'role-command', 'agent', 'spec'],
  summary: 'A variant names its own client’s folders, not Claude Code’s.',
  why: 'A converted text that still says `.claude/skills` sends the agent to a folder that its client does not read, or makes it write there.',
  source: { url: 'https://code.claude.com/docs/en/skills', level: 'SHOULD', verified: '2026-10' },
  messages: {
    leak: {
      text: '“{path}” is a folder of Claude Code, and this is the {client} variant.',
      help: 'Write the folder that {client} reads ({own}), or waive it with a comment where the skill edits all variants.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/tidy/SKILL.md':
          '---\nname: tidy\ndescription: Tidies skills.\n---\n\nLook into `.codex/skills/`.\n',
      },
    },
    {
      files: {
        '.codex/skills/tidy/SKILL.md':
          '---\nname: tidy\ndescription: Tidies skills.\n---\n\nLook into `.claude/skills/` and sort what is there.\n',
      },
      reports: ['.codex/skills/tidy/SKILL.md:6:12 leak'],
    },
    {
      title: 'Several clients on one line',
      files: {
        '.codex/skills/tidy/SKILL.md':
          '---\nname: tidy\ndescription: Tidies skills.\n---\n\nFolders: `.claude/skills` (Claude Code), `.codex/skills`.\n',
      },
    },
    {
      title: 'A skill that edits all variants says so in a comment',
      files: {
        '.agy/skills/amend/SKILL.md':
          '---\nname: amend\ndescription: Amends skills.\n---\n\n<!-- maestro-lint-disable platform/path-leak -- edits every variant -->\n\nOpen `.claude/commands/` and change the text.\n',
      },
    },
  ],

  check(document, report, { platform }) {
    const { text, lines, meta } = document
    FOREIGN.lastIndex = meta.span.end
    for (let match = FOREIGN.exec(text); match; match = FOREIGN.exec(text)) {
      const span = { start: match.index, end: match.index + match[0].length }
      const line = lines.text(lines.index(span.start))
      if (ON_PURPOSE.test(line.replaceAll(/\.claude\/\S*/g, ''))) continue
      const data = {
        path: match[0].slice(0, 40),
        client: platform.title,
        own: platform.skillFolders[0] ?? platform.dir,
      }
      report({ message: 'leak', at: span, data })
    }
  },
})
