import { defineRule } from '../../core/rule.ts'
import { isElided } from '../../model/contract/columns.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'csv/row-arity',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  summary: 'Every row of a CSV example has as many cells as its header.',
  why: 'A table with one ragged row starts no worker at all: the whole call fails. An agent that copies the example writes such a table.',
  source: {
    url: 'https://github.com/openai/codex/pull/10935',
    level: 'MUST',
    verified: '2026-10',
  },
  messages: {
    fewer: {
      text: 'The row has {found} cells, the header {wanted}.',
      help: 'Add the missing cells; they may be empty.',
    },
    more: {
      text: 'The row has {found} cells, the header {wanted}.',
      help: 'Put a cell that holds a comma in quotes, or add the column to the header.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave\n"1","Read, list and ""name"" files","1"\n"2","Two\nlines",1\n3,,\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md': '```csv\nid,title,wave\n1,Read\n2,Read, then list,1\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:1 fewer', '.codex/skills/survey/SKILL.md:4:19 more'],
    },
    {
      title: 'A quote that is never closed swallows the rows below',
      files: { '.codex/skills/survey/SKILL.md': '```csv\nid,title,wave\n1,"Read,1\n2,List,1\n```\n' },
      reports: ['.codex/skills/survey/SKILL.md:3:1 fewer'],
    },
    {
      title: 'Headers alone, rows without a header, rows that stand for others',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave\n```\n\n```csv\n"1","Read"\n```\n\n```csv\nid,title,wave\n1,Read,1\n2,...\n...\n<one row per file>\n# and so on, and on\n```\n\n```csv\nid,title,...\n1,Read,1,a,b\n```\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    for (const { header, rows } of contractsOf(document).csv) {
      if (!header) continue
      const wanted = header.length
      for (const row of rows) {
        const found = row.cells.length
        if (found === wanted || isElided(row, wanted)) continue
        if (found < wanted) report({ message: 'fewer', at: row.span, data: { found, wanted } })
        else {
          const at = { start: row.cells[wanted]!.span.start, end: row.span.end }
          report({ message: 'more', at, data: { found, wanted } })
        }
      }
    }
  },
})
