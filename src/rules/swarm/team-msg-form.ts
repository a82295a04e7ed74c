import { defineRule } from '../../core/rule.ts'
import type { Document, Span } from '../../core/types.ts'
import { familyOf } from '../../model/controller.ts'
import { isDenied } from '../../model/examples.ts'

const METHOD = /(?<![\w.-])team_msg\.[a-z]\w*(?=\s?\()/g

export default defineRule({
  id: 'swarm/team-msg-form',
  scope: 'document',
  severity: 'info',
  profile: 'strict',
  kinds: ['skill', 'command', 'role', 'role-command', 'agent', 'spec', 'other'],
  summary: 'Calls of “team_msg” have one form in a skill.',
  why: 'The message bus is one tool with an “operation”. An agent that is shown a method as well tries to call a tool of that name, which no client has.',
  source: { url: 'docs/pack-grammar.md#roles', level: 'ADVICE', verified: '2026-11' },
  messages: {
    method: {
      text: '“{name}(…)” is written like a method; elsewhere the skill calls “team_msg(…)”.',
      help: 'Call “team_msg” with “operation” as its first key: “{operation}”.',
    },
  },
  examples: [
    {
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n`team_msg({ operation: "log", type: "state_update" })`, then team_msg(type="done").\n',
      },
    },
    {
      title: 'Both forms in a skill: told once per file',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\nReport by `team_msg({ operation: "log", to: "lead" })`.\n',
        '.claude/skills/team-hunt/roles/scout/role.md':
          '# Scout\n\n```\nteam_msg.log({ type: "seen" })\n```\n\nAt the end `team_msg.log({ type: "done" })`.\n',
      },
      reports: ['.claude/skills/team-hunt/roles/scout/role.md:4:1 method'],
    },
    {
      title: 'One form everywhere, or a form that is denied',
      files: {
        '.claude/skills/team-hunt/SKILL.md':
          '---\nname: team-hunt\ndescription: Hunts.\n---\n\n`team_msg.log({ type: "seen" })`, `team_msg.read()`; the tool team_msg is the bus.\n',
        '.claude/skills/team-find/SKILL.md':
          '---\nname: team-find\ndescription: Finds.\n---\n\n`team_msg({ operation: "log" })`, never `team_msg.log({})`.\n',
      },
    },
  ],

  check(document, report) {
    const { text, meta } = document
    if (!text.includes('team_msg.')) return
    const span = [...text.matchAll(METHOD)]
      .filter(({ index }) => index >= meta.span.end && !isDenied(document, index))
      .map(match => ({ start: match.index, end: match.index + match[0].length }))[0]
    const other = span && plainCall(document)
    if (!span || !other) return
    const name = text.slice(span.start, span.end)
    const operation = name.slice(name.indexOf('.') + 1)
    const related = [{ in: other.home, at: other.at, text: 'the other form' }]
    report({ message: 'method', at: span, data: { name, operation }, related })
  },
})

/** Where the skill of a document calls the tool by its name, this document first. */
function plainCall(document: Document): { home: Document; at: Span } | undefined {
  const others = familyOf(document).filter(other => other !== document)
  for (const home of [document, ...others]) {
    const call = home.text.includes('team_msg(')
      ? home.calls.find(({ tool, negated }) => tool === 'team_msg' && !negated)
      : undefined
    if (call) return { home, at: call.span }
  }
  return undefined
}
