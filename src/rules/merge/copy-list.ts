import { defineRule } from '../../core/rule.ts'
import type { Document, Edit } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import type { MergeSentence } from '../../model/contract/merge.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

/** “All result fields”, “every other column”, or another verb that carries values over. */
const IN_WORDS =
  /\b(?:all|every|each|the (?:other|remaining)|remaining)\b.{0,40}\b(?:columns?|fields?|propert(?:y|ies)|values?)\b|\b(?:fill|update|transfer|append|write)s?\b.{0,60}`\w+`|所有|全部|其余|各(?:列|字段)/i

export default defineRule({
  id: 'merge/copy-list',
  scope: 'document',
  severity: 'warn',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  fixable: 'unsafe',
  summary: 'A merge says which columns it copies from the results.',
  why: 'Without a list an agent merges the status and what comes to its mind; findings that the next wave reads may be missing in one run and there in another.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    missing: {
      text: 'Results are merged, and nothing says which of their fields are copied.',
      help: 'Name the fields: copy {columns}.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…" }\n```\n\nMerge: `result_status` → master `status`; copy `findings`.\n',
      },
    },
    {
      unsafe: true,
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…", "error": "…" }\n```\n\nMerge the answers -> master tasks.csv (map `result_status` → `status`). Delete `wave-1.csv`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:1 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…", "error": "…" }\n```\n\nMerge the answers -> master tasks.csv (map `result_status` → `status`); copy `findings`, `error`. Delete `wave-1.csv`.\n',
      },
    },
    {
      unsafe: true,
      title: 'In Chinese',
      files: {
        '.codex/skills/survey/SKILL.md':
          '**输出结构**：\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…", "error": "…" }\n```\n\n合并到主表：`result_status` → `status`。\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:1 missing'],
      fixed: {
        '.codex/skills/survey/SKILL.md':
          '**输出结构**：\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…", "error": "…" }\n```\n\n合并到主表：`result_status` → `status`；复制 `findings`、`error`。\n',
      },
    },
    {
      title: 'Short repeats of a full merge sentence of the file, or of another file of the skill',
      files: {
        '.codex/skills/a/SKILL.md':
          '### Shared contract\n\n**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…" }\n```\n\nMerge: `result_status` → master `status`; copy `findings`.\n\n### Wave 1\n\nMerge the answers -> master tasks.csv (map `result_status` → master `status`).\n',
        '.codex/skills/b/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…" }\n```\n\nMerge into tasks.csv.\n',
        '.codex/skills/b/specs/merge.md': 'Merge: `result_status` → master `status`; copy `findings`.\n',
      },
    },
    {
      title: 'All fields, fields in other words, a list below',
      files: {
        '.codex/skills/a/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…" }\n```\n\nMerge into tasks.csv with every field of the result.\n',
        '.codex/skills/b/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…" }\n```\n\nMerge into tasks.csv, copy findings and error.\n',
        '.codex/skills/c/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…" }\n```\n\nMerge into tasks.csv:\n\n1. `result_status` → `status`\n2. copy `findings`\n',
      },
    },
    {
      title: 'No schema, nothing to copy, no merge into the table',
      files: {
        '.codex/skills/a/SKILL.md': 'Merge the answers into master `tasks.csv`, then remove `wave-1.csv`.\n',
        '.codex/skills/b/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed" }\n```\n\nMerge into tasks.csv.\n',
        '.codex/skills/c/SKILL.md':
          '**Output schema**:\n\n```json\n{ "id": "…", "result_status": "completed|failed", "findings": "…" }\n```\n\nMerge all findings into report.md.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { merges } = contractsOf(document)
    const merge = merges.find(({ isInstruction }) => isInstruction)
    if (!merge) return
    const companions = companionsOf(document)
    const says = companions.some(other =>
      contractsOf(other).merges.some(
        ({ span, speaksOfCopying }) => speaksOfCopying || IN_WORDS.test(other.text.slice(span.start, span.end)),
      ),
    )
    const columns = returned(companions)
    const home = companions.find(other => contractsOf(other).schemas.length)
    if (says || !columns.length || !home) return
    const names = columns.map(name => `\`${name}\``)
    const edit = listIn(document, merge, names)
    report({
      message: 'missing',
      at: merge.span,
      related: [{ in: home, at: contractsOf(home).schemas[0]!.span, text: 'the output schema' }],
      data: { columns: columns.map(name => `“${name}”`).join(', ') },
      ...(edit ? { fix: { title: 'Copy all fields of the schema', safe: false, edits: [edit] } } : {}),
    })
  },
})

/** Fields that workers return besides the id and the status. */
function returned(companions: readonly Document[]): string[] {
  const fields = companions.flatMap(other => contractsOf(other).schemas).flatMap(({ fields }) => fields)
  const names = fields.map(({ name }) => name).filter(name => !/^(?:id|result_status|status)$/.test(name))
  return [...new Set(names)]
}

function listIn({ path, text }: Document, { span, sentenceEnd }: MergeSentence, names: string[]): Edit | undefined {
  if (sentenceEnd === undefined) return undefined
  const isChinese = /合并/.test(text.slice(span.start, span.end))
  const words = isChinese ? `；复制 ${names.join('、')}` : `; copy ${names.join(', ')}`
  return { path, span: { start: sentenceEnd, end: sentenceEnd }, text: words }
}
