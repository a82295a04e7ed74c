import { defineRule } from '../../core/rule.ts'
import type { Span } from '../../core/types.ts'
import type { Literal, LiteralEntry } from '../../markdown/literal.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { writtenCallsOf } from '../../model/platform-calls.ts'

/** Tools that start agents or speak to them, whose calls converters rewrite. */
const TOOLS: ReadonlySet<string> = new Set(['invoke_subagent', 'spawn_agent', 'send_message', 'followup_task'])

/** What a converter writes where it finds no value: the name of a parameter. */
const NAMES: ReadonlySet<string> = new Set(['TypeName', 'Role', 'Prompt', 'task_name', 'message', 'agent_type'])

/** All entries of a value, at any depth. */
function entriesIn(value: Literal): LiteralEntry[] {
  if (value.kind === 'object') return value.entries.flatMap(entry => [entry, ...entriesIn(entry.value)])
  return value.kind === 'array' ? value.items.flatMap(entriesIn) : []
}

/** The placeholder that stands for a value; `undefined` where there is one, or a hole that the model fills. */
function placeholderIn({ key, value }: LiteralEntry): { name: string; span: Span } | undefined {
  const text = value.kind === 'string' ? value.value : value.kind === 'hole' ? value.text : ''
  const name = /^<([A-Za-z_]+)>$/.exec(text.trim())?.[1]
  if (!name || !(NAMES.has(name) || name === key)) return undefined
  return { name, span: value.span }
}

export default defineRule({
  id: 'platform/unfilled-placeholder',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: FAN_OUT_KINDS,
  platforms: ['codex', 'agy'],
  summary: 'Calls that start agents hold what the agents are told, not the name of the parameter in angle brackets.',
  why: 'A converter that cannot read a call writes the name of the parameter where its value was. The prompt of the source is lost, and every agent is started with the word “<Prompt>” as all it knows.',
  source: { url: 'docs/pack-grammar.md#agents-that-a-text-starts', level: 'ADVICE', verified: '2026-11' },
  messages: {
    placeholder: {
      text: '“{key}” of “{tool}” holds the placeholder “<{name}>” and no value.',
      help: 'Write what the source has there; the conversion lost it.',
    },
  },
  examples: [
    {
      files: {
        '.agy/skills/survey/SKILL.md':
          '```\ninvoke_subagent({ Subagents: [{ TypeName: "research", Role: "reader <k>", Prompt: "Read <path> and say what <Role> means." }] })\n```\n',
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agent({ task_name: "reader", message: <brief of the reader> })\n```\n',
      },
    },
    {
      files: {
        '.agy/skills/survey/SKILL.md':
          'Each step: `invoke_subagent([{ TypeName: "research", Role: "<Role>", Prompt: "<Prompt>", Workspace: "inherit" }])`\n',
        '.codex/skills/survey/SKILL.md':
          '```\nspawn_agent({ task_name: "<task_name>", message: "<message>", agent_type: <agent_type> })\n```\n',
      },
      reports: [
        '.agy/skills/survey/SKILL.md:1:60 placeholder',
        '.agy/skills/survey/SKILL.md:1:78 placeholder',
        '.codex/skills/survey/SKILL.md:2:26 placeholder',
        '.codex/skills/survey/SKILL.md:2:50 placeholder',
        '.codex/skills/survey/SKILL.md:2:75 placeholder',
      ],
    },
    {
      title: 'Holes with names of their own, prohibitions, other tools, documents about tools',
      files: {
        '.agy/skills/survey/SKILL.md':
          '```\ninvoke_subagent({ Subagents: [{ TypeName: "<kind of reader>", Role: "{role}", Prompt: "<brief>" }] })\nrun_command({ CommandLine: "<CommandLine>" })\n```\n\nNever leave `invoke_subagent({ Subagents: [{ Prompt: "<Prompt>" }] })` so.\n',
        '.agy/tools.md': '`invoke_subagent({ Subagents: [{ TypeName: "<TypeName>", Prompt: "<Prompt>" }] })`\n',
        '.agy/skills/skill-generator/SKILL.md': '`invoke_subagent({ Subagents: [{ Prompt: "<Prompt>" }] })`\n',
        '.claude/skills/survey/SKILL.md': '`Agent({ description: "<description>", prompt: "<prompt>" })`\n',
      },
    },
  ],

  check(document, report, { platform }) {
    if (isReference(document)) return
    const isTool = (tool: string) => TOOLS.has(tool) && Object.hasOwn(platform.tools, tool)
    for (const { tool, entries, list } of writtenCallsOf(document, isTool)) {
      const all = list ? entriesIn(list) : entries.flatMap(entry => [entry, ...entriesIn(entry.value)])
      for (const entry of all) {
        const found = placeholderIn(entry)
        if (found) report({ message: 'placeholder', at: found.span, data: { tool, key: entry.key, name: found.name } })
      }
    }
  },
})
