import { defineRule } from '../../core/rule.ts'
import type { Document, Fix } from '../../core/types.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'
import { fenceAt } from '../../model/examples.ts'
import { excerpt } from '../../model/excerpt.ts'
import { type HiddenRun, hiddenRuns } from '../../model/hidden.ts'

const nameOf = (point: number) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`

/** The code points of a run by name, repeated ones counted: `U+200B ×2, U+200D`. */
function namesOf(points: readonly number[]): string {
  const counts = new Map<number, number>()
  for (const point of points) counts.set(point, (counts.get(point) ?? 0) + 1)
  const names = [...counts].map(([point, count]) => (count > 1 ? `${nameOf(point)} ×${count}` : nameOf(point)))
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

/** What tag characters spell: each stands for an ASCII character. */
const spelled = (points: readonly number[]) =>
  excerpt(String.fromCharCode(...points.slice(0, 100).map(point => Math.max(point - 0xe0000, 32))))

/** The lines of code blocks (fenced or indented), of code spans over several lines, and of HTML. */
function literalLines({ tree, lines }: Document): Set<number> {
  const found = new Set<number>()
  visit(tree, ['code', 'inlineCode', 'html', 'definition'], node => {
    const { start, end } = spanOfNode(node)
    for (let line = lines.index(start); line <= lines.index(end); line++) found.add(line)
  })
  return found
}

/**
 * Deleting is safe where it cannot change what Markdown or a program makes of the line: a zero-width character in prose,
 * behind a letter and before a letter, a space or the line's end. Anything else may be data, code or structure.
 */
function fixOf(document: Document, { kind, span }: HiddenRun, literal: ReadonlySet<number>): Fix {
  const { text, lines, meta, path } = document
  const line = lines.span(lines.index(span.start))
  const isProse =
    document.kind !== 'data' &&
    span.start >= meta.span.end &&
    line.end - line.start < 2_000 &&
    !/[`<]|\]\(|:\/\//.test(text.slice(line.start, line.end)) &&
    !fenceAt(document, span.start) &&
    !literal.has(lines.index(span.start))
  const isInWord =
    /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, span.start - 2), span.start)) &&
    /^(?:[\p{L}\p{N}]|\s|$)/u.test(text.slice(span.end, span.end + 2))
  return {
    title: 'Delete what is hidden',
    safe: kind === 'zero-width' && isProse && isInWord,
    edits: [{ path, span, text: '' }],
  }
}

export default defineRule({
  id: 'hygiene/hidden-unicode',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  generators: true,
  fixable: 'safe',
  summary: 'No character hides text from a reviewer or shows it in another order than a model reads it.',
  why: 'Direction controls, zero-width and tag characters are not drawn: a review passes over them and a model obeys them. Joiners in emoji and in scripts that need them, flags of regions and single variation selectors are what these characters are made for.',
  source: { url: 'https://www.unicode.org/reports/tr36/', level: 'ADVICE', verified: '2026-08' },
  messages: {
    bidi: {
      text: 'The direction of the text is turned here ({points}): a reader sees another order than a model reads.',
      help: 'Delete it; write the text in the order in which it is read.',
    },
    'zero-width': {
      text: 'Characters that nobody sees stand here ({points}).',
      help: 'Delete it; where the character itself is meant, name its code point.',
    },
    tags: {
      text: '{count} tag characters stand here unseen and spell “{spelled}”.',
      help: 'Delete them, and find out who wrote them.',
    },
    selectors: {
      text: '{count} invisible marks stand here in a row, which is how data is hidden.',
      help: 'Delete them, and find out who wrote them.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '# Review\n\nReads the change; 审查改动。\n' } },
    {
      files: { '.claude/skills/review/SKILL.md': '# Review\n\nReads the chan\u200bge\u200d\u200b now.\n' },
      reports: ['.claude/skills/review/SKILL.md:3:15 zero-width', '.claude/skills/review/SKILL.md:3:18 zero-width'],
      fixed: { '.claude/skills/review/SKILL.md': '# Review\n\nReads the change now.\n' },
    },
    {
      title: 'Direction controls: deleting them needs an author’s eye',
      files: { '.claude/skills/review/SKILL.md': 'Delete \u202egpj.exe\u202c only.\n' },
      reports: ['.claude/skills/review/SKILL.md:1:8 bidi', '.claude/skills/review/SKILL.md:1:16 bidi'],
    },
    {
      title: 'Tag characters that spell a word',
      files: { '.claude/skills/review/notes.md': 'Read it.\u{e0072}\u{e0075}\u{e006e}\n' },
      reports: ['.claude/skills/review/notes.md:1:9 tags'],
      fixed: { '.claude/skills/review/notes.md': 'Read it.\n' },
      unsafe: true,
    },
    {
      title: 'A row of variation selectors',
      files: { '.claude/skills/review/notes.md': 'Read it 😀\u{e0152}\u{e0153}\u{e0154}\u{e0155}.\n' },
      reports: ['.claude/skills/review/notes.md:1:11 selectors'],
    },
    {
      title: 'In a code block it may be data',
      files: { '.claude/skills/review/notes.md': '```js\nconst word = "re\u200bview"\n```\n' },
      reports: ['.claude/skills/review/notes.md:2:17 zero-width'],
    },
    {
      title: 'In an indented code block or an HTML block, too',
      files: {
        '.claude/skills/review/notes.md':
          'So:\n\n    const word = re\u200bview\n\n<div>\nre\u200bview\n</div>\n\nAnd `a\nre\u200bview\nb`.\n',
      },
      reports: [
        '.claude/skills/review/notes.md:3:20 zero-width',
        '.claude/skills/review/notes.md:6:3 zero-width',
        '.claude/skills/review/notes.md:10:3 zero-width',
      ],
    },
    {
      title: 'Emoji, flags of regions, variation selectors',
      files: {
        '.claude/skills/review/notes.md':
          'Coders 👩\u200d💻 👩🏽\u200d🚒 🏳\ufe0f\u200d🌈 ❤\ufe0f 1\ufe0f\u20e3 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🇫🇮\n',
      },
    },
    {
      title: 'Persian and Indic words, Thai, and emphasis beside Chinese',
      files: { '.claude/skills/review/notes.md': 'می\u200cخواهم · क्\u200dष · ไทย\u200bไทย · **重点：**\u200b说明\n' },
    },
    {
      title: 'Escapes are plain text',
      files: { '.claude/skills/review/notes.md': 'Strip `[\\u200b-\\u200d\\u202a-\\u202e]` first.\n' },
    },
  ],

  check(document, report) {
    const runs = hiddenRuns(document.text)
    const literal = runs.length ? literalLines(document) : new Set<number>()
    for (const run of runs) {
      const { kind, span, points } = run
      const found = { at: span, fix: fixOf(document, run, literal) }
      const count = points.length
      if (kind === 'tags') report({ ...found, message: 'tags', data: { count, spelled: spelled(points) } })
      else if (kind === 'selectors') report({ ...found, message: 'selectors', data: { count } })
      else report({ ...found, message: kind, data: { points: namesOf(points) } })
    }
  },
})
