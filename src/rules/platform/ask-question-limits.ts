import { defineRule } from '../../core/rule.ts'
import { callFaultsOf } from '../../model/call-faults.ts'
import { FAN_OUT_KINDS, isReference } from '../../model/contract/scope.ts'
import { writtenCallsOf } from '../../model/platform-calls.ts'

export default defineRule({
  id: 'platform/ask-question-limits',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: FAN_OUT_KINDS,
  platforms: ['claude'],
  summary:
    'Questions to the user keep to what the client shows: short headers, two to four options, one to four questions.',
  why: 'Claude Code shows the header as a chip of twelve characters and refuses a question with fewer than two or more than four options; the model then rewrites the question that the author had weighed.',
  source: { url: 'https://code.claude.com/docs/en/tools-reference', level: 'SHOULD', verified: '2026-10' },
  messages: {
    limit: { text: '“{param}” has {size} {unit}; “{tool}” shows {limit}.', help: 'Write {limit} {unit}.' },
  },
  examples: [
    {
      files: {
        '.claude/skills/ask/SKILL.md':
          '```\nAskUserQuestion({ questions: [{ question: "Who reads?", header: "Reader", multiSelect: false, options: [{ label: "a", description: "A" }, { label: "b", description: "B" }] }] })\n```\n',
      },
    },
    {
      files: {
        '.claude/skills/ask/SKILL.md':
          '```\nAskUserQuestion({ questions: [{\n  question: "Who reads?",\n  header: "Choice of the reader",\n  multiSelect: false,\n  options: [{ label: "a", description: "A" }]\n}, {\n  question: "And then?", header: "Next", multiSelect: false,\n  options: ["a", "b", "c", "d", "e"]\n}] })\n```\n',
      },
      reports: [
        '.claude/skills/ask/SKILL.md:4:11 limit',
        '.claude/skills/ask/SKILL.md:6:12 limit',
        '.claude/skills/ask/SKILL.md:9:12 limit',
      ],
    },
    {
      title: 'Options and headers that are filled in at run time',
      files: {
        '.claude/skills/ask/SKILL.md':
          '```\nAskUserQuestion({ questions: [{ question: "Who?", header: "{name of the phase}", multiSelect: false, options: [{ label: "a", description: "A" }, ...rest] }] })\nAskUserQuestion({ questions: [{ question: "Who?", header: `For ${name of it}`, multiSelect: false, options: readers.map(toOption) }] })\nAskUserQuestion({ questions: [{ question: "Who?", header: "选择阅读人", multiSelect: false, options: [] }] })\n```\n',
      },
    },
  ],

  check(document, report, { platform }) {
    if (isReference(document)) return
    for (const call of writtenCallsOf(document, tool => tool === platform.neutral.ask)) {
      const { args } = platform.tools[call.tool]!
      for (const fault of args ? callFaultsOf(call, args) : [])
        if (fault.kind === 'size') report({ message: 'limit', at: fault.at, data: { ...fault, tool: call.tool } })
    }
  },
})
