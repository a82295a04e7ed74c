import { defineRule } from '../../core/rule.ts'
import type { Edit } from '../../core/types.ts'
import { cellsOf } from '../../markdown/tables.ts'
import { spanOfNode, visit } from '../../markdown/walk.ts'

export default defineRule({
  id: 'tables/arity',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  fixable: 'safe',
  summary: 'Every row of a table has as many cells as its header.',
  why: 'A renderer fills or drops cells without a word; a reader of the raw text takes a recovery for a condition.',
  source: { url: 'https://github.github.com/gfm/#tables-extension-', level: 'ADVICE', verified: '2026-11' },
  messages: {
    fewer: {
      text: 'The row has {found} cells, the header {wanted}.',
      help: 'Add the missing cells; they may be empty.',
    },
    more: {
      text: 'The row has {found} cells, the header {wanted}.',
      help: 'Merge cells, add a column to the header, or write “\\|” for a bar that belongs to the text.',
    },
    text: {
      text: 'The line is taken as a row of the table above it.',
      help: 'Leave a blank line between the table and the text.',
    },
  },
  examples: [
    { files: { '.claude/commands/review.md': '| Code | Condition |\n|---|---|\n| E001 | no diff |\n| E002 | |\n' } },
    {
      files: { '.claude/commands/review.md': '| Code | Condition | Recovery |\n|---|---|---|\n| E001 | no diff |\n' },
      reports: ['.claude/commands/review.md:3:1 fewer'],
      fixed: {
        '.claude/commands/review.md': '| Code | Condition | Recovery |\n|---|---|---|\n| E001 | no diff |  |\n',
      },
    },
    {
      title: 'Rows without outer bars',
      files: { '.claude/commands/review.md': 'a | b | c\n---|---|---\n1 | 2\n' },
      reports: ['.claude/commands/review.md:3:1 fewer'],
      fixed: { '.claude/commands/review.md': 'a | b | c\n---|---|---\n1 | 2 | |\n' },
    },
    {
      files: { '.claude/commands/review.md': '| Code | Condition |\n|---|---|\n| E001 | no diff | name a branch |\n' },
      reports: ['.claude/commands/review.md:3:20 more'],
    },
    {
      title: 'A line of text right below a table',
      files: {
        '.claude/commands/review.md': '| Code | Condition |\n|---|---|\n| E001 | no diff |\nStop at the first error.\n',
      },
      reports: ['.claude/commands/review.md:4:1 text'],
    },
    {
      title: 'Bars in code and escaped bars do not split',
      files: {
        '.claude/commands/review.md':
          "| Step | Run |\n|---|---|\n| find | `grep -E 'a|b'` |\n| count | ``a|`|b`` |\n| or | a \\| b |\n",
      },
    },
    {
      title: 'Tables in fences, and rows that end with a section tag below',
      files: {
        '.claude/commands/review.md':
          '<error_codes>\n| a | b |\n|---|---|\n| 1 | 2 |\n</error_codes>\n\n```\n| a | b |\n|---|---|\n| 1 |\n```\n',
      },
    },
  ],

  check(document, report) {
    const { text, path } = document
    if (!text.includes('|')) return
    visit(document.tree, 'table', table => {
      const rows = table.children.map(row => {
        const span = spanOfNode(row)
        const raw = text.slice(span.start, span.end)
        return { span, raw, cells: cellsOf(raw, span.start) }
      })
      const wanted = rows[0]!.cells.length
      for (const { span, raw, cells } of rows.slice(1)) {
        const found = cells.length
        if (found === wanted || barsIn(raw) === wanted) continue
        if (found > wanted) report({ message: 'more', at: cells[wanted]!.span, data: { found, wanted } })
        else if (!raw.includes('|')) report({ message: 'text', at: span })
        else {
          const isOpen = !/(?<!\\)\|\s*$/.test(raw)
          const at = span.start + raw.trimEnd().length
          const edit: Edit = {
            path,
            span: { start: at, end: at },
            text: `${isOpen ? ' |' : ''}${(isOpen ? ' |' : '  |').repeat(wanted - found)}`,
          }
          const fix = { title: 'Add empty cells', safe: true, edits: [edit] }
          report({ message: 'fewer', at: span, data: { found, wanted }, fix })
        }
      }
    })
  },
})

/** The cells of a row as GFM splits it, at every bar that is not escaped. */
function barsIn(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).length
}
