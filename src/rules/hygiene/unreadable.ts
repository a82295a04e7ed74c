import { defineRule } from '../../core/rule.ts'

export default defineRule({
  id: 'hygiene/unreadable',
  scope: 'pack',
  severity: 'error',
  profile: 'recommended',
  generators: true,
  summary: 'Every file of a pack can be read.',
  why: 'What cannot be read is not checked, and the client that meets it drops the skill or stops; a report that left it out would look clean.',
  source: { url: 'https://github.com/openai/codex/issues/15756', level: 'MUST', verified: '2026-11' },
  messages: {
    unreadable: {
      text: 'This cannot be read ({detail}).',
      help: 'Give it back its permissions, make it smaller, or take it out of the pack.',
    },
    directory: {
      text: 'This is a folder, where a skill’s entry file is expected.',
      help: 'Move its files up, or rename the folder.',
    },
    loop: {
      text: 'This link leads back to where it came from.',
      help: 'Replace the link by the files that it stands for.',
    },
    outside: {
      text: 'This link leads out of the repository, so it works on one machine only.',
      help: 'Replace the link by a copy of what it leads to.',
    },
    missing: {
      text: 'This link leads nowhere.',
      help: 'Restore what it led to, or delete the link.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '# Review\n' } },
    {
      files: { '.claude/skills/review/SKILL.md': '# Review\n' },
      unread: [
        { path: '.claude/skills/audit/SKILL.md', reason: 'unreadable', detail: 'EACCES' },
        { path: '.claude/skills/deploy/SKILL.md', reason: 'directory', detail: '' },
        { path: '.claude/skills/review/more', reason: 'loop', detail: '' },
        { path: '.claude/skills/review/notes.md', reason: 'outside', detail: '' },
        { path: '.claude/skills/review/old.md', reason: 'missing', detail: 'ENOENT' },
      ],
      reports: [
        '.claude/skills/audit/SKILL.md:1:1 unreadable',
        '.claude/skills/deploy/SKILL.md:1:1 directory',
        '.claude/skills/review/more:1:1 loop',
        '.claude/skills/review/notes.md:1:1 outside',
        '.claude/skills/review/old.md:1:1 missing',
      ],
    },
  ],

  check(pack, report) {
    for (const { path, reason, detail } of pack.unread) {
      const at = { start: 0, end: 0 }
      if (reason === 'unreadable') report({ message: reason, path, at, data: { detail: detail || 'no reason given' } })
      else report({ message: reason, path, at })
    }
  },
})
