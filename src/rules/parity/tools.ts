import { defineRule } from '../../core/rule.ts'
import { differencesOf } from '../../model/variants/parity.ts'
import { findingOf } from '../../model/variants/phrase.ts'

export default defineRule({
  id: 'parity/tools',
  scope: 'pack',
  severity: 'warn',
  profile: 'strict',
  platforms: ['claude', 'codex', 'agy'],
  summary: 'Where one variant asks the user, starts agents, keeps a plan or searches the web, the other does so too.',
  why: 'Tools have other names in each client but do the same. A question that one variant asks and the other does not is a decision that nobody takes there.',
  source: { url: 'docs/variants.md#what-is-compared', level: 'ADVICE', verified: '2026-11' },
  messages: {
    lacks: {
      text: 'This variant never uses “{tool}”; its source in “{source}” uses “{used}” for that.',
      help: 'Use the tool where the source does, or give the reason at the top: “<!-- maestro-variant: reason -->”.',
    },
    adds: {
      text: 'This variant uses “{tool}”; its source in “{source}” uses no tool for that.',
      help: 'Bring both in line, or give the reason at the top: “<!-- maestro-variant: reason -->”.',
    },
  },
  examples: [
    {
      title: 'Other names for the same; files are read and written with whatever there is',
      files: {
        '.claude/skills/poll/SKILL.md':
          '---\nname: poll\n---\n\nCall `AskUserQuestion({ questions: [{ question: "Which?" }] })`, then `Agent({ prompt: "Count." })`.\n\nUse `WebFetch({ url: "https://example.org" })` and `Read({ file_path: "a.md" })`.\n',
        '.codex/skills/poll/SKILL.md':
          '---\nname: poll\n---\n\nCall `request_user_input({ questions: [{ id: "which", question: "Which?" }] })`, then `spawn_agent({ task_name: "count", message: "Count." })`.\n',
        '.agy/skills/poll/SKILL.md':
          '---\nname: poll\n---\n\nCall `ask_question({ questions: [{ question: "Which?" }] })`, then `invoke_subagent({ Subagents: [{ TypeName: "self", Role: "counter", Prompt: "Count." }] })`, and `read_url_content({ Url: "https://example.org" })`.\n',
      },
    },
    {
      files: {
        '.claude/skills/poll/SKILL.md':
          '---\nname: poll\n---\n\nCall `AskUserQuestion({ questions: [{ question: "Which?" }] })`, then `Agent({ prompt: "Count." })`.\n',
        '.codex/skills/poll/SKILL.md':
          '---\nname: poll\n---\n\nCall `spawn_agent({ task_name: "count", message: "Count." })` and `update_plan({ plan: [{ step: "Count", status: "pending" }] })`.\n',
      },
      reports: ['.codex/skills/poll/SKILL.md:2:7 lacks', '.codex/skills/poll/SKILL.md:5:68 adds'],
    },
    {
      title:
        'A question without a tool, workers of a wave, a tool that is only allowed; a client that has no such tool',
      files: {
        '.claude/skills/a/SKILL.md':
          'Call `AskUserQuestion({ questions: [{ question: "Which?" }] })`, then `Agent({ prompt: "Count." })`, and keep `TaskCreate({ subject: "Count", description: "all" })`.\n',
        '.codex/skills/a/SKILL.md':
          '---\nname: a\nallowed-tools: update_plan\n---\n\nRun `exec_command({ cmd: "node scripts/wave.mjs next" })` and ask the user which one.\n',
        '.agy/skills/a/SKILL.md':
          'Run `run_command({ CommandLine: "node scripts/wave.mjs next" })`, and put a question to the user.\n',
      },
    },
    {
      title: 'A variant in which no tool is named at all, and one that is declared',
      files: {
        '.claude/skills/a/SKILL.md': 'Call `AskUserQuestion({ questions: [{ question: "Which?" }] })`.\n',
        '.codex/skills/a/SKILL.md': 'Count the votes.\n',
        '.claude/skills/b/SKILL.md':
          'Call `AskUserQuestion({ questions: [{ question: "Which?" }] })`, then `Agent({ prompt: "Count." })`.\n',
        '.codex/skills/b/SKILL.md':
          '---\nname: b\n---\n\n<!-- maestro-variant: runs without a user -->\n\nCall `spawn_agent({ task_name: "count", message: "Count." })`.\n',
      },
    },
  ],

  check(pack, report, context) {
    for (const difference of differencesOf(pack, 'tools', context)) {
      const { data, ...finding } = findingOf(difference, 'the source')
      const { source } = data
      const [change] = difference.changes
      if (change) report({ message: 'lacks', ...finding, data: { source, tool: change.mirror, used: change.source } })
      else report({ message: 'adds', ...finding, data: { source, tool: difference.adds[0]! } })
    }
  },
})
