import { defineRule } from '../../core/rule.ts'
import type { Document } from '../../core/types.ts'
import { contractsOf } from '../../model/contract/contract.ts'
import type { MergeSentence } from '../../model/contract/merge.ts'
import type { ResultSchema, SchemaField } from '../../model/contract/schema.ts'
import { companionsOf, FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'

export default defineRule({
  id: 'merge/copies-all-props',
  scope: 'document',
  severity: 'warn',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  summary: 'A merge copies every field that workers return, or says which ones it leaves out.',
  why: 'A field that the schema asks for and no merge takes costs every worker tokens and is thrown away.',
  source: { url: 'docs/pack-grammar.md#wave-tables', level: 'SHOULD', verified: '2026-11' },
  messages: {
    left: {
      text: 'No merge copies {fields}, which workers return.',
      help: 'Add to the list what is to be kept, say what is not copied, or drop it from the schema.',
    },
  },
  examples: [
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": {}, "findings": {}, "error": {} }, "required": ["id"] }\n```\n\nMerge: `result_status` → master `status`; copy `findings`, `error`.\n',
      },
    },
    {
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "id": {}, "result_status": {}, "findings": {}, "score": {}, "error": {} }, "required": ["id"] }\n```\n\nMerge: `result_status` → master `status`; copy `findings`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:7:49 left'],
    },
    {
      title: 'Two schemas: the one whose field is left out is named, at the merge that follows it',
      files: {
        '.codex/skills/survey/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {}, "findings": {} }, "required": [] }\n```\n\nMerge: `result_status` → master `status`; copy `findings`.\n\n**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {}, "findings": {}, "score": {} }, "required": [] }\n```\n\nMerge: `result_status` → master `status`; copy `findings`.\n',
      },
      reports: ['.codex/skills/survey/SKILL.md:15:49 left'],
    },
    {
      title: 'Copied by another merge, under another name, or left out on purpose; all fields in words; no list at all',
      files: {
        '.codex/skills/a/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {}, "findings": {}, "score": {} }, "required": [] }\n```\n\nMerge into tasks.csv: copy `findings`.\n\nMerge into tasks.csv: copy `score` → `points`.\n',
        '.codex/skills/b/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {}, "findings": {}, "trace": {} }, "required": [] }\n```\n\nMerge into tasks.csv: copy `findings`. The `trace` is not copied.\n',
        '.codex/skills/c/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {}, "findings": {}, "score": {} }, "required": [] }\n```\n\nMerge into tasks.csv: copy all fields, `findings` first.\n',
        '.codex/skills/d/SKILL.md':
          '**Output schema**:\n\n```json\n{ "type": "object", "properties": { "result_status": {}, "findings": {} }, "required": [] }\n```\n\nMerge into tasks.csv.\n',
      },
    },
  ],

  check(document, report) {
    if (isReference(document)) return
    const { merges, schemas } = contractsOf(document)
    const listing = merges.filter(({ copies }) => copies.length)
    if (!listing.length) return
    const companions = companionsOf(document)
    if (listing.some(({ span }) => ALL.test(document.text.slice(span.start, span.end)))) return
    const copied = new Set(
      companions.flatMap(other => contractsOf(other).merges.flatMap(({ copies }) => copies.map(({ name }) => name))),
    )
    for (const schema of schemas) {
      if (!schema.strict || !schema.fields.some(({ name }) => name === 'result_status')) continue
      const left = schema.fields.filter(
        ({ name }) => name !== 'id' && name !== 'result_status' && !copied.has(name) && !isLeftOut(companions, name),
      )
      if (left.length) reportLeft(left, mergeFor(schema, listing))
    }

    function reportLeft(left: readonly SchemaField[], merge: MergeSentence) {
      report({
        message: 'left',
        at: merge.copySpan ?? merge.span,
        data: { fields: left.map(({ name }) => `“${name}”`).join(', ') },
        related: left.map(({ keySpan, name }) => ({ at: keySpan, text: `“${name}” in the schema` })),
      })
    }
  },
})

const ALL =
  /\b(?:all|every|each|other|remaining)\b.{0,30}\b(?:columns?|fields?|propert(?:y|ies)|values?)\b|所有|全部|其余/i

/** The merge that takes a schema's results: the first one after it, else the last before it. */
const mergeFor = ({ span }: ResultSchema, merges: readonly MergeSentence[]): MergeSentence =>
  merges.find(merge => merge.span.start > span.start) ?? merges.at(-1)!

/** Whether a line says of a field that it is not kept. */
function isLeftOut(documents: readonly Document[], name: string): boolean {
  const word = name.replace(/\W/g, '\\$&')
  const says = new RegExp(
    `\\b${word}\\b[^\\n]{0,120}(?:\\bnot (?:copied|merged|kept|taken)|\\bdropped|\\bdiscarded|\\bstays?\\b|\\bremains?\\b|不(?:复制|合并|保留))` +
      `|(?:\\bnot copy|n't copy|\\bexcept|\\bwithout|\\bdrop|不复制|除)[^\\n]{0,120}\\b${word}\\b`,
    'i',
  )
  return documents.some(({ text }) => says.test(text))
}
