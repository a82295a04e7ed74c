import { expect, test } from 'vitest'
import type { PlatformId } from '../../src/core/types.ts'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { foreignUsesOf } from '../../src/model/foreign-tools.ts'
import { packsOf } from '../../src/model/packs.ts'
import { counterpartOf, isExactCounterpart, ownerOf } from '../../src/model/vocabulary.ts'
import { platforms } from '../../src/platforms/index.gen.ts'

const usesIn = (client: PlatformId, text: string, name = 'x') => {
  const path = `.${client}/skills/${name}/SKILL.md`
  const [document] = packsOf({ sources: [{ path, text }], unread: [] }, parseWithSatteri)[0]!.documents
  return foreignUsesOf(document!, platforms[client], platforms).map(({ tool, called, span, names }) => {
    for (const place of [span, ...names]) expect(text.slice(place.start, place.end)).toBe(tool)
    return `${called ? 'call ' : ''}${tool}${names.length > 1 ? ` ×${names.length}` : ''}`
  })
}

test.each<[string, string[]]>([
  ['Ask: AskUserQuestion. Later AskUserQuestion (yes / no).', ['AskUserQuestion ×2']],
  ['先 AskUserQuestion，再 TaskCreate。', ['AskUserQuestion', 'TaskCreate']],
  ['| TaskCreate / TaskList | tasks |\n|---|---|\n| x | y |', ['TaskCreate', 'TaskList']],
  ['The TaskList component.', []],
  ['```\nAgent({ prompt: "a" })\nSkill("ship")\n```', ['call Agent', 'call Skill']],
  ['```\nAgent(subagent_type: "a", prompt: "b")\n```', ['call Agent']],
  ['```\nAgent({ model, tools })\nTask(1)\nSkill(name)\n```', []],
  ['```\n1. TeamCreate\n2. Agent({ prompt: "a" }) -> TaskGet\n```', ['TeamCreate', 'call Agent', 'TaskGet']],
  ['`Read("a.md")`, `Bash("ls")`', []],
  ['Say “use TodoWrite” — x.TodoWrite, <TodoWrite />, TodoWrite.md, a/TodoWrite, $TodoWrite', ['TodoWrite']],
  ['```js\nconst tools = ["TodoWrite"]\n```\n\n```json\n{ "tool": "TodoWrite" }\n```', []],
  ['No TodoWrite. 无 TodoWrite。Without TodoWrite; unlike TodoWrite', []],
  ['TodoWrite is not available. TodoWrite 不可用。`TodoWrite` does not exist here.', []],
  ['TodoWrite was removed. Formerly TodoWrite.', []],
  ['Claude: TodoWrite. With Claude Code, TodoWrite.', []],
  ['Converted from `.claude/skills/x`: use TodoWrite.', ['TodoWrite']],
  ['# On Claude\n\nTodoWrite\n\n## More\n\nTaskCreate\n\n# Here\n\nTeamCreate', ['TeamCreate']],
  ['# Tool mapping\n\nTodoWrite\n\n# Steps\n\nTaskCreate', ['TaskCreate']],
  ['Claude Code’s words:\n\n- TodoWrite\n- TaskCreate\n\nThen TeamCreate.', ['TeamCreate']],
  ['| Claude | Codex |\n|---|---|\n| TodoWrite | a file |', []],
  ['`AskUserQuestion` → `request_user_input`\n\nAskUserQuestion first.', []],
  ['AskUserQuestion → spawn_agent', ['AskUserQuestion']],
  ['Replace TodoWrite by update_plan.\n\nTodoWrite first.', []],
  ['<!-- TodoWrite -->\n\nNothing.', []],
  ['Via invoke_subagent; then ask_question.', ['invoke_subagent', 'ask_question']],
])('in Codex: %j', (text, uses) => {
  expect(usesIn('codex', text)).toEqual(uses)
})

test.each<[string, string[]]>([
  ['`Read("a.md")` then `Bash({ command: "ls" })` and Write(x).', ['call Read', 'call Bash']],
  ['Read (see below). Edit("when needed")', ['call Edit']],
  ['`Grep(pattern="x")`', ['call Grep']],
  ['`send_message({ Recipient, Message })`', []],
])('in agy: %j', (text, uses) => {
  expect(usesIn('agy', text)).toEqual(uses)
})

test.each<[string, string[]]>([
  ['Start spawn_agents_on_csv; report_agent_job_result ends it.', ['spawn_agents_on_csv', 'report_agent_job_result']],
  ['`web_search` is a field, exec_command a method. The finish() and wait(1) of others.', []],
  ['Run it via exec_command.', ['exec_command']],
  ['Use send_message of the bot; `send_message({ chat_id: 1, text: "x" })`, `web_search(query="x")`.', []],
  ['`send_message({ target: "lead", message: "done" })`', ['call send_message']],
  ['`codex exec` lets Codex call spawn_agent.', []],
])('in Claude Code: %j', (text, uses) => {
  expect(usesIn('claude', text)).toEqual(uses)
})

test('a skill called after the other client speaks of it', () => {
  expect(usesIn('codex', 'Then TodoWrite.', 'ask-claude')).toEqual([])
  expect(usesIn('codex', 'Then TodoWrite.', 'claudette')).toEqual(['TodoWrite'])
})

test('neutral names carry over', () => {
  const { claude, codex, agy } = platforms
  expect(ownerOf('AskUserQuestion', codex, platforms)).toBe(claude)
  expect(counterpartOf('TaskUpdate', claude, codex)).toBe('update_plan')
  expect(counterpartOf('TaskUpdate', claude, agy)).toBeUndefined()
  expect(counterpartOf('followup_task', codex, claude)).toBe('SendMessage')
  expect(isExactCounterpart('AskUserQuestion', claude, codex)).toBe(true)
  expect(isExactCounterpart('WebFetch', claude, agy)).toBe(true)
  // One tool of Codex stands for many.
  expect(isExactCounterpart('Bash', claude, codex)).toBe(false)
  expect(isExactCounterpart('TodoWrite', claude, codex)).toBe(false)
  expect(isExactCounterpart('Agent', claude, agy)).toBe(false)
})
