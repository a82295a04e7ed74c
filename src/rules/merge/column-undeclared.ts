import { defineRule } from '../../core/rule.ts'
import { appendColumns, masterTableOf, shownColumns, targetOf, undeclaredCopies } from '../../model/contract/columns.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'merge/column-undeclared',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  fixable: 'safe',
  summary: 'Every column that a merge copies is one of the table’s.',
  why: 'What workers return and no column takes is lost at the merge: the next wave, the report and a resumed run never see it.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    undeclared: {
      text: 'The merge copies “{column}”, which the table does not declare.',
      help: 'Add the column to the header, or drop it from the copy list.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,findings,error\n```\n\nMerge: `result_status` → master `status`; copy `findings`, `error`.\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,output_file\n"1","1","pending",""\n2,1,pending,\n```\n\nMerge into tasks.csv: map `result_status` → `status`; copy `output_path`, `error`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:61 undeclared', '.codex/skills/survey/SKILL.md:7:76 undeclared'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,output_file,output_path,error\n"1","1","pending","","",""\n2,1,pending,,,\n```\n\nMerge into tasks.csv: map `result_status` → `status`; copy `output_path`, `error`.\n',
      },
    },
    {
      title: 'A list of columns and no header: nothing that a fix could extend',
      files: {
        '.codex/skills/survey/SKILL.md':
          '输入列：id、title。生命周期列：status、findings。\n\n合并：`result_status` → 主表 `status`；复制 `findings`、`evidence`。\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:3:49 undeclared'],
    },
    {
      title: 'Declared in a table, in prose, under another name, in code, in another file of the skill',
      files: {
        '.codex/skills/a/SKILL.md':
          '```csv\nid,wave,status\n```\n\n| Column | Phase |\n|---|---|\n| `findings`, `score` | Lifecycle |\n\nMerge into tasks.csv: copy `findings`, `score`.\n',
        '.codex/skills/b/SKILL.md':
          '```csv\nid,wave,status\n```\n\nLifecycle columns: status, findings (merged) and score.\n\nMerge into tasks.csv: copy `findings` and `score`.\n',
        '.codex/skills/c/SKILL.md':
          '```csv\nid,wave,status,findings\n```\n\nMerge: copy `result_findings` → `findings` into the master.\n',
        '.codex/skills/d/SKILL.md':
          '```csv\nid,title\n```\n\nThe master has `id,title,status,findings`.\n\nMerge into tasks.csv: copy `findings`.\n',
        '.codex/skills/e/SKILL.md': '```csv\nid,wave,status\n```\n\nMerge into tasks.csv: copy `findings`.\n',
        '.codex/skills/e/specs/table.md': '```csv\nid,wave,status,findings\n```\n',
      },
    },
    {
      title: 'Nothing to compare with: no table, a header that is cut short, the columns of a wave alone',
      files: {
        '.codex/skills/a/SKILL.md': 'Merge: `result_status` → master `status`; copy `findings`.\n',
        '.codex/skills/b/SKILL.md': '```csv\nid,wave,...\n```\n\nMerge into tasks.csv: copy `findings`.\n',
        '.codex/skills/d/SKILL.md':
          'Write `wave-1.csv`:\n\n```csv\nid,title\n```\n\nInput columns: id, title.\n\nMerge into tasks.csv: copy `findings`.\n',
        '.codex/skills/c/SKILL.md':
          '| Field | Meaning |\n|---|---|\n| total | sum |\n\nMerge into tasks.csv: copy `findings`.\n',
      },
    },
    {
      title: 'What follows the list is not copied',
      files: {
        '.codex/skills/survey/SKILL.md':
          '```csv\nid,wave,status,findings\n```\n\nMerge into tasks.csv: copy `findings`, then delete `wave_file`. Do not copy `draft`.\n\nMerge into tasks.csv: copy from `wave-1-results.csv` the field `findings`; set `finished`.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const copies = undeclaredCopies(document)
    const place = shownColumns(document)
    if (!copies.length || !place) return
    const table = masterTableOf(document)
    const names = [...new Set(copies.map(({ column }) => targetOf(column).name))]
    const edits =
      table &&
      appendColumns(
        document,
        table,
        names.map(name => ({ name, value: '' })),
      )
    const fix = edits && { title: 'Add to the header, and an empty cell to every row', safe: true, edits }
    for (const { column } of copies) {
      const { name, span } = targetOf(column)
      report({
        message: 'undeclared',
        at: span,
        data: { column: name },
        related: [place],
        ...(fix && { fix }),
      })
    }
  },
})
