import { defineRule } from '../../core/rule.ts'
import { appendColumns, hasColumn, roleOf, separateLifecycle, taskTablesOf } from '../../model/contract/columns.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'csv/status-column',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  fixable: 'safe',
  summary: 'A task table with a “wave” column also has a “status” column.',
  why: 'The status says which rows of a wave are still to do. Without it a run that was interrupted starts all rows again, and a merge has nowhere to put the outcome.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'The table has waves and no “status” column.',
      help: 'Add “status” to the header and “pending” to every row.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md': '```csv\nid,title,wave,status\n"1","Read","1","pending"\n```\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md': '```csv\nid,title,wave\n"1","Read, then list","1"\n2,Check,2\n...\n```\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:2:1 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,title,wave,status\n"1","Read, then list","1","pending"\n2,Check,2,pending\n...\n```\n',
      },
    },
    {
      title: 'Windows line ends, and a header alone',
      files: { '.codex/skills/survey/SKILL.md': '```csv\r\nid,title,wave\r\n```\r\n' },
      reports: ['.codex/skills/survey/SKILL.md:2:1 missing'],
      fixed: { '.codex/skills/survey/SKILL.md': '```csv\r\nid,title,wave,status\r\n```\r\n' },
    },
    {
      title: 'The column table calls the status a lifecycle column, the header does not show it',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave\n1,1\n```\n\n| Column | Phase |\n|---|---|\n| id | Input |\n| wave | Computed |\n| status | Lifecycle |\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:2:1 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status\n1,1,pending\n```\n\n| Column | Phase |\n|---|---|\n| id | Input |\n| wave | Computed |\n| status | Lifecycle |\n',
      },
    },
    {
      title: 'Rows of unequal length are left to an author',
      files: { '.codex/skills/survey/SKILL.md': '```csv\nid,title,wave\n1,Read\n```\n' },
      reports: ['.codex/skills/survey/SKILL.md:2:1 missing'],
    },
    {
      title: 'Input columns in the fence, the status in a table or list of lifecycle columns',
      files: {
        '.codex/skills/team/SKILL.md':
          '```csv\nid,title,wave\n1,Read,1\n```\n\n### Input columns\n\n| Column | Description |\n|---|---|\n| `id` | number |\n| `title` | what to do |\n| `wave` | when |\n\n### Lifecycle columns\n\n| Column | Initial value |\n|---|---|\n| `status` | pending |\n| `findings` | |\n',
        '.codex/skills/pair/SKILL.md':
          '```csv\nid,title,wave\n1,Read,1\n```\n\n输入列：id、title、wave。生命周期列：status（初始 pending）、findings。\n',
      },
    },
    {
      title: 'The file of one wave, beside the master table',
      files: {
        '.codex/skills/survey/SKILL.md':
          '### tasks.csv (Master State)\n\n```csv\nid,title,wave,status\n```\n\n### wave-{N}.csv\n\n```csv\nid,title,wave,prev_context\n```\n',
        '.codex/skills/other/SKILL.md':
          'Write `wave-1.csv`:\n\n```csv\nid,title,wave\n```\n\nCodex answers with `wave-1-results.csv`:\n\n```csv\nid,title,wave,job_id,item_id,result_json\n```\n',
      },
    },
    {
      title: 'Tables without waves, and headers that are cut short',
      files: { '.codex/skills/survey/SKILL.md': '```csv\nid,title\n1,Read\n```\n\n```csv\nid,wave,...\n```\n' },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const lacking = taskTablesOf(document).filter(
      table => hasColumn(table, 'wave') && !hasColumn(table, 'status') && !hasColumn(table, 'state'),
    )
    if (!lacking.length) return
    const companions = companionsOf(document)
    if (separateLifecycle(companions).some(({ name }) => name === 'status')) return
    const isShown = companions
      .flatMap(taskTablesOf)
      .some(table => hasColumn(table, 'wave') && hasColumn(table, 'status'))
    for (const table of lacking) {
      const role = roleOf(document, table)
      // Where another table of the skill has the status, this one may be a wave's part of it.
      if (role === 'wave' || (role === undefined && isShown)) continue
      const edits = appendColumns(document, table, [{ name: 'status', value: 'pending' }])
      report({
        message: 'missing',
        at: table.headerSpan,
        ...(edits ? { fix: { title: 'Add the column, pending in every row', safe: true, edits } } : {}),
      })
    }
  },
})
