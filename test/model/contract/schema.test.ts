import { describe, expect, test } from 'vitest'
import type { Document } from '../../../src/core/types.ts'
import { parseWithSatteri } from '../../../src/markdown/satteri.ts'
import { contractsOf } from '../../../src/model/contract/contract.ts'
import { choiceOf, payloadsOf } from '../../../src/model/contract/payload.ts'
import { strictText } from '../../../src/model/contract/strict-schema.ts'
import { packsOf } from '../../../src/model/packs.ts'

/** Which schemas a text has, and which results it shows to workers. */

const documentOf = (text: string): Document =>
  packsOf({ sources: [{ path: '.codex/skills/x/SKILL.md', text }], unread: [] }, parseWithSatteri)[0]!.documents[0]!

const fenced = (code: string, lang = '') => `\`\`\`${lang}\n${code}\n\`\`\`\n`
const STRICT = '{ "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] }'
const WITH_STATUS = STRICT.replace('"id":', '"result_status":')
const CALL = 'spawn_agents_on_csv({ csv_path, output_schema: NOTES_SCHEMA })'

const schemasIn = (text: string) =>
  contractsOf(documentOf(text)).schemas.map(
    ({ from, strict, fields }) => `${from} ${strict ? 'strict' : 'loose'} ${fields.map(({ name }) => name).join()}`,
  )

describe('schemas', () => {
  test.each<[string, string, string[]]>([
    ['in a call', `\`spawn_agents_on_csv({ csv_path, output_schema: ${STRICT} })\``, ['call strict id']],
    ['in a call that is forbidden', `Do NOT call spawn_agents_on_csv({ output_schema: ${STRICT} }).`, []],
    ['in a call that is cut short', `\`spawn_agents_on_csv({ output_schema: ${STRICT}, ... })\``, []],
    ['empty', '`spawn_agents_on_csv({ csv_path, output_schema: { /* as above */ } })`', ['call loose ']],
    ['named by a call', fenced(`const NOTES_SCHEMA = ${STRICT}\n${CALL}`), ['const strict id']],
    ['named by a call, without “const”', fenced(`NOTES_SCHEMA = ${STRICT}\n`) + CALL, ['const strict id']],
    [
      'named in small letters',
      fenced(`const notes = ${STRICT}\nspawn_agents_on_csv({ csv_path, output_schema: notes })`, 'js'),
      ['const strict id'],
    ],
    [
      'named in prose',
      `Pass \`output_schema: NOTES_SCHEMA\`.\n\n${fenced(`const NOTES_SCHEMA = ${STRICT}`)}`,
      ['const strict id'],
    ],
    ['with an outcome', fenced(`const NOTES_SCHEMA = ${WITH_STATUS}`), ['const strict result_status']],
    ['of something else', fenced(`const CONFIG_SCHEMA = ${STRICT}`) + CALL, []],
    ['below a label', `spawn_agents_on_csv\n\n**Output schema**:\n\n${fenced(STRICT, 'json')}`, ['fence strict id']],
    ['below a Chinese label', `spawn_agents_on_csv\n\n### 输出结构\n\n${fenced(STRICT)}`, ['fence strict id']],
    ['where nothing is started', `**Output schema**:\n\n${fenced(STRICT, 'json')}`, []],
    [
      'where workers are told to report',
      `**Output schema**:\n\n${fenced(STRICT)}\nreport_agent_job_result`,
      ['fence strict id'],
    ],
    ['anywhere with an outcome', fenced(WITH_STATUS, 'json'), ['fence strict result_status']],
    ['a list of fields', `**output_schema**\n\n${fenced('{ "result_status": "a|b" }')}`, ['fence loose result_status']],
    [
      'a result',
      `It must match output_schema:\n\n${fenced('{ "id": "1", "result_status": "completed" }')}spawn_agents_on_csv`,
      [],
    ],
    [
      'a result, in Chinese',
      `符合输出结构的示例：\n\n${fenced('{ "id": "1", "result_status": "completed" }')}spawn_agents_on_csv`,
      [],
    ],
    ['in a table row above', `| output_schema |\n${fenced('{ "result_status": "completed" }')}`, []],
    ['other code', `**output_schema**\n\n${fenced(STRICT, 'python')}spawn_agents_on_csv`, []],
  ])('%s', (_, text, expected) => expect(schemasIn(text)).toEqual(expected))

  test('values, limits and required names with their places', () => {
    const text = `\`spawn_agents_on_csv({ csv_path, output_schema: { type: 'object', properties: { result_status: { type: 'string', enum: ['a', "b"] }, findings: { type: 'string', maxLength: 9, description: 'x' + 'y' } }, required: ['findings'] } })\``
    const [schema] = contractsOf(documentOf(text)).schemas
    expect(schema!.fields.map(({ type, maxLength, description }) => ({ type, maxLength, description }))).toEqual([
      { type: 'string', maxLength: undefined, description: undefined },
      { type: 'string', maxLength: 9, description: 'xy' },
    ])
    const at = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
    expect(schema!.fields[0]!.values!.map(({ span }) => at(span))).toEqual(["'a'", '"b"'])
    expect(schema!.required.map(({ span }) => at(span))).toEqual(["'findings'"])
    expect(at(schema!.keySpan!)).toBe('output_schema')
  })
})

describe('the strict form of a list of fields', () => {
  const strict = (literal: string) => {
    const document = documentOf(`\`spawn_agents_on_csv({ csv_path, output_schema: ${literal} })\``)
    return strictText(document, contractsOf(document).schemas[0]!)
  }
  test.each([
    [
      '{ id, score }',
      '{ type: "object", properties: { id: { type: "string" }, score: { type: "string" } }, required: ["id"] }',
    ],
    [
      "{ id: 'string', n: 'integer' }",
      "{ type: 'object', properties: { id: { type: 'string' }, n: { type: 'integer' } }, required: ['id'] }",
    ],
    [
      '{ "verdict": "good|bad" }',
      '{ "type": "object", "properties": { "verdict": { "type": "string", "enum": ["good", "bad"] } }, "required": [] }',
    ],
    [
      '{ why: "a | b, or what else" }',
      '{ type: "object", properties: { why: { type: "string", description: "a | b, or what else" } }, required: [] }',
    ],
    [
      '{ n: 3, ok: true, more: <text> }',
      '{ type: "object", properties: { n: { type: "number" }, ok: { type: "boolean" }, more: { type: "string" } }, required: [] }',
    ],
    [
      '{ list: [], names: [string], at: [{ path, line: number }] }',
      '{ type: "object", properties: { list: { type: "array" }, names: { type: "array", items: { type: "string" } }, at: { type: "array", items: { type: "object", properties: { path: { type: "string" }, line: { type: "number" } } } } }, required: [] }',
    ],
    [
      '{ id: { type: "string", maxLength: 4 } }',
      '{ type: "object", properties: { id: { type: "string", maxLength: 4 } }, required: ["id"] }',
    ],
    [
      '{ type: "object", status, required: true }',
      '{ type: "object", properties: { result_status: { type: "string", enum: ["completed", "failed", "blocked"] } }, required: ["result_status"] }',
    ],
    [
      '{ status, result_status }',
      '{ type: "object", properties: { status: { type: "string" }, result_status: { type: "string", enum: ["completed", "failed", "blocked"] } }, required: ["result_status"] }',
    ],
    [
      '{ "no-name": "x" }',
      '{ "type": "object", "properties": { "no-name": { "type": "string", "description": "x" } }, "required": [] }',
    ],
  ])('%s', (literal, expected) => expect(strict(literal)).toBe(expected))
})

describe('shown results', () => {
  const shown = (text: string) =>
    payloadsOf(documentOf(text)).map(({ form, literal }) => `${form} ${literal.entries.map(({ key }) => key).join()}`)
  const contract = (text: string) => fenced(`Call report_agent_job_result once.\n${text}`)
  test.each<[string, string, string[]]>([
    ['a call', 'report_agent_job_result({ id, a: 1 })', ['call id,a']],
    ['a call with its result', fenced('report_agent_job_result({\n  job_id,\n  result: { id }\n})'), ['call id']],
    ['the same line', 'Call `report_agent_job_result` with `{ id, a }`.', ['block id,a']],
    ['a fence below', `Report with report_agent_job_result:\n\n${fenced('{ "id": 1 }', 'json')}`, ['block id']],
    ['a fence further below', `Report with report_agent_job_result:\n\nText.\n\n${fenced('{ "id": 1 }')}`, []],
    ['within a fence', fenced('End with report_agent_job_result:\n  { "id": "x" }'), ['block id']],
    ['after OUTPUT', contract('OUTPUT (must match):\r\n\r\n  { "id": 1 }'), ['output id']],
    ['after OUTPUT, in one line', contract('OUTPUT: { "id": 1 }'), ['output id']],
    ['in Chinese', contract('## 输出（JSON）\n{ "id": 1 }'), ['output id']],
    ['a file', contract('OUTPUT to a.json:\n{ "id": 1 }'), []],
    ['a word that begins alike', contract('OUTPUT_DIR:\n{ "id": 1 }'), []],
    ['no worker’s fence', fenced('OUTPUT:\n{ "id": 1 }'), []],
    ['an open brace', contract('OUTPUT:\n{ "id": 1'), []],
    ['a list', contract('OUTPUT:\n- { "id": 1 }'), []],
    ['the end of the text', 'report_agent_job_result:', []],
  ])('%s', (_, text, expected) => expect(shown(text)).toEqual(expected))

  test.each<[string, string[] | undefined]>([
    ['"a" | "b"', ['a', 'b']],
    ['"a|b"', ['a', 'b']],
    ['"<a|b/c>"', ['a', 'b/c']],
    ['<a | b>', ['a', 'b']],
    ['["a", "b"]', ['a', 'b']],
    ['"pass" | ""', ['pass', '']],
    ['"a, or b | c d"', undefined],
    ['"a"', undefined],
    ['<text>', undefined],
    ['3', undefined],
  ])('the choice %s', (value, expected) => {
    const [payload] = payloadsOf(documentOf(contract(`OUTPUT:\n{ "x": ${value} }`)))
    expect(choiceOf(payload!.literal.entries[0]!)?.values).toEqual(expected)
  })
})
