import { defineRule } from '../../core/rule.ts'
import type { Document, Edit } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import type { MergeSentence } from '../../model/contract/merge.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

/** The mapping in other words than a merge sentence: an assignment, a row of the column table, a list item. */
const ELSEWHERE =
  /\bresult_status`?\s*(?:→|->|=>|to|becomes|映射(?:到|为)|写入)\s*(?:the\s+)?(?:master(?:['’]s)?\s*|主表\s*)?`?(?:\w+\.)?status\b|\bstatus\b["'`\]]*\s*[=:]\s*[\w.[\]"'`]*\bresult_status\b|^[ \t]*\|[ \t]*`?status`?[ \t]*\|.*\bresult_status\b/m

export default defineRule({
  id: 'merge/mapping-missing',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  fixable: 'safe',
  summary: 'A merge says that the workers’ “result_status” becomes the master’s “status”.',
  why: 'Workers report “result_status” and waves are filled by “status”. When nothing carries one over to the other, merged rows stay pending and run again, and rows that failed look untouched.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'Results are merged, and nothing says that “result_status” becomes “status”.',
      help: 'Add to the sentence: map “result_status” → “status”.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n\nMerge: `result_status` → master `status`; copy `findings`.\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n\nMerge the answers -> master tasks.csv. Go on.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:1 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n\nMerge the answers -> master tasks.csv (map `result_status` → `status`). Go on.\n',
      },
    },
    {
      title: 'Beside a list of columns, and in Chinese',
      files: {
        '.codex/skills/a/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n\n3. Merge the rows into master `tasks.csv`: copy `findings`, `error`.\n',
        '.codex/skills/b/SKILL.md':
          '**输出结构**：\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n\n把结果合并到主表 `tasks.csv`。\n',
      },
      reports: ['.codex/skills/a/SKILL.md:7:4 missing', '.codex/skills/b/SKILL.md:7:1 missing'],
      fixed: {
        '.codex/skills/a/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n\n3. Merge the rows into master `tasks.csv` (map `result_status` → `status`): copy `findings`, `error`.\n',
        '.codex/skills/b/SKILL.md':
          '**输出结构**：\n\n```json\n{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["result_status"] }\n```\n\n把结果合并到主表 `tasks.csv`（`result_status` 映射为 `status`）。\n',
      },
    },
    {
      title: 'The mapping in a list below, in code, in the column table, in another file, in another sentence',
      files: {
        '.codex/skills/a/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed" }\n```\n\nMerge into tasks.csv:\n\n- map `result_status` to `status`\n- copy `findings`\n',
        '.codex/skills/b/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed" }\n```\n\nMerge into tasks.csv:\n\n```javascript\nmaster[id].status = row.result_status\n```\n',
        '.codex/skills/c/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed" }\n```\n\n| Column | Phase | Description |\n|---|---|---|\n| `status` | Lifecycle | pending, then the worker’s `result_status` |\n\nMerge into tasks.csv.\n',
        '.codex/skills/d/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed" }\n```\n\nMerge into tasks.csv as in `specs/merge.md`.\n',
        '.codex/skills/d/specs/merge.md': 'Merge: `result_status` becomes the master’s `status`.\n',
        '.codex/skills/e/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed" }\n```\n\nMerge into tasks.csv. The `result_status` → `status` of the row.\n',
      },
    },
    {
      title: 'A schema with “status”, no merge into the table, a merge of branches, a summary',
      files: {
        '.codex/skills/a/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "status": "completed|failed" }\n```\n\nMerge into tasks.csv.\n',
        '.codex/skills/b/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed" }\n```\n\nMerge the findings into report.md. Then merge the branch into master.\n',
        '.codex/skills/c/SKILL.md':
          '<purpose>\n\nWorkers answer; results are merged into tasks.csv.\n\n</purpose>\n\n**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed" }\n```\n\n- [ ] Merge into tasks.csv done\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { merges } = contractsOf(document)
    const merge = merges.find(({ namesMaster, isInstruction }) => namesMaster && isInstruction)
    if (!merge) return
    const companions = companionsOf(document)
    const related = companions.flatMap(home =>
      contractsOf(home)
        .schemas.flatMap(({ fields }) => fields)
        .filter(({ name }) => name === 'result_status')
        .map(({ keySpan }) => ({ in: home, at: keySpan, text: 'workers return “result_status”' })),
    )
    const isMapped = companions.some(
      other => ELSEWHERE.test(other.text) || contractsOf(other).merges.some(({ maps }) => maps),
    )
    if (!related.length || isMapped) return
    const edit = mappingIn(document, merge)
    report({
      message: 'missing',
      at: merge.span,
      related: related.slice(0, 1),
      ...(edit ? { fix: { title: 'Add the mapping', safe: true, edits: [edit] } } : {}),
    })
  },
})

function mappingIn({ path, text }: Document, { span, masterSpan, sentenceEnd }: MergeSentence): Edit | undefined {
  if (!masterSpan || sentenceEnd === undefined) return undefined
  const isChinese = /合并/.test(text.slice(span.start, span.end))
  const words = isChinese ? '（`result_status` 映射为 `status`）' : ' (map `result_status` → `status`)'
  return { path, span: { start: masterSpan.end, end: masterSpan.end }, text: words }
}
