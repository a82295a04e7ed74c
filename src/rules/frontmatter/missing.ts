import { defineRule } from '../../core/rule.ts'

export default defineRule({
  id: 'frontmatter/missing',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  spec: true,
  kinds: ['skill', 'command', 'agent', 'role'],
  summary: 'Skills, commands, agents and roles begin with a frontmatter block.',
  why: 'Clients read name and description from the block between two lines of `---` at the very top; without it Codex and Antigravity skip the skill, and Claude Code guesses from the first paragraph. A command runs without one, unannounced (a warning). A coordinator role may do without.',
  source: { url: 'https://agentskills.io/specification', level: 'MUST', verified: '2026-08' },
  messages: {
    missing: {
      text: 'The {kind} has no frontmatter.',
      help: 'Begin the file with a line “---”, the keys ({keys}), and a closing “---”.',
    },
    empty: { text: 'The file is empty.', help: 'Write the {kind}, or delete the file.' },
    unclosed: {
      text: 'The frontmatter is never closed.',
      help: 'Add a line “---” after the last key.',
    },
    late: {
      text: 'Something stands before the frontmatter, so clients do not see it.',
      help: 'Move the first “---” to the first line of the file.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n\n# Review\n',
      },
    },
    {
      files: { '.claude/skills/review/SKILL.md': '# Review\n' },
      reports: ['.claude/skills/review/SKILL.md:1:1 missing'],
    },
    {
      title: 'An empty file',
      files: { '.claude/skills/review/SKILL.md': '' },
      reports: ['.claude/skills/review/SKILL.md:1:1 empty'],
    },
    {
      title: 'The closing line is missing',
      files: { '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n\n# Review\n' },
      reports: ['.claude/skills/review/SKILL.md:1:1 unclosed'],
    },
    {
      title: 'A blank line before the block',
      files: { '.codex/skills/review/SKILL.md': '\n---\nname: review\ndescription: Reviews a change.\n---\n' },
      reports: ['.codex/skills/review/SKILL.md:2:1 late'],
    },
    {
      title: 'Hidden behind a second mark, behind a zero-width character, or in UTF-16',
      files: {
        '.claude/skills/a/SKILL.md': '\uFEFF\uFEFF---\nname: a\ndescription: Does a.\n---\n',
        '.claude/skills/b/SKILL.md': '\u200b---\nname: b\ndescription: Does b.\n---\n',
        '.claude/skills/c/SKILL.md': '\uDCFF\uDCFE-\0-\0-\0\n\0',
      },
    },
    {
      title: 'A coordinator role needs none',
      files: {
        '.claude/skills/team/SKILL.md': '---\nname: team\ndescription: Runs a team.\n---\n',
        '.claude/skills/team/roles/coordinator/role.md': '# Coordinator\n',
        '.claude/skills/team/roles/writer/role.md': '# Writer\n',
      },
      reports: ['.claude/skills/team/roles/writer/role.md:1:1 missing'],
    },
  ],

  check(document, report) {
    const { meta, text, kind, lines, source } = document
    // Claude Code runs a command without a block, and passes over an agent's file that is a text for others.
    const severity = kind === 'role' ? 'warn' : 'error'
    const mild = kind === 'skill' ? 'error' : 'warn'
    const keys = kind === 'role' ? 'role, prefix, inner_loop, message_types' : 'name and description'
    // A block behind a mark that nobody sees, or in another encoding, is there: `hygiene` tells what hides it.
    if (meta.state === 'closed' || /^\p{Cf}+---[ \t]*[\r\n]/u.test(text) || source.badByte?.offset === 0) return
    if (meta.state === 'unclosed') return report({ message: 'unclosed', at: lines.span(0), severity })
    if (!text.trim()) return report({ message: 'empty', at: { start: 0, end: 0 }, data: { kind }, severity })
    const first = text.length - text.trimStart().length
    if (first > 0 && /^---[ \t]*\r?\n[\w-]+[ \t]*:/.test(text.slice(first)))
      return report({ message: 'late', at: { start: first, end: first + 3 }, severity })
    if (kind === 'role' && /\/coordinator\/role\.md$/i.test(document.path)) return
    report({ message: 'missing', at: lines.span(0), data: { kind, keys }, severity: mild })
  },
})
