import { expect, test } from 'vitest'
import { rules } from '../../../src/rules/index.gen.ts'
import { lintTexts, reportLine } from '../../helpers/lint.ts'

/** Chinese contracts in several wordings are complete (found by an author’s pack). */

const skill = (lines: string[]) =>
  `---\nname: yi-jiao\ndescription: 校对译文。\n---\n\n用 spawn_agents_on_csv 派发各行。\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`

test.each([
  ['最后必须恰好调用一次 report_agent_job_result。', '禁止静默结束。', '禁止跳过报告。', '禁止启动其他 agent。'],
  ['report_agent_job_result 只能调用一次。', '禁止静默退出。', '禁止跳过上报。', '禁止递归。'],
])('%s', (once, silent, omit, recursion) => {
  const text = skill([
    once,
    '- 成功 → result_status=completed',
    '- 失败 → result_status=failed，说明原因',
    '- 阻塞 → result_status=blocked',
    '- 超时 → result_status=failed，error="timeout"',
    '禁止无限循环。',
    silent,
    omit,
    '禁止写入 tasks.csv、wave-*.csv、results.csv。',
    recursion,
  ])
  const own = rules.filter(({ id }) => id === 'termination/clauses')
  expect(
    lintTexts({ '.codex/skills/yi-jiao/SKILL.md': text }, own).map(found => `${reportLine(found)} ${found.text}`),
  ).toEqual([])
})

test('an id that is required already is not required twice', () => {
  const own = rules.filter(({ id }) => id === 'spawn/schema-id-required')
  const schema =
    '{ "type": "object", "properties": { "result_status": { "type": "string" } }, "required": ["id", "result_status"] }'
  const text = `---\nname: a\ndescription: A.\n---\n\nRun spawn_agents_on_csv.\n\n**Output schema**:\n\n\`\`\`json\n${schema}\n\`\`\`\n`
  const found = lintTexts({ '.codex/skills/a/SKILL.md': text }, own)
  const edits = found.flatMap(({ fix }) => fix?.edits ?? [])
  expect(found).toHaveLength(1)
  expect(edits.map(edit => edit.text).join('')).not.toContain('"id", "id"')
  expect(edits.filter(edit => !edit.text.includes('type'))).toEqual([])
})
