import { defineRule } from '../../core/rule.ts'

/** Files that clients read as text themselves; scripts and tables may need the mark. */
const READ = /\.(?:md|json|toml|ya?ml)$/i

export default defineRule({
  id: 'hygiene/bom',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  generators: true,
  fixable: 'safe',
  summary: 'Files do not begin with a byte order mark.',
  why: 'The mark stands before the first `---`, so readers that compare bytes see no frontmatter at all and report a missing name; JSON and TOML readers refuse the file.',
  source: { url: 'https://www.unicode.org/faq/utf_bom.html', level: 'SHOULD', verified: '2026-11' },
  messages: {
    bom: {
      text: 'The file begins with a byte order mark, which hides the first line from many readers.',
      help: 'Save the file as UTF-8 without a mark.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' } },
    {
      files: { '.claude/skills/review/SKILL.md': '\uFEFF---\nname: review\ndescription: Reviews a change.\n---\n' },
      reports: ['.claude/skills/review/SKILL.md:1:1 bom'],
      fixed: { '.claude/skills/review/SKILL.md': '---\nname: review\ndescription: Reviews a change.\n---\n' },
    },
    {
      title: 'Two marks, left by two tools; line ends stay as they are',
      files: { '.codex/skills/review/SKILL.md': '\uFEFF\uFEFF---\r\nname: review\r\n---\r\n' },
      reports: ['.codex/skills/review/SKILL.md:1:1 bom'],
      fixed: { '.codex/skills/review/SKILL.md': '---\r\nname: review\r\n---\r\n' },
    },
    {
      title: 'A mark inside the text is no byte order mark',
      files: { '.claude/skills/review/notes.md': 'Before \uFEFFafter.\n' },
    },
  ],

  check({ path, text, source }, report) {
    if (!READ.test(path)) return
    const inText = /^\uFEFF*/.exec(text)![0].length
    if (!source.bom && !inText) return
    report({
      message: 'bom',
      at: { start: 0, end: inText },
      fix: {
        title: 'Remove the mark',
        safe: true,
        edits: [{ path, span: { start: source.bom ? -1 : 0, end: inText }, text: '' }],
      },
    })
  },
})
