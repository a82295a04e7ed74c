import { expect, test } from 'vitest'
import { parseWithSatteri } from '../../src/markdown/satteri.ts'
import { callFaultsOf } from '../../src/model/call-faults.ts'
import { packsOf } from '../../src/model/packs.ts'
import { writtenCallsOf } from '../../src/model/platform-calls.ts'
import codex from '../../src/platforms/codex.ts'

const document = (text: string) =>
  packsOf({ sources: [{ path: '.codex/skills/x/SKILL.md', text }], unread: [] }, parseWithSatteri)[0]!.documents[0]!

const callsIn = (text: string) =>
  writtenCallsOf(document(text), tool => /^(?:spawn_agent|Agent|update_plan)$/.test(tool)).map(call => {
    expect(text.slice(call.span.start, call.span.end)).toBe(call.tool)
    for (const { key, keySpan } of call.entries)
      expect(text.slice(keySpan.start, keySpan.end).replace(/["']/g, '')).toBe(key)
    const keys = call.entries.map(({ key, value }) => `${key}:${value.kind}`).join(' ')
    return `${call.form}${call.open ? ' open' : ''}${call.sketch ? ' sketch' : ''} ${keys}`.trim()
  })

test.each<[string, string[]]>([
  ['`spawn_agent({ task_name: "a", message })`', ['object task_name:string message:name']],
  [
    '```\nspawn_agent({\n  "message": `a { b ${c} "d`,\n  fork_turns: "none",\n})\n```',
    ['object message:string fork_turns:string'],
  ],
  ['`spawn_agent({ message: "a", ... })`', ['object open message:string']],
  ['`spawn_agent({ message: <what to do>, <more> })`', ['object open message:hole']],
  ['`spawn_agent([{ message: "a" }])`', ['list']],
  ['`spawn_agent(message="a", model=small)`', ['words message:string model:name']],
  ['```\nAgent(prompt: "a", name: b)\n```', ['words sketch prompt:string name:name']],
  ['`spawn_agent("a")`', ['text']],
  // Prompts with backticks of their own: what comes after them is not trusted.
  [
    '```\nspawn_agent({ task_name: "a", message: `read `b`, c: d` })\n```',
    ['object open task_name:string message:other'],
  ],
  [
    '```\nspawn_agent({\n  task_name: "a",\n  message: `never closes\n})\n```',
    ['object open task_name:string message:other'],
  ],
  ["```\nspawn_agent({ task_name: 'it\\'s', message: 'b' })\n```\r\n", ['object task_name:string message:string']],
  ['```python\nspawn_agent({ "message": "a" })\n```\n\nNever `spawn_agent({ message: "a" })`. spawn_agent()', []],
])('calls in %j', (text, calls) => {
  expect(callsIn(text)).toEqual(calls)
})

const faultsIn = (text: string) =>
  writtenCallsOf(document(text), tool => codex.tools[tool]?.args !== undefined).flatMap(call =>
    callFaultsOf(call, codex.tools[call.tool]!.args!).map(fault => {
      expect(text.slice(fault.at.start, fault.at.end)).not.toBe('')
      return fault.kind
    }),
  )

test.each<[string, string[]]>([
  ['```\nspawn_agent({ message: "a" })\nspawn_agent({ items: [] })\n```', []],
  ['```\nspawn_agent({ agent_type: "a" })\n```', ['missing']],
  ['```\nspawn_agent({ subagent_type: "a", prompt: b })\n```', ['unknown']],
  ['```\nspawn_agent({ message: "a", task_name: "A b", fork_turns: "some" })\n```', ['value', 'value']],
  ['```\nspawn_agent({ message: "a", task_name: "{role}_{n}", fork_turns: <turns> })\n```', []],
  ['`spawn_agent({ agent_type: "a" })`', []],
  ['```\nupdate_plan({ plan: ["Read", "Write"] })\n```', ['no-object']],
  [
    '```\nupdate_plan({ plan: ["<step>", ...] })\nupdate_plan({ plan })\nupdate_plan({ plan: steps.map(x => y) })\n```',
    [],
  ],
  ['```\nupdate_plan({ plan: [{ step: "Read", status: "done" }] })\n```', ['value']],
  ['```\nupdate_plan({ todos: [{ content: "Read" }] })\n```', ['unknown']],
  ['```\nrequest_user_input([{ id: "a", header: "b", question: "c", options }])\n```', ['bare']],
  ['```\nrequest_user_input({ questions: [{ id: "a b", header: "b", question: "c", options: [] }] })\n```', ['value']],
])('faults in %j', (text, faults) => {
  expect(faultsIn(text)).toEqual(faults)
})
