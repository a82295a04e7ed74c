import { defineRule } from '../../core/rule.ts'

export default defineRule({
  id: 'hygiene/invalid-utf8',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  generators: true,
  summary: 'Files are UTF-8.',
  why: 'Clients decode skills as UTF-8: some refuse the whole file, others show a replacement character where the letter was. Such a file is linted as far as it can be read and never written by a fix.',
  source: { url: 'https://github.com/agentskills/agentskills/issues/536', level: 'MUST', verified: '2026-11' },
  messages: {
    byte: {
      text: 'The byte at offset {byte} (from 0) is not UTF-8.',
      help: 'Save the file as UTF-8; it was probably written in a code page of its author’s system.',
    },
  },
  examples: [
    { files: { '.claude/skills/menu/SKILL.md': '---\nname: menu\ndescription: Plans the menu of a café.\n---\n' } },
    {
      title: 'A letter as Latin-1 writes it: one byte, E9',
      files: { '.claude/skills/menu/SKILL.md': '---\nname: menu\ndescription: Plans the menu of a caf\uDCE9.\n---\n' },
      reports: ['.claude/skills/menu/SKILL.md:3:37 byte'],
    },
    {
      title: 'The offset counts bytes, the column UTF-16 units',
      files: { '.claude/skills/menu/notes.md': '咖啡 caf\uDCE9\n' },
      reports: ['.claude/skills/menu/notes.md:1:7 byte'],
    },
    {
      title: 'A replacement character that is written as such is UTF-8',
      files: { '.claude/skills/menu/notes.md': 'Show “\uFFFD” where a letter is lost.\n' },
    },
  ],

  check({ source, text }, report) {
    if (!source.badByte) return
    const { byte, offset } = source.badByte
    report({ message: 'byte', at: { start: offset, end: Math.min(offset + 1, text.length) }, data: { byte } })
  },
})
