import { defineRule } from '../../core/rule.ts'
import type { Document, Fix } from '../../core/types.ts'
import { type CallFault, callFaultsOf } from '../../model/call-faults.ts'
import { capital, listed, remedyFor } from '../../model/call-words.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { excerpt } from '../../model/excerpt.ts'
import { type WrittenCall, writtenCallsOf } from '../../model/platform-calls.ts'

/** Calls of CSV jobs have rules of their own (`spawn/*`, `termination/*`). */
const ELSEWHERE: ReadonlySet<string> = new Set(['spawn_agents_on_csv', 'report_agent_job_result'])

/** The fix that gives parameters the names that they have here; none where a name is taken or means nothing. */
function renaming({ path, text }: Document, { keys, all, args }: CallFault & { kind: 'unknown' }): Fix | undefined {
  const given = new Set(all.map(({ key }) => key))
  const wanted = keys.map(({ key }) => args.instead?.[key])
  const isClear = wanted.every(name => name && !given.has(name)) && new Set(wanted).size === wanted.length
  if (!isClear) return undefined
  const edits = keys.map(({ keySpan, shorthand, key }, index) => {
    const quote = /^["']/.exec(text.slice(keySpan.start, keySpan.end))?.[0] ?? ''
    const name = `${quote}${wanted[index]}${quote}`
    return { path, span: keySpan, text: shorthand ? `${name}: ${key}` : name }
  })
  return { title: `Write ${listed(wanted as string[], 'and')}`, safe: false, edits }
}

/** The fix that puts a bare list under its parameter. */
function wrapping({ path }: Document, { list, param, sound }: CallFault & { kind: 'bare' }): Fix {
  const { start, end } = list.span
  const edits = [
    { path, span: { start, end: start }, text: `{ ${param}: ` },
    { path, span: { start: end, end }, text: ' }' },
  ]
  return { title: `Put the list under “${param}”`, safe: sound, edits }
}

export default defineRule({
  id: 'platform/call-args',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['claude', 'codex', 'agy'],
  fixable: 'safe',
  summary: 'Calls of tools that a text shows have the parameters that the client’s tool has.',
  why: 'A model copies the call that the text shows. What the tool does not take is refused, or dropped with what it was to say: a prompt under another client’s name for it reaches nobody.',
  source: { url: 'https://antigravity.google/docs/subagents', level: 'MUST', verified: '2026-10' },
  messages: {
    bare: { text: '“{tool}” takes an object, and is given a bare list.', help: 'Put the list under “{param}”.' },
    unknown: { text: '{of} takes no {names}.', help: '{remedy}.' },
    missing: { text: '{of} lacks {names}.', help: 'Add {names}: without it the client refuses the call.' },
    implied: { text: '{of} lacks {names}.', help: 'Add {names}, or the model makes it up.' },
    list: { text: '“{param}” takes a list.', help: 'Write the value between brackets.' },
    object: { text: 'An element of “{param}” is an object, and text is given.', help: 'Write {names} into braces.' },
    value: { text: '“{value}” is no “{param}”.', help: 'Write {want}.' },
    size: { text: '“{param}” has {size} {unit}; “{tool}” takes {limit}.', help: 'Write {limit} {unit}.' },
  },
  examples: [
    {
      files: {
        '.agy/skills/survey/SKILL.md':
          '```\ninvoke_subagent({ Subagents: [{ TypeName: "research", Role: "reader", Prompt: `Read {path}, then say: "done" }.`, Workspace: "inherit" }] })\nask_question({ questions: [{ question: "Go on?", options: ["Yes", "No"], is_multi_select: false }] })\n```\n',
        '.claude/skills/survey/SKILL.md':
          '```js\nAgent({ subagent_type: "reader", description: "Read a part", prompt: "Read.", run_in_background: true })\nAskUserQuestion({ questions: [{ question: "Go on?", header: "Next", multiSelect: false, options: [{ label: "Yes", description: "Read the rest" }, ...] }] })\nTask({ description, prompt })\n```\n',
        '.codex/skills/survey/SKILL.md':
          '```js\nspawn_agent({ task_name: "reader_1", message: "Read.", fork_turns: "none" })\nspawn_agent({ agent_type: "explorer", message: `Read ${path}.` })\nupdate_plan({ plan: [{ step: "Read", status: "in_progress" }] })\n```\n\n```json\nrequest_user_input({ "questions": [{ "id": "go_on", "header": "Next", "question": "Go on?", "options": [{ "label": "Yes", "description": "Read" }, { "label": "No", "description": "Stop" }] }] })\n```\n',
      },
    },
    {
      title: 'A bare list',
      files: {
        '.agy/skills/survey/SKILL.md':
          'Start a reader: `invoke_subagent([{ TypeName: "research", Role: "reader", Prompt: "Read." }])`\n',
      },
      reports: ['.agy/skills/survey/SKILL.md:1:34 bare'],
      fixed: {
        '.agy/skills/survey/SKILL.md':
          'Start a reader: `invoke_subagent({ Subagents: [{ TypeName: "research", Role: "reader", Prompt: "Read." }] })`\n',
      },
    },
    {
      title: 'Another client’s parameters under the right name',
      files: {
        '.agy/skills/survey/SKILL.md':
          '```\ninvoke_subagent({\n  subagent_type: "reader",\n  prompt: `Read {path}.`\n})\nsend_message({ to: "lead", message: "done" })\n```\n',
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agent({\n  subagent_type: "reader",\n  name: "reader_1",\n  prompt: `Read ${path} {and more}.`,\n  run_in_background: true\n})\n```\n',
      },
      reports: [
        '.agy/skills/survey/SKILL.md:3:3 unknown',
        '.agy/skills/survey/SKILL.md:6:16 unknown',
        '.codex/skills/survey/SKILL.md:3:3 unknown',
      ],
    },
    {
      title: 'Names that have one name here',
      unsafe: true,
      files: {
        '.agy/skills/survey/SKILL.md': '`send_message({ "to": id, message })`, `run_command({ command: "ls" })`\n',
      },
      reports: ['.agy/skills/survey/SKILL.md:1:17 unknown', '.agy/skills/survey/SKILL.md:1:55 unknown'],
      fixed: {
        '.agy/skills/survey/SKILL.md':
          '`send_message({ "Recipient": id, Message: message })`, `run_command({ CommandLine: "ls" })`\n',
      },
    },
    {
      title: 'Questions to the user',
      files: {
        '.codex/skills/ask/SKILL.md':
          '```json\nrequest_user_input({ "questions": [{\n  "header": "Which of the readers",\n  "question": "Who reads?",\n  "multiSelect": true,\n  "options": [{ "label": "a", "description": "A" }, { "label": "b", "description": "B" }, { "label": "c", "description": "C" }, { "label": "d", "description": "D" }]\n}] })\n```\n',
        '.claude/skills/ask/SKILL.md':
          '```\nAskUserQuestion({ question: "Who reads?", options: ["a", "b"] })\nAskUserQuestion({ questions: { question: "Who reads?" } })\nAskUserQuestion({ questions: [{ question: "Who reads?", options: [{ label: "a" }, { label: "b" }] }] })\nAskUserQuestion({ questions: [{ question: "Who reads?", header: "Reader", options: ["a", "b"] }] })\n```\n',
      },
      reports: [
        '.claude/skills/ask/SKILL.md:2:19 unknown',
        '.claude/skills/ask/SKILL.md:3:30 list',
        '.claude/skills/ask/SKILL.md:4:31 implied',
        '.claude/skills/ask/SKILL.md:5:85 object',
        '.codex/skills/ask/SKILL.md:2:36 missing',
        '.codex/skills/ask/SKILL.md:3:13 size',
        '.codex/skills/ask/SKILL.md:5:3 unknown',
        '.codex/skills/ask/SKILL.md:6:14 size',
      ],
    },
    {
      title: 'Values',
      files: {
        '.codex/skills/plan/SKILL.md':
          '```\nspawn_agent({ task_name: "Reader-1", message: "Read." })\nupdate_goal({ status: "completed" })\nupdate_plan({ plan: "Read, then write" })\n```\n',
      },
      reports: [
        '.codex/skills/plan/SKILL.md:2:26 value',
        '.codex/skills/plan/SKILL.md:3:23 value',
        '.codex/skills/plan/SKILL.md:4:21 list',
      ],
    },
    {
      title: 'A prompt whose backticks end it early; words instead of an object',
      files: {
        '.agy/skills/survey/SKILL.md':
          '```\ninvoke_subagent({\n  subagent_type: "reader",\n  prompt: `Read `a.md`, then report: all, nothing: else`\n})\nview_file(file_path="a.md")\n```\n',
      },
      reports: ['.agy/skills/survey/SKILL.md:3:3 unknown', '.agy/skills/survey/SKILL.md:6:11 unknown'],
    },
    {
      title: 'Pieces of calls, holes, other programs, prohibitions, positional words',
      files: {
        '.claude/skills/survey/SKILL.md':
          'Pass `Agent({ run_in_background: true })`, or `Agent({ prompt: "x", … })`.\n\n```ts\nconst agent = Agent({ model, tools })\nTask({ id: 1 })\n```\n\n```python\nTask(prompt="x", retries=3)\n```\n\n```\nAskUserQuestion({ questions: [] })\nAgent({ prompt, ...rest })\nAgent(subagent_type="reader")\nAskUserQuestion(question: "Who?", options: ["a", "b"])\nSkill("review")\nTaskUpdate({ taskId: <id>, owner: "x" })\n```\n',
        '.codex/skills/survey/SKILL.md':
          'Never write `spawn_agent({ prompt: "x" })`. `spawn_agent({ task_name: "reader" })` names it; `wait_agent({ timeout_ms })`, `update_plan({ explanation?, plan: [{ step, status }] })`.\n\n```\nspawn_agent({ task_name: "ant_{k}_{i}", message: <brief> })\nspawn_agent({ <key>: "x", message: "y" })\nspawn_agent("reader")\n```\n',
        '.agy/skills/survey/SKILL.md': '`run_command("git status")`, `invoke_subagent(agents)`, `invoke_subagent()`\n',
        '.codex/tools.md': '```\nspawn_agent({ prompt: "x" })\n```\n',
        '.codex/skills/skill-generator/SKILL.md': '```\nspawn_agent({ prompt: "x" })\n```\n',
      },
    },
  ],

  check(document, report, { platform, profile }) {
    if (isReference(document)) return
    const argsOf = (tool: string) =>
      Object.hasOwn(platform.tools, tool) && !ELSEWHERE.has(tool) ? platform.tools[tool]!.args : undefined
    /** Calls whose implied parameters were told: once is enough. */
    const told = new Set<number>()
    const tell = ({ tool, span: { start } }: WrittenCall, fault: CallFault) => {
      const { at } = fault
      switch (fault.kind) {
        case 'bare':
          return report({ message: 'bare', at, data: { tool, param: fault.param }, fix: wrapping(document, fault) })
        case 'unknown': {
          const keys = fault.keys.map(({ key }) => key)
          const data = { of: capital(fault.of), names: listed(keys, 'or'), remedy: remedyFor(keys, fault.args) }
          const fix = renaming(document, fault)
          return report({ message: 'unknown', at, data, ...(fix ? { fix } : {}) })
        }
        case 'missing': {
          const data = { of: capital(fault.of), names: listed(fault.names, 'and') }
          if (!fault.implied) return report({ message: 'missing', at, data })
          if (profile === 'strict' && !told.has(start)) report({ message: 'implied', at, data, severity: 'info' })
          return told.add(start)
        }
        case 'no-list':
          return report({ message: 'list', at, data: { param: fault.param } })
        case 'no-object':
          return report({ message: 'object', at, data: { param: fault.param, names: listed(fault.names, 'and') } })
        case 'value':
          return report({ message: 'value', at, data: { ...fault, value: excerpt(fault.value) } })
        case 'size':
          // Claude Code’s limits are `platform/ask-question-limits`’ business.
          if (platform.id !== 'claude') report({ message: 'size', at, data: { ...fault, tool } })
      }
    }
    for (const call of writtenCallsOf(document, tool => argsOf(tool) !== undefined))
      for (const fault of callFaultsOf(call, argsOf(call.tool)!)) tell(call, fault)
  },
})
