import { defineRule } from '../../core/rule.ts'
import { compareVersions } from '../../core/version.ts'
import { callFaultsOf } from '../../model/call-faults.ts'
import { wordsFor } from '../../model/call-words.ts'
import { isCodexAgent, isConfigured, readCodexAgent } from '../../model/codex-agent.ts'
import { keyFaultsOf } from '../../model/codex-agent-keys.ts'
import { excerpt } from '../../model/excerpt.ts'
import { foreignUsesOf } from '../../model/foreign-tools.ts'
import { writtenCallsOf } from '../../model/platform-calls.ts'
import { mentionsOf } from '../../model/tool-uses.ts'
import { counterpartOf } from '../../model/vocabulary.ts'

/** Names of a board of tasks, which Codex has not: a plan is a list, and a goal is one aim. */
const BOARD = /^(?:Task|Todo)/

const HEAD = 'name = "reader"\ndescription = "Reads a part."\n'

export default defineRule({
  id: 'platform/codex-agent-toml',
  scope: 'document',
  severity: 'error',
  profile: 'recommended',
  kinds: ['data'],
  platforms: ['codex'],
  summary: 'Agents of Codex are TOML files with a name, a description, instructions, and keys that Codex knows.',
  why: 'Codex drops a file that it cannot read, with a warning at the start that scrolls away: whoever asks for the agent gets the default one instead. What the instructions call and Codex does not have, the agent makes up.',
  source: { url: 'https://developers.openai.com/codex/subagents', level: 'MUST', verified: '2026-11' },
  messages: {
    invalid: { text: 'This is no TOML: {reason}.', help: 'Repair it: Codex drops the file.' },
    missing: { text: 'The agent has no “{key}”.', help: 'Write “{key}”: without it Codex drops the file.' },
    blank: { text: '“{key}” is empty.', help: 'Fill it: with an empty one Codex drops the file.' },
    type: { text: '“{key}” is no {want}.', help: 'Write {example}: Codex drops the file otherwise.' },
    unknown: { text: '“{key}” is no key of an agent.', help: '{instead}.' },
    nickname: {
      text: '“{name}” is no nickname: {reason}.',
      help: 'Write letters, digits, spaces, “-” and “_”, each name once.',
    },
    board: {
      text: 'Codex has no board of tasks, and “{tool}” is one of its calls.',
      help: 'Keep the plan with “update_plan”, or a list in a file.',
    },
    foreign: { text: '“{tool}” is a tool of {owner}; {client} has none of that name.', help: '{remedy}.' },
    removed: { text: '{client} {version} has no tool “{tool}” any more.', help: 'Take it out of the instructions.' },
    call: { text: 'This call of “{tool}” does not fit: {reason}.', help: 'Write it as Codex has it: {form}.' },
  },
  examples: [
    {
      files: {
        '.codex/agents/reader.toml': `# A reader.\n${HEAD}model = "gpt-5.4"\nnickname_candidates = ["Ada", "Grace-1"]\nsandbox_mode = "read-only"\ndeveloper_instructions = """\nRead the part. Keep \`update_plan({ plan: [{ step: "Read", status: "pending" }] })\` short.\nCodex has no TaskList. Wait with \`wait_agent({ timeout_ms: 60000 })\`.\n"""\n\n[mcp_servers.docs]\ncommand = "docs"\n`,
        '.codex/config.toml': 'model = "gpt-5.4"\nshort-description = "x"\n',
      },
    },
    {
      files: {
        '.codex/agents/open.toml':
          'name = "open"\ndescription = "Never closed."\ndeveloper_instructions = """\nRead.\n',
        '.codex/agents/team/empty.toml': 'name = ""\ndeveloper_instructions = "Read."\n',
        '.codex/agents/typed.toml':
          'name = ["a"]\ndescription = "x"\ndeveloper_instructions = "Read."\nsandbox_mode = "none"\n',
      },
      reports: [
        '.codex/agents/open.toml:3:26 invalid',
        '.codex/agents/team/empty.toml:1:1 missing',
        '.codex/agents/team/empty.toml:1:8 blank',
        '.codex/agents/typed.toml:1:8 type',
        '.codex/agents/typed.toml:4:16 type',
      ],
    },
    {
      title: 'Keys of other clients, misspelt and unknown ones',
      files: {
        '.codex/agents/reader.toml': `${HEAD}short-description = "x"\ntools = ["Read"]\nsandbox_mod = "read-only"\nlucky_number = 7\ndeveloper_instructions = "Read."\nnickname_candidates = ["Ada", "Ada!", "Ada"]\n\n[experimental_new]\nx = 1\n`,
        '.codex/agents/writer.toml': `${HEAD}developer_instructions = "Write."\nnickname_candidates = []\n\n[tools]\nweb_search = true\n`,
      },
      reports: [
        '.codex/agents/reader.toml:3:1 unknown',
        '.codex/agents/reader.toml:4:1 unknown',
        '.codex/agents/reader.toml:5:1 unknown',
        '.codex/agents/reader.toml:6:1 unknown',
        '.codex/agents/reader.toml:8:31 nickname',
        '.codex/agents/reader.toml:8:39 nickname',
        '.codex/agents/writer.toml:4:23 type',
      ],
    },
    {
      title: 'What the instructions call',
      files: {
        '.codex/agents/lead.toml': `${HEAD}developer_instructions = """\nRead the board with TaskList, then TaskUpdate({ taskId: "1", status: "completed" }).\nAsk with AskUserQuestion. Start spawn_agents_on_csv.\nupdate_goal({ taskId: "1", status: "completed" })\nupdate_plan({ plan: "read" })\nwait_agent("reader")\n"""\n`,
      },
      reports: [
        '.codex/agents/lead.toml:4:21 board',
        '.codex/agents/lead.toml:4:36 board',
        '.codex/agents/lead.toml:5:10 foreign',
        '.codex/agents/lead.toml:5:33 removed',
        '.codex/agents/lead.toml:6:15 call',
        '.codex/agents/lead.toml:6:36 call',
        '.codex/agents/lead.toml:7:21 call',
        '.codex/agents/lead.toml:8:1 call',
      ],
    },
    {
      title: 'A file that config.toml hands to a role, and one that is no agent',
      files: {
        '.codex/config.toml': '[agents.scout]\ndescription = "Scouts."\nconfig_file = "./agents/scout.toml"\n',
        '.codex/agents/scout.toml': 'model = "gpt-5.4"\n',
        '.codex/skills/scout/SKILL.md': '---\nname: scout\ndescription: Scouts.\n---\n',
        '.codex/skills/scout/agents/notes.toml': 'x = 1\n',
        '.claude/agents/x.toml': 'x = 1\n',
      },
    },
  ],

  check(document, report, { platform, platforms, version }) {
    if (!isCodexAgent(document)) return
    const agent = readCodexAgent(document)
    if ('error' in agent) {
      const reason = excerpt(agent.error).replace(/\.$/, '')
      const at = { start: agent.at, end: Math.min(agent.at + 1, document.text.length) }
      return report({ message: 'invalid', at, data: { reason: reason.charAt(0).toLowerCase() + reason.slice(1) } })
    }
    const { entries, instructions } = agent
    const given = new Set(entries.map(({ key }) => key))
    const { required } = platform.frontmatter.agent
    const top = { start: 0, end: document.lines.span(0).end }
    if (!isConfigured(document))
      for (const key of required) if (!given.has(key)) report({ message: 'missing', at: top, data: { key } })

    for (const fault of keyFaultsOf(entries, platform, platforms)) {
      const { at, key } = fault
      if (fault.kind === 'unknown')
        report({
          message: 'unknown',
          at,
          data: { key, instead: fault.instead },
          severity: fault.sure ? 'error' : 'warn',
        })
      else if (fault.kind === 'blank') report({ message: 'blank', at, data: { key } })
      else if (fault.kind === 'nickname')
        report({ message: 'nickname', at, data: { name: fault.name, reason: fault.reason } })
      else report({ message: 'type', at, data: { key, want: fault.want, example: fault.example } })
    }
    if (!instructions) return

    const client = platform.title
    for (const { tool, owner, span } of foreignUsesOf(instructions, platform, platforms)) {
      if (BOARD.test(tool)) {
        report({ message: 'board', at: span, data: { tool } })
        continue
      }
      const wanted = counterpartOf(tool, owner, platform)
      const remedy = wanted ? `Write “${wanted}”` : 'Say what is meant without it'
      report({ message: 'foreign', at: span, data: { tool, owner: owner.title, client, remedy } })
    }
    for (const [tool, { removed }] of Object.entries(platform.tools)) {
      const isGone = removed !== undefined && tool.length > 12 && compareVersions(version, removed) >= 0
      const use = isGone ? mentionsOf(instructions, tool)[0] : undefined
      if (use) report({ message: 'removed', at: use.span, data: { client, version, tool } })
    }
    const isOwn = (tool: string) => platform.tools[tool]?.args !== undefined && !platform.tools[tool]!.removed
    for (const call of writtenCallsOf(instructions, isOwn)) {
      const { tool } = call
      const args = platform.tools[tool]!.args!
      const names = [...args.required, ...args.optional]
      const form = `“${tool}({ ${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''} })”`
      if (
        call.form === 'text' &&
        names.length > 0 &&
        /^\(\s*["']/.test(document.text.slice(call.span.end, call.span.end + 9))
      )
        report({ message: 'call', at: call.span, data: { tool, form, reason: 'it takes an object' } })
      for (const fault of callFaultsOf(call, args))
        if (fault.kind !== 'missing' || !fault.implied)
          report({ message: 'call', at: fault.at, data: { tool, form, reason: wordsFor(fault, tool) } })
    }
  },
})
