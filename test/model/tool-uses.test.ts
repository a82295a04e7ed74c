import { expect, test } from 'vitest'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { packsOf } from '../../src/model/packs.ts'
import { isUnmistakable, mentionsOf, toolUsesOf } from '../../src/model/tool-uses.ts'

const document = (text: string) =>
  packsOf({ sources: [{ path: '.codex/skills/x/SKILL.md', text }], unread: [] }, parseWithSatteri)[0]!.documents[0]!

const TOOLS = new Set(['exec_command', 'WebFetch', 'update_plan', 'Agent', 'PowerShell', 'finish'])

test.each([
  ['Run it via exec_command (see the protocol).', ['exec_command']],
  ['Run it via `exec_command`, then use the `update_plan` tool.', ['exec_command', 'update_plan']],
  [
    'Pages are read using WebFetch. It uses\nexec_command too, calling update_plan.',
    ['WebFetch', 'exec_command', 'update_plan'],
  ],
  ['1. Fetch the page with WebFetch\n   > Run through exec_command', ['WebFetch', 'exec_command']],
  ['使用 exec_command；通过`WebFetch`读取。不使用 update_plan。', ['exec_command', 'WebFetch']],
  ['Via `exec_command({ cmd: "ls" })`', ['exec_command']],
  ['All exec_command calls are short. exec_command runs it.', []],
  ['Skills with WebFetch are slow. Without using WebFetch. Rather than via exec_command.', []],
  ['Do not call exec_command. 不要 use WebFetch. NEVER via exec_command.', []],
  ['Use Agent, finish, PowerShell and use my_exec_command, use exec_command.md, use exec_command/x.', []],
  ['In Claude Code use WebFetch.', []],
  ['Say “use WebFetch”. Say "via exec_command". `use WebFetch`', []],
  ['## Use WebFetch\n\n| use WebFetch |\n|---|\n| via exec_command |\n\n```\nuse WebFetch\n```', []],
])('tools used in %j', (text, tools) => {
  const uses = toolUsesOf(document(text), name => TOOLS.has(name))
  expect(uses.map(({ tool }) => tool)).toEqual(tools)
  for (const { tool, span } of uses) expect(text.slice(span.start, span.end)).toBe(tool)
})

test.each([
  ['exec_command is run. `exec_command`', 2],
  ['---\ntools: exec_command\n---\n\n```\nexec_command\n```', 1],
  ['Codex 无 exec_command。', 0],
  ['no exec_command; exec_command', 1],
  ['my_exec_command exec_command.md exec_commands exec_command-x x.exec_command', 0],
  [
    'exec_command was removed.\nIt is no longer exec_command.\nUntil codex 0.144 exec_command ran it.\n旧版 exec_command',
    0,
  ],
])('mentions in %j', (text, count) => {
  expect(mentionsOf(document(text), 'exec_command').length).toBe(count)
})

test('names that can be nothing but a tool', () => {
  const names = ['exec_command', 'WebFetch', 'Agent', 'LS', 'LSP', 'shell', 'PowerShell']
  expect(names.filter(isUnmistakable)).toEqual(['exec_command', 'WebFetch'])
})
