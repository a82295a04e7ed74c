import { expect, test } from 'vitest'
import type { Document } from '../../../src/core/types.ts'
import { parseWithSatteri } from '../../../src/markdown/satteri.ts'
import { agentFanOutOf, hasWaveTable } from '../../../src/model/contract/agent-fan-out.ts'
import { contractsOf } from '../../../src/model/contract/contract.ts'
import { instructionsOf } from '../../../src/model/contract/instruction.ts'
import { promiseOf } from '../../../src/model/contract/promise.ts'
import { companionsOf, isReference } from '../../../src/model/contract/scope.ts'
import { waveRunsOf } from '../../../src/model/contract/wave-run.ts'
import { packsOf } from '../../../src/model/packs.ts'

const SKILL = '.claude/skills/x/SKILL.md'

const documentsOf = (files: Readonly<Record<string, string>>): Map<string, Document> =>
  new Map(
    packsOf(
      { sources: Object.entries(files).map(([path, text]) => ({ path, text })), unread: [] },
      parseWithSatteri,
    ).flatMap(({ documents }) => documents.map(document => [document.path, document] as const)),
  )

const document = (text: string) => documentsOf({ [SKILL]: text }).get(SKILL)!

test.each([
  ['`node wave.mjs run --csv a --contract contracts/a.json`', ['contracts/a.json']],
  ['`node wave.mjs run --contract=contracts/a.json`', ['contracts/a.json']],
  [
    '```bash\nnode "$D/wave.mjs" run --csv a \\\n  --contract \\\n  "$D/contracts/a.json" \\\n  --x\nls\n```',
    ['$D/contracts/a.json'],
  ],
  ['```\r\nnode wave.mjs run --csv a \\\r\n  --contract c.json\r\n```', ['c.json']],
  ['```\nnode wave.mjs run --csv a\necho --contract no.json\n```', [undefined]],
  ['```javascript\nBash({ command: "node wave.mjs run --csv a --contract c.json" })\n```', ['c.json']],
  ['`wave.mjs run`, `wave.mjs run [--json]`, `wave.mjs run --help`, `wave.mjs run --csv …`, `wave.mjs runs --x`', []],
  ['wave.mjs run --csv a', []],
])('command lines of %j', (text, contracts) => {
  expect(waveRunsOf(document(text)).map(run => run.contract?.text)).toEqual(contracts)
  for (const { contract } of waveRunsOf(document(text)))
    if (contract) expect(text.slice(contract.span.start, contract.span.end)).toBe(contract.text)
})

test.each([
  ['`spawn_agents_on_csv({ instruction: "a {x}" })`', ['a {x}']],
  ['```\nspawn_agents_on_csv({ instruction: "a" + `b ${c}` + NAME })\n```', ['a', 'b ${c}']],
  ['```js\nconst READ_INSTRUCTION = `Read.`\nconst other = "x"\n```', ['Read.']],
  ['#### Reader (READ_INSTRUCTION)\n\nText.\n\n```\nRead.\n```\n', ['Read.\n']],
  ['**Reader** (READ_INSTRUCTION)\n\n```\nRead.\n```\n', []],
  ['## Reader (READ_INSTRUCTION)\n\n## Other\n\n```\nRead.\n```\n', []],
])('instructions of %j', (text, inside) => {
  const read = document(text)
  expect(instructionsOf(read, contractsOf(read).uses).map(({ span }) => text.slice(span.start, span.end))).toEqual(
    inside,
  )
})

const CALL = '`Agent({ description: "d", prompt: "p" })`'
const PAIR = `In parallel:\n\n\`\`\`\n${CALL.slice(1, -1)}\n${CALL.slice(1, -1)}\n\`\`\``

test.each([
  ['one agent', CALL, false],
  ['for each row of a file', `For each row of tasks.csv ${CALL}`, true],
  ['for each row of nothing', `For each row ${CALL}`, false],
  ['for each row of another part', `For each row of tasks.csv.\n\n## Then\n\n${CALL}`, false],
  ['for each task without waves', `For each task ${CALL}`, false],
  ['for each task with waves', `Filter \`wave==1\`. For each task ${CALL}`, true],
  ['each row, in Chinese', `逐行读取 tasks.csv：${CALL}`, true],
  ['two in parallel without waves', PAIR, false],
  ['two in parallel with waves', `Filter \`wave==1\`. ${PAIR}`, true],
  ['forbidden', `For each row of tasks.csv NEVER ${CALL}`, false],
  ['two in one call', '`invoke_subagent({ Subagents: [{ Prompt: "a" }, { Prompt: "b" }] })`', true],
  ['one in one call', '`invoke_subagent({ Subagents: [{ Prompt: "a" }] })`', false],
  ['a list that code makes', '`invoke_subagent({ Subagents: rows })`', false],
])('starts several agents: %s', (_, text, starts) => {
  const read = document(text)
  expect(agentFanOutOf(read, hasWaveTable([read])) !== undefined).toBe(starts)
})

test.each([
  ['', [], []],
  ['`id` `result_status` `findings`', ['findings', 'id', 'result_status'], []],
  ['```json\n{ "id": 1, "result_status": "a" }\n```', ['id', 'result_status'], []],
  ['- Success → a\n- **Failed**: b\n| timeout | c |', [], ['failure', 'success', 'timeout']],
  ['成功：a\n失败：b\n超时：c', [], ['failure', 'success', 'timeout']],
  ['The success of it. No failure, no timeout.', [], []],
])('what %j promises', (text, fields, ends) => {
  const promise = promiseOf([document(text)])
  expect([...promise.fields].sort()).toEqual(fields)
  expect([...promise.ends].sort()).toEqual(ends)
})

test.each([
  ['{ "ends": { "completed": "x", "failed": "y" } }', 3, ['failure', 'success', 'timeout']],
  ['{ "ends": { "completed": "x", "timeout": { "as": "blocked" } } }', 3, ['success', 'timeout']],
  ['{ "result": {} }', 3, []],
  ['{ "ends": ', 0, []],
  ['[1]', 0, []],
  ['{ "version": 1 }', 0, []],
])('a contract file %j', (text, fields, ends) => {
  const path = '.claude/skills/x/contracts/a.json'
  const promise = promiseOf([documentsOf({ [SKILL]: '', [path]: text }).get(path)!])
  expect([promise.fields.size, [...promise.ends].sort()]).toEqual([fields, ends])
})

test('a file’s companions are those of its skill, generators and data left out', () => {
  const files = documentsOf({
    [SKILL]: 'a',
    '.claude/skills/x/roles/y/role.md': 'b',
    '.claude/skills/x/templates/z.md': 'c',
    '.claude/skills/x/contracts/a.json': '{}',
    '.claude/tools.md': 'd',
    '.claude/workflows/w.md': 'e',
  })
  const paths = (path: string) => companionsOf(files.get(path)!).map(other => other.path)
  expect(paths(SKILL)).toEqual([SKILL, '.claude/skills/x/roles/y/role.md'])
  expect(paths('.claude/skills/x/roles/y/role.md')).toEqual(['.claude/skills/x/roles/y/role.md', SKILL])
  expect(paths('.claude/tools.md')).toEqual(['.claude/tools.md'])
  expect([...files].filter(([, file]) => isReference(file)).map(([path]) => path)).toEqual(['.claude/tools.md'])
})
