import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { fenceAt } from '../../model/examples.ts'

/** Line numbers of a conflict that git left: `<<<<<<<`, `=======` and `>>>>>>>`, in this order. */
interface Conflict {
  open: number
  middle: number
  close: number
}

function conflictsIn({ text, lines }: Document): Conflict[] {
  const found: Conflict[] = []
  if (!text.includes('<<<<<<<')) return found
  let open = -1
  let middle = -1
  for (let index = 0; index < lines.starts.length; index++) {
    const start = text[lines.starts[index]!]
    if (start !== '<' && start !== '=' && start !== '>') continue
    const line = lines.text(index)
    if (/^<{7}(?: |$)/.test(line)) {
      open = index
      middle = -1
    } else if (open >= 0 && middle < 0 && line === '=======') middle = index
    else if (middle >= 0 && /^>{7}(?: |$)/.test(line)) {
      found.push({ open, middle, close: index })
      open = -1
      middle = -1
    }
  }
  return found
}

/** Whether a conflict lies whole in one fence. */
function isFenced(document: Document, { open, close }: Conflict): boolean {
  const fence = fenceAt(document, document.lines.span(open).start)
  return fence !== undefined && document.lines.span(close).end <= fence.body.end
}

export default defineRule({
  id: 'hygiene/merge-conflict',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  generators: true,
  summary: 'No merge conflict is left in a file.',
  why: 'An agent reads both sides and the markers as instructions; in the frontmatter they make the whole skill unreadable.',
  source: {
    url: 'https://git-scm.com/docs/git-merge#_how_conflicts_are_presented',
    level: 'MUST',
    verified: '2026-11',
  },
  messages: {
    conflict: {
      text: 'A merge conflict was left here.',
      help: 'Keep one side, or what both mean together, and delete the three marker lines.',
    },
  },
  examples: [
    { files: { '.claude/skills/review/SKILL.md': '# Review\n\nReads the change.\n' } },
    {
      files: {
        '.claude/skills/review/SKILL.md':
          '# Review\n\n<<<<<<< HEAD\nReads the change.\n=======\nReads the branch.\n>>>>>>> other\n',
      },
      reports: ['.claude/skills/review/SKILL.md:3:1 conflict'],
    },
    {
      title: 'In the frontmatter, with the common ancestor',
      files: {
        '.claude/skills/review/SKILL.md':
          '---\nname: review\n<<<<<<< HEAD\ndescription: Reads one.\n||||||| base\ndescription: Reads.\n=======\ndescription: Reads two.\n>>>>>>> other\n---\n',
      },
      reports: ['.claude/skills/review/SKILL.md:3:1 conflict'],
    },
    {
      title: 'In a code block of a document that is about something else',
      files: {
        '.claude/skills/review/notes.md':
          '```json\n<<<<<<< ours\n{ "a": 1 }\n=======\n{ "a": 2 }\n>>>>>>> theirs\n```\n',
      },
      reports: ['.claude/skills/review/notes.md:2:1 conflict'],
    },
    {
      title: 'A conflict that a skill about conflicts shows',
      files: {
        '.claude/skills/rebase/SKILL.md':
          'A conflict looks like this:\n\n```text\n<<<<<<< HEAD\nfirst\n=======\nsecond\n>>>>>>> other\n```\n',
      },
    },
    {
      title: 'Headings underlined with equals signs, and quotes of quotes',
      files: { '.claude/skills/review/notes.md': 'Review\n=======\n\n>>>>>>> Said by somebody else.\n' },
    },
  ],

  check(document, report) {
    const { lines, text } = document
    const conflicts = conflictsIn(document)
    // A document that speaks of conflicts may show one; elsewhere a conflict in a code block is real.
    const mayShow = conflicts.length > 0 && /conflict|\bgit (?:merge|rebase|pull)\b|冲突/i.test(text)
    for (const conflict of conflicts)
      if (!mayShow || !isFenced(document, conflict))
        report({
          message: 'conflict',
          at: lines.span(conflict.open),
          related: [
            { at: lines.span(conflict.middle), text: 'the other side begins' },
            { at: lines.span(conflict.close), text: 'the conflict ends' },
          ],
        })
  },
})
