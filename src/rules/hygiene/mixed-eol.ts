import { defineRule } from '../../core/rule.ts'
import type { Span } from '../../core/types.ts'

const NAMES = { '\n': 'LF', '\r\n': 'CR LF', '\r': 'CR' } as const

export default defineRule({
  id: 'hygiene/mixed-eol',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['skill', 'command', 'role', 'role-command', 'agent', 'spec', 'other'],
  generators: true,
  fixable: 'safe',
  summary: 'All lines of a file end alike.',
  why: 'Readers look for the line `---` with one kind of line ending; where a file mixes them the frontmatter or its last key is lost in one client and not in the next, and every later edit shows changes nobody made.',
  source: { url: 'https://spec.commonmark.org/0.31.2/#line-ending', level: 'SHOULD', verified: '2026-11' },
  messages: {
    mixed: {
      text: '{count} of {total} lines end in {odd}, the others in {main}.',
      help: 'End all lines in {main}.',
    },
    lone: {
      text: 'The lines end in a lone CR, which most readers take for no line ending.',
      help: 'End all lines in LF.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '---\nname: review\n---\n\nReads the change.\n' } },
    {
      title: 'CR LF throughout is fine',
      files: { '.claude/skills/review/SKILL.md': '---\r\nname: review\r\n---\r\n\r\nReads the change.\r\n' },
    },
    {
      title: 'So is a last line without ending',
      files: { '.claude/skills/review/SKILL.md': '---\r\nname: review\r\n---\r\nReads the change.' },
    },
    {
      files: { '.claude/skills/review/SKILL.md': '---\nname: review\r\n---\n\nReads the change.\n' },
      reports: ['.claude/skills/review/SKILL.md:2:13 mixed'],
      fixed: { '.claude/skills/review/SKILL.md': '---\nname: review\n---\n\nReads the change.\n' },
    },
    {
      title: 'The majority wins; a lone CR never does',
      files: { '.claude/skills/review/SKILL.md': '---\r\nname: review\r\n---\r\nReads\rthe change.\n' },
      reports: ['.claude/skills/review/SKILL.md:4:6 mixed'],
      fixed: { '.claude/skills/review/SKILL.md': '---\r\nname: review\r\n---\r\nReads\r\nthe change.\r\n' },
    },
    {
      title: 'Lone CR throughout',
      files: { '.claude/skills/review/SKILL.md': '---\rname: review\r---\r' },
      reports: ['.claude/skills/review/SKILL.md:1:4 lone'],
      fixed: { '.claude/skills/review/SKILL.md': '---\nname: review\n---\n' },
    },
    {
      title: 'Tables may hold line breaks of another kind in their cells',
      files: { '.claude/skills/review/rows.csv': 'id,text\r\n1,"two\nlines"\r\n' },
    },
  ],

  check({ path, text, lines }, report) {
    if (!text.includes('\r')) return
    const ends: { kind: keyof typeof NAMES; span: Span }[] = []
    for (let index = 0; index + 1 < lines.starts.length; index++) {
      const span = { start: lines.span(index).end, end: lines.starts[index + 1]! }
      ends.push({ kind: text.slice(span.start, span.end) as keyof typeof NAMES, span })
    }
    const count = (kind: string) => ends.filter(end => end.kind === kind).length
    const main = count('\r\n') > count('\n') ? '\r\n' : '\n'
    const odd = ends.filter(({ kind }) => kind !== main)
    const first = odd[0]
    if (!first) return
    const names = [...new Set(odd.map(({ kind }) => NAMES[kind]))].join(' or ')
    const fix = {
      title: `End all lines in ${NAMES[main]}`,
      safe: true,
      edits: odd.map(({ span }) => ({ path, span, text: main })),
    }
    if (count('\r') === ends.length) return report({ message: 'lone', at: first.span, fix })
    const data = { count: odd.length, total: ends.length, odd: names, main: NAMES[main] }
    report({ message: 'mixed', at: first.span, data, fix })
  },
})
